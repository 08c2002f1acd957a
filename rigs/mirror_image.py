"""The mirror image of what a rig is made of, across the plane between left and right (X = 0 of armature space).

A frame has a mirror image of the same handedness whose X axis points the other way. So lengths along Y and Z and turns
about X stay as they are; lengths along X and turns about Y and Z change their signs, and ranges of them their ends.
"""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.constraints import Constraint
from pantin.rigs.fields import AxisLimits, Range, Vector3
from pantin.rigs.joint import Joint
from pantin.rigs.rest import joint_matrices
from pantin.rigs.rig import Bone

MIRRORED = np.array((-1.0, 1.0, 1.0))
"""The other side of a place: across X."""

ALIKE = 1e-2
"""Axes of two bones that differ by no more are mirror images; limits in radians that differ by no more are the same."""

BESIDE = 0.2
"""Joints whose line leaves X by a greater slope do not lie on two sides of the mirror plane: bones that hang straight
down have the same axes whichever way their figure looks."""


def mirrored_point(point: Vector3) -> Vector3:
    """A place or a direction seen in the mirror."""
    x, y, z = point
    return (0.0 - x, y, z)


def mirrored_bone(bone: Bone) -> Bone:
    """The bone at rest and its joint; it is called and carried as before."""
    return msgspec.structs.replace(
        bone,
        head=mirrored_point(bone.head),
        tail=mirrored_point(bone.tail),
        roll=0.0 - bone.roll,
        joint=mirrored_joint(bone.joint),
    )


def mirrored_joint(joint: Joint) -> Joint:
    """The joint of the bone on the other side: its axes and limits seen in the mirror plane, x = 0."""
    limit, roll = mirrored_limits(joint.limit), 0.0 - joint.roll
    return (
        joint if (limit, roll) == (joint.limit, joint.roll) else msgspec.structs.replace(joint, limit=limit, roll=roll)
    )


def mirrored_limits(limits: AxisLimits) -> AxisLimits:
    """Bending is the same in the mirror, twist and sway go the other way."""
    bend, twist, sway = limits
    return bend, _turned_over(twist), _turned_over(sway)


def mirrored_constraint(constraint: Constraint) -> Constraint:
    """The constraint that does on the other side what this one does here; it names the same bones."""
    return constraint.mirrored()


def _turned_over(limit: Range | None) -> Range | None:
    return None if limit is None else (0.0 - limit[1], 0.0 - limit[0])


def mirror_images(left: Bone, right: Bone) -> bool:
    """Return whether the two joints lie across the mirror plane with mirrored axes at rest, so that limits can be
    compared.
    """
    across, *beside = np.subtract(left.head, right.head)
    if np.hypot(*beside) > BESIDE * abs(across):
        return False
    here, there = (matrix[:3, :3] for matrix in joint_matrices((left, right)))
    mirrored = here * MIRRORED[:, None] * (-1.0, 1.0, 1.0)
    return bool(np.abs(mirrored - there).max() < ALIKE)
