"""From bones to joints before a solve, and back to the matrices of the bones after it.

While it is solved a joint has its own axes (`maths.joint_axes`), not those of its bone. Back on the bones only turns
in armature space are written, so that nothing else has to know of them.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.joints import (
    parent,
)
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Rows, Table
from pantin.solver.maths.axes import apply_axes, solve_axes
from pantin.solver.maths.forward import frame as rest_frame
from pantin.solver.maths.joint_axes import joint_roll, with_joint_axes, with_joint_rest
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    columns,
    inverse,
    multiply,
    normalised,
    orientation,
    quaternion,
    rotate,
    rotation_along_y,
    scaled,
    slerp,
    store,
    store_axis,
    store_quaternion,
    subtract,
    vector,
)


@kernel
def read_joints(bones: Table, joint_bones: Rows, matrices: Table, stretches: Table) -> Table:
    """Return the joints (j, JOINT_WIDTH) of a group as the bones are in `matrices` (n, 16), those that stretch
    unstretched.

    `joint_bones` (j, 2) lists, parents first, the bone of each joint and its parent joint.

    Reads OFFSET, REST, OFFSET_ROTATION, JOINT_REST, STIFFNESS, BONE_STRETCH, PARENT_BONE, FLAGS, BONE_LOWER_COORDS,
    BONE_UPPER_COORDS and JOINT_ROLL of `bones` (n, BONE_WIDTH); `joint_bones` (j, 2); `matrices` (n, 16); and
    `stretches` (n, 2). Writes `matrices` and `stretches`.
    """
    joints = np.empty((len(joint_bones), at.JOINT_WIDTH))
    _take_back_stretch(joints, bones, joint_bones, matrices, stretches)
    for j in range(len(joints)):
        i = joint_bones[j, 0]
        joints[j, at.BONE], joints[j, at.PARENT_JOINT], joints[j, at.KEEPS_VOLUME] = i, joint_bones[j, 1], 0.0
        store(joints, j, at.COORDS, (0.0, 0.0, 0.0))
        joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1] = 0.0, 0.0
        joints[j, at.STRETCH], joints[j, at.LENGTH_RATIO] = bones[i, at.BONE_STRETCH], 1.0
        _set_frame(joints, j, bones, matrices, stretches)
        _set_limits(joints, j, bones, i)
    return joints


@kernel
def _take_back_stretch(joints: Table, bones: Table, joint_bones: Rows, matrices: Table, stretches: Table) -> None:
    """Give the bones that IK may stretch their own length; what they are posed with is noted in `joints`.

    Reads POSED_LENGTH and POSED_THICKNESS of `joints` (j, JOINT_WIDTH); BONE_STRETCH of `bones` (n, BONE_WIDTH);
    `joint_bones` (j, 2); `matrices` (n, 16); and `stretches` (n, 2). Writes POSED_LENGTH and POSED_THICKNESS of
    `joints`; `matrices`; and `stretches`.
    """
    stretched = False
    for j in range(len(joints)):
        i = joint_bones[j, 0]
        joints[j, at.POSED_LENGTH], joints[j, at.POSED_THICKNESS] = 1.0, 1.0
        if bones[i, at.BONE_STRETCH] != 0.0:
            joints[j, at.POSED_LENGTH], joints[j, at.POSED_THICKNESS] = stretches[i, 0], stretches[i, 1]
            stretched = stretched or stretches[i, 0] != 1.0 or stretches[i, 1] != 1.0
    if not stretched:
        return
    places = np.zeros((len(joints), 3))  # of heads in the axes of the bones that carry them
    for j in range(len(joints)):
        if joint_bones[j, 1] >= 0:
            i, p = joint_bones[j, 0], joint_bones[joint_bones[j, 1], 0]
            away = subtract(axis(matrices, i, 0, 3), axis(matrices, p, 0, 3))
            px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
            store(places, j, 0, solve_axes(px, py, pz, away))
    for j in range(len(joints)):
        i = joint_bones[j, 0]
        if joint_bones[j, 1] >= 0:
            p = joint_bones[joint_bones[j, 1], 0]
            px, py, pz = axis(matrices, p, 0, 0), axis(matrices, p, 0, 1), axis(matrices, p, 0, 2)
            place = apply_axes(px, py, pz, vector(places, j, 0))
            store_axis(matrices, i, 3, add(axis(matrices, p, 0, 3), place))
        thick = 1.0 / joints[j, at.POSED_THICKNESS]
        store_axis(matrices, i, 0, scaled(axis(matrices, i, 0, 0), thick))
        store_axis(matrices, i, 1, scaled(axis(matrices, i, 0, 1), 1.0 / joints[j, at.POSED_LENGTH]))
        store_axis(matrices, i, 2, scaled(axis(matrices, i, 0, 2), thick))
        if bones[i, at.BONE_STRETCH] != 0.0:
            stretches[i, 0], stretches[i, 1] = 1.0, 1.0


@kernel
def _set_frame(joints: Table, j: int, bones: Table, matrices: Table, stretches: Table) -> None:
    """Set rest frame, link and rotations of joint `j`, whose parent is set already.

    Reads BONE, PARENT_JOINT, START_ROTATION and HEAD of `joints` (j, JOINT_WIDTH); OFFSET, REST, OFFSET_ROTATION,
    JOINT_REST, PARENT_BONE, FLAGS and JOINT_ROLL of `bones` (n, BONE_WIDTH); `matrices` (n, 16); and `stretches`
    (n, 2). Writes REST_ROTATION, START_ROTATION, LINK, LOCAL, WORLD and HEAD of `joints`.
    """
    i, p = int(joints[j, at.BONE]), parent(joints, j)
    q = with_joint_axes(bones, i, orientation(matrices, i))
    store_quaternion(joints, j, at.START_ROTATION, q)
    store_quaternion(joints, j, at.WORLD, q)
    head = link = axis(matrices, i, 0, 3)
    if p >= 0:
        held = quaternion(joints, p, at.START_ROTATION)
        rest = _rest_in_parent(bones, i, int(joints[p, at.BONE]))
        frame = multiply(held, rest)
        link = rotate(inverse(held), subtract(head, vector(joints, p, at.HEAD)))
    else:
        x, y, _, _ = rest_frame(bones, i, matrices, stretches)
        rest = frame = with_joint_rest(bones, i, rotation_along_y(x, y))
    store(joints, j, at.HEAD, head)
    store_quaternion(joints, j, at.REST_ROTATION, rest)
    store(joints, j, at.LINK, link)
    store_quaternion(joints, j, at.LOCAL, normalised(multiply(inverse(frame), q)))


@kernel
def _rest_in_parent(bones: Table, i: int, p: int) -> Quaternion:
    """Return the rest axes of the joint of bone `i` as seen in those of the joint of bone `p`, its parent.

    Reads OFFSET_ROTATION, JOINT_REST and JOINT_ROLL of `bones` (n, BONE_WIDTH).
    """
    rest = with_joint_rest(bones, i, quaternion(bones, i, at.OFFSET_ROTATION))
    return rest if bones[p, at.JOINT_ROLL] == 0.0 else multiply(inverse(joint_roll(bones, p)), rest)


@kernel
def _set_limits(joints: Table, j: int, bones: Table, i: int) -> None:
    """Copy limits and stiffness of bone `i`.

    Reads STIFFNESS, BONE_LOWER_COORDS and BONE_UPPER_COORDS of `bones` (n, BONE_WIDTH). Writes LIMITED, LOWER, UPPER
    and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    joints[j, at.LIMITED] = 0.0
    for a in range(3):
        low, high = bones[i, at.BONE_LOWER_COORDS + a], bones[i, at.BONE_UPPER_COORDS + a]
        locked = low == 0.0 and high == 0.0
        joints[j, at.LOWER + a], joints[j, at.UPPER + a] = low, high
        joints[j, at.MOBILITY + a] = 0.0 if locked else 1.0 - bones[i, at.STIFFNESS + a]
        if low > -at.FREE or high < at.FREE:
            joints[j, at.LIMITED] = 1.0


@kernel
def write_joints(joints: Table, blend: Numbers, matrices: Table, stretches: Table) -> None:
    """Write the solved joints into `matrices`, blended with the pose before: rotations by slerp, lengths linearly.

    `blend` (j,) is the part of the solution that each joint takes; at 1 it is written as it is.

    Reads BONE, PARENT_JOINT, LENGTH_RATIO, START_ROTATION, LINK, WORLD, HEAD, KEEPS_VOLUME, POSED_LENGTH and
    POSED_THICKNESS of `joints` (j, JOINT_WIDTH); `blend` (j,); `matrices` (n, 16); and `stretches` (n, 2). Writes
    `matrices` and `stretches`.
    """
    turned = np.empty((len(joints), 9))  # the blended rotation (4), position (3), and by how much it is stretched (2)
    whole = True
    for j in range(len(joints)):
        i = int(joints[j, at.BONE])
        whole = whole and blend[j] >= 1.0
        now, position = quaternion(joints, j, at.WORLD), vector(joints, j, at.HEAD)
        if not whole:
            now, position = _blended(joints, j, blend[j], turned)
        now = normalised(now)
        store_quaternion(turned, j, 0, now)
        store(turned, j, 4, position)
        posed = joints[j, at.POSED_LENGTH]
        longer = posed + blend[j] * (joints[j, at.LENGTH_RATIO] - posed)
        posed = joints[j, at.POSED_THICKNESS]
        thin = 1.0 / sqrt(longer) if joints[j, at.KEEPS_VOLUME] != 0.0 else posed + blend[j] * (1.0 - posed)
        turned[j, 7], turned[j, 8] = longer, thin
        stretches[i, 0], stretches[i, 1] = stretches[i, 0] * longer, stretches[i, 1] * thin
        x, y, z = columns(multiply(now, inverse(quaternion(joints, j, at.START_ROTATION))))
        store_axis(matrices, i, 0, scaled(apply_axes(x, y, z, axis(matrices, i, 0, 0)), thin))
        store_axis(matrices, i, 1, scaled(apply_axes(x, y, z, axis(matrices, i, 0, 1)), longer))
        store_axis(matrices, i, 2, scaled(apply_axes(x, y, z, axis(matrices, i, 0, 2)), thin))
        store_axis(matrices, i, 3, position)


@kernel
def _blended(joints: Table, j: int, blend: float, turned: Table) -> tuple[Quaternion, Vector]:
    """Rotation and position of joint `j` that takes the part `blend` of the solution.

    Parents are in `turned` (j, 9).

    Reads PARENT_JOINT, START_ROTATION, LINK and WORLD of `joints` (j, JOINT_WIDTH); and `turned` (j, 9).
    """
    p = parent(joints, j)
    now, position = quaternion(joints, j, at.WORLD), vector(joints, j, at.LINK)
    if p < 0:
        return (now if blend >= 1.0 else slerp(quaternion(joints, j, at.START_ROTATION), now, blend)), position
    held = quaternion(turned, p, 0)
    grown, thin = turned[p, 7], turned[p, 8]
    position = add(vector(turned, p, 4), rotate(held, (position[0] * thin, position[1] * grown, position[2] * thin)))
    after = multiply(inverse(quaternion(joints, p, at.WORLD)), now)
    if blend < 1.0:
        before = multiply(inverse(quaternion(joints, p, at.START_ROTATION)), quaternion(joints, j, at.START_ROTATION))
        after = slerp(before, after, blend)
    return multiply(held, after), position
