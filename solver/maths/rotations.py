"""Vectors and rotations as tuples.

Vectors are (x, y, z), unit quaternions (x, y, z, w); matrices are rows of 16 numbers, row-major, that act on column
vectors. Results are in the axes and units of what is given; angles are radians. Nothing here allocates, compiled.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.functions import acos, atan2, cos, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

TINY = 1e-12  # a vector or quaternion that is shorter has no direction

NEARLY_ONE = 1e-8
"""A squared length this near to 1 is normalised without a root: the next term, ⅜ of its square, is below rounding."""


@kernel
def vector(rows: Table, i: int, at: int) -> Vector:
    """Return the three numbers of row `i` from column `at` on.

    Reads the columns from `at` on of `rows` (n, m).
    """
    return (rows[i, at], rows[i, at + 1], rows[i, at + 2])


@kernel
def store(rows: Table, i: int, at: int, v: Vector) -> None:
    """Set the three numbers of row `i` from column `at` on.

    Writes the columns from `at` on of `rows` (n, m).
    """
    rows[i, at], rows[i, at + 1], rows[i, at + 2] = v[0], v[1], v[2]


@kernel
def quaternion(rows: Table, i: int, at: int) -> Quaternion:
    """Return the four numbers of row `i` from column `at` on.

    Reads the columns from `at` on of `rows` (n, m).
    """
    return (rows[i, at], rows[i, at + 1], rows[i, at + 2], rows[i, at + 3])


@kernel
def store_quaternion(rows: Table, i: int, at: int, q: Quaternion) -> None:
    """Set the four numbers of row `i` from column `at` on.

    Writes the columns from `at` on of `rows` (n, m).
    """
    rows[i, at], rows[i, at + 1], rows[i, at + 2], rows[i, at + 3] = q[0], q[1], q[2], q[3]


@kernel
def axis(rows: Table, i: int, at: int, c: int) -> Vector:
    """Return column `c` of the 4 × 4 matrix that begins in column `at` of row `i`: an axis, or the position for c = 3.

    Reads `rows` (n, m).
    """
    return (rows[i, at + c], rows[i, at + 4 + c], rows[i, at + 8 + c])


@kernel
def store_axis(rows: Table, i: int, c: int, v: Vector) -> None:
    """Set column `c` of the 4 × 4 matrix in row `i`.

    Writes the columns from `c` on of `rows` (n, 16).
    """
    rows[i, c], rows[i, 4 + c], rows[i, 8 + c] = v[0], v[1], v[2]


@kernel
def copy_into(rows: Table, others: Table) -> None:
    """Copy every number of `others` into `rows`, which has the same shape.

    Reads `others` (n, m). Writes `rows` (n, m).
    """
    for i in range(rows.shape[0]):
        for c in range(rows.shape[1]):
            rows[i, c] = others[i, c]


@kernel
def add(a: Vector, b: Vector) -> Vector:
    """Return the sum a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def subtract(a: Vector, b: Vector) -> Vector:
    """Return the difference a − b: from the point `b` to the point `a`."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def scaled(a: Vector, s: float) -> Vector:
    """Return `a` made `s` times as long."""
    return (a[0] * s, a[1] * s, a[2] * s)


@kernel
def product(a: Vector, b: Vector) -> Vector:
    """Return the products of the numbers of both, one by one."""
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


@kernel
def ratio(a: Vector, b: Vector) -> Vector:
    """Return the quotients of the numbers of both, one by one; 0 where the divisor is 0."""
    return (
        a[0] / b[0] if b[0] != 0.0 else 0.0,
        a[1] / b[1] if b[1] != 0.0 else 0.0,
        a[2] / b[2] if b[2] != 0.0 else 0.0,
    )


@kernel
def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product a · b, in the unit of both multiplied."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product a × b, right-handed."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def length(a: Vector) -> float:
    """Return the Euclidean norm of `a`."""
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@kernel
def unit(a: Vector, otherwise: Vector) -> Vector:
    """Return the direction of `a`; `otherwise` where its length is 0."""
    square = dot(a, a)
    if abs(square - 1.0) < NEARLY_ONE:
        return scaled(a, 1.5 - 0.5 * square)
    size = sqrt(square)
    if size < TINY:
        return otherwise
    return scaled(a, 1.0 / size)


@kernel
def rejection(a: Vector, line: Vector) -> Vector:
    """Return the component of `a` perpendicular to the unit vector `line`."""
    along = dot(a, line)
    return (a[0] - along * line[0], a[1] - along * line[1], a[2] - along * line[2])


@kernel
def perpendicular(line: Vector) -> Vector:
    """Return a unit vector perpendicular to the unit vector `line`, always the same one."""
    if abs(line[0]) < 0.6:
        return unit(rejection((1.0, 0.0, 0.0), line), (0.0, 1.0, 0.0))
    return unit(rejection((0.0, 1.0, 0.0), line), (0.0, 0.0, 1.0))


@kernel
def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation by `b`, then by `a`."""
    return (
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    )


@kernel
def inverse(q: Quaternion) -> Quaternion:
    """Return the rotation back: the conjugate, which is the inverse of a unit quaternion alone."""
    return (-q[0], -q[1], -q[2], q[3])


@kernel
def normalised(q: Quaternion) -> Quaternion:
    """Return the unit quaternion in the direction of `q`; no rotation where its norm is below TINY."""
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    s = 1.5 - 0.5 * square
    if abs(square - 1.0) >= NEARLY_ONE:
        size = sqrt(square)
        if size < TINY:
            return (0.0, 0.0, 0.0, 1.0)
        s = 1.0 / size
    return (q[0] * s, q[1] * s, q[2] * s, q[3] * s)


@kernel
def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return `v` rotated by `q`."""
    t = scaled(cross((q[0], q[1], q[2]), v), 2.0)
    u = cross((q[0], q[1], q[2]), t)
    return (v[0] + q[3] * t[0] + u[0], v[1] + q[3] * t[1] + u[1], v[2] + q[3] * t[2] + u[2])


@kernel
def columns(q: Quaternion) -> tuple[Vector, Vector, Vector]:
    """Return the columns of the matrix of `q`: its X, Y and Z axes."""
    x, y, z = 2.0 * q[0], 2.0 * q[1], 2.0 * q[2]
    xx, yy, zz = x * q[0], y * q[1], z * q[2]
    xy, xz, yz = x * q[1], x * q[2], y * q[2]
    wx, wy, wz = x * q[3], y * q[3], z * q[3]
    return (
        (1.0 - (yy + zz), xy + wz, xz - wy),
        (xy - wz, 1.0 - (xx + zz), yz + wx),
        (xz + wy, yz - wx, 1.0 - (xx + yy)),
    )


@kernel
def exponential(v: Vector) -> Quaternion:
    """Return the rotation about `v` by the angle |v|, radians (Rodrigues' formula, 1840, as a quaternion)."""
    half = 0.5 * length(v)
    if half < 1e-9:
        return normalised((0.5 * v[0], 0.5 * v[1], 0.5 * v[2], 1.0))
    s = 0.5 * sin(half) / half
    return (v[0] * s, v[1] * s, v[2] * s, cos(half))


@kernel
def logarithm(q: Quaternion) -> Vector:
    """Return the shortest rotation vector of `q`: axis times angle, radians in [0, π]."""
    sign = 1.0 if q[3] >= 0.0 else -1.0
    s = length((q[0], q[1], q[2]))
    if s < 1e-9:
        return (2.0 * sign * q[0], 2.0 * sign * q[1], 2.0 * sign * q[2])
    angle = 2.0 * atan2(s, sign * q[3])
    return scaled((q[0], q[1], q[2]), sign * angle / s)


@kernel
def axis_angle(line: Vector, angle: float) -> Quaternion:
    """Return the rotation about the unit vector `line`."""
    s = sin(0.5 * angle)
    return (line[0] * s, line[1] * s, line[2] * s, cos(0.5 * angle))


@kernel
def shortest_arc(a: Vector, b: Vector, spare: Vector) -> Quaternion:
    """Return the smallest rotation from unit vector `a` to `b`; half a turn about `spare` where they are opposite."""
    w = 1.0 + dot(a, b)
    if w < 1e-9:
        line = unit(rejection(spare, a), perpendicular(a))
        return (line[0], line[1], line[2], 0.0)
    c = cross(a, b)
    return normalised((c[0], c[1], c[2], w))


@kernel
def signed_angle(a: Vector, b: Vector, line: Vector) -> float:
    """Return the angle from `a` to `b` about the unit vector `line`, both perpendicular to it; radians in (−π, π]."""
    return atan2(dot(cross(a, b), line), dot(a, b))


@kernel
def slerp(a: Quaternion, b: Quaternion, t: float) -> Quaternion:
    """Return the rotation at part `t` of the shorter arc from `a` to `b` (Shoemake, 1985)."""
    cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
    sign = 1.0
    if cosine < 0.0:
        cosine, sign = -cosine, -1.0
    if cosine > 1.0 - 1e-9:
        p, r = 1.0 - t, t * sign
    else:
        angle = acos(cosine)
        p, r = sin((1.0 - t) * angle) / sin(angle), sign * sin(t * angle) / sin(angle)
    return normalised((p * a[0] + r * b[0], p * a[1] + r * b[1], p * a[2] + r * b[2], p * a[3] + r * b[3]))


@kernel
def to_quaternion(x: Vector, y: Vector, z: Vector) -> Quaternion:
    """Return the rotation with the unit axes `x`, `y`, `z` as columns.

    Which of four formulas is used counts where the axes are not quite at right angles: here it is the one of Mike Day,
    Converting a Rotation Matrix to a Quaternion, 2015, which Blender uses.
    """
    if z[2] < 0.0:
        if x[0] > y[1]:
            q = (1.0 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1])
        else:
            q = (y[0] + x[1], 1.0 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2])
    elif x[0] < -y[1]:
        q = (z[0] + x[2], z[1] + y[2], 1.0 + z[2] - x[0] - y[1], x[1] - y[0])
    else:
        q = (y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + x[0] + y[1] + z[2])
    return normalised(q)


@kernel
def rotation_along_y(x: Vector, y: Vector) -> Quaternion:
    """Return the rotation whose Y axis is along `y`, and X as near to `x` as can be: scale and shear are dropped."""
    y = unit(y, (0.0, 1.0, 0.0))
    x = rejection(x, y)
    x = unit(x, x) if dot(x, x) >= TINY * TINY else perpendicular(y)
    return to_quaternion(x, y, cross(x, y))


@kernel
def orientation(matrices: Table, i: int) -> Quaternion:
    """Return the rotation of matrix `i`, without scale and shear; the direction of its Y axis is kept.

    Reads `matrices` (n, 16).
    """
    return rotation_along_y(axis(matrices, i, 0, 0), axis(matrices, i, 0, 1))


@kernel
def wrapped(angle: float) -> float:
    """Return `angle` brought into [−π, π]."""
    while angle > pi:
        angle -= 2.0 * pi
    while angle < -pi:
        angle += 2.0 * pi
    return angle
