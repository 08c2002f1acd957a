"""Tests of where the switches between IK and FK stand over the figure."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.app.overlay.limb_pills import THICK, _asked, _gap, apart, beside
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.solver.edits.poses.poses import mixed
from pantin.viewport.scene.pins import BADGE
from pantin.widgets.numbers.ik_fk_switch import HIGH, WIDTH, IkFkSwitch
from tests.app.person import Person
from tests.app.pose_library.shipped_bodies import BODIES

PLACES = st.lists(st.tuples(st.floats(0.0, 300.0), st.floats(0.0, 120.0)), max_size=8)


@given(PLACES)
def test_no_switch_lies_over_another(places) -> None:
    found = apart(places)
    assert [x for x, _y in found] == [x for x, _y in places]
    assert all(abs(a[0] - b[0]) >= WIDTH or abs(a[1] - b[1]) >= HIGH for a, b in combinations(found, 2))


@given(PLACES)
def test_those_that_are_clear_of_each_other_stay(places) -> None:
    once = apart(places)
    assert apart(once) == once and once[:1] == places[:1]


@given(PLACES, PLACES)
def test_no_switch_lies_over_a_push_pin(places, pins) -> None:
    for x, y in apart(places, pins):
        beside = (max(abs(x - px) - WIDTH / 2, abs(y - py) - HIGH / 2) for px, py in pins)
        assert all(clear >= BADGE - 1e-9 for clear in beside)


@given(PLACES)
def test_no_switch_lies_under_a_panel(places) -> None:
    panels = [(150.0, 20.0, 120.0, 16.0), (20.0, 90.0, 16.0, 60.0)]
    for x, y in apart(places, panels=panels):
        assert all(abs(x - px) >= wide + WIDTH / 2 or abs(y - py) >= high + HIGH / 2 for px, py, wide, high in panels)


def test_labels_know_where_switches_are(person: Person) -> None:
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    pills = [pill.geometry() for pill in person.view.findChildren(IkFkSwitch) if pill.isVisible()]
    known = {(left, top) for left, top, _right, _bottom in person.view.floats}
    assert pills and {(pill.left(), pill.top()) for pill in pills} <= known


def test_switches_step_aside_while_weights_are_painted(person: Person) -> None:
    """They would lie over the skin that the brush is for."""

    def seen() -> bool:
        return any(pill.isVisible() for pill in person.view.findChildren(IkFkSwitch))

    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    there = [seen()]
    for tool in ("brush", "select"):
        person.view.pick_tool(tool)
        there.append(seen())
    assert there == [True, False, True]


def test_in_a_small_view_switches_are_seen_whole_and_clear_of_each_other_or_not_at_all(person: Person) -> None:
    person.session.select(("hand.L",), "hand.L")
    for wide, high in ((900, 700), (380, 300), (240, 180)):
        person.window.resize(wide, high)
        person.wait_for_the_pose()
        person.view.frame_all()
        pills = [pill.geometry() for pill in person.view.findChildren(IkFkSwitch) if pill.isVisible()]
        assert all(person.view.rect().contains(pill) for pill in pills)
        assert not any(one.intersects(other) for one, other in combinations(pills, 2))


def test_the_view_turns_before_the_switches_hear_of_a_chain_that_is_gone(person: Person, monkeypatch) -> None:
    """Another figure is framed before it is told that there is another figure."""

    def shortened(document: Document) -> Document:
        ties = (replace(tie, chain_length=1) if isinstance(tie, Ik) else tie for tie in document.rig.constraints)
        return document.with_rig(document.rig.changed(constraints=tuple(ties)))

    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    limbs = _asked(person.session)
    switches = [each for each in person.view.findChildren(IkFkSwitch) if each.isVisible()]
    assert switches
    with monkeypatch.context() as held:
        held.setattr("pantin.app.overlay.limb_pills._asked", lambda session: limbs)
        person.session.edit("Shorten", shortened)
        person.wait_for_the_pose()
        person.view.camera_moved.emit()
        assert not any(each.isVisible() for each in switches)


def test_switches_go_with_the_camera_in_the_same_picture(person: Person) -> None:
    """However it moves: set by who follows a figure, or turned by the mouse."""
    view = person.view
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    pill = next(each for each in view.findChildren(IkFkSwitch) if each.isVisible())
    view.camera = replace(view.camera, orthographic=True)  # every depth goes as far
    before = pill.pos()
    view.camera = replace(view.camera, target=(0.1, 0.0, view.camera.target[2]))
    aside = pill.pos()
    assert aside.x() < before.x()
    view._input._controller.view_camera.take("pan", view._controller.seen)
    view._input._controller.view_camera.drag(40.0, 0.0)
    view._input.changed.emit()
    assert pill.pos().x() == aside.x() + 40


@given(PLACES, PLACES, st.tuples(st.floats(0.0, 300.0), st.floats(0.0, 120.0)))
def test_no_switch_lies_over_the_head_of_the_figure(places, pins, middle) -> None:
    half, high = 20.0, 32.0
    found = apart(places, pins, (*middle, half, high))
    for x, y in found:
        beside = max(abs(x - middle[0]) - WIDTH / 2 - half, abs(y - middle[1]) - HIGH / 2 - high)
        assert beside >= -1e-9
    assert all(abs(a[0] - b[0]) >= WIDTH or abs(a[1] - b[1]) >= HIGH for a, b in combinations(found, 2))


@pytest.mark.parametrize("side", ["left", "right", "front"])
def test_the_head_is_seen_between_the_switches_of_raised_arms(person: Person, side: str) -> None:
    """Elbows are as high as the head and before it in profile."""
    person.open_sample("humanoid")
    person.view.reduced_motion = True
    kept = next(each for each in BODIES.poses if each.name == "Cheer")
    person.session.edit("Cheer", lambda document: mixed(document, kept.pose, 1.0))
    person.session.select(("upper_arm.L",), "upper_arm.L")
    person.view.look_from(side)
    person.wait_for_the_pose()
    switches = [each.geometry() for each in person.view.findChildren(IkFkSwitch) if each.isVisible()]
    assert len(switches) == 4
    for part in (0.1, 0.5, 0.9):
        assert not any(each.contains(*map(round, person.where("head", part))) for each in switches)


@pytest.mark.parametrize("name", ["Guard", "Think", "Hands on hips", "Stand", "Kneel"])
@pytest.mark.parametrize("turned", [0.0, 60.0, 120.0])
def test_no_switch_lies_over_its_own_limb_in_any_pose(person: Person, name: str, turned: float) -> None:
    person.view.reduced_motion = True
    kept = next(each for each in BODIES.poses if each.name == name)
    person.session.edit("Pose", lambda document: mixed(document, kept.pose, 1.0))
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    person.view.orbit_by(turned, 0.0)
    evaluated, lens = person.session.evaluated, person.view.lens
    for chain in (f"upper_arm.{side} forearm.{side}".split() for side in "LR"):
        rows = [evaluated.index[bone] for bone in chain]
        joints = lens.project(np.array([*evaluated.heads[rows], evaluated.tails[rows[-1]]]))[:, :2]
        assert _gap(np.array(beside(joints, np.array((400.0, 300.0)))), joints) >= THICK
