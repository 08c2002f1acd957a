"""By how much a bend misses the side that its pole asks for, in words."""

from __future__ import annotations

from math import degrees

from pantin.rigs.problems.missed_poles import MISSED_FROM
from pantin.widgets.values.exchange import Goal


def missed_pole(goal: Goal) -> str:
    """The angle between the bend and the side of its pole; empty where it is on that side, or the pole has none."""
    is_missed = goal.pole_residual > MISSED_FROM and not goal.pole_undefined
    return f"{degrees(goal.pole_residual):.0f}°" if is_missed else ""
