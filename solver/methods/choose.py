"""Auto: which solver a group of goals gets where none is asked for.

One bone is aimed, two are solved in closed form, everything else step by step. What stands beside these has an entry of
its own (`methods`), so that nobody waits for solvers that he does not use.
"""

from __future__ import annotations

from pantin.solver.chains.chain import hold_limits
from pantin.solver.chains.goals import is_plain
from pantin.solver.chains.reach import turns_freely
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    EASE,
    METHOD_LEVENBERG,
    METHOD_ONE_BONE,
    METHOD_TWO_BONE,
    POLED,
    ROTATION_WEIGHT,
    WEIGHT,
    Table,
)
from pantin.solver.methods import continuation, one_bone, poles, two_bone


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, by_hand: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints towards the goals. Returns the steps taken, and which method took them.

    `solver` and `tolerance` are for those that can be asked for; what is chosen here is as exact as it can be.
    """
    if len(goals) == 1 and goals[0, WEIGHT] == 0.0 and goals[0, ROTATION_WEIGHT] == 0.0:
        return 0, METHOD_LEVENBERG
    if len(joints) <= 2 and has_closed_form(joints, goals):
        method = METHOD_ONE_BONE
        if len(joints) == 1:
            one_bone.solve(joints, goals)
        else:
            two_bone.solve(joints, goals)
            method = METHOD_TWO_BONE
        return finish(joints, goals, method, steps, by_hand, trace)
    return _stepwise(joints, goals, steps, by_hand, trace), METHOD_LEVENBERG


@kernel
def _stepwise(joints: Table, goals: Table, steps: int, by_hand: bool, trace: Table) -> int:
    if len(goals) == 1 and goals[0, POLED] != 0.0:
        return poles.solve(joints, goals, steps, True, by_hand, trace)
    if poles.are_there(goals):
        return poles.solve_together(joints, goals, steps, by_hand, trace)
    return continuation.solve(joints, goals, steps, True, by_hand, trace)


@kernel
def has_closed_form(joints: Table, goals: Table) -> bool:
    """Whether there is one goal, for a position alone, and no joint is stiff: stiffness shares a bend otherwise."""
    if len(goals) != 1 or goals[0, ROTATION_WEIGHT] != 0.0 or not is_plain(goals):
        return False
    for j in range(len(joints)):
        for a in range(3):
            if joints[j, EASE + a] != 1.0 and joints[j, EASE + a] != 0.0:
                return False
    return True


@kernel
def finish(joints: Table, goals: Table, method: int, steps: int, by_hand: bool, trace: Table) -> tuple[int, int]:
    """What closed forms know nothing of: where a bound is in the way, go on from there step by step."""
    note(joints, goals, trace)
    if turns_freely(joints) or not hold_limits(joints):
        return 1, method
    return 1 + continuation.solve(joints, goals, steps, False, by_hand, trace), METHOD_LEVENBERG
