"""Spline IK as rows of numbers: its settings, and behind them a row for each point of the curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pantin.rigs.constraints.curves import A_POINT, SplineIk
from pantin.solver.compiling import layout
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row

CHAIN, POINTS, HANDLES, RESOLUTION = columns.OWN, columns.OWN + 1, columns.OWN + 2, columns.OWN + 3
Y_SCALE, XZ_SCALE, POSED_SCALE, EVEN, OFFSET, RADIUS = range(columns.OWN + 4, columns.OWN + 10)
SECTION = columns.OWN + 10  # 4: of `bulge`

POINT_BONE, HANDLE_BEFORE, HANDLE_AFTER = 0, 1, 2
"""Columns of the row of a point."""

HANDLES_SMOOTH, HANDLES_BONES, HANDLES_FREE = 0, 1, 2
Y_FIT, Y_REST, Y_POSED = 0, 1, 2
XZ_NONE, XZ_POSED, XZ_INVERSE, XZ_VOLUME = 0, 1, 2, 3

_HANDLES = {"smooth": HANDLES_SMOOTH, "bones": HANDLES_BONES, "free": HANDLES_FREE}
_Y = {"fit": Y_FIT, "rest": Y_REST, "posed": Y_POSED}
_XZ = {"none": XZ_NONE, "posed": XZ_POSED, "inverse": XZ_INVERSE, "volume": XZ_VOLUME}


def spline_rows(spline: SplineIk, chain: Sequence[str], index: Mapping[str, int]) -> list[Row]:
    """Return the rows of a constraint whose chain are these bones. `index` has the rows of bones."""
    points = list(_points(spline, index))
    row = np.zeros(layout.CONSTRAINT_WIDTH)
    row[layout.OWNER], row[layout.TARGET] = index[spline.owner], -1
    row[layout.INFLUENCE] = spline.influence
    row[CHAIN], row[POINTS], row[RESOLUTION] = len(chain), len(points), spline.resolution
    row[HANDLES], row[Y_SCALE], row[XZ_SCALE] = _HANDLES[spline.handles], _Y[spline.y_scale], _XZ[spline.xz_scale]
    row[POSED_SCALE] = spline.posed_scale or spline.xz_scale == "posed"
    row[EVEN], row[OFFSET], row[RADIUS] = spline.even, spline.offset, spline.radius
    columns.put_bulge(row, SECTION, spline)
    return [row, *points]


def _points(spline: SplineIk, index: Mapping[str, int]) -> list[Row]:
    """Return the rows of the points: each has its bone and, where handles are bones too, the one before it and that
    after."""
    bones = [index[name] for name in spline.points]
    found = []
    step = A_POINT if spline.handles == "free" else 1
    for at in range(0, len(bones), step):
        row = np.full(layout.CONSTRAINT_WIDTH, -1.0)
        if spline.handles == "free":
            row[HANDLE_BEFORE], row[POINT_BONE], row[HANDLE_AFTER] = bones[at : at + A_POINT]
        else:
            row[POINT_BONE] = bones[at]
        found.append(row)
    return found
