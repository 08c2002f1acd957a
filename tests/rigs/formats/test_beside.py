"""Tests that what a file names is read from its own folder alone."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from pantin import rigs
from pantin.rigs import Transform, Unreadable
from tests.cases import case
from tests.rigs.formats.gltf_files import moved, parts
from tests.rigs.samples import is_one_sentence

SECRET = "secret.bin"


@pytest.fixture
def figure(tmp_path: Path) -> Path:
    """The place of a .gltf in a folder, one above which its numbers lie in a file that is not its own."""
    folder = tmp_path / "downloaded"
    (folder / "data").mkdir(parents=True)
    (tmp_path / SECRET).write_bytes(parts(moved([(0, 1, 0), (0, 3, 0)]))[1])
    (tmp_path / "downloaded too").mkdir()
    (tmp_path / "downloaded too" / SECRET).write_bytes((tmp_path / SECRET).read_bytes())
    return folder / "figure.gltf"


def naming(path: Path, uri: str) -> Path:
    plain = parts(moved([(0, 1, 0), (0, 3, 0)]))[0]
    plain["buffers"][0]["uri"] = uri
    path.write_text(json.dumps(plain))
    return path


def outside(folder: Path) -> list[str]:
    above = folder.parent / SECRET
    return [
        f"../{SECRET}",
        f"%2e%2e/{SECRET}",
        f"%2E%2E%2F{SECRET}",
        f"..\\{SECRET}",
        f"..%5C{SECRET}",
        f"data/../../{SECRET}",
        f"./.././{SECRET}",
        f"../downloaded too/{SECRET}",
        str(above),
        quote(str(above), safe=""),
        above.as_uri(),
        f"file:{above}",
        f"FILE://localhost{above}",
        "http://127.0.0.1:9/secret.bin",
        "//server/share/secret.bin",
        "\\\\server\\share\\secret.bin",
        "%5C%5Cserver%5Cshare%5Csecret.bin",
        "C:\\secret.bin",
        "C%3A/secret.bin",
        "C:secret.bin",
        "/dev/zero",
    ]


@pytest.mark.parametrize("number", range(21))
def test_what_lies_outside_the_folder_is_one_sentence(figure: Path, number: int) -> None:
    uri = outside(figure.parent)[number]
    with pytest.raises(Unreadable, match="outside the folder of this file, so it is not read") as refused:
        rigs.read(naming(figure, uri))
    assert refused.value.where == "$.buffers[0].uri" and is_one_sentence(refused.value.what)
    left_out = rigs.opened(figure)
    assert [bone.name for bone in left_out.document.rig.bones] == ["a", "b"] and not left_out.document.figure.clips
    assert "outside the folder" in left_out.report


@pytest.mark.parametrize("text", ["The key is 1234. ", "\0\1\2\3"])
def test_a_file_that_wants_what_lies_above_its_folder_as_keys_of_a_clip_gets_none_of_it(
    tmp_path: Path, text: str
) -> None:
    """The case as it was sent in: its second buffer is ../secret.txt, whose bytes would be rotations or places."""
    (tmp_path / "secret.txt").write_text((text * 120)[:120])
    (tmp_path / "downloaded").mkdir()
    sent = tmp_path / "downloaded" / "gltf_outside_folder.gltf"
    sent.write_bytes(case("hostile/gltf_outside_folder.gltf").read_bytes())
    with pytest.raises(Unreadable, match="outside the folder of this file, so it is not read") as refused:
        rigs.read(sent)
    assert refused.value.where == "$.buffers[1].uri" and is_one_sentence(refused.value.what)
    left_out = rigs.opened(sent)
    assert not left_out.document.figure.clips and "outside the folder" in left_out.report
    figure = left_out.document.figure
    moved_by_it = [bone for bone in figure.pose.bones if figure.transform(bone) != Transform()]
    assert [bone.name for bone in left_out.document.rig.bones] == ["root", "b"] and not moved_by_it
    assert {path.name for path in (tmp_path / "downloaded").iterdir()} == {sent.name}


@pytest.mark.parametrize("name", ["link.bin", "linked/secret.bin", "far/secret.bin"])
def test_a_link_that_leads_out_is_not_followed(figure: Path, name: str) -> None:
    top = figure.parent
    (top / "link.bin").symlink_to(top.parent / SECRET)
    (top / "linked").symlink_to(top.parent, target_is_directory=True)
    (top / "far").symlink_to(Path("..") / "downloaded too", target_is_directory=True)
    with pytest.raises(Unreadable, match="outside the folder of this file, so it is not read"):
        rigs.read(naming(figure, name))


@pytest.mark.parametrize(
    "name", ["own.bin", "data/own.bin", "./data/own.bin", "data/../own.bin", "data\\own.bin", "link.bin"]
)
def test_what_lies_in_the_folder_is_read(figure: Path, name: str) -> None:
    top = figure.parent
    for place in (top / "own.bin", top / "data" / "own.bin"):
        place.write_bytes((top.parent / SECRET).read_bytes())
    (top / "link.bin").symlink_to("data/own.bin")
    assert [clip.count for clip in rigs.read(naming(figure, name)).figure.clips] == [31]


def test_a_folder_that_is_reached_by_a_link_is_a_folder_like_others(figure: Path) -> None:
    top = figure.parent
    (top / "own.bin").write_bytes((top.parent / SECRET).read_bytes())
    naming(figure, "own.bin")
    (top.parent / "shortcut").symlink_to(top, target_is_directory=True)
    assert rigs.read(top.parent / "shortcut" / figure.name).figure.clips


@pytest.mark.parametrize("name", ["pipe", "data", "loop", "gone.bin", "nul%00.bin", ""])
def test_what_is_no_file_is_one_sentence(figure: Path, name: str) -> None:
    os.mkfifo(figure.parent / "pipe")
    (figure.parent / "loop").symlink_to("loop")
    with pytest.raises(Unreadable, match=re.escape("belongs beside it and cannot be read")):
        rigs.read(naming(figure, name))
