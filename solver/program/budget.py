"""The budget of an evaluation: counted in steps, not in seconds, so that a document has the same pose anywhere.

A rig may ask for 10,000 steps of forty goals on a hundred bones, which would take minutes. What the steps of all groups
would cost is estimated from their sizes. Where that is more than `WORK`, all groups take so many fewer in proportion.
Rigs that people pose with are a thousand times below it. The time of an interpreted evaluation is estimated from the
same sizes.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.program.skeleton import Floats, Ints

WORK = 1e9
"""Multiplications of all steps together: about a quarter of a second of one processor, compiled."""

LEAST = 1.0
"""Steps that every group may take all the same."""

INTERPRETED = 6e-8
"""Seconds that such a multiplication takes interpreted: a step of 200 goals in one group took 4.2 s, of 40 0.05 s."""

JOINT_INTERPRETED = 5e-5
"""Seconds that a step takes interpreted for each joint, beside its equations."""

DECOMPOSING = (NUMBERS["dls"], NUMBERS["sdls"])
"""Solvers that decompose the equations of all goals in each step; others factorise them once."""


def limit_steps(groups: Ints, settings: Floats) -> None:
    """Lower the steps in `settings` where those of all `groups` together would be more than `WORK`.

    Reads FIRST_GOAL and LAST_GOAL of `groups` (g, GROUP_WIDTH); writes SETTING_ITERATIONS of `settings`
    (s, SETTING_WIDTH).
    """
    asked = [_work(group, settings) for group in groups]
    if sum(asked) <= WORK:
        return
    for group in groups:
        goals = slice(group[at.FIRST_GOAL], group[at.LAST_GOAL])
        steps = np.floor(settings[goals, at.SETTING_ITERATIONS] * (WORK / sum(asked)))
        settings[goals, at.SETTING_ITERATIONS] = np.minimum(
            settings[goals, at.SETTING_ITERATIONS], np.maximum(steps, LEAST)
        )


def interpreted_efforts(groups: Ints, settings: Floats) -> Floats:
    """The most steps of each group, and the seconds that one of them takes interpreted, (groups, 2)."""
    efforts = [(_most_steps(group, settings), _interpreted_step(group)) for group in groups]
    return np.array(efforts, np.float64).reshape(-1, 2)


def _interpreted_step(group: Ints) -> float:
    """Seconds that a step of the group takes interpreted."""
    return INTERPRETED * _step_work(group) + JOINT_INTERPRETED * float(group[at.LAST_JOINT] - group[at.FIRST_JOINT])


def _work(group: Ints, settings: Floats) -> float:
    """Multiplications that the group's steps may take."""
    return _most_steps(group, settings) * _step_work(group)


def _most_steps(group: Ints, settings: Floats) -> float:
    """The most steps that a goal of the group asks for."""
    return float(settings[group[at.FIRST_GOAL] : group[at.LAST_GOAL], at.SETTING_ITERATIONS].max(initial=0.0))


def _step_work(group: Ints) -> float:
    """Multiplications of one step: factorising the group's rows, and three unknowns for each joint."""
    rows = 3.0 * float(group[at.LAST_GOAL] - group[at.FIRST_GOAL])
    unknowns = 3.0 * float(group[at.LAST_JOINT] - group[at.FIRST_JOINT])
    return 200.0 * rows**3 if group[at.GROUP_SOLVER] in DECOMPOSING else rows**3 / 3.0 + 12.0 * unknowns * rows
