"""What `pantin render` draws of files with motion: what the window shows."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from pantin.app.files import picture
from pantin.rigs import Document
from tests.app.start.command import pantin

BVH = """HIERARCHY
ROOT hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  End Site
  {
    OFFSET 0 1 0
  }
}
MOTION
Frames: 3
Frame Time: 0.1
0 1 0 0 0 0
0 2 0 0 0 0
0 3 0 0 0 0
"""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    found: list[Document] = []
    monkeypatch.setattr(picture, "render", lambda document, *_: found.append(document))
    return found


def test_motion_is_drawn_as_it_begins_and_at_any_frame(drawn: list[Document], tmp_path: Path) -> None:
    """Its rest pose tells nothing: many files have it below the floor."""
    file, rig = tmp_path / "walk.bvh", tmp_path / "walk.rig.json"
    file.write_text(BVH)
    assert pantin("convert", file, rig).returncode == 0
    for arguments in ((file,), (file, "--frame", 2), (rig,), (rig, "--clip", "walk", "--frame", 1)):
        assert pantin("render", arguments[0], tmp_path / "walk.png", *arguments[1:]).returncode == 0
    assert [document.figure.transform("hips").location[1] for document in drawn] == [1.0, 3.0, 0.0, 2.0]


def test_what_comes_in_is_drawn_as_its_file_would_be(drawn: list[Document], tmp_path: Path, monkeypatch) -> None:
    file, rig = tmp_path / "walk.bvh", tmp_path / "WALK.RIG.JSON"
    file.write_text(BVH)
    assert pantin("convert", file, rig).returncode == 0
    for given in (file, rig):
        for source in (given, "-"):
            monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.read_bytes())))
            assert pantin("render", source, tmp_path / "walk.png").returncode == 0
    assert [document.figure.transform("hips").location[1] for document in drawn] == [1.0, 1.0, 0.0, 0.0]


def test_a_frame_that_there_is_not_is_told(drawn: list[Document], tmp_path: Path) -> None:
    file = tmp_path / "walk.bvh"
    file.write_text(BVH)
    done = pantin("render", file, tmp_path / "walk.png", "--frame", 3)
    assert done.returncode == 1 and "frames from 0 to 2" in done.stderr and not drawn
