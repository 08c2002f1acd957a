"""From which pose a joint turns: from rest, or from one within its limits where these leave rest out.

Solvers take limits for ranges about 0, half a turn to either side at most. A range without 0, and one that goes beyond
half a turn, counts from its middle: so the nearer of its ends is the nearer one all round.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin

from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion, Range
from pantin.rigs.joint import Joint
from pantin.rigs.vectors import four

Shift = tuple[float, float, float]
"""Angles about X, Y and Z, radians: the swing (X, Z) and the twist (Y) of a pose from rest."""


def shift_of(joint: Joint) -> Shift:
    """The pose from which a joint turns."""
    x, y, z = (
        0.0 if lock or limit is None else _shift(limit) for lock, limit in zip(joint.lock, joint.limit, strict=True)
    )
    return x, y, z


def _shift(limit: Range) -> float:
    lower, upper = limit
    if lower > upper or (-pi <= lower <= 0.0 <= upper <= pi):
        return 0.0
    return 0.5 * (lower + upper)


def from_there(joint: Joint) -> Joint:
    """The joint with its limits counted from the pose from which it turns."""
    shift = shift_of(joint)
    if not any(shift):
        return joint
    x, y, z = (limit and (limit[0] - by, limit[1] - by) for limit, by in zip(joint.limit, shift, strict=True))
    return replace(joint, limit=(x, y, z))


def rest_of(joint: Joint) -> tuple[Quaternion, float]:
    """The rotation from a bone's rest axes to those from which its joint turns; and its roll from the bone's axes then.

    In the names of `maths.joint_axes`: A, and the angle of E, radians.
    """
    x, twist, z = shift_of(joint)
    roll = (0.0, sin(0.5 * joint.roll), 0.0, cos(0.5 * joint.roll))
    angle = hypot(x, z)
    part = sin(0.5 * angle) / angle if angle else 0.0
    swing = (x * part, 0.0, z * part, cos(0.5 * angle))
    return four(rot.multiply(roll, swing)), joint.roll - twist
