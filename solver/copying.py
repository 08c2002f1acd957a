"""Copy Location, Rotation, Scale and Transforms.

Owner and target are brought into the spaces that the constraint names, the owner takes what is copied, and the result
is brought back and blended with the owner by the influence: positions on a line, rotations on an arc, stretch and shear
linearly. Single axes of a rotation are Euler angles, X first (R = Rz · Ry · Rx).
"""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import numpy as np

from solver.forward import combine, frame, location_axes
from solver.kernel import kernel
from solver.layout import (
    ADD_OFFSET,
    AXES,
    COPY_KIND,
    COPY_LOCATION,
    COPY_OWNER,
    COPY_ROTATION,
    COPY_SCALE,
    COPY_TARGET,
    HEAD_TAIL,
    INFLUENCE,
    INVERT,
    LENGTH,
    MIX,
    MIX_ADD,
    MIX_AFTER,
    MIX_BEFORE,
    MIX_REPLACE,
    OWNER_SPACE,
    REST,
    SPACE_LOCAL_WITH_PARENT,
    SPACE_POSE,
    TARGET_SPACE,
    Table,
)
from solver.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    cross,
    dot,
    inverse,
    length,
    orientation,
    rotate,
    scaled,
    slerp,
    store_axis,
    subtract,
    to_quaternion,
    unit,
)

OWN, COPIED = 0, 1
"""Rows of the two matrices that are worked on."""


@kernel
def copy(bones: Table, copies: Table, k: int, matrices: Table, stretches: Table) -> None:
    """Let copy constraint `k` act on its owner."""
    owner, target = int(copies[k, COPY_OWNER]), int(copies[k, COPY_TARGET])
    kind, owner_space = copies[k, COPY_KIND], copies[k, OWNER_SPACE]
    both = np.empty((2, 16))
    for n in range(16):
        both[OWN, n], both[COPIED, n] = matrices[owner, n], matrices[target, n]
    along = scaled(axis(both, COPIED, 0, 1), copies[k, HEAD_TAIL] * bones[target, LENGTH])
    store_axis(both, COPIED, 3, add(axis(both, COPIED, 0, 3), along))
    _enter(bones, owner, both, OWN, owner_space, matrices, stretches)
    _enter(bones, target, both, COPIED, copies[k, TARGET_SPACE], matrices, stretches)
    if kind == COPY_LOCATION:
        _location(both, copies, k)
    elif kind == COPY_ROTATION:
        _rotation(both, copies, k)
    elif kind == COPY_SCALE:
        _scale(both, copies, k)
    else:
        for n in range(16):
            both[OWN, n] = both[COPIED, n]
    _leave(bones, owner, both, OWN, owner_space, matrices, stretches)
    _blend(matrices, owner, both, copies[k, INFLUENCE])


@kernel
def _enter(bones: Table, i: int, m: Table, row: int, space: float, matrices: Table, stretches: Table) -> None:
    """Bring m[row], given in armature space, into `space` of bone i."""
    if space == SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, matrices, stretches)
    head = divide(lx, ly, lz, subtract(axis(m, row, 0, 3), origin))
    for c in range(3):
        store_axis(m, row, c, divide(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)


@kernel
def _leave(bones: Table, i: int, m: Table, row: int, space: float, matrices: Table, stretches: Table) -> None:
    """Bring m[row] back from `space` of bone i into armature space."""
    if space == SPACE_POSE:
        return
    x, y, z, origin, lx, ly, lz = _axes(bones, i, space, matrices, stretches)
    head = add(origin, combine(lx, ly, lz, axis(m, row, 0, 3)))
    for c in range(3):
        store_axis(m, row, c, combine(x, y, z, axis(m, row, 0, c)))
    store_axis(m, row, 3, head)


@kernel
def _axes(
    bones: Table, i: int, space: float, matrices: Table, stretches: Table
) -> tuple[Vector, Vector, Vector, Vector, Vector, Vector, Vector]:
    """The axes of a bone's local space, its origin, and the axes along which its location counts."""
    if space == SPACE_LOCAL_WITH_PARENT:
        x, y, z = axis(bones, i, REST, 0), axis(bones, i, REST, 1), axis(bones, i, REST, 2)
        return x, y, z, axis(bones, i, REST, 3), x, y, z
    x, y, z, origin = frame(bones, i, matrices, stretches)
    lx, ly, lz = location_axes(bones, i, matrices)
    return x, y, z, origin, lx, ly, lz


@kernel
def divide(x: Vector, y: Vector, z: Vector, v: Vector) -> Vector:
    """The w with x·w0 + y·w1 + z·w2 = v; 0 where the axes span no volume (a scale of 0)."""
    yz = cross(y, z)
    volume = dot(x, yz)
    if abs(volume) < 1e-30:
        return (0.0, 0.0, 0.0)
    return (dot(v, yz) / volume, dot(v, cross(z, x)) / volume, dot(v, cross(x, y)) / volume)


@kernel
def _location(m: Table, copies: Table, k: int) -> None:
    for a in range(3):
        if copies[k, AXES + a] != 0.0:
            copied = -m[COPIED, 4 * a + 3] if copies[k, INVERT + a] != 0.0 else m[COPIED, 4 * a + 3]
            m[OWN, 4 * a + 3] = copied + (m[OWN, 4 * a + 3] if copies[k, ADD_OFFSET] != 0.0 else 0.0)


@kernel
def _rotation(m: Table, copies: Table, k: int) -> None:
    """Replace, add, or turn before or after the owner's own rotation. The owner keeps its size and loses its shear."""
    mix = copies[k, MIX]
    own, new = _euler(m, OWN), _euler(m, COPIED)
    mixed = np.empty(3)
    for a in range(3):
        if copies[k, AXES + a] != 0.0:
            mixed[a] = -new[a] if copies[k, INVERT + a] != 0.0 else new[a]
        else:
            mixed[a] = own[a] if mix == MIX_REPLACE else 0.0
        if mix == MIX_ADD:
            mixed[a] += own[a]
    x, y, z = _from_euler(mixed[0], mixed[1], mixed[2])
    ox, oy, oz = _from_euler(own[0], own[1], own[2])
    if mix == MIX_BEFORE:
        x, y, z = combine(x, y, z, ox), combine(x, y, z, oy), combine(x, y, z, oz)
    elif mix == MIX_AFTER:
        x, y, z = combine(ox, oy, oz, x), combine(ox, oy, oz, y), combine(ox, oy, oz, z)
    store_axis(m, OWN, 0, scaled(x, length(axis(m, OWN, 0, 0))))
    store_axis(m, OWN, 1, scaled(y, length(axis(m, OWN, 0, 1))))
    store_axis(m, OWN, 2, scaled(z, length(axis(m, OWN, 0, 2))))


@kernel
def _scale(m: Table, copies: Table, k: int) -> None:
    for a in range(3):
        size = length(axis(m, OWN, 0, a))
        if copies[k, AXES + a] != 0.0 and size > 1e-30:
            store_axis(m, OWN, a, scaled(axis(m, OWN, 0, a), length(axis(m, COPIED, 0, a)) / size))


@kernel
def _euler(m: Table, row: int) -> Vector:
    """Angles of R = Rz · Ry · Rx from the unit axes of m[row]."""
    x = unit(axis(m, row, 0, 0), (1.0, 0.0, 0.0))
    y = unit(axis(m, row, 0, 1), (0.0, 1.0, 0.0))
    z = unit(axis(m, row, 0, 2), (0.0, 0.0, 1.0))
    level = hypot(x[0], x[1])
    if level > 1e-9:
        return (atan2(y[2], z[2]), atan2(-x[2], level), atan2(x[1], x[0]))
    return (atan2(-z[1], y[1]), atan2(-x[2], level), 0.0)


@kernel
def _from_euler(a: float, b: float, c: float) -> tuple[Vector, Vector, Vector]:
    """The axes of R = Rz(c) · Ry(b) · Rx(a)."""
    ca, sa, cb, sb, cc, sc = cos(a), sin(a), cos(b), sin(b), cos(c), sin(c)
    x = (cc * cb, sc * cb, -sb)
    y = (cc * sb * sa - sc * ca, sc * sb * sa + cc * ca, cb * sa)
    z = (cc * sb * ca + sc * sa, sc * sb * ca - cc * sa, cb * ca)
    return x, y, z


@kernel
def _blend(matrices: Table, owner: int, m: Table, influence: float) -> None:
    """Move the owner towards m[OWN]: location on a line, rotation on an arc, stretch and shear linearly."""
    if influence >= 1.0:
        for n in range(12):
            matrices[owner, n] = m[OWN, n]
        return
    for n in range(12):
        m[COPIED, n] = matrices[owner, n]
    qa, qb = _polar(m, COPIED), _polar(m, OWN)
    q = slerp(qa, qb, influence)
    for c in range(3):
        # the stretch part of each is Rᵀ · M, column by column
        a = rotate(inverse(qa), axis(m, COPIED, 0, c))
        b = rotate(inverse(qb), axis(m, OWN, 0, c))
        store_axis(matrices, owner, c, rotate(q, add(a, scaled(subtract(b, a), influence))))
    a, b = axis(m, COPIED, 0, 3), axis(m, OWN, 0, 3)
    store_axis(matrices, owner, 3, add(a, scaled(subtract(b, a), influence)))


@kernel
def _polar(m: Table, row: int) -> Quaternion:
    """The rotation of the polar decomposition of m[row] (Higham 1986: average with the inverse transpose)."""
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    for _ in range(24):
        volume = dot(x, cross(y, z))
        if abs(volume) < 1e-30:
            return orientation(m, row)
        ix, iy, iz = (
            scaled(cross(y, z), 1.0 / volume),
            scaled(cross(z, x), 1.0 / volume),
            scaled(cross(x, y), 1.0 / volume),
        )
        nx, ny, nz = scaled(add(x, ix), 0.5), scaled(add(y, iy), 0.5), scaled(add(z, iz), 0.5)
        moved = length(subtract(nx, x)) + length(subtract(ny, y)) + length(subtract(nz, z))
        x, y, z = nx, ny, nz
        if moved < 1e-14:
            break
    if dot(x, cross(y, z)) < 0.0:
        x, y, z = scaled(x, -1.0), scaled(y, -1.0), scaled(z, -1.0)
    return to_quaternion(x, y, z)
