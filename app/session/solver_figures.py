"""What the panels of the solver are told: reports and figures of one solve, made from what was evaluated."""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.solvers import SolverName
from pantin.solver import SOLVERS, Evaluated, Solver
from pantin.widgets.values.exchange import Solved

COMPARED: Mapping[str, Solver] = {str(name): solver for name, solver in SOLVERS.items()}
"""The solvers to compare with, by name: each for all chains, whatever the document asks for."""

COMPARED_FIRST: SolverName = "fabrik"
"""The one that is compared with until another is chosen: it is the solver of most game engines."""


def solved(evaluated: Evaluated, before: Evaluated | None, solver: SolverName = "auto") -> Solved:
    """What a solver came to, or the one that the rig has. `before` is what it came to the time before."""
    jump = evaluated.largest_turn_since(before) if before is not None else None
    return Solved(SOLVERS[solver].title, evaluated.goals, evaluated.microseconds, evaluated.limits_hit, jump)
