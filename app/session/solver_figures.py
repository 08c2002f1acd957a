"""What the panels of the solver are told: reports and figures of one solve, made from what was evaluated."""

from __future__ import annotations

from pantin.solver import SOLVERS, Evaluated
from pantin.widgets.values.exchange import Solved

COMPARED = SOLVERS
"""The solvers to compare with, by name: each for all chains, whatever the document asks for."""

COMPARED_FIRST = "fabrik"
"""The one that is compared with until another is chosen: it is the solver of most game engines."""


def solved(evaluated: Evaluated, before: Evaluated | None, solver: str = "auto") -> Solved:
    """What a solver came to, or the one that the rig has. `before` is what it came to the time before."""
    jump = evaluated.largest_turn_since(before) if before is not None else None
    return Solved(SOLVERS[solver].title, evaluated.goals, evaluated.microseconds, evaluated.limits_hit, jump)
