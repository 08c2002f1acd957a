"""The angles of a bone as people read them, whoever asks: panel, read-out, locks and limits have the same numbers.

A joint is bent about X, twisted about Y and swayed about Z of its own axes, in which it is limited too. Handles and
poles have no joint: their angles are Euler's, about X, then Y, then Z.
"""

from __future__ import annotations

from pantin.rigs.euler import (
    bend_twist_sway_near,
    euler_near,
    quaternion_from_bend_twist_sway,
    quaternion_from_euler,
)
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.rig import Bone

AT_REST: Vector3 = (0.0, 0.0, 0.0)


def roll_of(bone: Bone) -> float | None:
    """Return the roll of the joint of a bone, radians; None of a bone that has none."""
    return bone.joint.roll if bone.kind == "bone" else None


def angles_of(rotation: Quaternion, roll: float | None, near: Vector3 = AT_REST) -> Vector3:
    """Return the angles of a rotation from rest, radians, that differ least from `near`: of a joint with that roll."""
    return euler_near(rotation, near) if roll is None else bend_twist_sway_near(rotation, roll, near)


def rotation_of(angles: Vector3, roll: float | None) -> Quaternion:
    """Return the rotation from rest that has these angles."""
    return quaternion_from_euler(angles) if roll is None else quaternion_from_bend_twist_sway(angles, roll)
