"""IK, FK and what holds a handle in the window: how many actions they take, and that nothing moves."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.overlay.limb_pills import CLEAR
from pantin.rigs.editing.limb_ties import influence_of, ties_of
from pantin.rigs.editing.limbs import space_of
from pantin.rigs.editing.pose import reset
from pantin.widgets.numbers.ik_fk_switch import IkFkSwitch
from tests.app.person import Person

STILL = 1e-6


@pytest.fixture
def posed(person: Person) -> Person:
    """Somebody who has raised the left hand of the sample figure, with Auto IK off, and has it selected."""
    person.view.change_settings(auto_ik=False)
    at = person.where("hand_ik.L", 0.0)
    person.drag(at, (at[0] + 20, at[1] - 70), (at[0] + 30, at[1] - 160))
    return person


def shown(person: Person) -> np.ndarray:
    rows = [
        person.session.evaluated.index[bone.name] for bone in person.session.document.rig.bones if bone.kind == "bone"
    ]
    return np.array(person.session.evaluated.matrices)[rows]


def part(person: Person, number: int = 0) -> float:
    rig = person.session.document.rig
    return influence_of(rig, ties_of(rig, rig.limbs[number]))


def pill_of(person: Person, number: int) -> IkFkSwitch:
    return person.window.overlay.limbs.pills[number]


def click_half(person: Person, pill: IkFkSwitch, half: int) -> None:
    at = (pill.width() * (0.25 + 0.5 * half), pill.height() / 2)
    person.press(at, pill)
    person.release(at, pill)


def test_ik_to_fk_and_back_are_two_actions_and_nothing_moves(posed: Person) -> None:
    before, steps, document = shown(posed), len(posed.session.history.labels), posed.session.document
    posed.shortcut("Shift+F")
    assert part(posed) == 0.0 and np.abs(shown(posed) - before).max() <= STILL
    posed.shortcut("Shift+F")
    assert part(posed) == 1.0 and np.abs(shown(posed) - before).max() <= STILL
    assert posed.session.history.labels[steps:] == ("Switch hand.L to FK", "Switch hand.L to IK")
    handles = [each.figure.transform("hand_ik.L").location for each in (posed.session.document, document)]
    np.testing.assert_allclose(*handles, atol=1e-9)


def test_the_pills_of_all_limbs_stand_beside_them_and_switch_one_each(posed: Person) -> None:
    pills = [pill_of(posed, number) for number in range(4)]
    assert all(pill.isVisible() and (pill.height(), pill.value) == (24, "ik") for pill in pills)
    for pill, joint in zip(pills, ("forearm.L", "shin.L", "forearm.R", "shin.R"), strict=True):
        at = np.array(posed.where(joint, 0.0))
        edges = pill.geometry()
        gap = np.maximum((edges.left() - at[0], edges.top() - at[1]), (at[0] - edges.right(), at[1] - edges.bottom()))
        assert CLEAR - 16 <= np.hypot(*np.maximum(gap, 0.0)) <= CLEAR + 16
    before, selected = shown(posed), posed.session.document.selected
    click_half(posed, pills[1], 1)
    assert [part(posed, number) for number in range(4)] == [1.0, 0.0, 1.0, 1.0]
    assert np.abs(shown(posed) - before).max() <= STILL
    assert pill_of(posed, 1).value == "fk" and posed.session.document.selected == selected
    click_half(posed, pills[1], 1)
    assert posed.session.history.undo_label == "Switch foot.L to FK"


def test_no_pill_is_there_while_nothing_of_a_limb_is_selected(posed: Person) -> None:
    posed.session.select(("head",), "head")
    posed.wait_for_the_pose()
    assert not any(pill.isVisible() for pill in posed.window.overlay.limbs.pills)


def test_the_panel_switches_blends_and_holds(posed: Person) -> None:
    section = posed.window.panels.properties.prepare().limb
    before = shown(posed)
    section.form.editors["moves_by"].committed.emit("fk")
    posed.wait_for_the_pose()
    assert part(posed) == 0.0 and np.abs(shown(posed) - before).max() <= STILL
    section.form.editors["blend"].committed.emit(0.5)
    assert part(posed) == 0.5 and posed.session.history.undo_label == "Blend hand.L"
    section.form.editors["space"].committed.emit("hips")
    posed.wait_for_the_pose()
    rig = posed.session.document.rig
    assert space_of(rig, rig.limbs[0]) == "hips" and rig.by_name["elbow_pole.L"].parent == "hips"
    assert np.abs(shown(posed) - before).max() <= STILL
    popup = section.form.editors["space"].open()
    offered = {popup.list.item(row).text(): popup.value_of(popup.list.item(row)) for row in range(popup.list.count())}
    popup.close()
    assert offered["World"] == "" and offered["head"] == "head" and offered["hand_ik.L"] is None
    section.form.editors["pole_follows"].committed.emit(False)
    assert not posed.session.document.rig.limbs[0].pole_follows


def test_a_hand_dropped_out_of_reach_leaves_its_handle_where_it_is(posed: Person) -> None:
    at = posed.where("hand_ik.L", 0.0)
    posed.drag(at, (at[0] + 100, at[1] - 60), (at[0] + 200, at[1] - 120))
    posed.wait_for_the_pose()
    evaluated = posed.session.evaluated
    hand, handle = (evaluated.matrix(name)[:3, 3] for name in ("hand.L", "hand_ik.L"))
    assert np.linalg.norm(hand - handle) < 1e-5 and all(goal.reached for goal in evaluated.goals)


def test_an_elbow_is_pulled_where_it_shall_be(posed: Person) -> None:
    wrist = posed.tail("forearm.L")
    posed.session.select(("head",), "head")
    at = posed.where("upper_arm.L", 0.8)
    posed.drag(at, (at[0] + 10, at[1] + 10), (at[0] + 30, at[1] + 30))
    assert np.linalg.norm(posed.tail("forearm.L") - wrist) < 1e-5
    assert posed.session.history.undo_label == "Drag upper_arm.L"
    assert "elbow_pole.L" in posed.session.document.figure.pose.bones
    assert np.hypot(*np.subtract(posed.where("forearm.L", 0.0), at)) > 8


def test_while_it_is_blended_both_poses_are_seen_as_ghosts(posed: Person) -> None:
    posed.shortcut("Shift+F")
    posed.session.edit("Rest", lambda document: reset(document, document.rig.limbs[0].bones))
    posed.wait_for_the_pose()
    plain = posed.picture()
    section = posed.window.panels.properties.prepare().limb
    section.form.editors["blend"].scrubbed.emit(0.02)
    posed.wait_for_the_pose()
    blending = posed.picture()
    section.form.editors["blend"].cancelled.emit()
    posed.wait_for_the_pose()
    assert (np.abs(blending - plain).max(axis=2) > 40).sum() > 300
    assert (np.abs(posed.picture() - plain).max(axis=2) > 40).sum() < 20


def test_the_knob_does_not_jump_to_the_pointer_that_takes_it(posed: Person) -> None:
    slider = posed.window.panels.properties.prepare().limb.form.editors["blend"].slider
    knob, sent = slider._knob(), []
    slider.scrubbed.connect(sent.append)
    posed.press((knob.x() - 5, 12), slider)
    assert sent == []
    posed.move((knob.x() - 25, 12), on=slider)
    assert len(sent) == 1 and 0.6 < sent[0] < 0.95
    posed.release((knob.x() - 25, 12), slider)
    assert posed.session.history.undo_label == "Blend hand.L"
