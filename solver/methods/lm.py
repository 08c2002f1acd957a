"""LM: Levenberg–Marquardt straight from where the chain is, without the small steps of a continuation."""

from __future__ import annotations

from pantin.solver.chains.reach import prepare_chain
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.methods import continuation

LM = NUMBERS["lm"]


@kernel
def solve(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints until the goals are met as well as they can be. Returns the steps taken, and its number.

    Reads `joints` (j, JOINT_WIDTH) and `goals` (k, GOAL_WIDTH). Writes `joints`. Takes `trace` (k, TRACE_WIDTH) as
    other kernels of its kind do.
    """
    prepare_chain(joints, goals, len(goals) == 1)
    return continuation.solve(joints, goals, steps, False, interactive, trace), LM
