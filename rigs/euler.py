"""Rotations as people read them: Euler angles for the transform, bend, twist and sway for a joint.

Euler angles turn about the fixed axes X, then Y, then Z: R = Rz · Ry · Rx. A joint's turn is swing · twist, where the
twist is about Y and the swing is one turn about an axis across it. All angles are radians.
"""

from __future__ import annotations

from math import asin, atan2, copysign, cos, floor, hypot, pi, sin, tau

from pantin.rigs.fields import Quaternion, Range, Vector3

POLE = 1.0 - 1e-9
"""Sine of Y beyond which X and Z turn about the same line and only their sum or difference is known."""
HALF = 1e-12
"""So close to a half turn, radians or parts of a unit quaternion, it is returned as +180° and not as −180°."""


def quaternion_from_euler(angles: Vector3) -> Quaternion:
    """The rotation about X, then Y, then Z."""
    (cx, sx), (cy, sy), (cz, sz) = ((cos(angle / 2), sin(angle / 2)) for angle in angles)
    return (
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    )


def euler_near(rotation: Quaternion, near: Vector3 = (0.0, 0.0, 0.0)) -> Vector3:
    """The angles of `rotation` that differ least from `near`."""
    x, y, z, w = rotation
    sine = 2 * (w * y - z * x)
    if abs(sine) > POLE:
        return _at_pole(rotation, copysign(pi / 2, sine), near)
    first = (
        atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
        asin(sine),
        atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    )
    second = (first[0] + pi, pi - first[1], first[2] + pi)
    return min((_turned(first, near), _turned(second, near)), key=lambda angles: _distance(angles, near))


def bend_twist_sway(rotation: Quaternion, roll: float = 0.0) -> Vector3:
    """Return the angles by which a joint is bent about X, twisted about Y and swayed about Z, radians.

    The rotation is in the bone's rest axes; the joint's own are turned about Y by its `roll`. A half turn is positive.
    """
    bend, twist, sway = _bend_twist_sway(rotation)
    return (cos(roll) * bend - sin(roll) * sway, twist, sin(roll) * bend + cos(roll) * sway)


def _bend_twist_sway(rotation: Quaternion) -> Vector3:
    x, y, z, w = rotation
    length = hypot(y, w)
    if length < HALF:
        sign = -1.0 if (x if abs(x) > HALF else z) < 0.0 else 1.0
        return (pi * x * sign, 0.0, pi * z * sign)
    ty, tw = y / length, w / length
    if tw < 0.0:
        ty, tw = -ty, -tw
    if tw < HALF:
        ty = abs(ty)
    sx, sz, sw = x * tw + z * ty, z * tw - x * ty, y * ty + w * tw
    if sw < 0.0:
        sx, sz, sw = -sx, -sz, -sw
    across = hypot(sx, sz)
    size = 2 * atan2(across, sw) / across if across > 1e-12 else 2.0
    return (sx * size, 2 * atan2(ty, tw), sz * size)


def bend_twist_sway_near(rotation: Quaternion, roll: float, near: Vector3) -> Vector3:
    """The bend, twist and sway of a rotation, each turned by whole turns to where they differ least from `near`."""
    bend, twist, sway = bend_twist_sway(rotation, roll)
    size = hypot(bend, sway)
    x, z = (bend / size, sway / size) if size > HALF else _direction(near[0], near[2])
    swing = size + tau * floor((x * near[0] + z * near[2] - size) / tau + 0.5 + HALF)
    return (x * swing, twist + tau * floor((near[1] - twist) / tau + 0.5 + HALF), z * swing)


def half_sines(bend: float, sway: float) -> tuple[float, float]:
    """Return the half-angle sines of a swing, about X and Z: the measure in which limits on both are an ellipse.

    A solver compares joints with their limits in them (`solver.maths.joint_coordinates`).
    """
    size = hypot(bend, sway)
    part = sin(size / 2) / size if size > HALF else 0.5
    return bend * part, sway * part


def end_sine(ends: Range, u: float) -> float:
    """Return the semi-axis of that ellipse on the side of `u`: the half-angle sine of an end, 1 from half a turn on."""
    return sin(0.5 * min(abs(ends[1] if u >= 0.0 else ends[0]), pi))


def quaternion_from_bend_twist_sway(angles: Vector3, roll: float = 0.0) -> Quaternion:
    """The rotation of a joint that is bent, twisted and swayed so far, in the bone's rest axes."""
    bend, twist, sway = angles
    x, z = cos(roll) * bend + sin(roll) * sway, cos(roll) * sway - sin(roll) * bend
    (sx, sz), sw, ty, tw = half_sines(x, z), cos(hypot(x, z) / 2), sin(twist / 2), cos(twist / 2)
    return (sx * tw - sz * ty, sw * ty, sx * ty + sz * tw, sw * tw)


def _direction(x: float, z: float) -> tuple[float, float]:
    size = hypot(x, z)
    return (x / size, z / size) if size > HALF else (1.0, 0.0)


def _at_pole(rotation: Quaternion, y: float, near: Vector3) -> Vector3:
    """Z stays as it is shown; X takes what is left."""
    qx, _, _, qw = rotation
    sign = copysign(1.0, y)
    x = 2 * atan2(qx, qw) + sign * near[2]
    return _turned((x, y, near[2]), near)


def _turned(angles: Vector3, near: Vector3) -> Vector3:
    """The angles, radians, each turned by whole turns to where it comes nearest to `near`; of two places the larger."""
    turns = (floor((goal - angle) / tau + 0.5 + HALF) for angle, goal in zip(angles, near, strict=True))
    x, y, z = (angle + tau * turn for angle, turn in zip(angles, turns, strict=True))
    return (x, y, z)


def _distance(angles: Vector3, near: Vector3) -> float:
    return sum(abs(angle - goal) for angle, goal in zip(angles, near, strict=True))
