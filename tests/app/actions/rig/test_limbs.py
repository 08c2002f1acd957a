"""Limbs in the window: how many actions they take, what is said, and what one can do right away."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtGui, QtTest

from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs.editing.limbs import keeps_rotation
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Pin
from pantin.rigs.templates import biped
from tests.app.person import Person
from tests.rigs.samples import plain


@pytest.fixture
def figure(person: Person) -> Person:
    """Somebody before a figure that nothing steers."""
    person.session.open(plain(biped.rig()))
    person.wait_for_the_pose()
    return person


def steps(person: Person) -> int:
    return len(person.session.history.labels) - 1


def select(person: Person, name: str) -> None:
    person.click(person.where(name))
    assert person.session.document.selected == (name,)


def test_a_leg_takes_a_click_and_a_key_and_can_be_dragged_at_once(figure: Person) -> None:
    before = np.array(figure.session.evaluated.matrices)
    select(figure, "foot.L")
    figure.shortcut("Shift+I")
    document = figure.session.document
    assert figure.session.history.undo_label == "Make IK limb foot.L"
    assert document.rig.pins == (Pin("foot.L", rotation=True, on_ground=True),)
    assert document.selected == ("foot_ik.L",)
    assert problems_of(document.rig) == ()
    np.testing.assert_allclose(figure.session.evaluated.matrices[: len(before)], before, atol=1e-6)
    ankle = figure.tail("shin.L")
    at = figure.where("foot_ik.L", 0.0)
    figure.drag(at, (at[0], at[1] - 60))
    assert figure.tail("shin.L")[2] > ankle[2] + 0.05


@pytest.mark.parametrize(("end", "keeps"), (("foot.L", True), ("hand.L", False)))
def test_one_key_says_whether_the_end_keeps_the_rotation_of_its_handle(figure: Person, end: str, keeps: bool) -> None:
    """A foot does from the beginning, a hand does not."""
    figure.session.select((end,), end)
    figure.shortcut("Shift+I")
    for kept in (keeps, not keeps, keeps):
        rig = figure.session.document.rig
        assert keeps_rotation(rig, rig.limbs[0]) is kept
        assert figure.window.menus.current("keep_handle_rotation").isChecked() is kept
        figure.shortcut("Alt+I")


def test_both_legs_at_once(figure: Person) -> None:
    figure.session.select(("foot.L", "foot.R"), "foot.R")
    figure.shortcut("Shift+I")
    document = figure.session.document
    assert [limb.name for limb in document.rig.limbs] == ["foot.L", "foot.R"]
    assert document.selected == ("foot_ik.L", "foot_ik.R")
    assert figure.session.history.undo_label == "Make IK limb foot.L and 1 more"


def test_with_mirror_x_one_leg_is_enough_while_posing_too(figure: Person) -> None:
    before = np.array(figure.session.evaluated.matrices)
    figure.view.change_settings(mirror_x=True)
    select(figure, "foot.R")
    figure.shortcut("Shift+I")
    assert {limb.bones[-1] for limb in figure.session.document.rig.limbs} == {"foot.L", "foot.R"}
    np.testing.assert_allclose(figure.session.evaluated.matrices[: len(before)], before, atol=1e-6)


def test_with_mirror_x_a_limb_that_the_other_side_has_stays_as_it_is(figure: Person) -> None:
    select(figure, "foot.R")
    figure.shortcut("Shift+I")
    had = figure.session.document.rig.limbs
    figure.view.change_settings(mirror_x=True)
    figure.session.select(("foot.L",), "foot.L")
    figure.shortcut("Shift+I")
    limbs = figure.session.document.rig.limbs
    assert limbs[:1] == had and [limb.bones[-1] for limb in limbs] == ["foot.R", "foot.L"]


def test_remove_leaves_the_figure_as_it_was(figure: Person) -> None:
    select(figure, "foot.L")
    before = figure.session.document
    figure.shortcut("Shift+I")
    figure.shortcut("Ctrl+Alt+I")
    assert figure.session.document == before
    assert figure.session.history.undo_label == "Remove limb foot.L"
    figure.session.undo()
    assert figure.session.document.rig.limbs


def test_a_limb_that_was_made_already_is_not_made_twice(figure: Person) -> None:
    warned = []
    figure.session.warned.connect(warned.append)
    select(figure, "foot.L")
    figure.shortcut("Shift+I")
    select(figure, "thigh.L")
    figure.shortcut("Shift+I")
    assert len(figure.session.document.rig.limbs) == 1
    assert "has a limb already" in warned[0]


def straight(*names: str) -> Document:
    places = [(0.0, 0.0, 1.0), (0.0, 0.0, 0.5), (0.0, 0.0, 0.1), (0.0, -0.2, 0.0)]
    bones = tuple(
        Bone(name=name, head=places[i], tail=places[i + 1], parent=names[i - 1] if i else None, connected=i > 0)
        for i, name in enumerate(names)
    )
    return Document.of(Rig(bones=bones))


def test_the_handle_that_rolls_a_foot_is_simply_dragged(figure: Person) -> None:
    select(figure, "foot.L")
    figure.by_palette("Make rolling foot")
    figure.wait_for_the_pose()
    figure.view.look_from("right")
    figure.wait_for_the_pose()
    ankle, at = figure.tail("shin.L"), figure.where("foot_roll.L", 0.8)
    figure.drag(at, (at[0] + 10, at[1]), (at[0] + 20, at[1] + 4), (at[0] + 30, at[1] + 10))
    assert figure.session.history.undo_label == "Rotate foot_roll.L"
    assert set(figure.session.document.figure.pose.bones) >= {"foot_roll.L"}
    assert np.linalg.norm(figure.tail("shin.L") - ankle) > 0.01
    assert all(goal.reached for goal in figure.session.evaluated.goals)


def test_the_roll_of_a_foot_stops_where_it_does_nothing_more(figure: Person) -> None:
    select(figure, "foot.L")
    figure.by_palette("Make rolling foot")
    figure.wait_for_the_pose()
    select(figure, "foot_roll.L")
    for typed, degrees in (("170", 90.0), ("-170", -60.0)):
        figure.press_keys(QtGui.QKeySequence("R"))
        for key in ("X", *typed):
            QtTest.QTest.keyClicks(figure.view, key)
        QtTest.QTest.keyClick(figure.view, "\r")
        figure.wait_for_the_pose()
        x, y, z, w = figure.session.document.figure.transform("foot_roll.L").rotation
        assert np.degrees(2.0 * np.arctan2(x, w)) == pytest.approx(degrees, abs=1e-6)
        assert (y, z) == pytest.approx((0.0, 0.0), abs=1e-9)
        figure.session.undo()
        figure.wait_for_the_pose()


def test_a_limb_without_a_foot_has_none_that_could_keep_a_rotation(person: Person) -> None:
    person.session.open(straight("thigh.L", "shin.L"))
    person.wait_for_the_pose()
    person.session.select(("shin.L",), "shin.L")
    person.shortcut("Shift+I")
    person.wait_for_the_pose()
    keep = person.window.menus.current("keep_handle_rotation")
    rejected = not keep.isEnabled() and "no foot or hand" in keep.toolTip()
    assert person.session.document.rig.limbs and rejected


def test_a_straight_leg_says_how_it_bends(person: Person) -> None:
    said = []
    person.session.notified.connect(said.append)
    person.session.open(straight("thigh.L", "shin.L", "foot.L"))
    person.wait_for_the_pose()
    person.session.select(("foot.L",), "foot.L")
    person.shortcut("Shift+I")
    assert said == ["foot.L: knee bends forward, as legs do"]


@pytest.mark.parametrize("layout", ["pose", "rig"])
def test_a_click_says_to_which_side_a_nameless_chain_bends(person: Person, layout: str) -> None:
    person.session.open(straight("one", "two"))
    person.window.docks.show_layout(layout)
    person.wait_for_the_pose()
    person.view.look_from("front")
    person.session.select(("two",), "two")
    person.shortcut("Shift+I")
    assert person.view.dragging
    assert not person.session.document.rig.limbs
    x, y = person.where("two", 0.0)
    person.move((x + 80, y))
    person.click((x + 90, y))
    rig = person.session.document.rig
    assert [limb.name for limb in rig.limbs] == ["two"]
    assert rig.by_name["two_pole"].head[0] > 0.3
    assert person.session.document.selected == ("two_ik",)
    assert steps(person) == 1


def test_a_click_that_is_thought_better_of_leaves_nothing(person: Person) -> None:
    person.session.open(straight("one", "two"))
    person.wait_for_the_pose()
    person.session.select(("two",), "two")
    person.shortcut("Shift+I")
    person.shortcut("Esc")
    assert not person.view.dragging
    assert not person.session.document.rig.limbs


def test_a_control_that_is_selected_lights_its_whole_chain(figure: Person) -> None:
    from pantin.viewport.scene.scene import HIGHLIGHTED
    from pantin.viewport.scene.scene_builder import scene

    select(figure, "foot.L")
    figure.shortcut("Shift+I")
    shown = scene(figure.session.document, figure.session.evaluated)
    highlighted = {
        shown.names[row] for row, mark in zip(shown.bones.rows, shown.bones.flags, strict=True) if mark & HIGHLIGHTED
    }
    assert highlighted == {"thigh.L", "shin.L", "foot.L"}


def test_a_limb_is_made_in_the_pose_that_the_figure_is_in(figure: Person) -> None:
    turned = {"thigh.L": Transform(rotation=(0.38, 0.0, 0.0, 0.92)), "hips": Transform(location=(0.1, 0.2, 0.0))}
    figure.session.edit("Pose", lambda document: with_transforms(document, turned))
    figure.wait_for_the_pose()
    before = np.array(figure.session.evaluated.matrices)
    figure.session.edit("Select", lambda document: replace(document, selected=("foot.L",), active="foot.L"))
    figure.shortcut("Shift+I")
    np.testing.assert_allclose(figure.session.evaluated.matrices[: len(before)], before, atol=1e-6)
