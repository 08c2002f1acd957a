"""Forward kinematics: from a bone's pose and its parent's matrix to the bone's own.

A bone's matrix is frame · location · rotation · scale. The frame is where the bone would stand unposed: its parent's
matrix times the rest offset between them, less what the bone does not inherit. A stretched parent carries its children
on its longer end, and does not swell them.
"""

from __future__ import annotations

from math import sqrt

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    CARRIER,
    CONNECTED,
    FLAGS,
    INHERIT_ROTATION,
    INHERIT_SCALE,
    LENGTH,
    OFFSET,
    REST,
    Table,
)
from pantin.solver.maths.rotations import (
    Vector,
    across,
    add,
    axis,
    columns,
    cross,
    length,
    perpendicular,
    quaternion,
    scaled,
    store_axis,
    subtract,
    unit,
    vector,
)


@kernel
def combine(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """The matrix of columns x, y, z times v."""
    return (
        x[0] * v[0] + y[0] * v[1] + z[0] * v[2],
        x[1] * v[0] + y[1] * v[1] + z[1] * v[2],
        x[2] * v[0] + y[2] * v[1] + z[2] * v[2],
    )


@kernel
def frame(bones: Table, i: int, matrices: Table, stretches: Table) -> tuple[Vector, Vector, Vector, Vector]:
    """Where bone `i` stands unposed: the axes x, y, z of its rotation and scale, and its origin."""
    p = int(bones[i, CARRIER])
    if p < 0:
        return (
            axis(bones, i, OFFSET, 0),
            axis(bones, i, OFFSET, 1),
            axis(bones, i, OFFSET, 2),
            axis(bones, i, OFFSET, 3),
        )
    px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
    origin = add(axis(matrices, p, 0, 3), combine(px, py, pz, axis(bones, i, OFFSET, 3)))
    if stretches[p, 0] != 1.0 or stretches[p, 1] != 1.0:
        thick = 1.0 / stretches[p, 1]
        px, py, pz = scaled(px, thick), scaled(py, 1.0 / stretches[p, 0]), scaled(pz, thick)
    flags = int(bones[i, FLAGS])
    if not (flags & INHERIT_ROTATION and flags & INHERIT_SCALE):
        px, py, pz = _inherited(bones, p, flags, px, py, pz)
    x = combine(px, py, pz, axis(bones, i, OFFSET, 0))
    y = combine(px, py, pz, axis(bones, i, OFFSET, 1))
    z = combine(px, py, pz, axis(bones, i, OFFSET, 2))
    return x, y, z, origin


@kernel
def _inherited(bones: Table, p: int, flags: int, px: Vector, py: Vector, pz: Vector) -> tuple[Vector, Vector, Vector]:
    """What a bone takes from its parent's axes when it inherits only rotation, only scale, or nothing."""
    if flags & INHERIT_ROTATION:
        return upright_axes(px, py, pz)
    rx, ry, rz = axis(bones, p, REST, 0), axis(bones, p, REST, 1), axis(bones, p, REST, 2)
    if flags & INHERIT_SCALE:
        return scaled(rx, length(px)), scaled(ry, length(py)), scaled(rz, length(pz))
    return rx, ry, rz


@kernel
def upright_axes(px: Vector, py: Vector, pz: Vector) -> tuple[Vector, Vector, Vector]:
    """Unit axes without scale or shear: Y is kept, X and Z give way to each other equally."""
    y = unit(py, (0.0, 1.0, 0.0))
    x = unit(across(px, y), perpendicular(y))
    z = unit(across(pz, y), cross(x, y))
    half = 1.0 / sqrt(2.0)
    both = scaled(unit(add(x, z), x), half)
    apart = scaled(unit(subtract(x, z), x), half)
    return add(both, apart), y, subtract(both, apart)


@kernel
def location_axes(bones: Table, i: int, matrices: Table) -> tuple[Vector, Vector, Vector]:
    """The axes along which a location of bone `i` counts: the parent's full ones, whatever the bone inherits."""
    x, y, z = axis(bones, i, OFFSET, 0), axis(bones, i, OFFSET, 1), axis(bones, i, OFFSET, 2)
    p = int(bones[i, CARRIER])
    if p < 0:
        return x, y, z
    px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
    return combine(px, py, pz, x), combine(px, py, pz, y), combine(px, py, pz, z)


@kernel
def forward(bones: Table, i: int, poses: Table, matrices: Table, stretches: Table) -> None:
    """Pose bone `i`, whose parent stands: writes its matrix."""
    x, y, z, origin = frame(bones, i, matrices, stretches)
    moved = vector(poses, i, 0)
    if (moved[0] != 0.0 or moved[1] != 0.0 or moved[2] != 0.0) and not int(bones[i, FLAGS]) & CONNECTED:
        lx, ly, lz = location_axes(bones, i, matrices)
        origin = add(origin, combine(lx, ly, lz, moved))
    q, size = quaternion(poses, i, 3), vector(poses, i, 7)
    if q[0] != 0.0 or q[1] != 0.0 or q[2] != 0.0:
        tx, ty, tz = columns(q)
        x, y, z = combine(x, y, z, tx), combine(x, y, z, ty), combine(x, y, z, tz)
    store_axis(matrices, i, 0, scaled(x, size[0]))
    store_axis(matrices, i, 1, scaled(y, size[1]))
    store_axis(matrices, i, 2, scaled(z, size[2]))
    store_axis(matrices, i, 3, origin)
    matrices[i, 12], matrices[i, 13], matrices[i, 14], matrices[i, 15] = 0.0, 0.0, 0.0, 1.0
    stretches[i, 0], stretches[i, 1] = 1.0, 1.0


@kernel
def reconnect(bones: Table, i: int, matrices: Table, stretches: Table) -> None:
    """Put the head of connected bone `i` back onto its parent's tail, where a constraint took it away."""
    _, _, _, origin = frame(bones, i, matrices, stretches)
    store_axis(matrices, i, 3, origin)


@kernel
def tail(bones: Table, i: int, matrices: Table) -> Vector:
    """Where bone `i` ends. Its Y axis carries scale and stretch."""
    return add(axis(matrices, i, 0, 3), scaled(axis(matrices, i, 0, 1), bones[i, LENGTH]))
