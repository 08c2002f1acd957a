"""Every solver that can be asked for, by its name in `rigs.solvers`: the table from which the choice is compiled.

A solver is a kernel solve(joints, goals, steps, tolerance, interactive, trace). It turns the joints until the goals are
met to `tolerance` chain lengths, in at most `steps` steps, and notes the residuals in `trace`. It returns the steps
taken and the number of the solver that took them: its own, or that of the one that it handed over to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pantin.rigs.solvers import SolverName
from pantin.solver.chains.goals import are_full_poses
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.methods import auto, ccd, dls, fabrik, lm, sdls, spring

Solve = Callable[[Table, Table, int, float, bool, Table], tuple[int, int]]

SOLVERS: Mapping[SolverName, Solve] = {
    "fabrik": fabrik.solve,
    "ccd": ccd.solve,
    "dls": dls.solve,
    "sdls": sdls.solve,
    "lm": lm.solve,
    "spring": spring.solve,
}
"""All but those that Auto chooses."""

_choose = choice_of({NUMBERS[name]: solver for name, solver in SOLVERS.items()}, auto.choose)


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """As a solver, by the one of number `solver`; goals with free axes and of other kinds than poses are Auto's."""
    if not are_full_poses(goals):
        return auto.choose(joints, goals, steps, tolerance, interactive, trace)
    steps_taken, method = _choose(solver, joints, goals, steps, tolerance, interactive, trace)
    return steps_taken, method
