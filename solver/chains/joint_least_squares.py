"""One joint and several wishes: what CCD and FABRIK ask again and again, and the turn that serves them best.

A wish is a rotation vector and how much it weighs in each direction: to point at a place is no wish about the twist.
The weights and the weighted wishes are added up; the turn is what least squares makes of them, about the axes that the
joint has left: a locked one, and one that stands on its bound and would be pushed out, take no part.
"""

from __future__ import annotations

from pantin.solver.chains.chain import bounds
from pantin.solver.chains.goals import turn_axes
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import BOUNDED, COORDS, EASE, OUTWARD, Table
from pantin.solver.maths.joint_coordinates import stopped
from pantin.solver.maths.rotations import (
    Vector,
    add,
    cross,
    dot,
    length,
    logarithm,
    perpendicular,
    scaled,
    shortest_arc,
    store,
    subtract,
    vector,
)

FAINT = 1e-6
"""What a direction weighs that no wish is about, in parts of all weights: it stays as it is.

Less would let the rounding of what is wished for turn the joint about it.
"""

WISH_ROWS = 4
"""Rows of a table of wishes, each a vector in armature space: the weights, a symmetric matrix, and the weighted sum."""


@kernel
def forget(wish: Table) -> None:
    """Begin with no wish."""
    for r in range(WISH_ROWS):
        store(wish, r, 0, (0.0, 0.0, 0.0))


@kernel
def wish_to_point(wish: Table, now: Vector, wanted: Vector, weight: float) -> None:
    """Wish that `now`, an arm from the joint, pointed along `wanted`. A long arm counts for more, by its square."""
    arm, way = length(now), length(wanted)
    if arm < 1e-12 or way < 1e-12:
        return
    along = scaled(now, 1.0 / arm)
    turn = logarithm(shortest_arc(along, scaled(wanted, 1.0 / way), perpendicular(along)))
    heavy = weight * arm * arm
    for r in range(3):
        e = (1.0 if r == 0 else 0.0, 1.0 if r == 1 else 0.0, 1.0 if r == 2 else 0.0)
        row = scaled(subtract(e, scaled(along, dot(e, along))), heavy)
        store(wish, r, 0, add(vector(wish, r, 0), row))
    store(wish, 3, 0, add(vector(wish, 3, 0), scaled(turn, heavy)))


@kernel
def wish_to_turn(wish: Table, turn: Vector, weight: float) -> None:
    """Wish for a turn as it is, a rotation vector."""
    for r in range(3):
        wish[r, r] += weight
    store(wish, 3, 0, add(vector(wish, 3, 0), scaled(turn, weight)))


@kernel
def best_turn(joints: Table, j: int, wish: Table) -> Vector:
    """How the three coordinates of joint `j` should grow. Where a bound is in the way the turn slides along it."""
    nothing = (0.0, 0.0, 0.0)
    x, y, z = turn_axes(joints, j)
    x = x if joints[j, EASE] > 0.0 else nothing
    y = y if joints[j, EASE + 1] > 0.0 else nothing
    z = z if joints[j, EASE + 2] > 0.0 else nothing
    d = _fitted(wish, x, y, z)
    if joints[j, BOUNDED] != 0.0:
        lower, upper = bounds(joints, j)
        sx, t, sz = vector(joints, j, COORDS)
        if (t >= upper[1] and d[1] > 0.0) or (t <= lower[1] and d[1] < 0.0):
            y = nothing
        bx, bz = stopped(lower[0], upper[0], sx, d[0]), stopped(lower[2], upper[2], sz, d[2])
        nx, nz = joints[j, OUTWARD], joints[j, OUTWARD + 1]
        if d[0] * nx + d[2] * nz <= 0.0:
            nx, nz = 0.0, 0.0
        x = nothing if bx else x
        z = nothing if bz else z
        if bx or bz or (nx == 0.0 and nz == 0.0):
            d = _fitted(wish, x, y, z)
        else:
            d = _fitted(wish, subtract(scaled(x, nz), scaled(z, nx)), y, nothing)
            d = (nz * d[0], d[1], -nx * d[0])
    return (d[0] * joints[j, EASE], d[1] * joints[j, EASE + 1], d[2] * joints[j, EASE + 2])


@kernel
def _fitted(wish: Table, x: Vector, y: Vector, z: Vector) -> Vector:
    """The turns about the three axes whose sum comes nearest to what is wished; 0 about an axis of no length."""
    faint = FAINT * (wish[0, 0] + wish[1, 1] + wish[2, 2]) + 1e-300
    wx, wy, wz = _weighed(wish, x), _weighed(wish, y), _weighed(wish, z)
    xy, xz, yz = dot(x, wy), dot(x, wz), dot(y, wz)
    a = (dot(x, wx) + faint, xy, xz)
    b = (xy, dot(y, wy) + faint, yz)
    c = (xz, yz, dot(z, wz) + faint)
    wished = vector(wish, 3, 0)
    right = (dot(x, wished), dot(y, wished), dot(z, wished))
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    volume = dot(a, bc)
    if volume < 1e-250:
        return (0.0, 0.0, 0.0)
    return scaled(add(add(scaled(bc, right[0]), scaled(ca, right[1])), scaled(ab, right[2])), 1.0 / volume)


@kernel
def _weighed(wish: Table, v: Vector) -> Vector:
    return (dot(vector(wish, 0, 0), v), dot(vector(wish, 1, 0), v), dot(vector(wish, 2, 0), v))
