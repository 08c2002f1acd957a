"""Joint limits as swing and twist, as animators see them.

A rotation from rest is swing · twist: a twist `t` about the bone (Y), then a swing, the rotation vector (sx, 0, sz)
that tips the bone over. A limit on Y bounds the twist. Limits on both X and Z bound the swing by an ellipse, one
quarter for each pair of signs, in the half-angle sines u = sin(|s|/2)·s/|s| of the swing's quaternion; a limit on one
of them bounds that component alone. A locked axis stays at 0. (The model is that of Blender, measured in the oracle.)
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.functions import asin, atan2, cos, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import FREE
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    exponential,
    inverse,
    logarithm,
    multiply,
    normalised,
    wrapped,
)


@kernel
def swing_twist(q: Quaternion) -> Vector:
    """Return the (sx, t, sz) of a rotation from rest, radians.

    At a swing of half a turn the twist is undefined and taken as 0.
    """
    size = sqrt(q[1] * q[1] + q[3] * q[3])
    if size < 1e-12:
        twist = (0.0, 0.0, 0.0, 1.0)
    else:
        twist = (0.0, q[1] / size, 0.0, q[3] / size)
    t = wrapped(2.0 * atan2(twist[1], twist[3]))
    s = logarithm(multiply(q, inverse(twist)))
    return (s[0], t, s[2])


@kernel
def from_swing_twist(sx: float, t: float, sz: float) -> Quaternion:
    """Return the rotation by twist `t`, then by the swing (sx, 0, sz), radians."""
    return multiply(exponential((sx, 0.0, sz)), exponential((0.0, t, 0.0)))


@kernel
def is_limited(lower: Vector, upper: Vector, a: int) -> bool:
    """Return whether axis `a` has a limit."""
    return upper[a] < FREE or lower[a] > -FREE


@kernel
def ellipse_axes(lower: Vector, upper: Vector, ux: float, uz: float) -> tuple[float, float]:
    """Return the semi-axes of the ellipse in this quadrant, half-angle sines."""
    ax = upper[0] if ux >= 0.0 else -lower[0]
    az = upper[2] if uz >= 0.0 else -lower[2]
    return sin(0.5 * min(ax, pi)), sin(0.5 * min(az, pi))


@kernel
def clamped(lower: Vector, upper: Vector, sx: float, t: float, sz: float) -> tuple[float, float, float, bool]:
    """Return the nearest (sx, t, sz) within the limits, and whether it differs.

    `lower` and `upper` are the joint's three limits, radians; both 0 for a locked axis. The swing is moved straight
    back towards rest, which is continuous everywhere.
    """
    t1 = min(max(t, lower[1]), upper[1])
    hit = t1 != t
    if not is_limited(lower, upper, 0) and not is_limited(lower, upper, 2):
        return sx, t1, sz, hit
    angle = sqrt(sx * sx + sz * sz)
    if angle < 1e-12:
        return sx, t1, sz, hit
    if angle > pi:
        sx, sz = sx * (1.0 - 2.0 * pi / angle), sz * (1.0 - 2.0 * pi / angle)
        angle = sqrt(sx * sx + sz * sz)
    k = sin(0.5 * angle) / angle if angle > 1e-12 else 0.5
    ux, uz = sx * k, sz * k
    vx, vz = _inside(lower, upper, ux, uz)
    if vx == ux and vz == uz:
        return sx, t1, sz, hit
    size = sqrt(vx * vx + vz * vz)
    back = 2.0 * asin(min(size, 1.0)) / size if size > 1e-12 else 2.0
    return vx * back, t1, vz * back, True


@kernel
def _inside(lower: Vector, upper: Vector, ux: float, uz: float) -> tuple[float, float]:
    """Return the nearest swing within the limits, half-angle sines."""
    if not is_limited(lower, upper, 2):
        return min(max(ux, sin(0.5 * lower[0])), sin(0.5 * upper[0])), uz
    if not is_limited(lower, upper, 0):
        return ux, min(max(uz, sin(0.5 * lower[2])), sin(0.5 * upper[2]))
    ax, az = ellipse_axes(lower, upper, ux, uz)
    if ax < 1e-9 or az < 1e-9:
        return (0.0 if ax < 1e-9 else min(max(ux, -ax), ax)), (0.0 if az < 1e-9 else min(max(uz, -az), az))
    px, pz = ux / ax, uz / az
    filled = sqrt(px * px + pz * pz)
    if filled <= 1.0:
        return ux, uz
    return ux / filled, uz / filled


@kernel
def limit_normal(lower: Vector, upper: Vector, sx: float, sz: float) -> tuple[float, float]:
    """Return the outward unit normal (nx, nz) of the limit on which the swing is; (0, 0) inside."""
    angle = sqrt(sx * sx + sz * sz)
    if angle < 1e-12:
        return 0.0, 0.0
    k = sin(0.5 * angle) / angle
    nx, nz = _gradient_of_limit(lower, upper, sx * k, sz * k)
    # back from half-angle sines to angles, along the swing and across it
    rx, rz = sx / angle, sz / angle
    out, around = 0.5 * cos(0.5 * angle) * (nx * rx + nz * rz), k * (nz * rx - nx * rz)
    nx, nz = out * rx - around * rz, out * rz + around * rx
    size = sqrt(nx * nx + nz * nz)
    if size < 1e-12:
        return 0.0, 0.0
    return nx / size, nz / size


@kernel
def _gradient_of_limit(lower: Vector, upper: Vector, ux: float, uz: float) -> tuple[float, float]:
    """Return the outward gradient of the limit on which a swing is, both in half-angle sines; (0, 0) inside."""
    edge = 1.0 - 1e-7
    if is_limited(lower, upper, 0) and is_limited(lower, upper, 2):
        ax, az = ellipse_axes(lower, upper, ux, uz)
        if ax > 1e-9 and az > 1e-9:
            px, pz = ux / ax, uz / az
            return (ux / (ax * ax), uz / (az * az)) if px * px + pz * pz >= edge else (0.0, 0.0)
        if ax > 1e-9:
            return (ux, 0.0) if abs(ux) >= ax * edge else (0.0, 0.0)
        return (0.0, uz) if az > 1e-9 and abs(uz) >= az * edge else (0.0, 0.0)
    if is_limited(lower, upper, 0):
        return (ux, 0.0) if abs(ux) >= edge * sin(0.5 * min(upper[0] if ux >= 0.0 else -lower[0], pi)) else (0.0, 0.0)
    if is_limited(lower, upper, 2) and abs(uz) >= edge * sin(0.5 * min(upper[2] if uz >= 0.0 else -lower[2], pi)):
        return 0.0, uz
    return 0.0, 0.0


@kernel
def clamp_rotation(lower: Vector, upper: Vector, q: Quaternion) -> Quaternion:
    """Return the nearest rotation from rest within the limits; `q` itself where it is allowed."""
    sx, t, sz = swing_twist(normalised(q))
    sx, t, sz, hit = clamped(lower, upper, sx, t, sz)
    return from_swing_twist(sx, t, sz) if hit else q
