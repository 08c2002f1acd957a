"""Every solver that can be asked for: the table of `rigs.solvers` in the form in which kernels take it.

A solver is a module with a `solve`, a number in `layout`, a line in `rigs.solvers`, and a line here.
"""

from __future__ import annotations

from pantin.solver.chains.chain import effector, hold_limits, link_lengths
from pantin.solver.chains.goals import is_plain
from pantin.solver.chains.reach import start
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
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
from pantin.solver.least_squares import dls, iterate, sdls
from pantin.solver.maths.rotations import length, subtract, vector
from pantin.solver.methods import ccd, choose, continuation, fabrik, spring


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
        return iterate.solve(dls.propose, joints, goals, steps, tolerance, trace), METHOD_DLS
    if solver == SOLVER_SDLS:
        return iterate.solve(sdls.propose, joints, goals, steps, tolerance, trace), METHOD_SDLS
    if solver == SOLVER_LM:
        start(joints, goals, len(goals) == 1)
        return continuation.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG
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
    return 1 + continuation.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG


@kernel
def _is_straight(joints: Table, goals: Table, total: float) -> bool:
    """Whether the end is as far from the root as it can be."""
    reached = length(subtract(effector(joints, goals, 0), vector(joints, 0, HEAD)))
    return reached >= (1.0 - 1e-9) * total
