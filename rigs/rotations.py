"""Rotations in numpy: quaternions, matrices and rotation vectors, one or many at once.

Shapes end in (…, 4) for unit quaternions [x, y, z, w], in (…, 3, 3) for matrices, which act on columns, and in (…, 3)
for rotation vectors, axis times angle. What comes before broadcasts; angles are radians. Single ones, of which edits
make many, take plain floats through the same formulas. Documents hold quaternions as tuples: `rigs.vectors.four`.
Kernels, which numba compiles, have their own: `solver.maths.rotations`.
"""

from __future__ import annotations

from math import atan2, cos, pi, sin, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import across, cross

Floats = NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

SHORTEST = 1e-12
"""A vector that is shorter has no direction, and turns nothing."""

SHORTEST_QUATERNION = 1e-9
"""A quaternion that is not longer than this is no rotation."""

LONGEST_QUATERNION = 1e150
"""Numbers of a quaternion that are larger are scaled down first: their squares would overflow."""

OPPOSITE = 1e-13
"""1 + cosine of two directions for which every arc is equally short."""

NEAR = 1e-6
"""Sine of half the angle between rotations below which a straight line serves for the arc between them."""


# Quaternions


def normalised(quaternions: ArrayLike) -> Floats:
    """Return quaternions (…, 4) of any length with length 1; one of zeros does not turn."""
    q = np.asarray(quaternions, np.float64)
    largest = np.abs(q).max(axis=-1, keepdims=True)
    q = q / np.where(largest > LONGEST_QUATERNION, largest, 1.0)
    length2 = np.einsum("...i,...i->...", q, q)[..., None]
    still = length2 < SHORTEST_QUATERNION**2
    return np.where(still, (0.0, 0.0, 0.0, 1.0), q / np.sqrt(np.where(still, 1.0, length2)))


def canonical(x: float, y: float, z: float, w: float) -> Quaternion:
    """Return the one of both quaternions of a rotation whose w is not negative."""
    return (x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w)


def without_sign_flips(quaternions: Floats) -> Floats:
    """Return quaternions (f, …, 4) of frames, with signs such that each follows the shorter arc from the one before."""
    if len(quaternions) < 2:
        return quaternions
    turned = np.einsum("...i,...i->...", quaternions[1:], quaternions[:-1]) < 0.0
    signs = np.where(np.cumsum(turned, axis=0) % 2, -1.0, 1.0)
    found = quaternions.copy()
    found[1:] *= signs[..., None]
    return found


def multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """Return the quaternion products ab (…, 4): the rotation `b`, then `a` (Hamilton, 1844)."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if a.ndim == b.ndim == 1:
        return np.array(_product(*a.tolist(), *b.tolist()))
    return np.stack(_product(*np.moveaxis(a, -1, 0), *np.moveaxis(b, -1, 0)), -1)


def _product(
    ax: Number, ay: Number, az: Number, aw: Number, bx: Number, by: Number, bz: Number, bw: Number
) -> tuple[Number, Number, Number, Number]:
    """Return the parts of the product of two quaternions, in numbers or in arrays of them."""
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def quaternion_about(axes: ArrayLike, angles: ArrayLike) -> Floats:
    """Return the unit quaternions (…, 4) of rotations about unit axes (…, 3) by angles (…)."""
    axes, angles = np.asarray(axes, np.float64), np.asarray(angles, np.float64)
    if axes.ndim + angles.ndim == 1:
        return np.array((*(sin(0.5 * float(angles)) * axes).tolist(), cos(0.5 * float(angles))))
    halves = 0.5 * angles[..., None]
    vectors = np.sin(halves) * axes
    return np.concatenate((vectors, np.broadcast_to(np.cos(halves), (*vectors.shape[:-1], 1))), -1)


def slerp(start: ArrayLike, end: ArrayLike, share: ArrayLike) -> Floats:
    """Return the rotations (…, 4) at `share` (…) of the shorter arc between unit quaternions (Shoemake, 1985).

    A share below 0 or above 1 goes on along the arc.
    """
    start, end, share = np.asarray(start), np.asarray(end), np.asarray(share)[..., None]
    cosine = np.einsum("...i,...i->...", start, end)[..., None]
    end, cosine = np.where(cosine < 0.0, -end, end), np.minimum(np.abs(cosine), 1.0)
    arc = np.arccos(cosine)
    sine = np.sin(arc)
    near = sine < NEAR
    safe = np.where(near, 1.0, sine)
    first = np.where(near, 1.0 - share, np.sin((1.0 - share) * arc) / safe)
    second = np.where(near, share, np.sin(share * arc) / safe)
    found = first * start + second * end
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))


# Matrices


def matrix_from_quaternion(quaternions: ArrayLike) -> Floats:
    """Return the rotation matrices (…, 3, 3) of unit quaternions (…, 4)."""
    q = np.asarray(quaternions, np.float64)
    if q.ndim == 1:
        return np.array(_rows_of_matrix(*q.tolist()))
    found = np.empty((*q.shape[:-1], 3, 3))
    for i, row in enumerate(_rows_of_matrix(*np.moveaxis(q, -1, 0))):
        for j, column in enumerate(row):
            found[..., i, j] = column
    return found


def _rows_of_matrix(x: Number, y: Number, z: Number, w: Number) -> tuple[tuple[Number, Number, Number], ...]:
    """Return the rows of the matrix of a quaternion, in numbers or in arrays of them."""
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def quaternion_from_matrix(matrices: ArrayLike) -> Floats:
    """Return the unit quaternions (…, 4) of rotation matrices (…, 3, 3), from the largest part (Shepperd, 1978)."""
    m = np.asarray(matrices, np.float64)
    if m.ndim == 2:
        return np.array(_quaternion_from_one(m))
    trace = np.trace(m, axis1=-2, axis2=-1)
    squares = np.stack((m[..., 0, 0], m[..., 1, 1], m[..., 2, 2], trace), -1) * 2.0 - trace[..., None] + 1.0
    xy, xz, yz = m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1]
    xw, yw, zw = m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]
    products = np.stack(
        (
            np.stack((squares[..., 0], xy, xz, xw), -1),
            np.stack((xy, squares[..., 1], yz, yw), -1),
            np.stack((xz, yz, squares[..., 2], zw), -1),
            np.stack((xw, yw, zw, squares[..., 3]), -1),
        ),
        -2,
    )
    found = np.take_along_axis(products, np.argmax(squares, -1)[..., None, None], -2)[..., 0, :]
    return np.asarray(found / np.linalg.norm(found, axis=-1, keepdims=True))


def _quaternion_from_one(matrix: Floats) -> Quaternion:
    """Return the same of one matrix (3, 3), to the bit, in a twentieth of the time."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    trace = a + e + i
    squares = (a * 2.0 - trace + 1.0, e * 2.0 - trace + 1.0, i * 2.0 - trace + 1.0, trace * 2.0 - trace + 1.0)
    largest = max(range(4), key=squares.__getitem__)
    x, y, z, w = (
        (squares[0], b + d, c + g, h - f),
        (b + d, squares[1], f + h, c - g),
        (c + g, f + h, squares[2], d - b),
        (h - f, c - g, d - b, squares[3]),
    )[largest]
    length = sqrt(x * x + y * y + z * z + w * w)
    return (x / length, y / length, z / length, w / length)


def exp(vectors: ArrayLike) -> Floats:
    """Return the rotations (…, 3, 3) about vectors (…, 3) by their lengths (Rodrigues, 1840)."""
    v = np.asarray(vectors, np.float64)
    if v.ndim == 1:
        x, y, z = v.tolist()
        size = max(sqrt(x * x + y * y + z * z), SHORTEST)
        return _of_cross(x, y, z, sin(size) / size, 2.0 * (sin(0.5 * size) / size) ** 2)
    angles = _angles(v)
    return _of_crosses(v, np.sin(angles) / angles, 2.0 * (np.sin(0.5 * angles) / angles) ** 2)


def log(matrices: ArrayLike) -> Floats:
    """Return the rotation vectors (…, 3) of rotation matrices (…, 3, 3), of half a turn at most.

    By their quaternions, which have no singular case; at half a turn either sign of the axis is right.
    """
    q = quaternion_from_matrix(matrices)
    if q.ndim == 1:
        x, y, z, w = canonical(*q.tolist())
        sine = sqrt(x * x + y * y + z * z)
        factor = 2.0 * atan2(sine, w) / sine if sine > SHORTEST else 2.0
        return np.array((factor * x, factor * y, factor * z))
    q = np.where(q[..., 3:] < 0.0, -q, q)
    sines = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    some = sines > SHORTEST
    factors = np.where(some, 2.0 * np.arctan2(sines, q[..., 3:]) / np.where(some, sines, 1.0), 2.0)
    return np.asarray(factors * q[..., :3])


def left_jacobian(vectors: ArrayLike) -> Floats:
    """Return the derivatives (…, 3, 3) of `exp` at rotation vectors (…, 3), as rotation vectors that follow it.

    exp(v + d) = exp(J d) · exp(v) for small d (Solà, Deray, Atchuthan, A micro Lie theory, 2018).
    """
    v = np.asarray(vectors, np.float64)
    angles = _angles(v)
    twice = np.where(angles < 1e-3, 1.0 / 6.0, (1.0 - np.sin(angles) / angles) / (angles * angles))
    return _of_crosses(v, 2.0 * (np.sin(0.5 * angles) / angles) ** 2, twice)


def angle(matrices: ArrayLike) -> Floats:
    """Return the angles (…), 0 to π, by which rotations (…, 3, 3) turn."""
    return np.asarray(np.linalg.norm(log(matrices), axis=-1))


def interpolated(start: ArrayLike, end: ArrayLike, share: float) -> Floats:
    """Return the rotations (…, 3, 3) at `share` of the shorter arc between two."""
    start = np.asarray(start, np.float64)
    return np.asarray(exp(share * log(np.asarray(end) @ np.swapaxes(start, -1, -2))) @ start)


def shortest_arc(a: ArrayLike, b: ArrayLike, spare: ArrayLike | None = None) -> Floats:
    """Return the smallest rotations (…, 3, 3) from directions `a` (…, 3) to `b`; none where either has no length.

    Where they are opposite, it is half a turn about `spare` (…, 3), perpendicular to `a`, by default always the same.
    It is 1 + K + K² / (1 + cosine), with K the cross product with a × b; beyond a quarter turn 1 + cosine is
    sine² / (1 − cosine), which cancels nothing.
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if a.ndim == b.ndim == 1:
        return _arc_of_one(a, b, spare)
    u, v = np.broadcast_arrays(directions(a), directions(b))
    axes, cosines = np.cross(u, v), np.einsum("...i,...i->...", u, v)
    sharp, sines2 = cosines >= 0.0, np.einsum("...i,...i->...", axes, axes)
    over = np.where(sharp, 1.0 + cosines, np.maximum(sines2, SHORTEST**2))
    found = _of_crosses(axes, np.ones_like(cosines), np.where(sharp, 1.0, 1.0 - cosines) / over)
    opposite = 1.0 + cosines < OPPOSITE
    if opposite.any():
        axes = np.broadcast_to(directions(perpendicular(u) if spare is None else spare), u.shape)
        found = np.where(opposite[..., None, None], exp(pi * axes), found)
    return found


def _arc_of_one(a: Floats, b: Floats, spare: ArrayLike | None) -> Floats:
    """Return the same from one direction (3,) to another."""
    (ux, uy, uz), (vx, vy, vz) = directions(a).tolist(), directions(b).tolist()
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    cosine, sine2 = ux * vx + uy * vy + uz * vz, x * x + y * y + z * z
    if 1.0 + cosine < OPPOSITE:
        return exp(pi * directions(perpendicular(directions(a)) if spare is None else spare))
    return _of_cross(x, y, z, 1.0, 1.0 / (1.0 + cosine) if cosine >= 0.0 else (1.0 - cosine) / sine2)


# Directions and axes


def directions(vectors: ArrayLike, otherwise: ArrayLike = (0.0, 0.0, 0.0)) -> Floats:
    """Return vectors (…, 3) scaled to length 1; `otherwise` (…, 3) where they have no length."""
    v = np.asarray(vectors, np.float64)
    if v.ndim == 1:
        length = sqrt(float(v @ v))
        return v / length if length > SHORTEST else np.array(otherwise)
    lengths = np.linalg.norm(v, axis=-1, keepdims=True)
    return np.where(lengths > SHORTEST, v / np.maximum(lengths, SHORTEST), otherwise)


def signed_angle(a: ArrayLike, b: ArrayLike, line: ArrayLike) -> Floats:
    """Return the angles (…) from `a` (…, 3) to `b` about unit vectors `line` (…, 3), in (−π, π].

    What is along the line does not count.
    """
    line = np.asarray(line, np.float64)
    a, b = (across(np.asarray(each, np.float64), line) for each in (a, b))
    if a.ndim == b.ndim == 1:
        return np.asarray(atan2(float(cross(a, b) @ line), float(a @ b)))
    sines, cosines = (np.einsum("...i,...i->...", *pair) for pair in ((np.cross(a, b), line), (a, b)))
    return np.asarray(np.arctan2(sines, cosines))


def perpendicular(vectors: ArrayLike) -> Floats:
    """Return vectors (…, 3) perpendicular to others, always the same for the same; they are not of length 1."""
    v = np.asarray(vectors, np.float64)
    return np.cross(v, np.eye(3)[np.argmin(np.abs(v), -1)])


def axes_along(y: ArrayLike, x: ArrayLike) -> Floats:
    """Return right-handed axes (…, 3, 3), columns, with Y along `y` (…, 3) and X as near to `x` (…, 3) as can be.

    Without a length Y is +Y. Where nothing of `x` is across Y, X is perpendicular to it, always the same for that Y.
    """
    x, y = np.asarray(x, np.float64), directions(y, (0.0, 1.0, 0.0))
    if x.ndim == y.ndim == 1:
        return _axes_of_one(y, across(x, y))
    x, y = np.broadcast_arrays(x, y)
    x = x - np.einsum("...i,...i->...", x, y)[..., None] * y
    of_x = np.stack((1.0 - y[..., 0] ** 2, -y[..., 0] * y[..., 1], -y[..., 0] * y[..., 2]), -1)
    of_z = np.stack((-y[..., 2] * y[..., 0], -y[..., 2] * y[..., 1], 1.0 - y[..., 2] ** 2), -1)
    spare = np.where(np.abs(y[..., :1]) < 0.9, of_x, of_z)
    x = directions(x, spare / np.linalg.norm(spare, axis=-1, keepdims=True))
    return np.stack((x, y, np.cross(x, y)), -1)


def _axes_of_one(y: Floats, x: Floats) -> Floats:
    """Return the same (3, 3) of a unit vector (3,) and what is across it."""
    if float(x @ x) <= SHORTEST**2:
        x = across(np.eye(3)[0 if abs(y[0]) < 0.9 else 2], y)
    x = x / sqrt(float(x @ x))
    return np.array((x, y, cross(x, y))).T


def orthonormalised(axes: ArrayLike) -> Floats:
    """Return the rotations (…, 3, 3) of axes of any lengths and angles (Gram and Schmidt): Y first, then X.

    Shear is dropped. What mirrors is taken by its X and Y axes.
    """
    axes = np.asarray(axes, np.float64)
    return axes_along(axes[..., 1], axes[..., 0])


def aligning(y: ArrayLike, x: ArrayLike, to_y: ArrayLike, to_x: ArrayLike) -> Floats:
    """Return the rotations (…, 3, 3) that take directions `y` (…, 3) to `to_y`, and `x` as near to `to_x` as can be."""
    return np.asarray(axes_along(to_y, to_x) @ np.swapaxes(axes_along(y, x), -1, -2))


# Parts of the formulas


def cross_matrix(vectors: ArrayLike) -> Floats:
    """Return the matrices (…, 3, 3) that take the cross product of vectors (…, 3) with what they act on."""
    v = np.asarray(vectors, np.float64)
    return np.asarray((v @ _CROSS).reshape(*v.shape, 3))


_CROSS = np.array(
    ((0, 0, 0, 0, 0, -1, 0, 1, 0), (0, 0, 1, 0, 0, 0, -1, 0, 0), (0, -1, 0, 1, 0, 0, 0, 0, 0)), np.float64
)
"""The cross products with X, Y and Z, each a matrix in a row."""


def wrapped(angles: Number) -> Number:
    """Return angles brought into [−π, π): from one to the other the shorter way, as their difference."""
    return (angles + pi) % (2.0 * pi) - pi


def _angles(vectors: Floats) -> Floats:
    """Return the lengths (…) of rotation vectors (…, 3), none so small that it could not be divided by."""
    return np.asarray(np.maximum(np.sqrt((vectors * vectors).sum(axis=-1)), SHORTEST))


def _of_crosses(vectors: Floats, once: Floats, twice: Floats) -> Floats:
    """Return 1 + once · K + twice · K² (…, 3, 3), where K takes the cross product with vectors (…, 3)."""
    k = cross_matrix(vectors)
    return np.asarray(np.eye(3) + once[..., None, None] * k + twice[..., None, None] * (k @ k))


def _of_cross(x: float, y: float, z: float, once: float, twice: float) -> Floats:
    """Return the same (3, 3) of one vector."""
    xy, xz, yz = twice * x * y, twice * x * z, twice * y * z
    return np.array(
        (
            (1.0 - twice * (y * y + z * z), xy - once * z, xz + once * y),
            (xy + once * z, 1.0 - twice * (x * x + z * z), yz - once * x),
            (xz - once * y, yz + once * x, 1.0 - twice * (x * x + y * y)),
        )
    )
