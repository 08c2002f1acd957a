"""Planar chains: they stay in their plane, whatever the roll of their bones, and turn about its normal alone."""

from __future__ import annotations

from math import pi

import msgspec
import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import Bone, Document, Ik, Joint
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_matrices
from pantin.solver import SOLVERS, evaluate
from pantin.solver.program.planar_chains import normal_of, range_about
from tests.rigs.strategies import joints, relaxed, vectors
from tests.solver.reference import overshoot, swing_and_twist, turn_from_rest
from tests.solver.sample_chains import (
    FREE,
    bone,
    miss,
    reach,
    reaching,
    rotation,
    with_ik,
)

every_solver = pytest.mark.parametrize("solver", SOLVERS)
FLAT = np.array(((0.2, 0.0, 0.1), (0.5, 0.0, 1.0), (0.3, 0.0, 2.1), (0.9, 0.0, 2.9), (0.8, 0.0, 3.8)))
"""A limb in the plane of X and Z, as in a drawing."""
NORMAL = np.array((0.0, 1.0, 0.0))


def limb(count: int = 4, seed: int = 0, joint: Joint = FREE, points=FLAT) -> tuple[Bone, ...]:
    """Bones along the points, each with a roll of its own."""
    rolls = np.random.default_rng(seed).uniform(-pi, pi, len(points))
    return tuple(
        bone(
            f"b{i}",
            points[i],
            points[i + 1],
            parent=f"b{i - 1}" if i else None,
            connected=i > 0,
            roll=float(rolls[i]),
            joint=joint,
        )
        for i in range(count)
    )


def within(bones: tuple[Bone, ...], share: float, angle: float) -> np.ndarray:
    """A place in the plane, at this part of the chain's length from its root."""
    return np.array(bones[0].head) + share * reach(bones) * np.array((np.cos(angle), 0.0, np.sin(angle)))


def assert_in_plane(evaluated, bones: tuple[Bone, ...]) -> None:
    count = len(bones)
    np.testing.assert_allclose((evaluated.tails[:count] - bones[0].head) @ NORMAL, 0.0, atol=1e-9)
    rest = rest_matrices(bones)[:, :3, :3]
    for row in range(count):
        turned = evaluated.matrices[row, :3, :3] @ rest[row].T
        np.testing.assert_allclose(turned @ NORMAL, NORMAL, atol=1e-9)


@every_solver
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_planar_chain_stays_in_its_plane_and_arrives(solver, count) -> None:
    """Its goal stands in front of the plane, unless there is no other sign of where the plane is."""
    ahead = np.array((0.0, 0.4 if count > 1 else 0.0, 0.0))
    for seed in range(6):
        bones = limb(count, seed)
        goal = within(bones, 1.0 if count == 1 else 0.75, 0.9 * seed)
        evaluated = evaluate(reaching(bones, goal + ahead, planar=True, iterations=1000), solver=solver)
        assert_in_plane(evaluated, bones)
        assert evaluated.goals[0].reached, seed
        assert np.allclose(evaluated.goals[0].position, goal, atol=1e-9)


@every_solver
def test_the_roll_of_the_bones_makes_no_difference(solver) -> None:
    found = []
    for seed in (0, 1, 2):
        bones = limb(4, seed)
        found.append(evaluate(reaching(bones, within(bones, 0.6, 2.0), planar=True), solver=solver).tails[:4])
    np.testing.assert_allclose(found[1], found[0], atol=1e-6)
    np.testing.assert_allclose(found[2], found[0], atol=1e-6)


@every_solver
@pytest.mark.parametrize("angle", [0.3, 2.0, -1.2, -pi / 2.0])
def test_out_of_reach_a_planar_chain_points_straight_at_its_goal(solver, angle) -> None:
    bones = limb()
    evaluated = evaluate(reaching(bones, within(bones, 1.8, angle), planar=True), solver=solver)
    assert_in_plane(evaluated, bones)
    np.testing.assert_allclose(evaluated.tails[3], within(bones, 1.0, angle), atol=1e-9)


@every_solver
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_in_a_plane_the_pole_has_two_sides_to_choose_from(solver, side) -> None:
    bones = limb(2)
    goal = within(bones, 0.8, 0.5)
    across = np.array((-np.sin(0.5), 0.0, np.cos(0.5)))
    pole = (np.array(bones[0].head) + goal) / 2.0 + side * 2.0 * across + (0.0, 0.7, 0.0)
    evaluated = evaluate(reaching(bones, goal, pole=pole, planar=True, iterations=1000), solver=solver)
    assert_in_plane(evaluated, bones)
    assert evaluated.goals[0].reached
    assert (evaluated.heads[1] - bones[0].head) @ across * side > 0.0


def test_a_pose_out_of_the_plane_is_brought_back_into_it() -> None:
    bones = limb()
    document = reaching(bones, within(bones, 0.7, 1.0), planar=True)
    pose = {"b1": Transform(rotation=rotation(np.array((0.4, 0.3, 0.5))))}
    evaluated = evaluate(with_transforms(document, pose))
    assert_in_plane(evaluated, bones)
    assert evaluated.goals[0].reached


def test_the_plane_goes_with_what_carries_the_chain() -> None:
    bones = limb(3)
    body = bone("body", (0.2, 0.0, -1.0), (0.2, 0.0, 0.1))
    carried = (msgspec.structs.replace(bones[0], parent="body", connected=True), *bones[1:])
    document = reaching((body, *carried), (0.9, 0.3, 1.6), planar=True, chain_length=3)
    turn = rotation(np.array((0.3, 0.5, 0.2)))
    evaluated = evaluate(with_transforms(document, {"body": Transform(rotation=turn)}))
    body_turn = evaluated.matrices[0, :3, :3] @ rest_matrices((body,))[0, :3, :3].T
    heights = (evaluated.tails[:4] - evaluated.tails[0]) @ (body_turn @ NORMAL)
    np.testing.assert_allclose(heights, 0.0, atol=1e-9)


@every_solver
@pytest.mark.parametrize("held", ["limits", "stiffness"])
def test_limits_hold_in_a_plane_too(solver, held) -> None:
    limits, stiff = Joint(limit=((-0.5, 0.8), (-0.3, 0.3), (-0.4, 0.6))), Joint(stiffness=(0.6, 0.0, 0.2))
    joint = limits if held == "limits" else stiff
    for seed in range(4):
        bones = limb(4, seed, joint)
        document = reaching(bones, within(bones, 0.5, 1.3 * seed), planar=True)
        evaluated = evaluate(document, solver=solver)
        assert_in_plane(evaluated, bones)
        for b in bones:
            assert overshoot(joint, turn_from_rest(document.rig, evaluated, b.name)) <= 1e-6


def test_a_hinge_in_its_own_plane_keeps_its_freedom() -> None:
    """Where roll and plane agree, the limits about X are those of the hinge."""
    joint = Joint(lock=(False, True, True), limit=((-0.4, 1.1), None, None))
    np.testing.assert_allclose(range_about(joint, np.array((1.0, 0.0, 0.0))), (-0.4, 1.1), atol=1e-6)
    np.testing.assert_allclose(range_about(joint, np.array((-1.0, 0.0, 0.0))), (-1.1, 0.4), atol=1e-6)
    assert range_about(joint, np.array((0.0, 0.0, 1.0))) == (0.0, 0.0)


@given(joint=joints(), axis=vectors(1.0).filter(lambda v: sum(x * x for x in v) > 1e-4))
@relaxed
def test_how_far_a_joint_turns_about_any_axis(joint, axis) -> None:
    """Inside the range nothing is overstepped; a little beyond its ends something is, or it is half a turn."""
    unit = np.array(axis) / np.linalg.norm(axis)
    joint = msgspec.structs.replace(joint, roll=0.0)  # the axis is one of the joint, the turns are of the bone
    lower, upper = range_about(joint, unit)
    for part in np.linspace(max(lower, -pi), min(upper, pi), 9):
        assert overshoot(joint, turn_about(unit, part)) <= 1e-6
    for end, way in ((lower, -1.0), (upper, 1.0)):
        if abs(end) < pi - 0.01:
            beyond = [overshoot(joint, turn_about(unit, end + way * step)) for step in (0.002, 0.02, 0.1)]
            assert max(beyond) > 0.0


def turn_about(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis
    cross = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


STRAIGHT = tuple((0.1, 0.0, float(i)) for i in range(4))


def plane(document: Document) -> np.ndarray:
    bones = [document.rig.by_name[name] for name in ("b2", "b1", "b0")]
    frame = rest_matrices(bones)[0, :3, :3]
    ik = document.rig.constraints[0]
    assert isinstance(ik, Ik)
    return np.abs(normal_of(document.rig, ik, bones, frame))


def test_the_plane_of_a_straight_chain() -> None:
    """That of a flat figure, whatever the rolls; else that through the pole; else the one that the end bends in."""
    bones = limb(3, points=np.array(STRAIGHT))
    flat = reaching(bones, (0.1, 0.0, 2.0))
    aside = bone("other", (0.9, 0.0, 2.0), (1.5, 0.0, 2.0))
    flat = flat.with_rig(msgspec.structs.replace(flat.rig, bones=(*flat.rig.bones, aside)))
    np.testing.assert_allclose(plane(flat), NORMAL, atol=1e-9)
    poled = reaching(bones, (0.9, 0.3, 2.0), pole=(0.1, -2.0, 1.0))
    np.testing.assert_allclose(plane(poled), (1.0, 0.0, 0.0), atol=1e-9)
    aimed = reaching(bones, (0.1, 0.3, 2.0))
    np.testing.assert_allclose(plane(aimed), (1.0, 0.0, 0.0), atol=1e-9)
    bare = reaching(bones, (0.1, 0.0, 3.5))
    np.testing.assert_allclose(plane(bare), np.abs(rest_matrices(bones)[2, :3, 0]), atol=1e-9)


def test_planar_hinges_turn_no_other_way() -> None:
    bones = limb(3)
    document = with_ik(reaching(bones, within(bones, 0.6, 1.0)), planar=True)
    evaluated = evaluate(document)
    for row, b in enumerate(bones):
        sx, twist, sz = swing_and_twist(turn_from_rest(document.rig, evaluated, b.name))
        axis = rest_matrices(bones)[row, :3, :3].T @ NORMAL
        assert abs(twist) <= 1e-9
        assert np.linalg.norm(np.cross(axis, (sx, 0.0, sz))) <= 1e-9
    assert miss(evaluated, bones) <= 1e-5
