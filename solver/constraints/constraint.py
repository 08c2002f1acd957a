"""Constraints other than IK: how one of them acts on its owner.

Owner and target are brought into the spaces that the constraint names, the kernel of its kind changes the owner there,
and the result is brought back and blended by the influence: positions linearly, rotations by slerp, stretch and shear
linearly. A limit that holds already leaves the owner as it is, to the bit.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling import layout
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.kinds import NUMBERS, kernels
from pantin.solver.constraints.spaces import into_space, out_of_space
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import (
    TINY,
    Quaternion,
    add,
    axis,
    cross,
    dot,
    inverse,
    length,
    rotate,
    rotation_along_y,
    scaled,
    slerp,
    store_axis,
    subtract,
    to_quaternion,
)


@kernel
def _nothing(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Do nothing, for a kind without a kernel.

    Takes `m` (2, 16) and `constraints` (c, CONSTRAINT_WIDTH) as other kernels of its kind do.
    """
    return False


_apply_kind = choice_of(kernels(NUMBERS), _nothing)


@shared_kernel
def constrain(
    bones: Table, constraints: Table, k: int, matrices: Table, stretches: Table, around: Surroundings
) -> None:
    """Apply constraint `k` to its owner among what is `around`: change its row of `matrices` (n, 16).

    Reads OFFSET, REST, LENGTH, PARENT_BONE and FLAGS of `bones` (n, BONE_WIDTH); CONSTRAINT_KIND, OWNER, TARGET,
    OWNER_SPACE, TARGET_SPACE, INFLUENCE, SPACE_BONE, HEAD_TAIL and TARGETS of `constraints` (c, CONSTRAINT_WIDTH);
    `matrices` (n, 16); and `stretches` (n, 2). Writes `matrices`.
    """
    owner, target = int(constraints[k, layout.OWNER]), int(constraints[k, layout.TARGET])
    space, other = constraints[k, layout.OWNER_SPACE], int(constraints[k, layout.SPACE_BONE])
    count = int(constraints[k, layout.TARGETS])
    both = np.empty((2 if count == 0 else layout.FIRST_TARGET_ROW + 2 * count, 16))
    _copy_matrix(both, layout.OWNER_ROW, matrices, owner, 0)
    into_space(bones, owner, both, layout.OWNER_ROW, space, other, matrices, stretches)
    if target >= 0:
        _copy_matrix(both, layout.TARGET_ROW, matrices, target, 0)
        along = scaled(
            axis(both, layout.TARGET_ROW, 0, 1), constraints[k, layout.HEAD_TAIL] * bones[target, layout.LENGTH]
        )
        store_axis(both, layout.TARGET_ROW, 3, add(axis(both, layout.TARGET_ROW, 0, 3), along))
        read_in = constraints[k, layout.TARGET_SPACE]
        beside = owner if read_in == layout.SPACE_LOCAL_OWNER else other
        if read_in == layout.SPACE_OF_OWNER:
            into_space(bones, owner, both, layout.TARGET_ROW, space, other, matrices, stretches)
        else:
            into_space(bones, target, both, layout.TARGET_ROW, read_in, beside, matrices, stretches)
    if count > 0:
        _add_targets(bones, constraints, k, both, matrices)
    if _apply_kind(int(constraints[k, layout.CONSTRAINT_KIND]), both, constraints, k, around):
        out_of_space(bones, owner, both, layout.OWNER_ROW, space, other, matrices, stretches)
        _blend(matrices, owner, both, constraints[k, layout.INFLUENCE])


@kernel
def _add_targets(bones: Table, constraints: Table, k: int, both: Table, matrices: Table) -> None:
    """Fill in the owner at rest, and each of several targets as posed and at rest.

    Reads REST of `bones` (n, BONE_WIDTH); OWNER, TARGET and TARGETS of `constraints` (c, CONSTRAINT_WIDTH); and
    `matrices` (n, 16). Writes `both` (FIRST_TARGET_ROW + 2 t, 16).
    """
    _copy_matrix(both, layout.OWNER_REST_ROW, bones, int(constraints[k, layout.OWNER]), layout.REST)
    for j in range(int(constraints[k, layout.TARGETS])):
        target = int(constraints[k + 1 + j, layout.TARGET])
        _copy_matrix(both, layout.FIRST_TARGET_ROW + 2 * j, matrices, target, 0)
        _copy_matrix(both, layout.FIRST_TARGET_ROW + 2 * j + 1, bones, target, layout.REST)


@kernel
def _copy_matrix(both: Table, row: int, rows: Table, i: int, at: int) -> None:
    """Copy the matrix that begins in column `at` of rows[i].

    Reads the columns from `at` on of `rows` (n, at + 16 or more). Writes `both` (r, 16).
    """
    for n in range(16):
        both[row, n] = rows[i, at + n]


@kernel
def _blend(matrices: Table, owner: int, m: Table, influence: float) -> None:
    """Blend the owner's matrix towards m[OWNER_ROW]: location linear, rotation slerp, stretch and shear linear.

    Reads `matrices` (n, 16) and `m` (2, 16). Writes `matrices` and `m`.
    """
    if influence >= 1.0:
        for n in range(12):
            matrices[owner, n] = m[layout.OWNER_ROW, n]
        return
    _copy_matrix(m, layout.TARGET_ROW, matrices, owner, 0)
    qa, qb = _polar(m, layout.TARGET_ROW, layout.OWNER_ROW), _polar(m, layout.OWNER_ROW, layout.TARGET_ROW)
    q = slerp(qa, qb, influence)
    for c in range(3):
        # the stretch part of each is Rᵀ · M, column by column
        a = rotate(inverse(qa), axis(m, layout.TARGET_ROW, 0, c))
        b = rotate(inverse(qb), axis(m, layout.OWNER_ROW, 0, c))
        store_axis(matrices, owner, c, rotate(q, add(a, scaled(subtract(b, a), influence))))
    a, b = axis(m, layout.TARGET_ROW, 0, 3), axis(m, layout.OWNER_ROW, 0, 3)
    store_axis(matrices, owner, 3, add(a, scaled(subtract(b, a), influence)))


@kernel
def _polar(m: Table, row: int, other: int) -> Quaternion:
    """Return the rotation of the polar decomposition of m[row] (Higham 1986: averages with the inverse transpose).

    Axes that are scaled to nothing point as those of m[other].

    Reads `m` (2, 16).
    """
    x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
    for _ in range(24):
        volume = dot(x, cross(y, z))
        if abs(volume) < 1e-30:
            return _flat_rotation(m, row, other)
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


@kernel
def _flat_rotation(m: Table, row: int, other: int) -> Quaternion:
    """Return the rotation of m[row], of which an axis is nothing, its Y axis kept; what is nothing points as in
    m[other].

    Reads `m` (2, 16).
    """
    x, y = axis(m, row, 0, 0), axis(m, row, 0, 1)
    x = x if length(x) > TINY else axis(m, other, 0, 0)
    return rotation_along_y(x, y if length(y) > TINY else axis(m, other, 0, 1))
