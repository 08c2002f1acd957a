"""The sum of squares to the second order, against finite differences."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.solver.chains import pole_error
from pantin.solver.compiling import layout as at
from pantin.solver.least_squares import limits_of_step, newton, second_order
from tests.solver.chains.random_chains import Solve, goal, some_chain

STEP = 1e-4
CHAIN = (-1, 0, 1)


@pytest.mark.parametrize("weight", [0.0, 0.2], ids=["goal alone", "with posture tasks"])
@pytest.mark.parametrize("seed", range(6))
def test_gradient_and_curvature_are_those_of_the_sum(seed: int, weight: float) -> None:
    """Of locked coordinates they are 0."""
    solve, reference = some_solve(seed)
    system = second_order.system_for(solve.joints, solve.goals)
    objective = second_order.Objective(solve.goals, reference, weight, 0.0)
    _, end = second_order.sum_of_squares(system, solve.joints, objective)
    second_order.fill_columns(system, solve.joints, objective, end)
    second_order.fill_between_joints(system, False)
    found, slope = system.square.copy(), system.gradient.copy()

    def cost(turns: np.ndarray) -> float:
        """With all coordinates turned by so much."""
        there = solve
        for j in range(len(solve.joints)):
            there = there.turned(j, turns[3 * j : 3 * j + 3])
        total, _ = second_order.sum_of_squares(system, there.joints, objective)
        return total

    steps, gradient, square = STEP * np.eye(9), np.empty(9), np.empty((9, 9))
    for c, along in enumerate(steps):
        gradient[c] = (cost(-along) - cost(along)) / (4.0 * STEP)
        for b, across in enumerate(steps):
            there = cost(along + across) - cost(along - across) - cost(across - along) + cost(-along - across)
            square[c, b] = there / (8.0 * STEP * STEP)
    np.testing.assert_allclose(slope, gradient, atol=1e-6)
    np.testing.assert_allclose(found, square, atol=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_a_pole_adds_the_square_of_its_arc(seed: int) -> None:
    """Its gradient is exact, and its curvature that of an arc that is straight: the product of its own slopes."""
    solve, reference = some_solve(seed)
    rng = np.random.default_rng(100 + seed)
    solve.goals[0, at.POLE_INFLUENCE] = 1.0
    solve.goals[0, at.POLE_POSITION : at.POLE_POSITION + 3] = rng.normal(0.0, 3.0, 3)
    system = second_order.system_for(solve.joints, solve.goals)
    found = []
    for pole in (0.0, 0.3):
        objective = second_order.Objective(solve.goals, reference, 0.2, pole)
        total, end = second_order.sum_of_squares(system, solve.joints, objective)
        second_order.fill_columns(system, solve.joints, objective, end)
        second_order.fill_between_joints(system, pole > 0.0)
        found.append((total, system.gradient.copy(), system.square.copy()))

    def arc(turn: np.ndarray) -> float:
        """With all coordinates turned by so much, in the unit of length."""
        there = solve
        for j in range(len(solve.joints)):
            there = there.turned(j, turn[3 * j : 3 * j + 3])
        return float(pole_error.pole_error(there.joints, solve.goals, 0)) / system.size

    slopes = np.array([(arc(-turn) - arc(turn)) / (2.0 * STEP) for turn in STEP * np.eye(9)])
    (without, gradient, square), (total, with_pole, square_with_pole) = found
    assert total - without == pytest.approx(0.3 * arc(np.zeros(9)) ** 2, abs=1e-12)
    np.testing.assert_allclose(with_pole - gradient, 0.3 * slopes * arc(np.zeros(9)), atol=1e-6)
    np.testing.assert_allclose(square_with_pole - square, 0.3 * np.outer(slopes, slopes), atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_only_coordinates_that_can_move_are_solved_for(seed: int) -> None:
    """Of a chain of hinges a third."""
    solve, reference = some_solve(seed)
    system = second_order.system_for(solve.joints, solve.goals)
    mobility = solve.joints[:, at.MOBILITY : at.MOBILITY + 3].ravel()
    assert system.movable.tolist() == np.flatnonzero(mobility).tolist()
    objective = second_order.Objective(solve.goals, reference, 0.0, 0.0)
    _, end = second_order.sum_of_squares(system, solve.joints, objective)
    second_order.fill_columns(system, solve.joints, objective, end)
    assert newton._list_free(system) == np.count_nonzero(mobility)


@pytest.mark.parametrize("seed", range(6))
def test_a_swing_that_slides_has_its_second_derivatives_along_and_across_its_limit(seed: int) -> None:
    """Turned before products between joints are taken: the same as turning all of them, but for the limit's curvature.

    The last joint's z is locked, so that its swing across a limit is in a coordinate that cannot move by itself.
    """
    solve, reference = some_solve(seed)
    joints, c = solve.joints, 6
    joints[2, at.LIMITED], joints[2, at.MOBILITY : at.MOBILITY + 3] = 1.0, (0.7, 0.8, 0.0)
    joints[2, at.LOWER : at.LOWER + 3], joints[2, at.UPPER : at.UPPER + 3] = -0.9, 0.9
    system = second_order.system_for(joints, solve.goals)
    objective = second_order.Objective(solve.goals, reference, 0.0, 0.0)
    _, end = second_order.sum_of_squares(system, joints, objective)
    second_order.fill_columns(system, joints, objective, end)
    second_order.fill_between_joints(system, False)
    nx = np.sign(system.gradient[c])
    turn = np.eye(9)
    turn[np.ix_((c, c + 2), (c, c + 2))] = ((0.0, -nx), (nx, 0.0))
    wanted = turn @ system.square @ turn.T
    joints[2, at.LIMIT_NORMAL : at.LIMIT_NORMAL + 2] = nx, 0.0
    second_order.fill_columns(system, joints, objective, end)
    limits_of_step.hold_at_limits(system, joints)
    second_order.fill_between_joints(system, False)
    wanted[c, c] = system.square[c, c]
    assert np.any(wanted[c + 2, :c] != 0.0)
    np.testing.assert_allclose(system.square, wanted, atol=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_a_swing_held_at_rest_about_one_axis_turns_about_the_other(seed: int) -> None:
    """Whether it was there at first, or a step ended there and left the normal of what it met."""
    solve, reference = some_solve(seed)
    joints, c = solve.joints, 6
    joints[2, at.LIMITED], joints[2, at.MOBILITY : at.MOBILITY + 3] = 1.0, 1.0
    joints[2, at.COORDS : at.COORDS + 3] = 0.0, 0.1, 0.2
    system = second_order.system_for(joints, solve.goals)
    objective = second_order.Objective(solve.goals, reference, 0.0, 0.0)
    _, end = second_order.sum_of_squares(system, joints, objective)
    second_order.fill_columns(system, joints, objective, end)
    beyond = np.sign(system.gradient[c])
    joints[2, at.LOWER : at.LOWER + 3] = (0.0 if beyond < 0.0 else -0.9, -0.9, -0.9)
    joints[2, at.UPPER : at.UPPER + 3] = (0.0 if beyond > 0.0 else 0.9, 0.9, 0.9)
    for normal in ((0.0, 0.0), (beyond, 0.0)):
        joints[2, at.LIMIT_NORMAL : at.LIMIT_NORMAL + 2] = normal
        second_order.fill_columns(system, joints, objective, end)
        limits_of_step.hold_at_limits(system, joints)
        assert system.held[c : c + 3].tolist() == [1.0, 0.0, 0.0]


def some_solve(seed: int) -> tuple[Solve, np.ndarray]:
    """A chain with a goal, some of its coordinates locked, and the pose to which posture tasks draw it."""
    rng = np.random.default_rng(seed)
    joints = some_chain(rng, CHAIN, True)
    joints[rng.integers(3), at.MOBILITY + rng.integers(3)] = 0.0
    if seed == 0:
        joints[1, at.MOBILITY : at.MOBILITY + 3] = 0.0
    reference = joints.copy()
    reference[:, at.LOCAL : at.LOCAL + 4] += rng.normal(0.0, 0.2, (3, 4))
    reference[:, at.LOCAL : at.LOCAL + 4] /= np.linalg.norm(reference[:, at.LOCAL : at.LOCAL + 4], axis=1)[:, None]
    return Solve(joints, goal(rng, 2)[None]), reference
