"""Running a whole-body solve from the tables of a pull, with some of its goals left out."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c
from pantin.solver.whole_body.solve import LEAST_GAIN, MOST_MORE, REFINING_STEPS

APART = 1e-5
"""Pins that drift farther than this, heights, are out of each other's reach."""

BACK_STEPS = 8
"""Most rounds that bring pins back: of 72 pulls at figures stretched between pins, 4 need more."""


GOING_ON = (4.0, 8.0, 1e-4)
"""Steps of the continuation, most refining steps, and the gain below which these end, of a solve that goes on from
another: what is left to do is little."""


class Solved(NamedTuple):
    """The result of a solve."""

    bones: Floats
    """(j, BONE_WIDTH)."""
    figures: Floats
    """(FIGURES,)."""


def solved(
    tables: Tables,
    goals: Floats,
    left_out: Collection[int] = (),
    begin: Floats | None = None,
    waits: float = 1.0,
) -> Solved:
    """The bones turned until the rows of `goals` (g, GOAL_WIDTH) are met as far as they can be, but for some rows.

    From `begin` (j, BONE_WIDTH) on, where that is given, in few steps; else from how the pull begins. Root and trunk
    cost `waits` times as much while pulled points are led to their targets.
    """
    from pantin.solver.entries.whole_body import run

    bones, figures = (tables.bones if begin is None else begin).copy(), np.zeros(c.FIGURES)
    kept = goals[[k for k in range(len(goals)) if k not in left_out]] if left_out else goals
    settings = tables.settings.copy()
    settings[c.TRUNK_WAITS] = waits
    if begin is not None:
        settings[c.LEADING_STEPS], settings[c.MOST_REFINING], settings[c.ENDS_BELOW] = GOING_ON
        settings[c.SMALLER_STEPS] = 0.0
    run(bones, kept, settings, figures)
    if figures[c.DRIFT] > APART:
        _bring_back_pins(bones, kept, tables.settings)
    return Solved(bones, figures)


def most_steps(tables: Tables, goes_on: bool) -> int:
    """Return how many steps a solve takes at most, which `goes_on` with two others or does not."""
    settings = tables.settings
    again = settings[c.LEADING_STEPS] + MOST_MORE if settings[c.SMALLER_STEPS] else 0.0
    steps = settings[c.LEADING_STEPS] + again + settings[c.MOST_REFINING]
    return int(steps + 2.0 * sum(GOING_ON[:2]) if goes_on else steps)


def _bring_back_pins(bones: Floats, goals: Floats, settings: Floats) -> None:
    """Solve for the pins alone, from a pose in which they have drifted: they come before what is pulled.

    Limbs that are stretched straight between pins come back slowly, so that this is done over again.
    """
    from pantin.solver.entries.whole_body import run

    without_posture = settings.copy()
    without_posture[c.ROOT_DRAWN], bones[:, c.DRAWN : c.DRAWN + 3] = 0.0, 0.0
    without_posture[c.MOST_REFINING], without_posture[c.ENDS_BELOW] = REFINING_STEPS, LEAST_GAIN
    kept = np.ascontiguousarray(goals[goals[:, c.PINNED] != 0.0])
    figures = np.zeros(c.FIGURES)
    for _again in range(BACK_STEPS):
        run(bones, kept, without_posture, figures)
        if figures[c.DRIFT] <= APART:
            return
