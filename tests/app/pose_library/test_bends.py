"""Bends to test: angles of bones, looks that write nothing, and strokes on what is bent."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui

from pantin import solver
from pantin.app.session.clip_frame import BendLook, bend_look
from pantin.rigs import Document, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fitting.bends import bends_of
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import biped
from pantin.solver.edits.limbs import person_controls
from pantin.viewport.values.brush import Brush
from tests.app.files.painted_tube import WIDE, file_of, painter, pixel, places, shares, written
from tests.app.person import Person
from tests.rigs.samples import plain

__all__ = ["painter"]


class Bent:
    """A figure in a bend of this name, by the parts of its body."""

    def __init__(self, document: Document, name: str) -> None:
        rig = document.rig
        [bend] = [each for each in bends_of(rig, None) if each.name == name]
        self._matrices = solver.evaluate(bend_look(rig, bend).on(document)).matrices
        self._rests, self._rows, self._roles = rest_matrices(rig.bones), rig.rows, figure_in(rig).bones

    def along(self, upper: str, lower: str) -> np.ndarray:
        first, last = (self._matrices[self._rows[self._roles[role]], :3, 3] for role in (upper, lower))
        return (last - first) / np.linalg.norm(last - first)

    def angle(self, *joints: str) -> float:
        """Degrees from straight."""
        one, other = self.along(*joints[:2]), self.along(*joints[1:])
        return float(np.degrees(np.arccos(np.clip(one @ other, -1.0, 1.0))))

    def turn(self, carrier: str, part: str) -> float:
        """Degrees by which a part turned against another one."""
        turns = []
        for role in (carrier, part):
            row = self._rows[self._roles[role]]
            turns.append(self._matrices[row, :3, :3] @ self._rests[row, :3, :3].T)
        return float(np.degrees(np.arccos(np.clip((np.trace(turns[0].T @ turns[1]) - 1.0) / 2.0, -1.0, 1.0))))


@pytest.mark.parametrize("fitted", [False, True])
def test_a_person_is_bent_by_the_angles_that_the_cards_say(fitted: bool) -> None:
    """Also where controls with the limits of people were fitted, which some of these bends are beyond."""
    document = plain(biped.rig())
    if fitted:
        document, _report = person_controls.rig_person(document)
    for degrees in (90.0, 150.0):
        assert Bent(document, f"Elbow {degrees:.0f}°").angle("upper_arm.L", "forearm.L", "hand.L") == pytest.approx(
            degrees, abs=0.1
        )
    assert Bent(document, "Knee 150°").angle("thigh.L", "shin.L", "foot.L") == pytest.approx(150.0, abs=0.1)
    assert Bent(document, "Knee 150°").along("shin.L", "foot.L")[1] > 0.0  # behind
    assert Bent(document, "Twist 170°").turn("forearm.L", "hand.L") == pytest.approx(170.0, abs=0.1)
    assert Bent(document, "Hip 90°").turn("hips", "thigh.L") == pytest.approx(90.0, abs=0.1)
    assert Bent(document, "Hip 90°").along("thigh.L", "shin.L")[1] < -0.9  # ahead
    assert Bent(document, "Spine 60°").turn("hips", "upper_arm.R") == pytest.approx(60.0, abs=0.1)
    assert Bent(document, "Head 70°").turn("upper_arm.R", "head") == pytest.approx(70.0, abs=0.1)
    assert Bent(document, "Shoulder up").along("upper_arm.L", "forearm.L")[2] > 0.95


def test_other_figures_bend_the_selected_bone_about_its_two_axes(painter: Person) -> None:
    rig = painter.session.document.rig
    assert [bend.name for bend in bends_of(rig, "arm.L")] == ["Rest", "X +60°", "X −60°", "Z +60°", "Z −60°"]
    assert [bend.name for bend in bends_of(rig, None)] == ["Rest"]


def bent(person: Person, name: str) -> None:
    """The card of this name was clicked."""
    person.wait_until(lambda: name in person.window.panels.bends.cards)
    person.window.panels.bends.cards[name].click()
    person.wait_for_the_pose()


def test_a_click_bends_the_figure_as_a_look_and_esc_puts_it_back(painter: Person) -> None:
    scene, strip = painter.session.document.scene, painter.window.panels.bends
    assert strip.isVisible() and not painter.window.panels.poses.isVisible()
    before = painter.session.evaluated.matrices.copy()
    bent(painter, "Z +60°")
    assert np.abs(painter.session.evaluated.matrices - before).max() > 0.3
    assert painter.session.document.scene is scene and strip.cards["Z +60°"].isChecked()
    painter.wait_until(lambda: strip.head.kept != "")
    painter.key(QtCore.Qt.Key.Key_Escape)
    painter.wait_for_the_pose()
    np.testing.assert_allclose(painter.session.evaluated.matrices, before, atol=1e-9)
    assert strip.cards["Rest"].isChecked() and strip.head.kept == ""


def test_a_stroke_paints_what_is_under_the_pointer_in_the_bent_shape(painter: Person) -> None:
    """The left arm points up or down: the pixel where it rests is empty then."""
    before, steps = file_of(painter), len(painter.session.history.steps)
    pose = painter.session.document.figure.pose
    at = places(before)
    painter.view.change_settings(brush=Brush(mode="subtract", radius=WIDE, strength=1.0))
    bent(painter, "Z +60°")
    row = painter.session.document.rig.rows["arm.L"]
    rest = rest_matrices(painter.session.document.rig.bones)[row]
    point = painter.session.evaluated.matrices[row] @ np.linalg.inv(rest) @ np.array((0.7, -0.15, 1.0, 1.0))
    assert abs(point[2] - 1.0) > 0.2 or abs(point[1]) > 0.2
    x, y = pixel(painter, *point[:3])
    painter.drag((x, y), (x + 2.0, y))
    written(painter)
    less = shares(before, 1) - shares(file_of(painter), 1)
    assert less.max() > 0.9
    assert np.abs(at[less > 0.3, 0] - 0.7).max() < 0.1
    assert isinstance(painter.session.frame, BendLook)  # it stays bent
    assert len(painter.session.history.steps) == steps + 1
    assert painter.session.document.figure.pose is pose


def test_the_poses_come_back_and_the_figure_as_it_was_with_another_tool(painter: Person) -> None:
    bent(painter, "X +60°")
    painter.view.pick_tool("select")
    assert painter.session.frame is None
    assert painter.window.panels.poses.isVisible() and not painter.window.panels.bends.isVisible()


def test_the_view_keeps_its_size_while_the_brush_is_taken_and_put_away(painter: Person) -> None:
    """Also where the poses are higher than they were at first, and a clip stands above them."""
    docks, shelf = painter.window.docks, painter.window.panels.poses
    painter.view.pick_tool("select")
    painter.window.resizeDocks([docks.docks["poses"]], [250], QtCore.Qt.Orientation.Vertical)
    painter.wait_until(lambda: shelf.height() > 160 and shelf.spare == 0)  # two whole rows
    size = painter.view.size()
    seen = [size]
    painter.view.camera_moved.connect(lambda: seen.append(painter.view.size()))
    for tool in ("brush", "select", "brush", "move", "brush"):
        painter.view.pick_tool(tool)
        painter.wait_for_the_pose()
    assert set(map(QtCore.QSize.toTuple, seen)) == {size.toTuple()}
    assert painter.window.panels.bends.isVisible() and docks.is_shown("clip")


def test_a_pose_that_is_edited_while_bent_begins_from_the_pose_and_not_from_the_bend(painter: Person) -> None:
    """A bend is a look: it is put back, that is said, and a step back does not bring it again."""
    said: list[str] = []
    painter.session.notified.connect(said.append)
    before = painter.session.document
    bent(painter, "Z +60°")
    turned = {"arm.R": Transform(rotation=(0.0, 0.0, 0.6, 0.8))}
    painter.session.edit("Turn", lambda document: with_transforms(document, turned))
    painter.wait_for_the_pose()
    assert set(painter.session.document.figure.pose.bones) == {"arm.R"}
    assert painter.session.frame is None and "put back" in said[-1]
    painter.session.undo()
    painter.wait_for_the_pose()
    assert painter.session.document.figure.pose == before.figure.pose and painter.session.frame is None


def test_a_drag_by_a_key_begins_from_the_pose_and_not_from_the_bend(painter: Person) -> None:
    said: list[str] = []
    painter.session.notified.connect(said.append)
    bent(painter, "X +60°")
    painter.view.begin("rotate")
    painter.move((400.0, 300.0))
    painter.move((420.0, 340.0))
    painter.press_keys(QtGui.QKeySequence("Return"))
    painter.wait_for_the_pose()
    posed = painter.session.document.figure.pose.bones
    assert set(posed) == {"arm.L"} and painter.session.frame is None and "put back" in said[-1]
    about = np.abs(np.array(posed["arm.L"].rotation[:3]))
    assert about[0] < 0.9 * about.max() or about[0] < 0.3  # it is not the 60 degrees about X of the bend


def test_a_bend_stays_where_something_else_than_the_pose_is_edited(painter: Person) -> None:
    bent(painter, "Z +60°")
    painter.session.select(("arm.R",), "arm.R")
    painter.session.edit(
        "Hide", lambda document: document.with_figure(replace(document.figure, hidden_parts=("Elsewhere",)))
    )
    painter.wait_for_the_pose()
    assert painter.session.document.figure.hidden_parts and not painter.session.document.figure.pose.bones
    assert isinstance(painter.session.frame, BendLook)


def test_the_pose_of_a_bend_is_taken_where_that_is_asked_for(painter: Person) -> None:
    bent(painter, "Z +60°")
    painter.session.pose_frame("Pose")
    painter.wait_for_the_pose()
    assert painter.session.frame is None and painter.session.document.figure.pose.bones


def test_a_strip_that_is_hidden_wants_no_pictures(painter: Person) -> None:
    pictures, strip = painter.window.pose_library.pictures, painter.window.panels.bends
    painter.session.select(("arm.R",), "arm.R")
    painter.wait_until(lambda: bool(pictures.waiting))
    painter.view.pick_tool("select")
    painter.window.docks.switch("poses")
    assert not strip.isVisible() and not painter.window.panels.poses.isVisible()
    assert not pictures.waiting


def test_each_bend_gets_a_picture_of_its_own(painter: Person) -> None:
    strip = painter.window.panels.bends
    painter.wait_until(lambda: bool(strip.cards) and all(card.picture is not None for card in strip.cards.values()))
    seen = {bytes(card.picture.toImage().constBits()) for card in strip.cards.values() if card.picture is not None}
    assert len(seen) == len(strip.cards) == 5
