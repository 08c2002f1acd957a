"""Which solver solves a group of goals: the table of `solvers` in the form in which kernels take it.

A solver is a module with a `solve`, a number in `layout`, a line in `solvers`, and a line here.
"""

from __future__ import annotations

from solver import ccd, fabrik, poles, seek, two_bone
from solver.chain import hold_limits
from solver.goals import is_plain
from solver.kernel import kernel
from solver.layout import (
    EASE,
    METHOD_CCD,
    METHOD_FABRIK,
    METHOD_LEVENBERG,
    METHOD_TWO_BONE,
    POLED,
    ROTATION_WEIGHT,
    SOLVER_CCD,
    SOLVER_FABRIK,
    Table,
)
from solver.trace import note


@kernel
def solve(joints: Table, goals: Table, solver: int, steps: int, by_hand: bool, trace: Table) -> tuple[int, int]:
    """Turn the joints towards the goals. Returns the steps taken, and which method took them."""
    if not is_plain(goals):
        return _stepwise(joints, goals, steps, by_hand, trace), METHOD_LEVENBERG
    if solver == SOLVER_CCD:
        return ccd.solve(joints, goals, steps, trace), METHOD_CCD
    if solver == SOLVER_FABRIK:
        return fabrik.solve(joints, goals, steps, trace), METHOD_FABRIK
    return _by_chain(joints, goals, steps, by_hand, trace)


@kernel
def _by_chain(joints: Table, goals: Table, steps: int, by_hand: bool, trace: Table) -> tuple[int, int]:
    """Two free bones in closed form, two bounded ones from there, everything else step by step."""
    if len(goals) == 1 and len(joints) == 2 and goals[0, ROTATION_WEIGHT] == 0.0 and _is_willing(joints):
        two_bone.solve(joints, goals)
        note(joints, goals, trace)
        if not hold_limits(joints):
            return 1, METHOD_TWO_BONE
        return 1 + seek.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG
    return _stepwise(joints, goals, steps, by_hand, trace), METHOD_LEVENBERG


@kernel
def _stepwise(joints: Table, goals: Table, steps: int, by_hand: bool, trace: Table) -> int:
    if len(goals) == 1 and goals[0, POLED] != 0.0:
        return poles.solve(joints, goals, steps, True, by_hand, trace)
    if poles.are_there(goals):
        return poles.solve_together(joints, goals, steps, by_hand, trace)
    return seek.solve(joints, goals, steps, True, by_hand, trace)


@kernel
def _is_willing(joints: Table) -> bool:
    """Whether no joint is stiff: stiffness shares a bend in a way that has no closed form."""
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, EASE + a] != 1.0 and joints[j, EASE + a] != 0.0:
                return False
    return True
