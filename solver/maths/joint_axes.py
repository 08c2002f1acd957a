"""The axes of a joint, in which lock, limit and stiffness count: the bone's own, turned about the bone by a roll.

A rotation q from rest, given in the bone's rest axes as poses are, is F⁻¹ q F in those of the joint, F being the roll.
Without a roll every number stays as it is, to the bit.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import JOINT_ROLL, Table
from pantin.solver.maths.rotations import Quaternion, inverse, multiply


@kernel
def joint_roll(bones: Table, i: int) -> Quaternion:
    """The rotation F from the axes of bone `i` to those of its joint."""
    return (0.0, bones[i, JOINT_ROLL], 0.0, bones[i, JOINT_ROLL + 1])


@kernel
def with_joint_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """The orientation of the axes of joint `i` where the bone's is `q`."""
    return q if bones[i, JOINT_ROLL] == 0.0 else multiply(q, joint_roll(bones, i))


@kernel
def in_joint_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """A rotation from rest in the axes of joint `i`, given in those of its bone."""
    if bones[i, JOINT_ROLL] == 0.0:
        return q
    roll = joint_roll(bones, i)
    return multiply(inverse(roll), multiply(q, roll))


@kernel
def in_bone_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """A rotation from rest in the axes of bone `i`, given in those of its joint."""
    if bones[i, JOINT_ROLL] == 0.0:
        return q
    roll = joint_roll(bones, i)
    return multiply(roll, multiply(q, inverse(roll)))
