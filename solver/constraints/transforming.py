"""Transformation: a range of the target's location, rotation or scale becomes a range of the owner's."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    CHANNEL_LOCATION,
    CHANNEL_ROTATION,
    EXTRAPOLATE,
    FOLLOWS,
    MAP_MIX,
    MIX_REPLACE,
    OTHER,
    OWN,
    READ,
    READ_FROM,
    READ_TO,
    WRITE,
    WRITE_FROM,
    WRITE_TO,
    Table,
)
from pantin.solver.constraints.copying import mix_rotation, resize
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
    """Read, map each axis, and write."""
    found = _read(m, constraints[k, READ])
    new = (_mapped(found, constraints, k, 0), _mapped(found, constraints, k, 1), _mapped(found, constraints, k, 2))
    _write(m, new, constraints[k, WRITE], constraints[k, MAP_MIX])
    return True


@kernel
def _read(m: Table, channel: float) -> Vector:
    """What the target has. Mirrored, its sizes count as negative: nothing says which axis is."""
    if channel == CHANNEL_LOCATION:
        return axis(m, OTHER, 0, 3)
    if channel == CHANNEL_ROTATION:
        return angles(m, OTHER)
    x, y, z = axis(m, OTHER, 0, 0), axis(m, OTHER, 0, 1), axis(m, OTHER, 0, 2)
    return scaled((length(x), length(y), length(z)), -1.0 if dot(x, cross(y, z)) < 0.0 else 1.0)


@kernel
def _mapped(found: Vector, constraints: Table, k: int, a: int) -> float:
    """What axis `a` of the owner gets, from the axis of the target that it follows."""
    part = _part(found, constraints, k, int(constraints[k, FOLLOWS + a]))
    return float(constraints[k, WRITE_FROM + a] * (1.0 - part) + constraints[k, WRITE_TO + a] * part)


@kernel
def _part(found: Vector, constraints: Table, k: int, a: int) -> float:
    """How far the target has come on axis `a`: 0 where its range begins, 1 where it ends."""
    begin, end = constraints[k, READ_FROM + a], constraints[k, READ_TO + a]
    if begin == end:
        return 0.0
    part = float((found[a] - begin) / (end - begin))
    return part if constraints[k, EXTRAPOLATE] != 0.0 else min(max(part, 0.0), 1.0)


@kernel
def _write(m: Table, new: Vector, channel: float, mix: float) -> None:
    """Replace what the owner has by `new`, or go on from it: locations add, scales multiply."""
    if channel == CHANNEL_LOCATION:
        store_axis(m, OWN, 3, new if mix == MIX_REPLACE else add(axis(m, OWN, 0, 3), new))
    elif channel == CHANNEL_ROTATION:
        mix_rotation(m, new, mix)
    else:
        for a in range(3):
            resize(m, a, new[a] if mix == MIX_REPLACE else new[a] * length(axis(m, OWN, 0, a)))
