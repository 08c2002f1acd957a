"""The file that a character came from: known by its digest, named from a rig's folder, and never read outside that."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import msgspec
import pytest

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.own_file import contents, found, is_unchanged, placed_as_found
from pantin.rigs.source import SourceFile
from tests.rigs.formats.gltf_files import glb, gltf, skinned

BONES = ({"name": "Hips", "children": [1]}, {"name": "Spine", "translation": [0, 1, 0]})


def character(path: Path, **entries: object) -> Document:
    path.write_bytes(glb({**skinned(*BONES), **entries}))
    return rigs.read(path)


def file_of(document: Document) -> SourceFile:
    assert document.figure.source is not None and document.figure.source.file is not None
    return document.figure.source.file


def written_path(rig: Path) -> str:
    return str(json.loads(rig.read_text("utf-8"))["figures"][0]["source"]["file"]["path"])


def test_a_file_is_known_by_its_place_its_digest_and_its_size(tmp_path: Path) -> None:
    path = tmp_path / "wolf.glb"
    known = file_of(character(path))
    data = path.read_bytes()
    assert known == SourceFile(str(path), hashlib.sha256(data).hexdigest(), len(data))


def test_buffers_and_pictures_beside_it_belong_to_it(tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"\0" * 64)
    (tmp_path / "a skin.png").write_bytes(b"PNG")
    images = [{"uri": "a%20skin.png"}, {"uri": "gone.png"}, {"uri": "data:image/png;base64,AAAA"}]
    plain = gltf(*BONES, buffers=[{"byteLength": 64, "uri": "data.bin"}], images=images)
    (tmp_path / "wolf.gltf").write_text(json.dumps(plain), "utf-8")
    known = file_of(rigs.read(tmp_path / "wolf.gltf"))
    assert [(each.uri, each.sha256) for each in known.beside] == [
        ("data.bin", hashlib.sha256(b"\0" * 64).hexdigest()),
        ("a%20skin.png", hashlib.sha256(b"PNG").hexdigest()),
    ]
    assert is_unchanged(known, known.path)
    (tmp_path / "a skin.png").write_bytes(b"PNG2")
    assert not is_unchanged(known, known.path)


def test_a_rig_names_it_from_its_own_folder_and_elsewhere_by_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "characters").mkdir()
    (tmp_path / "elsewhere").mkdir()
    document = character(tmp_path / "characters" / "wolf.glb")
    for rig, path in (
        (tmp_path / "a.rig.json", "characters/wolf.glb"),
        (tmp_path / "elsewhere/b.rig.json", "wolf.glb"),
    ):
        rigs.write(document, rig)
        assert written_path(rig) == path
        again = rigs.read(rig)
        rigs.write(again, rig)
        assert written_path(rig) == path
    assert rigs.read(tmp_path / "a.rig.json") == document


@pytest.mark.parametrize(
    "path",
    [
        "../wolf.glb",
        "/etc/wolf.glb",
        "C:\\secret\\wolf.glb",
        "\\\\server\\wolf.glb",
        "a/../../wolf.glb",
        "out/wolf.glb",
    ],
)
def test_a_stranger_s_rig_names_nothing_outside_its_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "rigs").mkdir()
    document = character(tmp_path / "wolf.glb")
    rig = tmp_path / "rigs" / "a.rig.json"
    (tmp_path / "rigs" / "out").symlink_to(tmp_path)
    rigs.write(document, rig)
    plain = json.loads(rig.read_text("utf-8"))
    plain["figures"][0]["source"]["file"]["path"] = path
    rig.write_text(json.dumps(plain), "utf-8")
    known = file_of(rigs.read(rig))
    assert known.path == "wolf.glb"
    assert found(known, rig, {}) is None
    assert found(known, rig, {known.sha256: str(tmp_path / "wolf.glb")}) == tmp_path / "wolf.glb"


def test_it_is_found_where_it_was_beside_the_rig_and_where_it_was_opened_before(tmp_path: Path) -> None:
    path, moved = tmp_path / "wolf.glb", tmp_path / "moved.glb"
    known = file_of(character(path))
    assert found(known, None, {}) == path
    path.rename(moved)
    assert found(known, tmp_path / "a.rig.json", {}) is None
    assert found(known, None, {known.sha256: str(moved)}) == moved
    (tmp_path / "rigs").mkdir()
    moved.rename(tmp_path / "rigs" / "wolf.glb")
    assert found(known, tmp_path / "rigs" / "a.rig.json", {}) == tmp_path / "rigs" / "wolf.glb"


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data[:-1] + b"!", lambda _data: b""])
def test_one_that_was_changed_is_another_file(change: object, tmp_path: Path) -> None:
    assert callable(change)
    path = tmp_path / "wolf.glb"
    known = file_of(character(path))
    path.write_bytes(change(path.read_bytes()))
    assert found(known, tmp_path / "a.rig.json", {known.sha256: str(path)}) is None


def test_a_folder_a_device_and_names_that_are_none_are_no_files(tmp_path: Path) -> None:
    known = file_of(character(tmp_path / "wolf.glb"))
    for path in (str(tmp_path), os.devnull, "\0", "a" * 4000):
        assert found(msgspec.structs.replace(known, path=path), tmp_path / "a.rig.json", {known.sha256: path}) is None


def test_large_files_have_their_size_in_bytes(tmp_path: Path) -> None:
    document = character(tmp_path / "wolf.glb")
    source = document.figure.source
    assert source is not None
    large = msgspec.structs.replace(file_of(document), size=4_000_000_000)
    figure = msgspec.structs.replace(document.figure, source=msgspec.structs.replace(source, file=large))
    rigs.write(document.with_figure(figure), tmp_path / "a.rig.json")
    assert file_of(rigs.read(tmp_path / "a.rig.json")) == large


def test_one_that_is_too_large_to_be_written_again_is_told_before_it_is_read(tmp_path: Path) -> None:
    """A file of nothing but holes takes no room on the disk; reading it would take 5 GB of memory."""
    known = file_of(character(tmp_path / "wolf.glb"))
    os.truncate(tmp_path / "wolf.glb", 5 * 2**30)
    with pytest.raises(Fault, match=r'"wolf\.glb" is larger than 1 GB'):
        contents(msgspec.structs.replace(known, size=5 * 2**30))


def test_figures_that_are_merged_or_edited_keep_theirs(tmp_path: Path) -> None:
    one = character(tmp_path / "wolf.glb")
    other = character(tmp_path / "horse.glb", extras={"of": "a horse"})
    assert file_of(merged(one, other.figure)) == file_of(one) != file_of(other)


def test_the_text_of_a_rig_without_a_folder_has_bare_names(tmp_path: Path) -> None:
    document = character(tmp_path / "wolf.glb")
    (figure,) = native.parse(native.text(document.scene).encode()).figures
    assert figure.source is not None and figure.source.file is not None
    assert figure.source.file.path == "wolf.glb"


def test_what_leaves_is_found_where_the_person_opened_it_before(tmp_path: Path) -> None:
    """A rig from elsewhere has its bare name; whoever never opened that file finds nothing."""
    figure = character(tmp_path / "wolf.glb").figure
    known = file_of(Document.of(figure))
    assert placed_as_found(figure, None, {}) is figure
    assert figure.source is not None
    bare = msgspec.structs.replace(
        figure, source=msgspec.structs.replace(figure.source, file=msgspec.structs.replace(known, path="wolf.glb"))
    )
    assert placed_as_found(bare, None, {}) is bare
    assert placed_as_found(bare, None, {known.sha256: str(tmp_path / "gone.glb")}) is bare
    places = ((None, {known.sha256: str(tmp_path / "wolf.glb")}), (tmp_path / "a.rig.json", {}))
    for document, opened_before in places:
        again = placed_as_found(bare, document, opened_before)
        assert file_of(Document.of(again)) == known
