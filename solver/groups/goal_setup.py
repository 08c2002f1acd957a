"""The goals of a group as the solvers take them: filled from their settings and from where bones are now."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, root, tip
from pantin.solver.chains.joints import parent
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    AXES_OF_OWNER,
    BLEND_ARC,
    BLEND_BONES,
    DAMPING,
    EFFECTOR_OFFSET,
    EPSILON,
    FREE_POSITION_AXES,
    FREE_ROTATION_AXES,
    GOAL_KIND,
    GOAL_POSITION,
    GOAL_ROTATION,
    GOAL_WIDTH,
    HAS_POLE,
    HEAD,
    KEEP,
    KEEPS_VOLUME,
    LOCAL,
    POLE_ANGLE,
    POLE_INFLUENCE,
    POLE_POSITION,
    POLE_UNDEFINED,
    POSTURE_GOAL,
    RADIUS,
    ROOT,
    ROTATION_WEIGHT,
    SETTING_AXES_OF_OWNER,
    SETTING_BLEND,
    SETTING_BLEND_BY,
    SETTING_BONE,
    SETTING_DAMPING,
    SETTING_EPSILON,
    SETTING_FREE_POSITION_AXES,
    SETTING_FREE_ROTATION_AXES,
    SETTING_GRAB,
    SETTING_KEEP,
    SETTING_KEEP_VOLUME,
    SETTING_KIND,
    SETTING_OWNER,
    SETTING_POLE,
    SETTING_POLE_ANGLE,
    SETTING_RADIUS,
    SETTING_ROOT,
    SETTING_ROTATION_WEIGHT,
    SETTING_TARGET,
    SETTING_TIP,
    SETTING_WEIGHT,
    TIP,
    TIP_TO_OWNER,
    WEIGHT,
    WORLD,
    Table,
)
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import (
    add,
    axis,
    inverse,
    multiply,
    orientation,
    quaternion,
    rotate,
    scaled,
    slerp,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.methods import poles
from pantin.solver.methods.continuation import arc_point


@kernel
def goals_of(bones: Table, joints: Table, settings: Table, grabs: Table, matrices: Table) -> Table:
    """Return the goals (k, GOAL_WIDTH) of a group from their `settings` (k, SETTING_WIDTH), blended where blending
    moves them.

    `grabs` (g, 3) are the positions to which bones are pulled by hand, armature space.

    Reads LENGTH of `bones` (n, BONE_WIDTH); PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); `settings` (k, SETTING_WIDTH); `grabs` (g, 3); and `matrices` (n, 16). Writes KEEPS_VOLUME of
    `joints`.
    """
    goals = np.zeros((len(settings), GOAL_WIDTH))
    for k in range(len(goals)):
        _copy_settings(goals, k, settings)
        if goals[k, GOAL_KIND] == POSTURE_GOAL:
            t = tip(goals, k)
            store(goals, k, GOAL_POSITION, vector(joints, t, HEAD))
            store_quaternion(goals, k, GOAL_ROTATION, quaternion(joints, t, LOCAL))
        else:
            _set_effector(bones, joints, goals, k, settings, matrices)
            _set_target(goals, k, settings, grabs, matrices)
        _blend_goal(joints, goals, k, settings)
        _mark_volume(joints, goals, k, settings[k, SETTING_KEEP_VOLUME])
    return goals


@kernel
def _copy_settings(goals: Table, k: int, settings: Table) -> None:
    """Copy what does not depend on the pose.

    Reads SETTING_TIP, SETTING_POLE_ANGLE, SETTING_WEIGHT, SETTING_ROTATION_WEIGHT, SETTING_KIND, SETTING_ROOT,
    SETTING_RADIUS, SETTING_KEEP, SETTING_FREE_POSITION_AXES, SETTING_FREE_ROTATION_AXES, SETTING_AXES_OF_OWNER,
    SETTING_DAMPING and SETTING_EPSILON of `settings` (k, SETTING_WIDTH). Writes TIP, WEIGHT, ROTATION_WEIGHT,
    POLE_ANGLE, GOAL_KIND, ROOT, RADIUS, KEEP, FREE_POSITION_AXES, FREE_ROTATION_AXES, AXES_OF_OWNER, DAMPING and
    EPSILON of `goals` (k, GOAL_WIDTH).
    """
    goals[k, TIP], goals[k, WEIGHT] = int(settings[k, SETTING_TIP]), settings[k, SETTING_WEIGHT]
    goals[k, GOAL_KIND], goals[k, ROOT] = settings[k, SETTING_KIND], settings[k, SETTING_ROOT]
    goals[k, RADIUS], goals[k, KEEP] = settings[k, SETTING_RADIUS], settings[k, SETTING_KEEP]
    store(goals, k, FREE_POSITION_AXES, vector(settings, k, SETTING_FREE_POSITION_AXES))
    store(goals, k, FREE_ROTATION_AXES, vector(settings, k, SETTING_FREE_ROTATION_AXES))
    goals[k, AXES_OF_OWNER] = settings[k, SETTING_AXES_OF_OWNER]
    goals[k, ROTATION_WEIGHT] = settings[k, SETTING_ROTATION_WEIGHT]
    goals[k, POLE_ANGLE] = settings[k, SETTING_POLE_ANGLE]
    goals[k, DAMPING], goals[k, EPSILON] = settings[k, SETTING_DAMPING], settings[k, SETTING_EPSILON]


@kernel
def _set_effector(bones: Table, joints: Table, goals: Table, k: int, settings: Table, matrices: Table) -> None:
    """Set the effector and the owner's axes, seen from the tip joint.

    Reads LENGTH of `bones` (n, BONE_WIDTH); WORLD and HEAD of `joints` (j, JOINT_WIDTH); TIP of `goals`
    (k, GOAL_WIDTH); SETTING_BONE and SETTING_OWNER of `settings` (k, SETTING_WIDTH); and `matrices` (n, 16). Writes
    EFFECTOR_OFFSET and TIP_TO_OWNER of `goals`.
    """
    t = tip(goals, k)
    to_tip = inverse(quaternion(joints, t, WORLD))
    end = tail(bones, int(settings[k, SETTING_BONE]), matrices)
    store(goals, k, EFFECTOR_OFFSET, rotate(to_tip, subtract(end, vector(joints, t, HEAD))))
    owner = orientation(matrices, int(settings[k, SETTING_OWNER]))
    store_quaternion(goals, k, TIP_TO_OWNER, multiply(to_tip, owner))


@kernel
def _set_target(goals: Table, k: int, settings: Table, grabs: Table, matrices: Table) -> None:
    """Set the target, or the grab, and the pole as they are now.

    Reads SETTING_OWNER, SETTING_TARGET, SETTING_POLE and SETTING_GRAB of `settings` (k, SETTING_WIDTH); `grabs` (g, 3);
    and `matrices` (n, 16). Writes POLE_INFLUENCE, GOAL_POSITION, GOAL_ROTATION, POLE_POSITION and HAS_POLE of `goals`
    (k, GOAL_WIDTH).
    """
    target, pole = int(settings[k, SETTING_TARGET]), int(settings[k, SETTING_POLE])
    if target >= 0:
        store(goals, k, GOAL_POSITION, axis(matrices, target, 0, 3))
        store_quaternion(goals, k, GOAL_ROTATION, orientation(matrices, target))
    else:
        store(goals, k, GOAL_POSITION, vector(grabs, int(settings[k, SETTING_GRAB]), 0))
        store_quaternion(goals, k, GOAL_ROTATION, orientation(matrices, int(settings[k, SETTING_OWNER])))
    if pole >= 0:
        goals[k, POLE_INFLUENCE] = goals[k, HAS_POLE] = 1.0
        store(goals, k, POLE_POSITION, axis(matrices, pole, 0, 3))


@kernel
def _blend_goal(joints: Table, goals: Table, k: int, settings: Table) -> None:
    """Move a blended goal only its part of the way from the effector to the target.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET, TIP_TO_OWNER,
    GOAL_POSITION, GOAL_ROTATION and ROOT of `goals` (k, GOAL_WIDTH); and SETTING_BLEND and SETTING_BLEND_BY of
    `settings` (k, SETTING_WIDTH). Writes GOAL_POSITION and GOAL_ROTATION of `goals`.
    """
    how, blend = settings[k, SETTING_BLEND_BY], settings[k, SETTING_BLEND]
    if how == BLEND_BONES or blend >= 1.0:
        return
    origin, start = vector(joints, root(goals, k), HEAD), effector(joints, goals, k)
    target = vector(goals, k, GOAL_POSITION)
    position = add(start, scaled(subtract(target, start), blend))
    if how == BLEND_ARC:
        position = add(origin, arc_point(subtract(start, origin), subtract(target, origin), blend))
    store(goals, k, GOAL_POSITION, position)
    owner = multiply(quaternion(joints, tip(goals, k), WORLD), quaternion(goals, k, TIP_TO_OWNER))
    store_quaternion(goals, k, GOAL_ROTATION, slerp(owner, quaternion(goals, k, GOAL_ROTATION), blend))


@kernel
def _mark_volume(joints: Table, goals: Table, k: int, keep_volume: float) -> None:
    """Let the bones of goal `k`'s chain grow thinner as they stretch.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH). Writes KEEPS_VOLUME of
    `joints`.
    """
    j = tip(goals, k)
    while keep_volume != 0.0 and j >= 0:
        joints[j, KEEPS_VOLUME] = 1.0
        j = parent(joints, j) if j != root(goals, k) else -1


@kernel
def set_pole_influence(joints: Table, goals: Table, k: int, reports: Table) -> None:
    """Set the influence of goal `k`'s pole; report where it has no direction at all.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOWER, UPPER, MOBILITY, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of
    `goals` (k, GOAL_WIDTH). Writes POLE_INFLUENCE and POLE_POSITION of `goals`; and POLE_UNDEFINED of `reports`
    (k, REPORT_WIDTH).
    """
    reports[k, POLE_UNDEFINED] = 0.0
    if goals[k, POLE_INFLUENCE] != 0.0:
        influence = poles.pole_influence(joints, goals, k)
        reports[k, POLE_UNDEFINED] = 1.0 if influence == 0.0 else 0.0
        if len(goals) == 1:
            goals[k, POLE_INFLUENCE] = influence
        else:
            poles.stabilise(joints, goals, k, influence)
