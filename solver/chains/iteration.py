"""What the solvers that go round by round have in common: where they set out, and when it is enough."""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import size_of
from pantin.solver.chains.reach import line_up, start, turns_freely, within_reach
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import POLED, ROTATION_WEIGHT, WEIGHT, Table


@kernel
def set_out(joints: Table, goals: Table, trace: Table) -> bool:
    """Bring the joints to where solving begins. True where that is all: a free chain that points at what it misses."""
    single = len(goals) == 1
    side = within_reach(joints, goals, goals.copy()) if single else 0.0
    start(joints, goals, single)
    if side == 0.0 or not is_rigid(joints, goals):
        return False
    line_up(joints, goals, side)
    note(joints, goals, trace)
    return True


@kernel
def is_rigid(joints: Table, goals: Table) -> bool:
    """Whether the whole chain may be turned about its root without harm: one goal, no bounds, no rotation to hold."""
    return len(goals) == 1 and turns_freely(joints) and goals[0, ROTATION_WEIGHT] == 0.0


@kernel
def follows_pole(joints: Table, goals: Table) -> bool:
    """Whether the chain is turned to its pole after every round."""
    return is_rigid(joints, goals) and goals[0, POLED] != 0.0


@kernel
def enough(joints: Table, goals: Table, tolerance: float) -> float:
    """The sum of squared errors (`goals.errors`) at which every goal is met to `tolerance` parts of its chain."""
    size, least = size_of(joints, goals), 1.0
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        share = min(goals[k, WEIGHT], 1.0)
        if goals[k, ROTATION_WEIGHT] > 0.0:
            share = min(share, goals[k, ROTATION_WEIGHT])
        least = min(least, share * (total / size) ** 2)
    return tolerance * tolerance * least
