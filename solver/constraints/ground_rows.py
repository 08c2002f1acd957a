"""The ground as a table of numbers."""

from __future__ import annotations

from math import cos, sin, tan

import numpy as np

from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns

OFFSET, WHOLE, TURNS = columns.OWN, columns.OWN + 1, columns.OWN + 2
"""Columns of such a constraint."""

GROUND_WIDTH = 16
"""Columns of the table of the ground: its first row says what it is, heights follow in the rows below."""

KIND, HEIGHT = 0, 1
ALONG = 2  # 2: of a slope its gradient; of steps the direction that they lead to
START, TREAD, RISE, COUNT = 4, 5, 6, 7  # of steps
CELL, ROWS, COLUMNS = 2, 3, 4  # of heights, which follow in the rows below
MIDDLE, TURN = 5, 7  # 5: of their grid, where its middle is; 7: cosine and sine of its heading

FLAT, SLOPING, STEPPED, FIELD = range(4)


def ground_rows(ground: Ground) -> Table:
    """Return the rows (r, GROUND_WIDTH) of a ground."""
    row = np.zeros((1, GROUND_WIDTH))
    row[0, HEIGHT] = ground.height
    match ground:
        case Floor():
            row[0, KIND] = FLAT
        case Slope():
            row[0, KIND] = SLOPING
            row[0, ALONG : ALONG + 2] = np.array((sin(ground.heading), -cos(ground.heading))) * tan(ground.angle)
        case Steps():
            row[0, KIND] = STEPPED
            row[0, ALONG : ALONG + 2] = sin(ground.heading), -cos(ground.heading)
            row[0, [START, TREAD, RISE, COUNT]] = ground.start, ground.tread, ground.rise, ground.count
        case Heights():
            heights = np.array(ground.rows) * ground.strength + ground.height
            row[0, [KIND, CELL, ROWS, COLUMNS]] = FIELD, ground.cell, *heights.shape
            row[0, MIDDLE : TURN + 2] = ground.x, ground.y, cos(ground.heading), sin(ground.heading)
            rest = -heights.size % GROUND_WIDTH
            field = np.append(heights.ravel(), np.zeros(rest)).reshape(-1, GROUND_WIDTH)
            return np.concatenate((row, field))
    return row
