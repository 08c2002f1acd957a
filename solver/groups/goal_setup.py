"""The goals of a group as the solvers take them: filled from their settings and from where bones are now."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import effector, root, tip
from pantin.solver.chains.joints import parent
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
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
    goals = np.zeros((len(settings), at.GOAL_WIDTH))
    for k in range(len(goals)):
        _copy_settings(goals, k, settings)
        if goals[k, at.GOAL_KIND] == at.POSTURE_GOAL:
            t = tip(goals, k)
            store(goals, k, at.GOAL_POSITION, vector(joints, t, at.HEAD))
            store_quaternion(goals, k, at.GOAL_ROTATION, quaternion(joints, t, at.LOCAL))
        else:
            _set_effector(bones, joints, goals, k, settings, matrices)
            _set_target(goals, k, settings, grabs, matrices)
        _blend_goal(joints, goals, k, settings)
        _mark_volume(joints, goals, k, settings[k, at.SETTING_KEEP_VOLUME])
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
    goals[k, at.TIP], goals[k, at.WEIGHT] = int(settings[k, at.SETTING_TIP]), settings[k, at.SETTING_WEIGHT]
    goals[k, at.GOAL_KIND], goals[k, at.ROOT] = settings[k, at.SETTING_KIND], settings[k, at.SETTING_ROOT]
    goals[k, at.RADIUS], goals[k, at.KEEP] = settings[k, at.SETTING_RADIUS], settings[k, at.SETTING_KEEP]
    store(goals, k, at.FREE_POSITION_AXES, vector(settings, k, at.SETTING_FREE_POSITION_AXES))
    store(goals, k, at.FREE_ROTATION_AXES, vector(settings, k, at.SETTING_FREE_ROTATION_AXES))
    goals[k, at.AXES_OF_OWNER] = settings[k, at.SETTING_AXES_OF_OWNER]
    goals[k, at.ROTATION_WEIGHT] = settings[k, at.SETTING_ROTATION_WEIGHT]
    goals[k, at.POLE_ANGLE] = settings[k, at.SETTING_POLE_ANGLE]
    goals[k, at.DAMPING], goals[k, at.EPSILON] = settings[k, at.SETTING_DAMPING], settings[k, at.SETTING_EPSILON]


@kernel
def _set_effector(bones: Table, joints: Table, goals: Table, k: int, settings: Table, matrices: Table) -> None:
    """Set the effector and the owner's axes, seen from the tip joint.

    Reads LENGTH of `bones` (n, BONE_WIDTH); WORLD and HEAD of `joints` (j, JOINT_WIDTH); TIP of `goals`
    (k, GOAL_WIDTH); SETTING_BONE and SETTING_OWNER of `settings` (k, SETTING_WIDTH); and `matrices` (n, 16). Writes
    EFFECTOR_OFFSET and TIP_TO_OWNER of `goals`.
    """
    t = tip(goals, k)
    to_tip = inverse(quaternion(joints, t, at.WORLD))
    end = tail(bones, int(settings[k, at.SETTING_BONE]), matrices)
    store(goals, k, at.EFFECTOR_OFFSET, rotate(to_tip, subtract(end, vector(joints, t, at.HEAD))))
    owner = orientation(matrices, int(settings[k, at.SETTING_OWNER]))
    store_quaternion(goals, k, at.TIP_TO_OWNER, multiply(to_tip, owner))


@kernel
def _set_target(goals: Table, k: int, settings: Table, grabs: Table, matrices: Table) -> None:
    """Set the target, or the grab, and the pole as they are now.

    Reads SETTING_OWNER, SETTING_TARGET, SETTING_POLE and SETTING_GRAB of `settings` (k, SETTING_WIDTH); `grabs` (g, 3);
    and `matrices` (n, 16). Writes POLE_INFLUENCE, GOAL_POSITION, GOAL_ROTATION, POLE_POSITION and HAS_POLE of `goals`
    (k, GOAL_WIDTH).
    """
    target, pole = int(settings[k, at.SETTING_TARGET]), int(settings[k, at.SETTING_POLE])
    if target >= 0:
        store(goals, k, at.GOAL_POSITION, axis(matrices, target, 0, 3))
        store_quaternion(goals, k, at.GOAL_ROTATION, orientation(matrices, target))
    else:
        store(goals, k, at.GOAL_POSITION, vector(grabs, int(settings[k, at.SETTING_GRAB]), 0))
        store_quaternion(goals, k, at.GOAL_ROTATION, orientation(matrices, int(settings[k, at.SETTING_OWNER])))
    if pole >= 0:
        goals[k, at.POLE_INFLUENCE] = goals[k, at.HAS_POLE] = 1.0
        store(goals, k, at.POLE_POSITION, axis(matrices, pole, 0, 3))


@kernel
def _blend_goal(joints: Table, goals: Table, k: int, settings: Table) -> None:
    """Move a blended goal only its part of the way from the effector to the target.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET, TIP_TO_OWNER,
    GOAL_POSITION, GOAL_ROTATION and ROOT of `goals` (k, GOAL_WIDTH); and SETTING_BLEND and SETTING_BLEND_BY of
    `settings` (k, SETTING_WIDTH). Writes GOAL_POSITION and GOAL_ROTATION of `goals`.
    """
    how, blend = settings[k, at.SETTING_BLEND_BY], settings[k, at.SETTING_BLEND]
    if how == at.BLEND_BONES or blend >= 1.0:
        return
    origin, start = vector(joints, root(goals, k), at.HEAD), effector(joints, goals, k)
    target = vector(goals, k, at.GOAL_POSITION)
    position = add(start, scaled(subtract(target, start), blend))
    if how == at.BLEND_ARC:
        position = add(origin, arc_point(subtract(start, origin), subtract(target, origin), blend))
    store(goals, k, at.GOAL_POSITION, position)
    owner = multiply(quaternion(joints, tip(goals, k), at.WORLD), quaternion(goals, k, at.TIP_TO_OWNER))
    store_quaternion(goals, k, at.GOAL_ROTATION, slerp(owner, quaternion(goals, k, at.GOAL_ROTATION), blend))


@kernel
def _mark_volume(joints: Table, goals: Table, k: int, keep_volume: float) -> None:
    """Let the bones of goal `k`'s chain grow thinner as they stretch.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH). Writes KEEPS_VOLUME of
    `joints`.
    """
    j = tip(goals, k)
    while keep_volume != 0.0 and j >= 0:
        joints[j, at.KEEPS_VOLUME] = 1.0
        j = parent(joints, j) if j != root(goals, k) else -1


@kernel
def set_pole_influence(joints: Table, goals: Table, k: int, reports: Table) -> None:
    """Set the influence of goal `k`'s pole; report where it has no direction at all.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOWER, UPPER, MOBILITY, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of
    `goals` (k, GOAL_WIDTH). Writes POLE_INFLUENCE and POLE_POSITION of `goals`; and POLE_UNDEFINED of `reports`
    (k, REPORT_WIDTH).
    """
    reports[k, at.POLE_UNDEFINED] = 0.0
    if goals[k, at.POLE_INFLUENCE] != 0.0:
        influence = poles.pole_influence(joints, goals, k)
        reports[k, at.POLE_UNDEFINED] = 1.0 if influence == 0.0 else 0.0
        if len(goals) == 1:
            goals[k, at.POLE_INFLUENCE] = influence
        else:
            poles.stabilise(joints, goals, k, influence)
