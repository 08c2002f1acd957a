"""How much work an evaluation may be: counted in steps, not in seconds, so that a document has the same pose anywhere.

A rig may ask for 10,000 steps of forty goals on a hundred bones, which would take minutes. What the steps of all groups
would cost is estimated from their sizes. Where that is more than `WORK`, all groups take so many fewer in proportion.
Rigs that people pose with are a thousand times below it.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.layout import (
    FIRST_GOAL,
    FIRST_JOINT,
    GROUP_SOLVER,
    LAST_GOAL,
    LAST_JOINT,
    SETTING_ITERATIONS,
)
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.program.skeleton import Floats, Ints

WORK = 1e9
"""Multiplications of all steps together: about a quarter of a second of one processor, compiled."""

LEAST = 1.0
"""Steps that every group may take all the same."""

DECOMPOSING = (NUMBERS["dls"], NUMBERS["sdls"])
"""Solvers that decompose the equations of all goals in each step; others factorise them once."""


def limit_steps(groups: Ints, settings: Floats) -> None:
    """Lower the steps in `settings` where those of all `groups` together would be more than `WORK`."""
    asked = [_work(group, settings) for group in groups]
    if sum(asked) <= WORK:
        return
    for group in groups:
        goals = slice(group[FIRST_GOAL], group[LAST_GOAL])
        steps = np.floor(settings[goals, SETTING_ITERATIONS] * (WORK / sum(asked)))
        settings[goals, SETTING_ITERATIONS] = np.minimum(settings[goals, SETTING_ITERATIONS], np.maximum(steps, LEAST))


def _work(group: Ints, settings: Floats) -> float:
    """Multiplications that the group's steps may take: factorising its rows, and three unknowns for each joint."""
    first, last = int(group[FIRST_GOAL]), int(group[LAST_GOAL])
    unknowns, rows = 3.0 * float(group[LAST_JOINT] - group[FIRST_JOINT]), 3.0 * (last - first)
    step = 200.0 * rows**3 if group[GROUP_SOLVER] in DECOMPOSING else rows**3 / 3.0 + 12.0 * unknowns * rows
    return float(settings[first:last, SETTING_ITERATIONS].max(initial=0.0)) * step
