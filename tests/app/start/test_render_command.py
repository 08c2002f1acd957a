"""Tests of what `pantin render` draws of files with motion: what the window shows."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtGui

from pantin import rigs
from pantin.app.files import picture
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.place import Place
from pantin.rigs.scene import Scene
from pantin.solver import evaluate
from tests.app.start.command import pantin, started
from tests.rigs.formats.characters import character as character_file
from tests.viewport.pictures import figure_of
from tests.viewport.pictures import picture as shown_pixels

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


def drawn_columns(document: Document, folder: Path, *arguments: str) -> list[bool]:
    """Return where there is wood from left to right in a picture of the document, above the axes of the floor."""
    rigs.write(document, folder / "scene.rig.json")
    out = folder / "scene.png"
    done = started("render", folder / "scene.rig.json", out, "--size", "200x120", "--background", "none", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return figure_of(shown_pixels(QtGui.QImage(str(out))))[:55].any(axis=0).tolist()


@pytest.mark.parametrize("arguments", [(), ("--controls",)])
def test_all_figures_of_a_scene_are_drawn_at_their_places(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """A file with two figures: one stands 2 m beside the other, and between them is nothing."""
    figure = rigs.read(FOLDER / "rigs" / "humanoid.rig.json").figure
    other = replace(figure, name="Ben", place=Place((2.0, 0.0, 0.0)))
    columns = drawn_columns(Document(Scene((figure, other)), figure.name), tmp_path, *arguments)
    runs = [wood for wood, _ in groupby(columns)]
    assert runs.count(True) >= 2 and not columns[0] and not columns[-1]
    assert columns[len(columns) // 2 - 12 : len(columns) // 2 + 12].count(True) < 6


def looking(folder: Path, **changes: object) -> Path:
    """A camera file: from the front right, tilted."""
    said = {"position": [2.0, -4.0, 2.2], "target": [0.1, 0.0, 0.9], "up": [0.3, 0.0, 1.0], "fov": 35} | changes
    path = folder / "camera.json"
    path.write_text(json.dumps({name: value for name, value in said.items() if value is not None}))
    return path


def test_a_camera_file_says_where_the_picture_is_taken_from(tmp_path: Path) -> None:
    """The joints of a T-pose are where a pinhole camera sees them, by hand, and nothing beyond the hands is drawn."""
    rig = FOLDER / "rigs" / "humanoid.rig.json"
    out = tmp_path / "seen.png"
    done = started("render", rig, out, "--size", "400x300", "--background", "none", "--camera", looking(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    eye, target, up = np.array((2.0, -4.0, 2.2)), np.array((0.1, 0.0, 0.9)), np.array((0.3, 0.0, 1.0))
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(ahead, up) / np.linalg.norm(np.cross(ahead, up))
    posed = evaluate(rigs.read(rig))
    drawn = QtGui.QImage(str(out))
    for bone in ("hand.L", "hand.R", "head", "foot.L", "foot.R", "forearm.L"):
        seen = (posed.heads[posed.index[bone]] + posed.tails[posed.index[bone]]) / 2 - eye
        scale = 150 / np.tan(np.radians(35) / 2) / (seen @ ahead)
        x, y = 200 + scale * (seen @ right), 150 - scale * (seen @ np.cross(right, ahead))
        assert drawn.pixelColor(round(x), round(y)).alpha() == 255, bone


@pytest.mark.parametrize(
    ("changes", "where", "said"),
    [
        ({"position": [0.1, 0.0, 0.9]}, "$", "from its target"),
        ({"position": [0.1, 0.0, 5.0], "up": [0.0, 0.0, 2.0]}, "$", "along the line of sight"),
        ({"up": [0, 0, 0]}, "$.up", "no direction"),
        ({"fov": 180}, "$.fov", "less than 180"),
        ({"fov": None, "target": "there"}, "$.target", "a list"),
        ({"target": None}, "$", "target"),
        ({"roll": 3}, "$", "roll"),
        ({"position": [1, 2]}, "$.position", "3"),
    ],
)
def test_a_camera_that_cannot_be_is_told_in_one_line(tmp_path: Path, changes: dict, where: str, said: str) -> None:
    rig, out = FOLDER / "rigs" / "humanoid.rig.json", tmp_path / "seen.png"
    done = pantin("render", rig, out, "--camera", looking(tmp_path, **changes))
    assert done.returncode == 1 and not out.exists()
    assert len(done.stderr.splitlines()) == 1 and said in done.stderr and f"camera.json: {where}: " in done.stderr


def test_a_camera_file_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    rig, bad = FOLDER / "rigs" / "humanoid.rig.json", tmp_path / "camera.json"
    for data in (b"", b"{", b"[]", b"\xff\x00", b'{"fov": NaN}'):
        bad.write_bytes(data)
        done = pantin("render", rig, tmp_path / "seen.png", "--camera", bad)
        assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "camera.json" in done.stderr, data
    assert "no such file" in pantin("render", rig, tmp_path / "seen.png", "--camera", tmp_path / "gone").stderr


def alphas(file: Path, folder: Path, *arguments: str) -> np.ndarray:
    """The alpha (h, w) of a picture without a background."""
    out = folder / "drawn.png"
    done = started("render", file, out, "--size", "200x200", "--background", "none", *arguments)
    assert done.returncode == 0, done.stderr
    image = QtGui.QImage(str(out)).convertToFormat(QtGui.QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), np.uint8).reshape(200, 200, 4)[:, :, 3].astype(int)


def test_a_character_is_drawn_as_it_stands_in_its_file_and_at_any_frame_of_its_clips(tmp_path: Path) -> None:
    """Its clips make it no motion: the copy without any is the same picture."""
    plain = character_file()
    still, moving = tmp_path / "still.glb", tmp_path / "moving.glb"
    still.write_bytes(character_file(animations=[]))
    moving.write_bytes(plain)
    camera = looking(tmp_path, position=[1.0, -9.0, 2.0], target=[0.0, 0.0, 1.5], up=[0, 0, 1])
    pictures = [alphas(each, tmp_path, "--camera", str(camera)) for each in (still, moving)]
    np.testing.assert_array_equal(*pictures)
    other = alphas(moving, tmp_path, "--camera", str(camera), "--clip", "wave", "--frame", "30")
    assert (other != pictures[0]).sum() > 100


def test_a_transparent_picture_holds_the_figure_alone_unless_its_shadow_is_asked_for(tmp_path: Path) -> None:
    rig = FOLDER / "rigs" / "humanoid.rig.json"
    alone, shaded = alphas(rig, tmp_path), alphas(rig, tmp_path, "--shadow")
    assert ((shaded > 0) & (alone == 0)).sum() > 300


def test_what_is_not_drawn_of_a_character_is_said(tmp_path: Path) -> None:
    file = tmp_path / "gone.glb"
    file.write_bytes(character_file(images=[{"uri": "../../etc/passwd"}]))
    done = started("render", file, tmp_path / "gone.png", "--size", "64x64")
    assert done.returncode == 0 and "outside the folder" in done.stderr and len(done.stderr.splitlines()) == 1
    checked = started("check", file)
    assert checked.returncode == 0 and "outside the folder" in checked.stdout
