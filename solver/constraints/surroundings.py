"""The surroundings of a figure, which a constraint reads beside its owner and its target."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.ground_rows import GROUND_WIDTH


class Surroundings(NamedTuple):
    """The surroundings of a figure, in its armature space. A surface is one more table here, which kinds may read."""

    ground: Table
    """(g, GROUND_WIDTH): the ground, see `ground_rows`; no rows where no constraint asks for it."""


NOTHING_AROUND = Surroundings(np.zeros((0, GROUND_WIDTH)))
"""For constraints that read their owner and their target alone."""
