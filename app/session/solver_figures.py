"""The reports and figures of one evaluation, as the panels of the solver show them."""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.solvers import SolverName
from pantin.solver import SOLVERS, Posed, Solver
from pantin.widgets.values.exchange import Solved

COMPARED: Mapping[str, Solver] = {str(name): solver for name, solver in SOLVERS.items()}
"""The solvers to compare with, by name: each for all chains, whatever the document asks for."""

COMPARED_FIRST: SolverName = "fabrik"
"""The one that is compared with until another is chosen: it is the solver of most game engines."""


def solved(posed: Posed, before: Posed | None, solver: SolverName = "auto") -> Solved:
    """The figures of one evaluation by `solver`. `before` is the previous one, for the largest jump of a bone."""
    jump = posed.largest_turn_since(before) if before is not None else None
    return Solved(SOLVERS[solver].title, posed.goals, posed.microseconds, posed.limits_hit, jump)
