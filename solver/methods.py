"""Every solver that can be asked for: the table of `rigs.solvers` in the form in which kernels take it.

A solver is a module with a `solve`, a number in `layout`, a line in `rigs.solvers`, and a line here.
"""

from __future__ import annotations

from solver import ccd, choose, dls, fabrik, least_squares, sdls, seek, spring
from solver.chain import effector, hold_limits, link_lengths
from solver.goals import is_plain
from solver.kernel import kernel
from solver.layout import (
    HEAD,
    METHOD_CCD,
    METHOD_DLS,
    METHOD_FABRIK,
    METHOD_LEVENBERG,
    METHOD_SDLS,
    METHOD_SPRING,
    PLACE,
    SOLVER_CCD,
    SOLVER_DLS,
    SOLVER_FABRIK,
    SOLVER_LM,
    SOLVER_SDLS,
    SOLVER_SPRING,
    Table,
)
from solver.reach import start
from solver.rotations import length, subtract, vector
from solver.trace import note


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, by_hand: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints towards the goals. Returns the steps taken, and which method took them."""
    if not is_plain(goals):
        return choose.solve(joints, goals, solver, steps, tolerance, by_hand, trace)
    if solver == SOLVER_CCD:
        return ccd.solve(joints, goals, steps, tolerance, trace), METHOD_CCD
    if solver == SOLVER_FABRIK:
        return fabrik.solve(joints, goals, steps, tolerance, trace), METHOD_FABRIK
    if solver == SOLVER_DLS:
        return least_squares.solve(dls.propose, joints, goals, steps, tolerance, trace), METHOD_DLS
    if solver == SOLVER_SDLS:
        return least_squares.solve(sdls.propose, joints, goals, steps, tolerance, trace), METHOD_SDLS
    if solver == SOLVER_LM:
        start(joints, goals, len(goals) == 1)
        return seek.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG
    if solver == SOLVER_SPRING and choose.has_closed_form(joints, goals):
        return _spring(joints, goals, steps, tolerance, by_hand, trace)
    return choose.solve(joints, goals, solver, steps, tolerance, by_hand, trace)


@kernel
def _spring(joints: Table, goals: Table, steps: int, tolerance: float, by_hand: bool, trace: Table) -> tuple[int, int]:
    """The shape of the rest pose; where bounds or the shape itself keep it from a goal within reach, on from there."""
    spring.solve(joints, goals)
    note(joints, goals, trace)
    total, _ = link_lengths(joints, goals, 0)
    place, root = vector(goals, 0, PLACE), vector(joints, 0, HEAD)
    missing = length(subtract(place, effector(joints, goals, 0)))
    far = length(subtract(place, root)) >= total
    if not hold_limits(joints) and (missing <= tolerance * total or (far and _is_straight(joints, goals, total))):
        return 1, METHOD_SPRING
    return 1 + seek.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG


@kernel
def _is_straight(joints: Table, goals: Table, total: float) -> bool:
    """Whether the end is as far from the root as it can be."""
    reached = length(subtract(effector(joints, goals, 0), vector(joints, 0, HEAD)))
    return reached >= (1.0 - 1e-9) * total
