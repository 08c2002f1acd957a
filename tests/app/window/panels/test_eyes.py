"""Eyes of a character look at a point that is dragged, at a bone, or at the camera, and undo goes back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore, QtTest

from pantin.rigs import Bone, Rig
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person
from tests.rigs.formats.gltf.mesh_files import MeshFile


@pytest.fixture
def head(person: Person, tmp_path: Path) -> Person:
    """A head with two eyes, and a hand beside it."""
    file = MeshFile(
        {"name": "neck", "children": [1]},
        {"name": "head", "translation": [0, 1, 0], "children": [2, 3, 4]},
        {"name": "eye.L", "translation": [0.1, 0.1, 0.1]},
        {"name": "eye.R", "translation": [-0.1, 0.1, 0.1]},
        {"name": "hand", "translation": [2, 0.1, 1]},
        {"mesh": 0, "skin": 0},
    )
    both = {"JOINTS_0": [(0, 0, 0, 0)] * 4, "WEIGHTS_0": [(1, 0, 0, 0)] * 4}
    file.mesh(file.primitive(**both))
    file.skin([0, 1, 2, 3, 4])
    opened(person, file.written(tmp_path / "head.glb"))
    person.look()
    section(person).show_open(True)
    return person


def section(person: Person):
    return person.window.panels.properties.figure_page.eyes


def choose(person: Person, kind: str) -> None:
    section(person).at.committed.emit(kind)
    person.wait_for_the_pose()


def gaze(person: Person):
    return person.session.document.figure.pose.gaze


def turned(person: Person, eye: str = "eye.L") -> float:
    """How far an eye is turned from how it rests, radians."""
    evaluated = person.session.evaluated
    rest = np.asarray(person.session.document.rig.by_name[eye].tail) - person.session.document.rig.by_name[eye].head
    row = evaluated.index[eye]
    now = np.asarray(evaluated.tails[row]) - np.asarray(evaluated.heads[row])
    return float(np.arccos(np.clip(now @ rest / np.linalg.norm(now) / np.linalg.norm(rest), -1, 1)))


def test_a_point_is_dragged_on_the_pad_in_one_step(head: Person) -> None:
    choose(head, "point")
    pad, steps = section(head).pad, len(head.session.history.labels)
    assert gaze(head).at == "point" and pad.isVisible() and pad.aside == (0.0, 0.0)
    middle = (pad.width() / 2, pad.height() / 2)
    head.press(middle, on=pad)
    head.move((middle[0] + 40, middle[1]), on=pad)
    head.wait_for_the_pose()
    assert turned(head) > 0.1 and len(head.session.history.labels) == steps
    head.release((middle[0] + 40, middle[1]), on=pad)
    assert len(head.session.history.labels) == steps + 1 and gaze(head).point[0] > 0.1
    assert pad.aside[0] > 0.1 and pad.aside[1] == pytest.approx(0.0, abs=0.02)
    QtTest.QTest.keyClick(pad, QtCore.Qt.Key.Key_Up)
    assert gaze(head).point[2] > 1.1
    QtTest.QTest.mouseDClick(pad, QtCore.Qt.MouseButton.LeftButton)
    head.wait_for_the_pose()
    assert pad.aside == (0.0, 0.0)
    for _step in range(3):
        head.session.undo()
    assert gaze(head).at == "point" and gaze(head).point[0] == pytest.approx(0.0, abs=1e-6)


def test_a_bone_is_picked_and_nothing_is_looked_at_again(head: Person) -> None:
    asked = []
    head.window.panels.properties.bone_requested.connect(asked.append)
    choose(head, "bone")
    assert gaze(head) is None
    asked[0].on_picked("hand")
    head.wait_for_the_pose()
    assert gaze(head).at == "bone" and gaze(head).bone == "hand" and section(head).bone.text() == "hand"
    assert head.session.history.labels[-1] == "Look at hand"
    choose(head, "nothing")
    assert gaze(head) is None


def test_the_camera_is_followed(head: Person) -> None:
    choose(head, "camera")
    assert gaze(head).at == "camera" and section(head).head._note == "at the camera"
    eye = head.view.camera.eye
    np.testing.assert_allclose(gaze(head).point, eye, atol=1e-6)


def test_who_has_no_eyes_is_told_so_in_one_line(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "blind.glb", "blind"))
    person.look()
    assert section(person).isVisible() and not section(person).body.isVisible()
    assert section(person).head._note == "none found"


def test_a_bone_of_another_figure_is_picked(head: Person) -> None:
    session = head.session
    other = Figure("doll", Rig((Bone("tip", None, (3.0, 0.0, 1.0), (3.0, 0.0, 1.1)),)))
    session.edit("Add doll", lambda document: added_beside(document, other).editing(document.active_figure))
    head.wait_for_the_pose()
    asked = []
    head.window.panels.properties.bone_requested.connect(asked.append)
    choose(head, "bone")
    assert asked[0].of_others
    asked[0].on_picked(BoneRef("tip", "doll"))
    head.wait_for_the_pose()
    assert gaze(head).bone == BoneRef("tip", "doll") and section(head).bone.text() == "doll · tip"
    assert session.history.undo_label == "Look at doll · tip" and turned(head) > 0.1
