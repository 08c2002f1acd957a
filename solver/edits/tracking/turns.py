"""Rotations as matrices (3, 3) in armature axes: the shortest arcs, parts of turns, and turns as vectors."""

from __future__ import annotations

from math import acos, atan2, cos, pi, sin, sqrt

import numpy as np

from pantin.rigs.vectors import Matrix, Vector, cross, perpendicular, smoothstep

OPPOSITE = -1.0 + 1e-9
"""Cosine of two directions for which every arc is equally short."""
SMALLEST = 1e-12


def length(v: Vector) -> float:
    """The length of a vector (3,); for single vectors quicker than numpy's norm."""
    return sqrt(float(v @ v))


def rotation(vector: Vector) -> Matrix:
    """The rotation about a vector (3,) by its length, radians."""
    x, y, z = vector.tolist()
    angle = sqrt(x * x + y * y + z * z)
    if angle < SMALLEST:
        return np.eye(3)
    c, s = cos(angle), sin(angle) / angle
    t = (1.0 - c) / (angle * angle)
    return np.array(
        (
            (c + t * x * x, t * x * y - s * z, t * x * z + s * y),
            (t * x * y + s * z, c + t * y * y, t * y * z - s * x),
            (t * x * z - s * y, t * y * z + s * x, c + t * z * z),
        )
    )


def vector_of(turn: Matrix) -> Vector:
    """The rotation vector (3,) of a rotation, of no more than half a turn."""
    (a, b, c), (d, e, f), (g, h, i) = turn.tolist()
    axis = np.array((h - f, c - g, d - b))
    sine, cosine = length(axis) / 2.0, (a + e + i - 1.0) / 2.0
    if sine > 1e-7:
        return np.asarray(axis * (atan2(sine, cosine) / (2.0 * sine)))
    if cosine > 0.0:
        return axis / 2.0
    squares = (turn + np.eye(3)) / 2.0  # half a turn: the columns are the axis times its numbers
    column = squares[:, int(np.argmax(np.diag(squares)))]
    return np.asarray(column / length(column) * np.pi)


def eased(number: float, low: float, high: float) -> float:
    """0 to 1 from low to high, smoothly."""
    return float(smoothstep(max(0.0, min(1.0, (number - low) / (high - low)))))


def part_way(before: Matrix, after: Matrix, amount: float) -> Matrix:
    """The rotation (3, 3) on the shortest way from one to another."""
    return rotation(amount * vector_of(after @ before.T)) @ before


def swing_matrix(before: Vector, after: Vector) -> Matrix:
    """The rotation (3, 3) by the shortest arc from one unit vector (3,) to another.

    `rigs.vectors.shortest_arc` for directions that are known to be of length 1, by axis and angle. The two differ by
    rounding alone; with this one a motion that is tracked again gives the clip that it gave before, to the bit.
    """
    cosine = float(before @ after)
    if cosine < OPPOSITE:
        aside = perpendicular(before)
        return rotation(np.pi * aside / length(aside))
    axis = cross(before, after)
    sine = length(axis)
    if sine < SMALLEST:
        return np.eye(3)
    return rotation(axis * (acos(max(-1.0, min(1.0, cosine))) / sine if cosine < 0.9 else atan2(sine, cosine) / sine))


def about_up(angle: float) -> Matrix:
    """The rotation (3, 3) about Z by an angle in radians."""
    c, s = cos(angle), sin(angle)
    return np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


def heading_of(way: Vector) -> float:
    """The angle about Z at which a vector (3,) points, from -Y: 0 is ahead, a quarter turn is the left."""
    return atan2(float(way[0]), -float(way[1]))


def between(a: float, b: float) -> float:
    """The way from one heading to another, radians, at most half a turn."""
    return (b - a + pi) % (2.0 * pi) - pi


def cross_matrices(vectors: Matrix) -> Matrix:
    """By vector (n, 3) the matrix (n, 3, 3) that takes its cross product with what it acts on."""
    return np.asarray((vectors @ _CROSS).reshape(-1, 3, 3))


_CROSS = np.array(
    ((0, 0, 0, 0, 0, -1, 0, 1, 0), (0, 0, 1, 0, 0, 0, -1, 0, 0), (0, -1, 0, 1, 0, 0, 0, 0, 0)), np.float64
)
"""The cross products with X, Y and Z, each a matrix in a row."""


def rotations(vectors: Matrix) -> Matrix:
    """The rotations (n, 3, 3) about vectors (n, 3) by their lengths, radians, as of Rodrigues."""
    angles = _angles(vectors)
    return _of_crosses(vectors, _sine_share(angles), _sine_share(angles / 2.0) ** 2 / 2.0)


def left_jacobians(vectors: Matrix) -> Matrix:
    """By rotation vector (n, 3) how a change of it turns what it has turned already, (n, 3, 3)."""
    angles = _angles(vectors)
    twice = np.where(angles < 1e-3, 1.0 / 6.0, (1.0 - _sine_share(angles)) / (angles * angles))
    return _of_crosses(vectors, _sine_share(angles / 2.0) ** 2 / 2.0, twice)


def _angles(vectors: Matrix) -> Vector:
    """The lengths (n,) of rotation vectors, none of them so small that it could not be divided by."""
    return np.asarray(np.maximum(np.sqrt((vectors * vectors).sum(axis=1)), SMALLEST))


def _sine_share(angles: Vector) -> Vector:
    """The sines of angles above 0, in parts of these."""
    return np.asarray(np.sin(angles) / angles)


def _of_crosses(vectors: Matrix, once: Vector, twice: Vector) -> Matrix:
    """One, and so much of the cross product with each vector (n, 3), taken once and twice: (n, 3, 3)."""
    crosses = cross_matrices(vectors)
    return np.asarray(np.eye(3) + once[:, None, None] * crosses + twice[:, None, None] * (crosses @ crosses))
