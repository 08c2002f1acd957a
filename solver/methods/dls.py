"""Damped least squares, by singular values: calm near full stretch, where it gives up speed for smoothness."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.least_squares import dls, svd_iteration

DLS = NUMBERS["dls"]


@kernel
def solve(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Turn the joints, at most `steps` rounds, until the goals are met. Returns the rounds taken, and its number.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    return svd_iteration.solve(dls.propose, joints, goals, steps, tolerance, trace), DLS
