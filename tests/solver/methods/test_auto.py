"""Tests of what every solver keeps to, from one bone to fifty: reach, point, hold lengths and limits, never jump."""

from __future__ import annotations

from math import cos, sin

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.rest import rest_lengths, roll_of
from pantin.solver import Evaluated, Grab, evaluate
from tests.solver.methods.measured_chains import (
    BOUNDED,
    HELD,
    JOINTS,
    SEEDS,
    directions,
    lengths,
    path,
    some_direction,
)
from tests.solver.reference import angle_between, matrix_of, overshoot, swing_and_twist, turn_from_rest
from tests.solver.sample_chains import (
    COUNTS,
    FREE,
    bone,
    chain,
    end,
    handle,
    miss,
    point,
    reach,
    reaching,
    rotation,
    some_reachable,
    with_goal_at,
    with_ik,
)


@pytest.mark.parametrize("joint", JOINTS)
@pytest.mark.parametrize("count", COUNTS)
def test_what_is_reachable_is_reached(count, joint) -> None:
    for seed in SEEDS:
        bones = chain(count, seed, JOINTS[joint])
        evaluated = evaluate(reaching(bones, some_reachable(bones, seed)))
        assert miss(evaluated, bones) <= 1e-5, seed
        assert evaluated.goals[0].reached


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_what_is_reachable_with_a_pole_is_reached(count) -> None:
    for seed in SEEDS:
        bones = chain(count, seed)
        evaluated = evaluate(reaching(bones, some_reachable(bones, seed), pole=5.0 * some_direction(seed)))
        assert miss(evaluated, bones) <= 1e-5, seed


@pytest.mark.parametrize("count", [3, 5, 10])
def test_position_and_rotation_are_reached_together(count) -> None:
    """The goal is where the end is in some pose of the chain, turned as the end is there."""
    for seed in SEEDS:
        bones = chain(count, seed)
        first = evaluate(reaching(bones, some_reachable(bones, seed)))
        row = first.index[bones[-1].name]
        frame = first.matrices[row, :3, :3]
        target = bone("goal", end(first, bones), end(first, bones) + frame[:, 1])
        target = msgspec.structs.replace(target, roll=roll_of(frame, np.subtract(target.tail, target.head)))
        ik = Ik(owner=bones[-1].name, target="goal", rotation=True)
        evaluated = evaluate(Document.of(Rig(bones=(*bones, target), constraints=(ik,))))
        assert miss(evaluated, bones) <= 1e-5, seed
        turned = angle_between(evaluated.matrices[row, :3, :3], evaluated.matrix("goal")[:3, :3])
        assert turned <= 1e-5, seed


@pytest.mark.parametrize("share", [0.9, 0.97, 0.99, 0.999])
@pytest.mark.parametrize("count", COUNTS[1:])
def test_what_is_just_within_reach_is_reached(count, share) -> None:
    """Also where the chain has to be all but straight."""
    for seed in SEEDS:
        bones = chain(count, seed)
        goal = share * reach(bones) * some_direction(seed)
        assert miss(evaluate(reaching(bones, goal)), bones) <= 1e-5, seed
        pulled = evaluate(Document.of(Rig(bones=bones)), (Grab(bones[-1].name, 0, point(goal)),))
        assert pulled.goals[0].reached, seed


@pytest.mark.parametrize("count", COUNTS)
def test_a_free_chain_points_straight_at_what_it_cannot_reach(count) -> None:
    for seed in SEEDS:
        bones = chain(count, seed)
        way = some_direction(seed)
        evaluated = evaluate(reaching(bones, 1.7 * reach(bones) * way))
        np.testing.assert_allclose(directions(evaluated, count), np.tile(way, (count, 1)), atol=1e-6)
        assert not evaluated.goals[0].reached
        assert evaluated.goals[0].residual == pytest.approx(0.7 * reach(bones), abs=1e-6 * reach(bones))


@pytest.mark.parametrize("pole", [None, (0.0, -5.0, 0.0)])
@pytest.mark.parametrize("sizes", [(3.0, 1.0), (1.0, 3.0), (0.5, 4.0, 0.5)])
def test_a_free_chain_comes_as_near_as_it_can_to_what_is_too_near(sizes, pole) -> None:
    """The longest bone keeps a sphere clear about the root."""
    bones, place = [], 0.0
    for i, size in enumerate(sizes):
        parent = f"b{i - 1}" if i else None
        bones.append(
            bone(f"b{i}", (0, 0.1 * i, place), (0, 0.1 * (i + 1), place + size), parent=parent, connected=i > 0)
        )
        place += size
    whole = rest_lengths(bones)
    inner = 2.0 * float(whole.max()) - float(whole.sum())
    evaluated = evaluate(reaching(tuple(bones), (0.3, 0.2, 0.1), pole))
    assert evaluated.goals[0].residual == pytest.approx(inner - np.linalg.norm((0.3, 0.2, 0.1)), abs=1e-6)


@pytest.mark.parametrize("joint", HELD)
@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_a_chain_of_every_joint_reaches_where_it_can_stand(count, joint) -> None:
    for seed in SEEDS:
        bones = chain(count, seed, HELD[joint])
        evaluated = evaluate(reaching(bones, some_reachable(bones, seed)))
        assert miss(evaluated, bones) <= 1e-5, seed


def test_fewer_bones_leave_the_others_alone() -> None:
    bones = chain(6)
    evaluated = evaluate(reaching(bones, (1.0, 1.0, 4.0), chain_length=2))
    plain = evaluate(Document.of(Rig(bones=bones)))
    assert evaluated.matrices[:4].tobytes() == plain.matrices[:4].tobytes()


def test_without_a_chain_length_the_chain_goes_up_to_its_root() -> None:
    bones = chain(6)
    document = reaching(bones, some_reachable(bones, 1))
    asked = with_ik(document, chain_length=6)
    assert evaluate(document).matrices.tobytes() == evaluate(asked).matrices.tobytes()
    turns = [angle_between(np.eye(3), turn_from_rest(document.rig, evaluate(document), b.name)) for b in bones]
    assert min(turns) > 1e-3


def test_without_its_tail_the_owner_is_carried() -> None:
    bones = chain(4)
    goal = some_reachable(bones[:3], 1)
    document = reaching(bones, goal, use_tail=False)
    evaluated = evaluate(document)
    np.testing.assert_allclose(evaluated.heads[3], goal, atol=1e-5)
    np.testing.assert_allclose(turn_from_rest(document.rig, evaluated, "b3"), np.eye(3), atol=1e-9)


def test_two_goals_of_one_tree_are_reached_together() -> None:
    trunk = chain(2)
    tip = trunk[-1].tail
    arms = []
    for side, sign in (("L", -1.0), ("R", 1.0)):
        elbow, hand = np.add(tip, (sign, 0.1, 0.1)), np.add(tip, (2.0 * sign, 0.0, 0.1))
        arms.append(bone(f"upper.{side}", tip, elbow, parent="b1", connected=True))
        arms.append(bone(f"lower.{side}", elbow, hand, parent=f"upper.{side}", connected=True))
    places = {"L": np.add(tip, (-1.0, 0.8, -0.3)), "R": np.add(tip, (1.2, 0.4, 0.6))}
    handles = tuple(handle(f"goal.{side}", place) for side, place in places.items())
    iks = tuple(Ik(owner=f"lower.{side}", target=f"goal.{side}") for side in places)
    evaluated = evaluate(Document.of(Rig(bones=(*trunk, *arms, *handles), constraints=iks)))
    assert [goal.reached for goal in evaluated.goals] == [True, True]
    for side, place in places.items():
        np.testing.assert_allclose(evaluated.tails[evaluated.index[f"lower.{side}"]], place, atol=1e-4)


def test_a_heavier_goal_is_met_better() -> None:
    bones = chain(3)
    handles = (handle("goal", (5.0, 0.0, 0.0)), handle("other", (-5.0, 0.0, 0.0)))
    iks = (Ik(owner="b2", target="goal", weight=1.0), Ik(owner="b2", target="other", weight=0.1))
    evaluated = evaluate(Document.of(Rig(bones=(*bones, *handles), constraints=iks)))
    assert evaluated.goals[0].residual < evaluated.goals[1].residual


@pytest.mark.parametrize("joint", HELD)
@pytest.mark.parametrize("count", COUNTS)
def test_lengths_locks_and_limits_are_held_wherever_the_goal_is(count, joint) -> None:
    for seed in SEEDS:
        bones = chain(count, seed, HELD[joint])
        goal = (0.4, 0.9, 1.6)[seed % 3] * reach(bones) * some_direction(seed)
        document = reaching(bones, goal, pole=(0.0, -3.0, 0.0) if seed % 2 else None)
        assert_held(document, evaluate(document), bones)


def assert_held(document: Document, evaluated: Evaluated, bones: tuple[Bone, ...]) -> None:
    np.testing.assert_allclose(lengths(evaluated, len(bones)), rest_lengths(bones), rtol=1e-9)
    for b in bones:
        assert overshoot(b.joint, turn_from_rest(document.rig, evaluated, b.name)) <= 1e-6, b.name


@pytest.mark.parametrize("count", [1, 2, 5])
def test_a_pose_out_of_its_limits_is_brought_back_into_them(count) -> None:
    bones = chain(count, 3, BOUNDED)
    document = reaching(bones, some_reachable(bones, 3))
    pose = {b.name: Transform(rotation=rotation(np.array((1.6, 1.2, -1.5)))) for b in bones}
    twisted = with_transforms(document, pose)
    assert_held(twisted, evaluate(twisted), bones)


@pytest.mark.parametrize("joint", ["hinges", "ellipses", "locks and limits", "one way", "one way twice"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_bounds_in_the_way_leave_nothing_nearer(count, joint) -> None:
    """No small turn of a single joint, inside its bounds, brings an end nearer that does not arrive."""
    for seed in SEEDS:
        bones = chain(count, seed, HELD[joint])
        document = reaching(bones, 0.7 * reach(bones) * some_direction(seed))
        evaluated = evaluate(document)
        assert nearer(document, evaluated, bones) <= 5e-3 * reach(bones), seed


def nearer(document: Document, evaluated: Evaluated, bones: tuple[Bone, ...]) -> float:
    """Return how fast the end nears its goal by the best allowed turn of a joint about one of its axes, metres per
    radian.
    """
    step, best = 5e-4, 0.0
    tip, goal = end(evaluated, bones), evaluated.heads[evaluated.index["goal"]]
    for row, b in enumerate(bones):
        turn, axes = turn_from_rest(document.rig, evaluated, b.name), evaluated.matrices[row, :3, :3]
        for about in np.concatenate((np.eye(3), -np.eye(3))):
            small = matrix_of((*(about * sin(step / 2.0)), cos(step / 2.0)))
            if overshoot(b.joint, turn @ small) == 0.0:
                moved = evaluated.heads[row] + axes @ small @ axes.T @ (tip - evaluated.heads[row])
                best = max(best, float(np.linalg.norm(tip - goal) - np.linalg.norm(moved - goal)) / step)
    return best


def test_stiff_bones_turn_less() -> None:
    bones = chain(4)
    stiff = msgspec.structs.replace(bones[1], joint=Joint(stiffness=(0.95, 0.95, 0.95)))
    goal = some_reachable(bones, 2)
    loose, held = reaching(bones, goal), reaching((bones[0], stiff, *bones[2:]), goal)
    turns = [angle_between(np.eye(3), turn_from_rest(d.rig, evaluate(d), "b1")) for d in (loose, held)]
    assert turns[1] < 0.5 * turns[0]
    assert evaluate(held).goals[0].reached


@pytest.mark.parametrize("axis", range(3))
def test_a_stiff_axis_turns_less_and_the_others_take_over(axis: int) -> None:
    bones = chain(4, 2)
    stiffness = tuple(0.95 if each == axis else 0.0 for each in range(3))
    stiff = msgspec.structs.replace(bones[1], joint=Joint(stiffness=stiffness))
    goal = some_reachable(bones, 2)
    loose, held = reaching(bones, goal), reaching((bones[0], stiff, *bones[2:]), goal)
    turns = np.abs([swing_and_twist(turn_from_rest(d.rig, evaluate(d), "b1")) for d in (loose, held)])
    assert turns[1, axis] < 0.5 * turns[0, axis]
    assert evaluate(held).goals[0].reached


@pytest.mark.parametrize("count", [2, 3, 10])
def test_the_result_depends_on_the_document_alone(count) -> None:
    """Not on what was evaluated before, nor on the way by which the goal came."""
    bones = chain(count, 5, BOUNDED if count == 3 else FREE)
    document = reaching(bones, (0.0, 0.0, 0.0))
    places = path(bones, 5, 100)
    forth = [evaluate(with_goal_at(document, place)).matrices.tobytes() for place in places]
    back = [evaluate(with_goal_at(document, place)).matrices.tobytes() for place in places[::-1]]
    assert forth == back[::-1]
