"""Armature: the owner goes the way that several bones together go from their rest, each by its weight.

Movements are blended as matrices; or, to keep the volume, as dual quaternions (Kavan et al. 2008), which turn on an
arc. Then what a movement has of scale and shear is taken out, blended by itself, and applied first.
"""

from __future__ import annotations

import numpy as np

from pantin.rigs.constraints import Armature
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.axes import apply_axes, move_matrix, move_point
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    inverse,
    multiply,
    normalised,
    orientation,
    rotate,
    scaled,
    store_axis,
    subtract,
)

KEEP_VOLUME, FROM_HERE = columns.OWN, columns.OWN + 1

NO_WEIGHT = 1e-12
"""Weights that add up to less carry nothing."""


def write(row: Row, armature: Armature) -> None:
    """Write the settings. The targets are rows of their own."""
    row[KEEP_VOLUME], row[FROM_HERE] = armature.keep_volume, armature.from_here


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Blend the movements and move the owner by what comes of them.

    Reads `m` (FIRST_TARGET_ROW + 2 t, 16); and INFLUENCE, TARGETS, KEEP_VOLUME and FROM_HERE of `constraints`
    (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    total = 0.0
    for j in range(int(constraints[k, at.TARGETS])):
        total += constraints[k + 1 + j, at.INFLUENCE]
    if total < NO_WEIGHT:
        return False
    moved = np.zeros((2, 16))
    if constraints[k, KEEP_VOLUME] != 0.0:
        _blend_turns(m, constraints, k, total, moved)
    else:
        _blend_matrices(m, constraints, k, total, moved)
    move_matrix(moved, 0, m, at.OWNER_ROW)
    return True


@kernel
def _movement(m: Table, j: int, moved: Table) -> None:
    """Write to moved[1] how target `j` has moved from its rest: its pose times the inverse of its rest, a rotation.

    Reads `m` (FIRST_TARGET_ROW + 2 t, 16) and `moved` (2, 16). Writes `moved`.
    """
    row = at.FIRST_TARGET_ROW + 2 * j
    for c in range(3):
        back = (m[row + 1, 4 * c], m[row + 1, 4 * c + 1], m[row + 1, 4 * c + 2])
        x, y, z = axis(m, row, 0, 0), axis(m, row, 0, 1), axis(m, row, 0, 2)
        store_axis(moved, 1, c, apply_axes(x, y, z, back))
    x, y, z = axis(moved, 1, 0, 0), axis(moved, 1, 0, 1), axis(moved, 1, 0, 2)
    store_axis(moved, 1, 3, subtract(axis(m, row, 0, 3), apply_axes(x, y, z, axis(m, row + 1, 0, 3))))


@kernel
def _blend_matrices(m: Table, constraints: Table, k: int, total: float, moved: Table) -> None:
    """Write to moved[0] the weighted mean of the movements.

    Reads `m` (FIRST_TARGET_ROW + 2 t, 16); INFLUENCE and TARGETS of `constraints` (c, CONSTRAINT_WIDTH); and `moved`
    (2, 16). Writes `moved`.
    """
    for j in range(int(constraints[k, at.TARGETS])):
        _movement(m, j, moved)
        part = constraints[k + 1 + j, at.INFLUENCE] / total
        for n in range(12):
            moved[0, n] += part * moved[1, n]


@kernel
def _blend_turns(m: Table, constraints: Table, k: int, total: float, moved: Table) -> None:
    """Write to moved[0] the blend of the movements as dual quaternions, after that of their scales about a point.

    Reads `m` (FIRST_TARGET_ROW + 2 t, 16); INFLUENCE, TARGETS and FROM_HERE of `constraints` (c, CONSTRAINT_WIDTH); and
    `moved` (2, 16). Writes `moved`.
    """
    point = axis(m, at.OWNER_ROW, 0, 3) if constraints[k, FROM_HERE] != 0.0 else axis(m, at.OWNER_REST_ROW, 0, 3)
    turn, dual = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    for j in range(int(constraints[k, at.TARGETS])):
        part = constraints[k + 1 + j, at.INFLUENCE] / total
        if part == 0.0:
            continue
        _movement(m, j, moved)
        row = at.FIRST_TARGET_ROW + 2 * j
        q = multiply(orientation(m, row), inverse(orientation(m, row + 1)))
        place = move_point(moved, 1, point)
        t = subtract(place, rotate(q, point))
        for c in range(3):
            scale = rotate(inverse(q), axis(moved, 1, 0, c))
            store_axis(moved, 0, c, add(axis(moved, 0, 0, c), scaled(scale, part)))
        side = part if turn[0] * q[0] + turn[1] * q[1] + turn[2] * q[2] + turn[3] * q[3] >= 0.0 else -part
        half = multiply((0.5 * t[0], 0.5 * t[1], 0.5 * t[2], 0.0), q)
        turn, dual = _sum(turn, q, side), _sum(dual, half, side)
    _compose(moved, turn, dual, point)


@kernel
def _sum(a: Quaternion, b: Quaternion, part: float) -> Quaternion:
    """Return `a` and this part of `b`, number by number."""
    return (a[0] + part * b[0], a[1] + part * b[1], a[2] + part * b[2], a[3] + part * b[3])


@kernel
def _compose(moved: Table, turn: Quaternion, dual: Quaternion, point: Vector) -> None:
    """Make moved[0], which scales about `point`, the whole: scaled first, then turned and moved.

    Reads `moved` (2, 16). Writes `moved`.
    """
    square = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]
    q = normalised(turn)
    t = multiply(dual, inverse(turn))
    shift = scaled((t[0], t[1], t[2]), 2.0 / square if square > 0.0 else 0.0)
    for c in range(3):
        store_axis(moved, 0, c, rotate(q, axis(moved, 0, 0, c)))
    x, y, z = axis(moved, 0, 0, 0), axis(moved, 0, 0, 1), axis(moved, 0, 0, 2)
    place = subtract(add(shift, rotate(q, point)), apply_axes(x, y, z, point))
    store_axis(moved, 0, 3, place)
