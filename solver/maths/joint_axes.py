"""The axes of a joint, in which lock, limit and stiffness count: the bone's own, turned about the bone by a roll.

A rotation q from rest, given in the bone's rest axes as poses are, is F⁻¹ q F in those of the joint, F being the roll.
Where limits leave out the rest pose, or go beyond half a turn, the joint turns from another pose, one within them:
it is A⁻¹ q E, with A = F S and E = F T⁻¹, S being the swing and T the twist from rest to that (`program.joint_rest`).
Without a roll, and within such limits, every number stays as it is, to the bit.
"""

from __future__ import annotations

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import Quaternion, inverse, multiply, quaternion


@kernel
def joint_roll(bones: Table, i: int) -> Quaternion:
    """Return the rotation E from the axes of bone `i` to those of its joint.

    Reads JOINT_ROLL of `bones` (n, BONE_WIDTH).
    """
    return (0.0, bones[i, at.JOINT_ROLL], 0.0, bones[i, at.JOINT_ROLL + 1])


@kernel
def joint_rest(bones: Table, i: int) -> Quaternion:
    """Return the rotation A from the rest axes of bone `i` to those from which its joint turns.

    Reads JOINT_REST of `bones` (n, BONE_WIDTH).
    """
    return quaternion(bones, i, at.JOINT_REST)


@kernel
def has_joint_rest(bones: Table, i: int) -> bool:
    """Return whether the joint of bone `i` turns from other axes than its bone at rest.

    Reads JOINT_REST of `bones` (n, BONE_WIDTH).
    """
    x, y, z, _ = joint_rest(bones, i)
    return x != 0.0 or y != 0.0 or z != 0.0


@kernel
def with_joint_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """Return the orientation of the axes of joint `i` where the bone's is `q`.

    Reads JOINT_ROLL of `bones` (n, BONE_WIDTH).
    """
    return q if bones[i, at.JOINT_ROLL] == 0.0 else multiply(q, joint_roll(bones, i))


@kernel
def with_joint_rest(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """Return the orientation from which joint `i` turns where the rest axes of its bone are `q`.

    Reads JOINT_REST of `bones` (n, BONE_WIDTH).
    """
    return multiply(q, joint_rest(bones, i)) if has_joint_rest(bones, i) else q


@kernel
def in_joint_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """Return a rotation of joint `i` in its own axes; `q` is that of its bone from rest, in the bone's axes.

    Reads JOINT_REST and JOINT_ROLL of `bones` (n, BONE_WIDTH).
    """
    if bones[i, at.JOINT_ROLL] == 0.0 and not has_joint_rest(bones, i):
        return q
    return multiply(inverse(joint_rest(bones, i)), multiply(q, joint_roll(bones, i)))


@kernel
def in_bone_axes(bones: Table, i: int, q: Quaternion) -> Quaternion:
    """Return a rotation of bone `i` from rest, in its axes; `q` is that of its joint.

    Reads JOINT_REST and JOINT_ROLL of `bones` (n, BONE_WIDTH).
    """
    if bones[i, at.JOINT_ROLL] == 0.0 and not has_joint_rest(bones, i):
        return q
    return multiply(joint_rest(bones, i), multiply(q, inverse(joint_roll(bones, i))))
