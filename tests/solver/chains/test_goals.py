"""Jacobians against finite differences: how each error answers to a small turn of each joint."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.solver.compiling import layout as at
from tests.solver import wrappers as kernels
from tests.solver.chains.random_chains import Solve, goal, rotation, some_chain

CHAIN = (-1, 0, 1, 2, 3)
FORK = (-1, 0, 1, 2, 1, 4)
"""Parents: a chain of five joints, and two that share the first two."""


def assert_matches(solve: Solve) -> None:
    np.testing.assert_allclose(solve.jacobian(), solve.differences(), atol=2e-8)


@pytest.mark.parametrize("bounded", [False, True], ids=["free", "bounded"])
@pytest.mark.parametrize("seed", range(5))
def test_position(seed, bounded) -> None:
    rng = np.random.default_rng(seed)
    assert_matches(Solve(some_chain(rng, CHAIN, bounded), goal(rng, 4)[None]))


@pytest.mark.parametrize("bounded", [False, True], ids=["free", "bounded"])
@pytest.mark.parametrize("seed", range(5))
def test_rotation_where_it_is_nearly_met(seed, bounded) -> None:
    """Turns add up like vectors where little is left to turn: there the rows are exact."""
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.ROTATION_WEIGHT] = 0.7
    solve = Solve(some_chain(rng, CHAIN, bounded), goals)
    goals[0, at.GOAL_ROTATION : at.GOAL_ROTATION + 4] = kernels.owner_rotation(solve.joints, goals, 0)
    assert_matches(solve)


@pytest.mark.parametrize("bounded", [False, True], ids=["free", "bounded"])
@pytest.mark.parametrize("seed", range(5))
def test_pole(seed, bounded) -> None:
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.POLE_INFLUENCE], goals[0, at.POLE_ANGLE] = 1.0, rng.uniform(-3.0, 3.0)
    goals[0, at.POLE_POSITION : at.POLE_POSITION + 3] = rng.uniform(-3.0, 3.0, 3)
    assert_matches(Solve(some_chain(rng, CHAIN, bounded), goals))


@pytest.mark.parametrize("seed", range(5))
def test_two_goals_that_share_bones(seed) -> None:
    rng = np.random.default_rng(seed)
    solve = Solve(some_chain(rng, FORK, True), np.array([goal(rng, 3), goal(rng, 5)]))
    assert_matches(solve)
    jacobian = solve.jacobian()
    assert not jacobian[:3, 12:].any()
    assert not jacobian[3:, 6:12].any()


def test_errors_are_weighted_and_measured_in_chains() -> None:
    rng = np.random.default_rng(1)
    solve = Solve(some_chain(rng, CHAIN, False), goal(rng, 4)[None])
    away = solve.goals[0, at.GOAL_POSITION : at.GOAL_POSITION + 3] - kernels.effector(solve.joints, solve.goals, 0)
    np.testing.assert_allclose(solve.errors(), away * solve.goals[0, at.WEIGHT] ** 0.5 / solve.size, atol=1e-12)
    before = solve.errors()
    solve.goals[0, at.WEIGHT] *= 0.25
    np.testing.assert_allclose(solve.errors(), before * 0.5, atol=1e-12)


def test_a_bend_already_at_its_pole_misses_nothing() -> None:
    """The pole's row is the angle between the bend and the pole's side, on its arc."""
    rng = np.random.default_rng(2)
    goals = goal(rng, 4)[None]
    goals[0, at.POLE_INFLUENCE] = 1.0
    joints = some_chain(rng, CHAIN, False)
    heads = joints[:, at.HEAD : at.HEAD + 3]
    end = np.array(kernels.effector(joints, goals, 0))
    line = (end - heads[0]) / np.linalg.norm(end - heads[0])
    bend = sum(h - heads[0] - ((h - heads[0]) @ line) * line for h in heads[1:])
    goals[0, at.POLE_POSITION : at.POLE_POSITION + 3] = heads[0] + 2.0 * bend
    assert Solve(joints, goals).errors()[3] == pytest.approx(0.0, abs=1e-12)
    goals[0, at.POLE_ANGLE] = 0.5
    size = Solve(joints, goals).size
    assert Solve(joints, goals).errors()[3] == pytest.approx(0.5 * np.linalg.norm(bend) / size)


@pytest.mark.parametrize("seed", range(5))
def test_pole_of_a_chain_that_others_carry(seed) -> None:
    """The pole's line begins at the root of its own chain, and that root goes where the joints above take it."""
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.ROOT] = 2
    goals[0, at.POLE_INFLUENCE], goals[0, at.POLE_ANGLE] = 1.0, rng.uniform(-3.0, 3.0)
    goals[0, at.POLE_POSITION : at.POLE_POSITION + 3] = rng.uniform(-3.0, 3.0, 3)
    solve = Solve(some_chain(rng, CHAIN, True), goals)
    assert_matches(solve)
    assert solve.jacobian()[3, :3].any()


@pytest.mark.parametrize("own", [0.0, 1.0], ids=["of the target", "of the bone"])
@pytest.mark.parametrize("let", [(1, 0, 0), (0, 1, 1), (0, 0, 1)], ids=["yz", "x", "xy"])
@pytest.mark.parametrize("seed", range(3))
def test_position_along_some_axes(seed, let, own) -> None:
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.GOAL_ROTATION : at.GOAL_ROTATION + 4] = rotation(rng)
    goals[0, at.FREE_POSITION_AXES : at.FREE_POSITION_AXES + 3], goals[0, at.AXES_OF_OWNER] = let, own
    solve = Solve(some_chain(rng, CHAIN, True), goals)
    assert_matches(solve)
    assert not solve.errors()[:3][np.array(let, bool)].any()


@pytest.mark.parametrize("let", [(1, 0, 0), (0, 1, 0), (0, 1, 1)], ids=["yz", "xz", "x"])
@pytest.mark.parametrize("seed", range(3))
def test_rotation_about_some_axes(seed, let) -> None:
    """However much is left to turn: the rows are exact, because much may be left about the axes let go."""
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.ROTATION_WEIGHT] = 0.7
    goals[0, at.FREE_ROTATION_AXES : at.FREE_ROTATION_AXES + 3] = let
    solve = Solve(some_chain(rng, CHAIN, True), goals)
    away = kernels.exponential(tuple(rng.uniform(-1.2, 1.2, 3).tolist()))
    goals[0, at.GOAL_ROTATION : at.GOAL_ROTATION + 4] = kernels.multiply(
        away, kernels.owner_rotation(solve.joints, goals, 0)
    )
    assert_matches(solve)
    assert not solve.errors()[3:][np.array(let, bool)].any()


@pytest.mark.parametrize("keep", [at.KEEP_ON, at.KEEP_INSIDE, at.KEEP_OUTSIDE], ids=["on", "inside", "outside"])
@pytest.mark.parametrize("radius", [0.5, 4.0])
@pytest.mark.parametrize("seed", range(3))
def test_distance(seed, radius, keep) -> None:
    rng = np.random.default_rng(seed)
    goals = goal(rng, 4)[None]
    goals[0, at.GOAL_KIND], goals[0, at.KEEP], goals[0, at.RADIUS] = at.DISTANCE_GOAL, keep, radius
    solve = Solve(some_chain(rng, CHAIN, True), goals)
    assert_matches(solve)
    distance = np.linalg.norm(
        kernels.effector(solve.joints, goals, 0) - goals[0, at.GOAL_POSITION : at.GOAL_POSITION + 3]
    )
    kept = {at.KEEP_ON: False, at.KEEP_INSIDE: distance < radius, at.KEEP_OUTSIDE: distance > radius}[keep]
    assert (solve.errors()[0] == 0.0) == kept


@pytest.mark.parametrize("bounded", [False, True], ids=["free", "bounded"])
@pytest.mark.parametrize("seed", range(3))
def test_rotation_of_a_joint(seed, bounded) -> None:
    """Measured from the joint's rest frame: only the joint itself can do anything about it."""
    rng = np.random.default_rng(seed)
    goals = goal(rng, 2)[None]
    goals[0, at.GOAL_KIND], goals[0, at.ROOT], goals[0, at.ROTATION_WEIGHT] = at.POSTURE_GOAL, 2, 0.4
    joints = some_chain(rng, CHAIN, bounded)
    joints[2, at.MOBILITY : at.MOBILITY + 3] = 1.0
    goals[0, at.GOAL_ROTATION : at.GOAL_ROTATION + 4] = joints[2, at.LOCAL : at.LOCAL + 4]
    solve = Solve(joints, goals)
    assert_matches(solve)
    turned = solve.turned(2, np.array((0.0, 0.2, 0.0)))
    assert np.linalg.norm(turned.errors()) == pytest.approx(0.2 * 0.4**0.5, rel=0.2)


def test_rotation_pulls_less_the_farther_up_the_chain_it_is_to_yield() -> None:
    rng = np.random.default_rng(3)
    goals = goal(rng, 4)[None]
    goals[0, at.ROTATION_WEIGHT] = 1.0
    solve = Solve(some_chain(rng, CHAIN, False), goals)
    alike = solve.jacobian()
    goals[0, at.ROTATION_FALLOFF] = 0.75
    shares = np.repeat(0.25 ** np.arange(5, 0, -1), 3)
    np.testing.assert_allclose(solve.jacobian()[3:], alike[3:] * shares, atol=1e-14)
    np.testing.assert_allclose(solve.jacobian()[:3], alike[:3], atol=0.0)
