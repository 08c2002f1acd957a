"""One constraint other than IK acts on its owner.

Owner and target are brought into the spaces that the constraint names, the kind does its work there, and the result is
brought back and blended with the owner by the influence: positions on a line, rotations on an arc, stretch and shear
linearly. A limit that is kept already leaves the owner's bits alone.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    CONSTRAINT_KIND,
    COPY_LOCATION,
    COPY_ROTATION,
    COPY_SCALE,
    COPY_TRANSFORMS,
    DAMPED_TRACK,
    HEAD_TAIL,
    INFLUENCE,
    LENGTH,
    LIMIT_DISTANCE,
    LIMIT_LOCATION,
    LIMIT_ROTATION,
    LIMIT_SCALE,
    OTHER,
    OWN,
    OWNER,
    OWNER_SPACE,
    TARGET,
    TARGET_SPACE,
    Table,
)
from pantin.solver.constraints.copying import copy_location, copy_rotation, copy_scale, copy_transforms
from pantin.solver.constraints.limiting import limit_distance, limit_location, limit_rotation, limit_scale
from pantin.solver.constraints.spaces import enter, leave
from pantin.solver.constraints.tracking import track
from pantin.solver.constraints.transforming import transform
from pantin.solver.maths.rotations import (
    Quaternion,
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
)


@kernel
def constrain(bones: Table, constraints: Table, k: int, matrices: Table, stretches: Table) -> None:
    """Let constraint `k` act on its owner."""
    owner, target = int(constraints[k, OWNER]), int(constraints[k, TARGET])
    space = constraints[k, OWNER_SPACE]
    both = np.empty((2, 16))
    _take(both, OWN, matrices, owner)
    enter(bones, owner, both, OWN, space, matrices, stretches)
    if target >= 0:
        _take(both, OTHER, matrices, target)
        along = scaled(axis(both, OTHER, 0, 1), constraints[k, HEAD_TAIL] * bones[target, LENGTH])
        store_axis(both, OTHER, 3, add(axis(both, OTHER, 0, 3), along))
        enter(bones, target, both, OTHER, constraints[k, TARGET_SPACE], matrices, stretches)
    if _act(both, constraints, k):
        leave(bones, owner, both, OWN, space, matrices, stretches)
        _blend(matrices, owner, both, constraints[k, INFLUENCE])


@kernel
def _act(both: Table, constraints: Table, k: int) -> bool:
    """Change both[OWN] as the kind of constraint `k` does, and say whether it had anything to change."""
    kind = constraints[k, CONSTRAINT_KIND]
    if kind == COPY_LOCATION:
        return copy_location(both, constraints, k)
    if kind == COPY_ROTATION:
        return copy_rotation(both, constraints, k)
    if kind == COPY_SCALE:
        return copy_scale(both, constraints, k)
    if kind == COPY_TRANSFORMS:
        return copy_transforms(both)
    if kind == DAMPED_TRACK:
        return track(both, constraints, k)
    if kind == LIMIT_LOCATION:
        return limit_location(both, constraints, k)
    if kind == LIMIT_ROTATION:
        return limit_rotation(both, constraints, k)
    if kind == LIMIT_SCALE:
        return limit_scale(both, constraints, k)
    if kind == LIMIT_DISTANCE:
        return limit_distance(both, constraints, k)
    return transform(both, constraints, k)


@kernel
def _take(both: Table, row: int, matrices: Table, i: int) -> None:
    for n in range(16):
        both[row, n] = matrices[i, n]


@kernel
def _blend(matrices: Table, owner: int, m: Table, influence: float) -> None:
    """Move the owner towards m[OWN]: location on a line, rotation on an arc, stretch and shear linearly."""
    if influence >= 1.0:
        for n in range(12):
            matrices[owner, n] = m[OWN, n]
        return
    _take(m, OTHER, matrices, owner)
    qa, qb = _polar(m, OTHER), _polar(m, OWN)
    q = slerp(qa, qb, influence)
    for c in range(3):
        # the stretch part of each is Rᵀ · M, column by column
        a = rotate(inverse(qa), axis(m, OTHER, 0, c))
        b = rotate(inverse(qb), axis(m, OWN, 0, c))
        store_axis(matrices, owner, c, rotate(q, add(a, scaled(subtract(b, a), influence))))
    a, b = axis(m, OTHER, 0, 3), axis(m, OWN, 0, 3)
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
