"""Child Of: the owner is carried by the target, from where the inverse says that it was hung on it."""

from __future__ import annotations

import numpy as np

from pantin.rigs.constraints import ChildOf
from pantin.rigs.constraints.parenting import IDENTITY
from pantin.solver.compiling import layout
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.axes import move_matrix
from pantin.solver.maths.euler import XYZ, angles, axes_of
from pantin.solver.maths.rotations import axis, length, scaled, store_axis

INVERSE = columns.OWN  # 12
LOCATION, ROTATION, SCALE = columns.OWN + 12, columns.OWN + 15, columns.OWN + 18  # 3 switches each


def write(row: Row, child: ChildOf) -> None:
    """Write the settings."""
    row[INVERSE : INVERSE + 12] = np.ravel(child.inverse or IDENTITY)
    columns.put(row, LOCATION, child.location)
    columns.put(row, ROTATION, child.rotation)
    columns.put(row, SCALE, child.scale)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Compute target · inverse · owner. A location that is off keeps the owner's own coordinate.

    Reads `m` (2, 16); and ROTATION, INVERSE, LOCATION and SCALE of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    place, whole = axis(m, layout.OWNER_ROW, 0, 3), True
    carried = np.empty((1, 16))
    for n in range(12):
        carried[0, n] = constraints[k, INVERSE + n]
    for n in range(9):
        whole = whole and constraints[k, LOCATION + n] != 0.0
    if not whole:
        keep_channels(m, layout.TARGET_ROW, constraints, k)
        keep_channels(carried, 0, constraints, k)
    move_matrix(carried, 0, m, layout.OWNER_ROW)
    move_matrix(m, layout.TARGET_ROW, m, layout.OWNER_ROW)
    for a in range(3):
        if constraints[k, LOCATION + a] == 0.0:
            m[layout.OWNER_ROW, 4 * a + 3] = place[a]
    return True


@kernel
def keep_channels(m: Table, row: int, constraints: Table, k: int) -> None:
    """Reduce m[row] to the channels that are on: coordinates, Euler angles and lengths. Shear is lost.

    Reads `m` (2, 16); and ROTATION, LOCATION and SCALE of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    sizes = (length(axis(m, row, 0, 0)), length(axis(m, row, 0, 1)), length(axis(m, row, 0, 2)))
    turn = angles(m, row, XYZ)
    x, y, z = axes_of(
        (
            _kept(constraints, k, ROTATION, turn[0], 0.0),
            _kept(constraints, k, ROTATION + 1, turn[1], 0.0),
            _kept(constraints, k, ROTATION + 2, turn[2], 0.0),
        ),
        XYZ,
    )
    store_axis(m, row, 0, scaled(x, _kept(constraints, k, SCALE, sizes[0], 1.0)))
    store_axis(m, row, 1, scaled(y, _kept(constraints, k, SCALE + 1, sizes[1], 1.0)))
    store_axis(m, row, 2, scaled(z, _kept(constraints, k, SCALE + 2, sizes[2], 1.0)))
    for a in range(3):
        m[row, 4 * a + 3] = _kept(constraints, k, LOCATION + a, m[row, 4 * a + 3], 0.0)


@kernel
def _kept(constraints: Table, k: int, at: int, value: float, otherwise: float) -> float:
    """Return `value` where its switch in column `at` is on.

    Reads the columns from `at` on of `constraints` (c, CONSTRAINT_WIDTH).
    """
    return value if constraints[k, at] != 0.0 else otherwise
