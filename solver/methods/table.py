"""Every solver that can be asked for: the choice among them is compiled from `rigs.solvers.SOLVERS`.

A solver is a module of this folder, called as in that table, with a kernel solve(joints, goals, steps, tolerance,
interactive, trace). It turns the joints until the goals are met to `tolerance` chain lengths, in at most `steps` steps,
and notes the residuals in `trace`. It returns the steps taken and the number of the solver that took them: its own, or
that of the one that it handed over to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from pantin.rigs.solvers import SOLVERS
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import OF_AUTO
from pantin.solver.methods import auto

Solve = Callable[[Table, Table, int, float, bool, Table], tuple[int, int]]


def solvers(names: Iterable[str]) -> dict[int, Solve]:
    """Return the kernel of each solver but those that Auto chooses, by their numbers in this order."""
    return {
        number: import_module(f"{__package__}.{name}").solve
        for number, name in enumerate(names)
        if number not in OF_AUTO
    }


_choose = choice_of(solvers(SOLVERS), auto.choose)


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Solve by the solver of number `solver`; goals with free axes and of other kinds than poses are Auto's.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if not are_full_poses(goals):
        return auto.choose(joints, goals, steps, tolerance, interactive, trace)
    steps_taken, method = _choose(solver, joints, goals, steps, tolerance, interactive, trace)
    return steps_taken, method
