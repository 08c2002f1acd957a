"""Transformation: maps a range of the target's location, rotation or scale to a range of the owner's."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.copying import mix_rotation, resize
from pantin.solver.constraints.rows import (
    CHANNEL_LOCATION,
    CHANNEL_ROTATION,
    EXTRAPOLATE,
    FOLLOWS,
    MAP_MIX,
    MIX_REPLACE,
    READ,
    READ_FROM,
    READ_TO,
    WRITE,
    WRITE_FROM,
    WRITE_TO,
)
from pantin.solver.maths.euler import angles
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    cross,
    dot,
    length,
    scaled,
    store_axis,
)


@kernel
def transform(m: Table, constraints: Table, k: int) -> bool:
    """Read the target, map each axis, write the owner."""
    found = _read(m, constraints[k, READ])
    new = (_mapped(found, constraints, k, 0), _mapped(found, constraints, k, 1), _mapped(found, constraints, k, 2))
    _write(m, new, constraints[k, WRITE], constraints[k, MAP_MIX])
    return True


@kernel
def _read(m: Table, channel: float) -> Vector:
    """Location, Euler angles or scale of the target. The scale of a mirrored one is negative on all axes."""
    if channel == CHANNEL_LOCATION:
        return axis(m, TARGET_ROW, 0, 3)
    if channel == CHANNEL_ROTATION:
        return angles(m, TARGET_ROW)
    x, y, z = axis(m, TARGET_ROW, 0, 0), axis(m, TARGET_ROW, 0, 1), axis(m, TARGET_ROW, 0, 2)
    return scaled((length(x), length(y), length(z)), -1.0 if dot(x, cross(y, z)) < 0.0 else 1.0)


@kernel
def _mapped(found: Vector, constraints: Table, k: int, a: int) -> float:
    """The value for axis `a` of the owner, from the axis of the target that it follows."""
    part = _part(found, constraints, k, int(constraints[k, FOLLOWS + a]))
    return float(constraints[k, WRITE_FROM + a] * (1.0 - part) + constraints[k, WRITE_TO + a] * part)


@kernel
def _part(found: Vector, constraints: Table, k: int, a: int) -> float:
    """Where the target's axis `a` is in its range: 0 at the beginning, 1 at the end."""
    begin, end = constraints[k, READ_FROM + a], constraints[k, READ_TO + a]
    if begin == end:
        return 0.0
    part = float((found[a] - begin) / (end - begin))
    return part if constraints[k, EXTRAPOLATE] != 0.0 else min(max(part, 0.0), 1.0)


@kernel
def _write(m: Table, new: Vector, channel: float, mix: float) -> None:
    """Replace what the owner has by `new`, or combine: locations add, scales multiply."""
    if channel == CHANNEL_LOCATION:
        store_axis(m, OWNER_ROW, 3, new if mix == MIX_REPLACE else add(axis(m, OWNER_ROW, 0, 3), new))
    elif channel == CHANNEL_ROTATION:
        mix_rotation(m, new, mix)
    else:
        for a in range(3):
            resize(m, a, new[a] if mix == MIX_REPLACE else new[a] * length(axis(m, OWNER_ROW, 0, a)))
