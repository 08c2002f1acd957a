"""The model of joint limits, and the three coordinates of a limited joint: a swing in two, a twist in one.

A rotation from rest is swing · twist: a twist `t` about the bone (Y), then a swing, the rotation vector (sx, 0, sz)
that tips the bone over. A limit on Y bounds the twist. Limits on both X and Z bound the swing by an ellipse, one
quarter for each pair of signs, in the half-angle sines u = sin(|s|/2)·s/|s| of the swing's quaternion; a limit on one
of them bounds that component alone. A locked axis stays at 0. (The model is that of Blender, measured in the oracle.)

For each angle θ the coordinate is 4·tan(θ/4), which is close to θ
for the rotations that joints make, has no singularity within a full turn, and gives the quaternion and its derivative
without a sine (modified Rodrigues parameters; Schaub and Junkins, Stereographic Orientation Parameters, 1996). Limits
are kept in the form in which they are compared: of the twist in the same measure, of the swing as half-angle sines, in
which they are an ellipse.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.maths.rotations import Quaternion, Vector, cross, dot, multiply, normalised

HALF_TURN = 4.0
"""A rotation of half a turn, in coordinates: beyond, they begin anew from the other side."""

EDGE = 1.0 - 1e-7
"""A swing farther out than this part of its limit is on the limit."""

ALONG = 1e-12
"""The part of a step across a limit that rounding leaves of one along it."""

ZERO_LIMIT = 1e-9
"""A semi-axis of the ellipse shorter than this is 0: the rest pose itself is the limit."""

NO_NORMAL = 1e-12
"""A gradient shorter than this part of the product of the semi-axes has no direction: at half a turn."""


@kernel
def rotation_of(c: Vector) -> Quaternion:
    """Return the rotation from rest with the coordinates (swing x, twist, swing z)."""
    m, n = (c[0] * c[0] + c[2] * c[2]) / 16.0, c[1] * c[1] / 16.0
    a, b = 1.0 / (1.0 + m), 1.0 / (1.0 + n)
    swing = (0.5 * c[0] * a, 0.0, 0.5 * c[2] * a, (1.0 - m) * a)
    return multiply(swing, (0.0, 0.5 * c[1] * b, 0.0, (1.0 - n) * b))


@kernel
def coordinates_of(q: Quaternion) -> Vector:
    """Return the coordinates of a rotation from rest. At a swing of half a turn the twist is undefined: 0."""
    size = sqrt(q[1] * q[1] + q[3] * q[3])
    ty, tw = 0.0, 1.0
    if size > 1e-12:
        sign = 1.0 if q[3] >= 0.0 else -1.0
        q = (sign * q[0], sign * q[1], sign * q[2], sign * q[3])
        ty, tw = q[1] / size, q[3] / size
    # the swing is what is left when the twist is taken back: its Y is none by construction
    sx, sz = q[0] * tw + q[2] * ty, q[2] * tw - q[0] * ty
    k = 4.0 / (1.0 + size)
    return (sx * k, 4.0 * ty / (1.0 + tw), sz * k)


@kernel
def clamp_coordinates(lower: Vector, upper: Vector, c: Vector) -> tuple[Vector, bool, float, float]:
    """Return the nearest coordinates within the limits; whether they differ; the outward normal (nx, nz) where on a
    limit.

    The swing is moved straight back towards rest. The normal is (0, 0) inside, and where rest itself is the limit,
    which is a matter of a single axis (`blocked_axes`).
    """
    twist, is_twisted = clamp_twist(lower, upper, c[1])
    lx, lz = _limited_axes(lower, upper)
    if not lx and not lz:
        return (c[0], twist, c[2]), is_twisted, 0.0, 0.0
    x, z = c[0], c[2]
    m = (x * x + z * z) / 16.0
    if m > 1.0:
        x, z, m = -x / m, -z / m, 1.0 / m
    ax, az = (upper[0] if x >= 0.0 else -lower[0]), (upper[2] if z >= 0.0 else -lower[2])
    if lx and lz and ax > ZERO_LIMIT and az > ZERO_LIMIT:
        x, z, hit, nx, nz = _clamp_to_ellipse(ax, az, x, z, m)
    else:
        x, z, hit, nx, nz = _clamp_axes(lx, lz, ax, az, x, z, m)
    return (x, twist, z), hit or is_twisted, nx, nz


@kernel
def clamp_rotation(lower: Vector, upper: Vector, q: Quaternion) -> Quaternion:
    """Return the nearest rotation from rest within the limits; `q` itself where it is allowed."""
    c, hit, _, _ = clamp_coordinates(lower, upper, coordinates_of(normalised(q)))
    return rotation_of(c) if hit else q


@kernel
def clamp_twist(lower: Vector, upper: Vector, t: float) -> tuple[float, bool]:
    """Return the nearest twist within the limits, and whether it differs."""
    if abs(t) > HALF_TURN:
        t = -HALF_TURN * HALF_TURN / t  # past half a turn: from the other side
    twist = min(max(t, lower[1]), upper[1])
    return twist, twist != t


@kernel
def _limited_axes(lower: Vector, upper: Vector) -> tuple[bool, bool]:
    """Return whether the axes x and z of a swing have limits."""
    return lower[0] > -at.FREE or upper[0] < at.FREE, lower[2] > -at.FREE or upper[2] < at.FREE


@kernel
def _clamp_to_ellipse(ax: float, az: float, x: float, z: float, m: float) -> tuple[float, float, bool, float, float]:
    """Return the nearest swing within an ellipse with these semi-axes, of (x, z) with m = tan²(θ/4); the rest as
    before.

    In coordinates the limit is (x az)² + (z ax)² = (2 ax az (1 + m))²: what is inside takes neither division nor root.
    """
    px, pz, both, w = x * az, z * ax, ax * az, 1.0 + m
    filled, full = px * px + pz * pz, 4.0 * both * both * w * w
    if not filled >= EDGE * full:
        return x, z, False, 0.0, 0.0
    hit = filled > full
    if hit:
        inward = 16.0 * m * both * both  # of the root by which half-angle sines become coordinates
        back = 4.0 * both / (sqrt(filled) + sqrt(max(filled - inward, 0.0)))
        x, z, w = x * back, z * back, 1.0 + m * back * back
    nx, nz = x * (2.0 * az * az - both * both * w), z * (2.0 * ax * ax - both * both * w)
    size = sqrt(nx * nx + nz * nz)
    if size < NO_NORMAL * both * both:
        return x, z, hit, 0.0, 0.0
    return x, z, hit, nx / size, nz / size


@kernel
def _clamp_axes(
    lx: bool, lz: bool, ax: float, az: float, x: float, z: float, m: float
) -> tuple[float, float, bool, float, float]:
    """Return the same where one axis has a limit (`lx`, `lz`), or rest itself is that of one of them."""
    k = 0.5 / (1.0 + m)
    ux, uz = x * k, z * k
    vx, vz, nx, nz = ux, uz, 0.0, 0.0
    if lx and abs(ux) >= EDGE * ax:
        vx, nx = min(max(ux, -ax), ax), ux
    if lz and abs(uz) >= EDGE * az:
        vz, nz = min(max(uz, -az), az), uz
    hit = vx != ux or vz != uz
    if not hit and nx == 0.0 and nz == 0.0:
        return x, z, False, 0.0, 0.0
    if hit:
        k = 4.0 / (1.0 + sqrt(max(1.0 - vx * vx - vz * vz, 0.0)))
        x, z = vx * k, vz * k
    nx, nz = _normal(x, z, nx, nz)
    return x, z, hit, nx, nz


@kernel
def _normal(x: float, z: float, gx: float, gz: float) -> tuple[float, float]:
    """Return a normal given in half-angle sines as a unit normal in coordinates, at (x, z); (0, 0) stays."""
    m = (x * x + z * z) / 16.0
    a = 1.0 / (1.0 + m)
    along = (x * gx + z * gz) * a / 8.0
    nx, nz = gx - along * x, gz - along * z
    size = sqrt(nx * nx + nz * nz)
    if size < 1e-12:
        return 0.0, 0.0
    return nx / size, nz / size


@kernel
def limit_curvature(lower: Vector, upper: Vector, c: Vector, dx: float, dz: float) -> float:
    """Return the curvature of the limit on which the swing of `c` is, along its tangent (dx, dz): twice, per square.

    0 where rest itself is the limit of an axis: it is straight. With b x² + d z² = k (1 + m)² for the limit, half its
    gradient is (x (b − k w), z (d − k w)), w = (1 + m) / 8.
    """
    b, d, k = _limit_terms(lower, upper, c[0], c[2])
    if k == 0.0:
        return 0.0
    w = (1.0 + (c[0] * c[0] + c[2] * c[2]) / 16.0) / 8.0
    nx, nz, along = c[0] * (b - k * w), c[2] * (d - k * w), (c[0] * dx + c[2] * dz) / 8.0
    bent = (b - k * w) * dx * dx + (d - k * w) * dz * dz - k * along * along
    size = sqrt(nx * nx + nz * nz)
    return bent / size if size > 0.0 else 0.0


@kernel
def _limit_terms(lower: Vector, upper: Vector, x: float, z: float) -> tuple[float, float, float]:
    """Return the three numbers b, d and k of a swing's limit; all 0 where rest itself is that of an axis."""
    lx, lz = _limited_axes(lower, upper)
    ax, az = (upper[0] if x >= 0.0 else -lower[0]), (upper[2] if z >= 0.0 else -lower[2])
    if (lx and ax <= ZERO_LIMIT) or (lz and az <= ZERO_LIMIT):
        return 0.0, 0.0, 0.0
    if lx and lz:
        return az * az, ax * ax, 4.0 * ax * ax * az * az
    return (1.0, 0.0, 4.0 * ax * ax) if lx else (0.0, 1.0, 4.0 * az * az)


@kernel
def blocked_axes(lower: Vector, upper: Vector, c: Vector, d: Vector) -> tuple[bool, bool, bool]:
    """Return whether a step `d` would leave a limit of the coordinates `c`: of the twist, and of each swing axis
    whose limit is rest itself. All others limit the swing together, along a normal."""
    return (
        _is_swing_blocked(lower[0], upper[0], c[0], d[0]),
        (c[1] >= upper[1] and d[1] > 0.0) or (c[1] <= lower[1] and d[1] < 0.0),
        _is_swing_blocked(lower[2], upper[2], c[2], d[2]),
    )


@kernel
def _is_swing_blocked(lower: float, upper: float, c: float, d: float) -> bool:
    """Return whether a swing axis whose limit is rest itself is there, and a step `d` would leave it."""
    return (upper <= ZERO_LIMIT and c >= -ZERO_LIMIT and d > 0.0) or (
        lower >= -ZERO_LIMIT and c <= ZERO_LIMIT and d < 0.0
    )


@kernel
def leads_beyond(nx: float, nz: float, size: float, dx: float, dz: float) -> bool:
    """Return whether a swing (dx, dz) leads beyond the limit with the normal (nx, nz), of length `size`; (0, 0) is
    none."""
    return nx * dx + nz * dz > ALONG * (abs(dx) + abs(dz)) * size


@kernel
def along_and_across(nx: float, nz: float, x: float, z: float) -> tuple[float, float]:
    """Return the components of a swing (x, z) along a limit with the unit normal (nx, nz), and across it, outwards."""
    return nz * x - nx * z, nx * x + nz * z


@kernel
def bound_of_step(nx: float, nz: float, mobility: Vector, x: float, z: float) -> tuple[float, float, float]:
    """Return the limit of a swing, whose unit normal is (nx, nz) and of which (x, z) is a point, for steps before
    mobility.

    Seen from where the swing is. Returns the unit normal there, and how far away along it the limit is; (0, 0) where
    no step leads there.
    """
    sx, sz = nx * mobility[0], nz * mobility[2]
    size, whole = sqrt(sx * sx + sz * sz), sqrt(nx * nx + nz * nz)
    if size == 0.0:
        return 0.0, 0.0, 0.0
    return sx / size, sz / size, (nx / whole * x + nz / whole * z) / size


@kernel
def rotation_columns(c: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the derivative of the rotation: three rotation vectors per unit of a coordinate, in the rest frame.

    For p = tan(θ/4)·axis the angular velocity is ω = 4 ((1 − p²) ṗ + 2 p × ṗ + 2 p (p · ṗ)) / (1 + p²)², in the frame
    in which p is given (Schaub and Junkins, 1996); the twist is applied before the swing, which turns its axis.
    """
    x, z = 0.25 * c[0], 0.25 * c[2]
    m = x * x + z * z
    a = 1.0 / (1.0 + m)
    b = a * a
    along_x = ((1.0 - m + 2.0 * x * x) * b, 2.0 * z * b, 2.0 * x * z * b)
    along_z = (2.0 * x * z * b, -2.0 * x * b, (1.0 - m + 2.0 * z * z) * b)
    # the second column of the swing's matrix
    qx, qz, w = 2.0 * x * a, 2.0 * z * a, (1.0 - m) * a
    slow = 1.0 / (1.0 + c[1] * c[1] / 16.0)
    twist = (-2.0 * qz * w * slow, (1.0 - 2.0 * (qx * qx + qz * qz)) * slow, 2.0 * qx * w * slow)
    return along_x, twist, along_z


@kernel
def column_rates(
    c: Vector, along: Vector, columns: tuple[Vector, Vector, Vector]
) -> tuple[float, float, float, float, float, float]:
    """Return the derivatives of `rotation_columns`, given as `columns`, along a vector in the rest frame.

    Of column a as coordinate b grows and the other way round, half each: for (x, x), (x, t), (x, z), (t, t), (t, z) and
    (z, z).
    """
    x, z = 0.25 * c[0], 0.25 * c[2]
    xx, zz = x * x, z * z
    a = 1.0 / (1.0 + xx + zz)
    k, b = a * a * a, 0.5 * a * a
    of_xx = (x * b - x * k * (1.0 + xx - zz), -2.0 * x * z * k, z * b - 2.0 * xx * z * k)
    of_zz = (x * b - 2.0 * x * zz * k, 2.0 * x * z * k, z * b - z * k * (1.0 - xx + zz))
    of_xz = (-0.5 * z * k * (1.0 + 3.0 * xx - zz), (xx - zz) * k, -0.5 * x * k * (1.0 - xx + 3.0 * zz))
    along_x, twist, along_z = columns
    turning = cross(twist, along)  # (a × twist) · along = a · (twist × along)
    slower = -dot(twist, along) * 0.125 * c[1] / (1.0 + c[1] * c[1] / 16.0)
    return (
        dot(of_xx, along),
        0.5 * dot(along_x, turning),
        dot(of_xz, along),
        slower,
        0.5 * dot(along_z, turning),
        dot(of_zz, along),
    )
