"""Pivot: the owner, which has turned about its head, is moved as if it had turned about another point."""

from __future__ import annotations

from pantin.rigs.constraints import Pivot
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.axes import apply_axes
from pantin.solver.maths.euler import XYZ, angles
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    cross,
    dot,
    scaled,
    store_axis,
    subtract,
    to_quaternion,
    unit,
    vector,
)

POINT, RELATIVE, WHEN_AXIS, WHEN_SIGN = columns.OWN, columns.OWN + 3, columns.OWN + 4, columns.OWN + 5


def write(row: Row, pivot: Pivot) -> None:
    """Write the settings."""
    columns.put(row, POINT, pivot.offset)
    row[RELATIVE] = pivot.relative
    if pivot.when != "always":
        columns.put_axis(row, WHEN_AXIS, pivot.when)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Move the head about the pivot by the owner's rotation, where that goes the way that is asked for.

    Reads `m` (2, 16); and TARGET, WHEN_SIGN, POINT, RELATIVE and WHEN_AXIS of `constraints` (c, CONSTRAINT_WIDTH).
    Writes `m`.
    """
    head, point = axis(m, at.OWNER_ROW, 0, 3), vector(constraints, k, POINT)
    if constraints[k, at.TARGET] >= 0.0:
        point = add(axis(m, at.TARGET_ROW, 0, 3), point)
    elif constraints[k, RELATIVE] != 0.0:
        point = add(head, point)
    sign = constraints[k, WHEN_SIGN]
    if sign != 0.0 and angles(m, at.OWNER_ROW, XYZ)[int(constraints[k, WHEN_AXIS])] * sign <= 0.0:
        return False
    x = unit(axis(m, at.OWNER_ROW, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, at.OWNER_ROW, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, at.OWNER_ROW, 0, 2), (0.0, 0.0, 1.0))
    store_axis(m, at.OWNER_ROW, 3, add(point, _turned(x, y, z, subtract(head, point))))
    return True


@kernel
def _turned(x: Vector, y: Vector, z: Vector, arm: Vector) -> Vector:
    """Return `arm` turned with the axes; its part along the line that they turned about stays.

    That line comes from the quaternion of the axes. It changes nothing but for sheared axes, where Blender does this.
    """
    side = -1.0 if dot(x, cross(y, z)) < 0.0 else 1.0
    q = to_quaternion(scaled(x, side), scaled(y, side), scaled(z, side))
    line = unit((q[0], q[1], q[2]), (0.0, 0.0, 0.0))
    along = scaled(line, dot(line, arm))
    return add(apply_axes(x, y, z, subtract(arm, along)), along)
