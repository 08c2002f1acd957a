"""Tests of which point of the body a press pulls, with what it is mirrored, and who is said to give way."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.constraints import CopyRotation, SplineIk
from pantin.rigs.document import Document
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.pulling.tree import PullGoal, body_root
from pantin.viewport.tools.auto_ik import ChainMover, auto_ik_mover
from pantin.viewport.tools.body_pull import (
    body_mover,
    chain_mover,
    longest_chain,
    pin_of_body,
    pinned_joint,
    pull_goal,
    takes_body,
)
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look
from tests.viewport.stages import hit_on, look_at, standing

FIGURE = standing()


def with_constraints(**changes: bool) -> Rig:
    """The figure without what turns its hands and feet, so that its handles are those of the chains alone."""
    rig = FIGURE.document.rig
    return rig.changed(
        constraints=tuple(replace(each, **changes) for each in rig.constraints if each.owner not in ENDS)
    )


ENDS = ("hand.L", "hand.R", "foot.L", "foot.R")


@pytest.mark.parametrize("end", ENDS)
def test_a_handle_pulls_the_end_that_it_steers(end: str) -> None:
    handle = end.replace(".", "_ik.")
    assert pull_goal(FIGURE, handle, None) == PullGoal(end)
    assert pull_goal(look_at(Document.of(with_constraints())), handle, None) == PullGoal(end)


def test_a_handle_of_nothing_that_acts_pulls_nothing_and_neither_does_a_pole() -> None:
    off = look_at(Document.of(with_constraints(enabled=False)))
    assert pull_goal(off, "hand_ik.L", None) is None
    assert pull_goal(FIGURE, "elbow_pole.L", None) is None and pull_goal(FIGURE, "body", None) is None


@pytest.mark.parametrize(("influence", "goal"), [(1.0, None), (0.5, PullGoal("head"))])
def test_a_bone_that_follows_a_curve_is_moved_by_its_points_and_pulls_no_body(influence, goal) -> None:
    rig = FIGURE.document.rig
    curve = SplineIk(owner="head", points=("hand_ik.L", "hand_ik.R"), chain_length=1, influence=influence)
    assert pull_goal(look_at(Document.of(rig.changed(constraints=(*rig.constraints, curve)))), "head", None) == goal


def test_a_handle_at_the_end_of_a_chain_pulls_its_tail() -> None:
    arm = look_at(Document.of(TEMPLATES["robot_arm"]()))
    goal = pull_goal(arm, "tool_ik", None)
    assert goal == PullGoal("flange", tail=True) and longest_chain(arm, goal) == 7
    assert not takes_body(arm, goal) and takes_body(FIGURE, PullGoal("hand.L"))


def arm_that_follows_in_part(*owners: str) -> Look:
    """The robot's arm, with bones that take over half of the rotation of its handle."""
    rig = TEMPLATES["robot_arm"]()
    partly = (CopyRotation(owner=owner, target="tool_ik", influence=0.5) for owner in owners)
    return look_at(Document.of(rig.changed(constraints=(*rig.constraints, *partly))))


def test_a_chain_ends_on_a_bone_that_is_given_its_rotation_and_those_above_turn() -> None:
    arm, tip = arm_that_follows_in_part("flange"), PullGoal("flange", tail=True)
    mover = chain_mover(arm, tip, Reaching("chain", 3))
    assert mover is not None and len(mover.pull.tree.turning) == 3 and "flange" not in mover.pull.tree.turning
    target = mover.begin[0] + (0.0, 0.02, -0.05)
    after = evaluate(mover.pull.to([target]).document)
    assert np.linalg.norm(after.tails[after.index["flange"]] - target) < 0.03


def test_where_no_bone_above_can_turn_the_handle_is_moved() -> None:
    parent = TEMPLATES["robot_arm"]().by_name["flange"].parent
    arm, tip = arm_that_follows_in_part("flange", parent), PullGoal("flange", tail=True)
    assert chain_mover(arm, tip, Reaching("chain", 3)) is None
    assert isinstance(auto_ik_mover(arm, "tool_ik", None, Reaching("chain", 3), False).mover, ChainMover)


def test_hips_that_hang_on_the_tail_of_a_bone_on_the_floor_are_taken_along_as_well() -> None:
    rig = FIGURE.document.rig
    hips = rig.by_name["hips"]
    floor = replace(hips, name="floor", parent=None, connected=False, head=(0.0, 0.0, 0.0), tail=hips.head)
    bones = [replace(each, parent="floor", connected=True) if each.name == "hips" else each for each in rig.bones]
    look = look_at(Document.of(replace(rig, bones=(floor, *bones))))
    assert body_root(look.document.rig, "hand.L") == "floor" and takes_body(look, PullGoal("hand.L"))


@pytest.mark.parametrize(
    ("bone", "part", "goal"),
    [
        ("forearm.L", 0.1, PullGoal("forearm.L")),
        ("forearm.L", 0.9, PullGoal("forearm.L", tail=True)),
        ("hand.L", 0.9, PullGoal("hand.L")),
        ("shin.L", 0.1, PullGoal("shin.L")),
        ("shin.L", 0.9, PullGoal("foot.L")),
    ],
)
def test_a_bone_is_pulled_by_the_end_that_is_pressed_a_pinned_ankle_by_its_foot(bone, part, goal) -> None:
    assert pull_goal(FIGURE, bone, hit_on(FIGURE, bone, part)) == goal


@pytest.mark.parametrize(
    ("bone", "part", "pinned"),
    [
        ("forearm.L", 0.1, "forearm.L"),
        ("forearm.L", 0.9, "hand.L"),
        ("thigh.R", 0.9, "shin.R"),
        ("hand.L", 0.9, "hand.L"),
        ("head", 0.9, "head"),
    ],
)
def test_what_is_pinned_is_the_joint_that_is_pointed_at(bone: str, part: float, pinned: str) -> None:
    assert pinned_joint(FIGURE, bone, hit_on(FIGURE, bone, part)) == pinned


@pytest.mark.parametrize("enabled", [True, False])
def test_a_handle_that_is_pinned_means_what_it_steers_and_a_pole_the_joint_that_it_bends(enabled: bool) -> None:
    look = look_at(Document.of(with_constraints(enabled=enabled)))
    assert pinned_joint(look, "hand_ik.L") == "hand.L" and pinned_joint(look, "foot_ik.R") == "foot.R"
    assert pinned_joint(look, "knee_pole.R") == "shin.R" and pinned_joint(look, "elbow_pole.L") == "forearm.L"


def test_a_control_of_the_whole_body_has_no_joint_that_could_be_pinned() -> None:
    rig = FIGURE.document.rig
    assert pinned_joint(FIGURE, "body") == "body" and not pin_of_body(rig, "body")
    assert pin_of_body(rig, "hand.L") and pin_of_body(rig, "hand_ik.L")


@pytest.mark.parametrize(("name", "low"), [("foot.L", 0.078), ("shin.L", 0.053)])
def test_what_stands_is_not_pulled_into_the_ground(name: str, low: float) -> None:
    down = np.array((0.0, 0.1, -2.0))
    ((_x, y, z),) = body_mover(FIGURE, PullGoal(name), Reaching()).to(down, DragAxes()).pull.targets
    assert z == pytest.approx(low, abs=1e-3)
    assert y == pytest.approx(FIGURE.evaluated.heads[FIGURE.evaluated.index[name]][1] + 0.1)
    ((_x, _y, hand),) = body_mover(FIGURE, PullGoal("hand.L"), Reaching()).to(down, DragAxes()).pull.targets
    assert hand < -1.0


def test_a_finger_is_pulled_with_all_that_is_stiff_up_to_its_hand() -> None:
    hit = replace(hit_on(FIGURE, "hand.L"), finger="index_3.L")
    assert pull_goal(FIGURE, "hand.L", hit) == PullGoal("index_3.L", stiff=4)


def test_the_partner_is_pulled_the_other_way_across_and_nobody_else() -> None:
    way = np.array((0.1, -0.2, 0.05))
    both = body_mover(FIGURE, PullGoal("hand.L"), Reaching(), mirrored=True).to(way, DragAxes())
    heads = [FIGURE.evaluated.heads[FIGURE.evaluated.index[name]] for name in ("hand.L", "hand.R")]
    np.testing.assert_allclose(both.pull.targets, [heads[0] + way, heads[1] + way * (-1.0, 1.0, 1.0)])
    assert len(body_mover(FIGURE, PullGoal("hand.L"), Reaching()).to(way, DragAxes()).pull.targets) == 1
    assert len(body_mover(FIGURE, PullGoal("head"), Reaching(), mirrored=True).to(way, DragAxes()).pull.targets) == 1


def test_a_chain_has_as_many_bones_as_are_asked_for_and_as_there_are() -> None:
    goal = PullGoal("hand.L")
    for asked, turning in ((1, 1), (2, 2), (99, longest_chain(FIGURE, goal))):
        mover = chain_mover(FIGURE, goal, Reaching(chain_length=asked))
        overlay = mover.overlay((10.0, 20.0))
        assert mover.chain_length == turning == len(overlay.highlighted) == overlay.bubble.count
        assert overlay.bubble.at == (10.0, 20.0)
        assert overlay.bubble.hint == ("Down for the whole body" if asked == 99 else "Down for a longer chain")


def test_who_gives_way_is_said_from_what_is_pulled_to_the_hips() -> None:
    bubble = body_mover(FIGURE, PullGoal("hand.L"), Reaching()).overlay((0.0, 0.0)).bubble
    assert bubble.text == "Body" and bubble.note == "Arm, clavicle, spine and hips give way"
