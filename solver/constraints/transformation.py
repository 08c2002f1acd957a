"""Transformation: maps a range of the target's location, rotation or scale to a range of the owner's."""

from __future__ import annotations

from pantin.rigs.constraints import Transformation
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import MIX_REPLACE, MIXES, OWN, Row, put
from pantin.solver.constraints.mixing import mix_rotation, resize
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

READ, WRITE = OWN, OWN + 1
READ_FROM, READ_TO, FOLLOWS, WRITE_FROM, WRITE_TO = OWN + 2, OWN + 5, OWN + 8, OWN + 11, OWN + 14  # 3 each
MAP_MIX, EXTRAPOLATE = OWN + 17, OWN + 18

CHANNEL_LOCATION, CHANNEL_ROTATION, CHANNEL_SCALE = 0, 1, 2
CHANNELS = {"location": CHANNEL_LOCATION, "rotation": CHANNEL_ROTATION, "scale": CHANNEL_SCALE}


def write(row: Row, mapping: Transformation) -> None:
    """Write the settings."""
    read, write = mapping.read, mapping.write
    row[READ], row[WRITE] = CHANNELS[read], CHANNELS[write]
    put(row, READ_FROM, getattr(mapping, f"read_{read}_from"))
    put(row, READ_TO, getattr(mapping, f"read_{read}_to"))
    put(row, WRITE_FROM, getattr(mapping, f"write_{write}_from"))
    put(row, WRITE_TO, getattr(mapping, f"write_{write}_to"))
    followed = (mapping.x_follows, mapping.y_follows, mapping.z_follows)
    put(row, FOLLOWS, tuple(float("xyz".index(letter)) for letter in followed))
    row[MAP_MIX] = MIXES[mapping.mix]
    row[EXTRAPOLATE] = mapping.extrapolate


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
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
