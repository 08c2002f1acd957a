"""Transformation: maps a range of the target's location, rotation or scale to a range of the owner's."""

from __future__ import annotations

from pantin.rigs.constraints import Transformation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import asin, atan2, cos, sin
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import handedness, mix_rotation, resize
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.euler import ORDERS, angles, unit_axes
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    length,
    multiply,
    scaled,
    store_axis,
    to_quaternion,
)

READ, WRITE = columns.OWN, columns.OWN + 1
READ_FROM, READ_TO, FOLLOWS, WRITE_FROM, WRITE_TO = (
    columns.OWN + 2,
    columns.OWN + 5,
    columns.OWN + 8,
    columns.OWN + 11,
    columns.OWN + 14,
)  # 3 each
MAP_MIX, EXTRAPOLATE, READ_AS, WRITE_ORDER = columns.OWN + 17, columns.OWN + 18, columns.OWN + 19, columns.OWN + 20

READ_ANGLES = (*ORDERS, "quaternion", "swing_twist_x", "swing_twist_y", "swing_twist_z")
"""The ways of reading a rotation, by number: as Euler angles in an order, or otherwise."""
AS_QUATERNION, AS_SWING_TWIST = len(ORDERS), len(ORDERS) + 1

CHANNEL_LOCATION, CHANNEL_ROTATION, CHANNEL_SCALE = 0, 1, 2
CHANNELS = {"location": CHANNEL_LOCATION, "rotation": CHANNEL_ROTATION, "scale": CHANNEL_SCALE}


def write(row: Row, mapping: Transformation) -> None:
    """Write the settings."""
    read, write = mapping.read, mapping.write
    row[READ], row[WRITE] = CHANNELS[read], CHANNELS[write]
    columns.put(row, READ_FROM, getattr(mapping, f"read_{read}_from"))
    columns.put(row, READ_TO, getattr(mapping, f"read_{read}_to"))
    columns.put(row, WRITE_FROM, getattr(mapping, f"write_{write}_from"))
    columns.put(row, WRITE_TO, getattr(mapping, f"write_{write}_to"))
    followed = (mapping.x_follows, mapping.y_follows, mapping.z_follows)
    columns.put(row, FOLLOWS, tuple(float("xyz".index(letter)) for letter in followed))
    row[MAP_MIX] = columns.MIXES[mapping.mix]
    row[EXTRAPOLATE] = mapping.extrapolate
    row[READ_AS], row[WRITE_ORDER] = READ_ANGLES.index(mapping.read_as), ORDERS.index(mapping.euler_order)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Read the target, map each axis, write the owner.

    Reads `m` (2, 16); and READ, READ_AS, WRITE, MAP_MIX, WRITE_ORDER, FOLLOWS, WRITE_FROM, WRITE_TO, READ_FROM, READ_TO
    and EXTRAPOLATE of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    found = _read(m, constraints[k, READ], constraints[k, READ_AS])
    new = (_mapped(found, constraints, k, 0), _mapped(found, constraints, k, 1), _mapped(found, constraints, k, 2))
    _write(m, new, constraints[k, WRITE], constraints[k, MAP_MIX], constraints[k, WRITE_ORDER])
    return True


@kernel
def _read(m: Table, channel: float, read_as: float) -> Vector:
    """Return location, angles or scale of the target. The scale of a mirrored one is negative on all axes.

    Reads `m` (2, 16).
    """
    if channel == CHANNEL_LOCATION:
        return axis(m, at.TARGET_ROW, 0, 3)
    if channel == CHANNEL_ROTATION:
        return angles(m, at.TARGET_ROW, read_as) if read_as < AS_QUATERNION else _turns(m, int(read_as))
    x, y, z = axis(m, at.TARGET_ROW, 0, 0), axis(m, at.TARGET_ROW, 0, 1), axis(m, at.TARGET_ROW, 0, 2)
    return scaled((length(x), length(y), length(z)), handedness(m, at.TARGET_ROW))


@kernel
def _turns(m: Table, read_as: int) -> Vector:
    """Return the target's rotation by axis, without the gimbals of Euler angles: each part of its quaternion as an
    angle.

    As swing and twist, the twist about one axis is taken out first and is what that axis has.

    Reads `m` (2, 16).
    """
    x, y, z = unit_axes(m, at.TARGET_ROW)
    q = to_quaternion(x, y, z)
    if q[3] < 0.0:
        q = (-q[0], -q[1], -q[2], -q[3])
    if read_as == AS_QUATERNION:
        return (_angle(q[0]), _angle(q[1]), _angle(q[2]))
    a = read_as - AS_SWING_TWIST
    half = atan2(q[a], q[3])
    swing = multiply(q, _about(a, -half))
    return (
        2.0 * half if a == 0 else _angle(swing[0]),
        2.0 * half if a == 1 else _angle(swing[1]),
        2.0 * half if a == 2 else _angle(swing[2]),
    )


@kernel
def _angle(part: float) -> float:
    """Return the angle whose half has this sine."""
    return 2.0 * asin(min(max(part, -1.0), 1.0))


@kernel
def _about(a: int, half: float) -> Quaternion:
    """Return the rotation about axis `a` by twice `half`."""
    s = sin(half)
    return (s if a == 0 else 0.0, s if a == 1 else 0.0, s if a == 2 else 0.0, cos(half))


@kernel
def _mapped(found: Vector, constraints: Table, k: int, a: int) -> float:
    """Return the value for axis `a` of the owner, from the axis of the target that it follows.

    Reads FOLLOWS, WRITE_FROM, WRITE_TO, READ_FROM, READ_TO and EXTRAPOLATE of `constraints` (c, CONSTRAINT_WIDTH).
    """
    part = _part(found, constraints, k, int(constraints[k, FOLLOWS + a]))
    return float(constraints[k, WRITE_FROM + a] * (1.0 - part) + constraints[k, WRITE_TO + a] * part)


@kernel
def _part(found: Vector, constraints: Table, k: int, a: int) -> float:
    """Return the place of the target's axis `a` in its range: 0 at the beginning, 1 at the end.

    Reads READ_FROM, READ_TO and EXTRAPOLATE of `constraints` (c, CONSTRAINT_WIDTH).
    """
    begin, end = constraints[k, READ_FROM + a], constraints[k, READ_TO + a]
    if begin == end:
        return 0.0
    part = float((found[a] - begin) / (end - begin))
    return part if constraints[k, EXTRAPOLATE] != 0.0 else min(max(part, 0.0), 1.0)


@kernel
def _write(m: Table, new: Vector, channel: float, mix: float, order: float) -> None:
    """Replace what the owner has by `new`, or combine: locations add, scales multiply.

    The scale of a mirrored owner is negative on all axes: replaced, it is mirrored no longer.

    Reads `m` (2, 16). Writes `m`.
    """
    if channel == CHANNEL_LOCATION:
        store_axis(m, at.OWNER_ROW, 3, new if mix == columns.MIX_REPLACE else add(axis(m, at.OWNER_ROW, 0, 3), new))
    elif channel == CHANNEL_ROTATION:
        mix_rotation(m, new, mix, order)
    else:
        side = handedness(m, at.OWNER_ROW)
        for a in range(3):
            resize(m, a, side * new[a] if mix == columns.MIX_REPLACE else new[a] * length(axis(m, at.OWNER_ROW, 0, a)))
