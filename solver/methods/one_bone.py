"""One bone and a goal: the bone is aimed at it.

The rotation from rest is swing · twist (`joint_coordinates`). The swing follows from where the goal is; the twist stays
as posed, so that aiming never rolls the bone.
"""

from __future__ import annotations

from pantin.solver.chains.chain import effector, tip
from pantin.solver.chains.joints import forward_chain, rest_rotation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.joint_coordinates import coordinates_of, rotation_of
from pantin.solver.maths.rotations import (
    inverse,
    length,
    multiply,
    normalised,
    quaternion,
    rotate,
    shortest_arc,
    store_quaternion,
    subtract,
    unit,
    vector,
)


@kernel
def solve(joints: Table, goals: Table) -> None:
    """Turn the joint so that its effector points at the goal. Ignores limits.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and GOAL_POSITION of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD and
    HEAD of `joints`.
    """
    t = tip(goals, 0)
    head, back = vector(joints, t, at.HEAD), inverse(rest_rotation(joints, t))
    arm, way = subtract(effector(joints, goals, 0), head), subtract(vector(goals, 0, at.GOAL_POSITION), head)
    if length(arm) < 1e-12 or length(way) < 1e-12:
        return
    x, twist, z = coordinates_of(quaternion(joints, t, at.LOCAL))
    twisted = rotation_of((0.0, twist, 0.0))
    own = unit(rotate(inverse(quaternion(joints, t, at.WORLD)), arm), (0.0, 1.0, 0.0))
    aside = unit((x, 0.0, z), (1.0, 0.0, 0.0))
    swing = shortest_arc(rotate(twisted, own), unit(rotate(back, way), own), aside)
    store_quaternion(joints, t, at.LOCAL, normalised(multiply(swing, twisted)))
    forward_chain(joints)
