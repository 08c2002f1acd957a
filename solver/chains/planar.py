"""Planar chains: every joint is a hinge about the normal of the chain's plane, whatever the roll of its bone.

The axis of each joint and its range are found when a program is made (`program.planar_chains`). Here the rest frame of
each joint is rolled until its X axis is that axis; then it bends about X with Y and Z locked, which every solver
handles. Goals are projected into the plane.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import STRAIGHT, bend_straight_chain, bend_vector, effector, link_lengths, tip
from pantin.solver.chains.joints import clamp_to_limits, forward_chain, parent, path_to, rotate_joint, tree_root
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Ints, Table
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis_angle,
    copy_into,
    cross,
    dot,
    inverse,
    length,
    multiply,
    normalised,
    perpendicular,
    quaternion,
    rejection,
    rotate,
    scaled,
    signed_angle,
    store,
    store_quaternion,
    subtract,
    to_quaternion,
    unit,
    vector,
)

OUT_OF_PLANE = 1e-6
"""Sine of the angle to the plane above which a bone cannot stretch: it would leave the plane."""


@kernel
def has_hinges(hinges: Table) -> bool:
    """Return whether any joint of the group is a hinge.

    Reads HINGE_AXIS of `hinges` (j, HINGE_WIDTH).
    """
    for j in range(len(hinges)):  # noqa: SIM110  (kernels have no any())
        if length(vector(hinges, j, at.HINGE_AXIS)) > 0.0:
            return True
    return False


@kernel
def make_hinges(joints: Table, goals: Table, hinges: Table) -> None:
    """Roll the frames of joints and goals to the hinges, and lock all other axes.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, START_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET and TIP_TO_OWNER of `goals` (k, GOAL_WIDTH); and
    HINGE_AXIS, HINGE_LOWER, HINGE_UPPER and HINGE_MOBILITY of `hinges` (j, HINGE_WIDTH). Writes LIMITED, STRETCH,
    REST_ROTATION, START_ROTATION, LINK, LOWER, UPPER, MOBILITY and STATE of `joints`; and EFFECTOR_OFFSET and
    TIP_TO_OWNER of `goals`.
    """
    rolls = np.zeros((len(joints), 4))
    for j in range(len(joints)):
        _align_frame(joints, j, hinges, rolls)
    for k in range(len(goals)):
        back = inverse(quaternion(rolls, tip(goals, k), 0))
        store(goals, k, at.EFFECTOR_OFFSET, rotate(back, vector(goals, k, at.EFFECTOR_OFFSET)))
        store_quaternion(goals, k, at.TIP_TO_OWNER, multiply(back, quaternion(goals, k, at.TIP_TO_OWNER)))
    clamp_to_limits(joints)


@kernel
def _align_frame(joints: Table, j: int, hinges: Table, rolls: Table) -> None:
    """Roll the frame of joint `j` so that its X axis is its hinge. `rolls` (j, 4): the rotations to the new frames.

    Reads PARENT_JOINT, REST_ROTATION, START_ROTATION, LINK and LOCAL of `joints` (j, JOINT_WIDTH); HINGE_AXIS,
    HINGE_LOWER, HINGE_UPPER and HINGE_MOBILITY of `hinges` (j, HINGE_WIDTH); and `rolls` (j, 4). Writes LIMITED,
    STRETCH, REST_ROTATION, START_ROTATION, LINK, LOWER, UPPER, MOBILITY and LOCAL of `joints`; and `rolls`.
    """
    normal, p = vector(hinges, j, at.HINGE_AXIS), parent(joints, j)
    roll = (0.0, 0.0, 0.0, 1.0)
    if length(normal) > 0.0:
        y = unit(rejection((0.0, 1.0, 0.0), normal), perpendicular(normal))
        roll = to_quaternion(normal, y, cross(normal, y))
    store_quaternion(rolls, j, 0, roll)
    held = inverse(quaternion(rolls, p, 0)) if p >= 0 else (0.0, 0.0, 0.0, 1.0)
    if p >= 0:
        store(joints, j, at.LINK, rotate(held, vector(joints, j, at.LINK)))
    store_quaternion(
        joints, j, at.REST_ROTATION, multiply(held, multiply(quaternion(joints, j, at.REST_ROTATION), roll))
    )
    store_quaternion(joints, j, at.START_ROTATION, multiply(quaternion(joints, j, at.START_ROTATION), roll))
    local = multiply(inverse(roll), multiply(quaternion(joints, j, at.LOCAL), roll))
    if length(normal) > 0.0:
        local = _rotation_about_x(local)
        _make_hinge(joints, j, hinges)
        if abs(normal[1]) > OUT_OF_PLANE:
            joints[j, at.STRETCH] = 0.0
    store_quaternion(joints, j, at.LOCAL, local)


@kernel
def _rotation_about_x(q: Quaternion) -> Quaternion:
    """Return the rotation about X that is nearest to `q`."""
    return normalised((q[0], 0.0, 0.0, q[3]))


@kernel
def _make_hinge(joints: Table, j: int, hinges: Table) -> None:
    """Set limits and mobility of a hinge about X.

    Reads HINGE_LOWER, HINGE_UPPER and HINGE_MOBILITY of `hinges` (j, HINGE_WIDTH). Writes LIMITED, LOWER, UPPER and
    MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    joints[j, at.LIMITED] = 1.0
    for a in range(3):
        joints[j, at.LOWER + a] = hinges[j, at.HINGE_LOWER] if a == 0 else 0.0
        joints[j, at.UPPER + a] = hinges[j, at.HINGE_UPPER] if a == 0 else 0.0
        joints[j, at.MOBILITY + a] = hinges[j, at.HINGE_MOBILITY] if a == 0 else 0.0


@kernel
def project_goals(joints: Table, goals: Table, settings: Table) -> None:
    """Project the goals of planar chains, and their poles, into the planes in which their effectors move.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, EFFECTOR_OFFSET, GOAL_POSITION
    and POLE_POSITION of `goals` (k, GOAL_WIDTH); and SETTING_PLANAR of `settings` (k, SETTING_WIDTH). Writes
    GOAL_POSITION and POLE_POSITION of `goals`.
    """
    for k in range(len(goals)):
        if settings[k, at.SETTING_PLANAR] != 0.0:
            normal, end = _normal(joints, tip(goals, k)), effector(joints, goals, k)
            store(goals, k, at.GOAL_POSITION, _into_plane(vector(goals, k, at.GOAL_POSITION), end, normal))
            store(goals, k, at.POLE_POSITION, _into_plane(vector(goals, k, at.POLE_POSITION), end, normal))


@kernel
def _normal(joints: Table, j: int) -> Vector:
    """Return the normal of the plane of joint `j`.

    Reads WORLD of `joints` (j, JOINT_WIDTH).
    """
    return rotate(quaternion(joints, j, at.WORLD), (1.0, 0.0, 0.0))


@kernel
def _into_plane(position: Vector, end: Vector, normal: Vector) -> Vector:
    """Return `position` moved along `normal` into the plane through `end`."""
    return add(position, scaled(normal, dot(normal, subtract(end, position))))


@kernel
def bend_to_poles(joints: Table, goals: Table, settings: Table) -> None:
    """Bend planar chains to the sides of their poles, of two in the plane. The poles have no influence after that.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP, POLE_INFLUENCE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and
    ROOT of `goals` (k, GOAL_WIDTH); and SETTING_PLANAR of `settings` (k, SETTING_WIDTH). Writes STATE of `joints` and
    POLE_INFLUENCE of `goals`.
    """
    for k in range(len(goals)):
        if settings[k, at.SETTING_PLANAR] != 0.0 and goals[k, at.POLE_INFLUENCE] != 0.0:
            _bend_to_pole(joints, goals, k)
            clamp_to_limits(joints)
            goals[k, at.POLE_INFLUENCE] = 0.0


@kernel
def _bend_to_pole(joints: Table, goals: Table, k: int) -> None:
    """Mirror goal `k`'s chain in its plane where it bends away from its pole; bend a straight one.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of
    `goals` (k, GOAL_WIDTH). Writes STATE of `joints`.
    """
    t = tip(goals, k)
    normal, origin = _normal(joints, t), vector(joints, tree_root(joints, t), at.HEAD)
    total, _ = link_lengths(joints, goals, k)
    if length(subtract(effector(joints, goals, k), origin)) > total * (1.0 - STRAIGHT):
        bend_straight_chain(joints, goals, k)
    line = unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, k, at.GOAL_POSITION), origin), line)
    side = dot(cross(wanted, subtract(vector(goals, k, at.POLE_POSITION), origin)), normal)
    bent = dot(cross(line, bend_vector(joints, goals, k, line)), normal)
    if side * bent < 0.0:
        _mirror(joints, goals, k, line, normal)


@kernel
def _mirror(joints: Table, goals: Table, k: int, line: Vector, normal: Vector) -> None:
    """Mirror goal `k`'s chain, in its plane, in the `line` through its root.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP and EFFECTOR_OFFSET of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    path = path_to(joints, tip(goals, k))
    links = np.empty((len(path), 3))
    for n in range(len(path)):
        link = _link(joints, goals, k, path, n)
        store(links, n, 0, subtract(scaled(line, 2.0 * dot(link, line)), link))
    for n in range(len(path)):
        mirrored = rejection(vector(links, n, 0), normal)
        here = rejection(_link(joints, goals, k, path, n), normal)
        rotate_joint(joints, path[n], axis_angle(normal, signed_angle(here, mirrored, normal)))
        forward_chain(joints)


@kernel
def _link(joints: Table, goals: Table, k: int, path: Ints, n: int) -> Vector:
    """Return the vector from joint `n` of the path to the next, or to the effector.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); TIP and EFFECTOR_OFFSET of `goals`
    (k, GOAL_WIDTH); and `path` (p,).
    """
    end = vector(joints, path[n + 1], at.HEAD) if n + 1 < len(path) else effector(joints, goals, k)
    return subtract(end, vector(joints, path[n], at.HEAD))


@kernel
def finish(joints: Table, goals: Table, poled: bool) -> None:
    """Finish a single goal after solvers that know no planes, as far as limits allow.

    Out of reach the chain points straight at it, exactly; else it bends to the side of its pole.

    Reads `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of `goals`
    (k, GOAL_WIDTH). Writes `joints`.
    """
    total, _ = link_lengths(joints, goals, 0)
    origin = vector(joints, tree_root(joints, tip(goals, 0)), at.HEAD)
    before = joints.copy()
    if length(subtract(vector(goals, 0, at.GOAL_POSITION), origin)) >= total:
        _point_straight(joints, goals, origin)
    elif poled and length(subtract(effector(joints, goals, 0), origin)) < total * (1.0 - STRAIGHT):
        _bend_to_pole(joints, goals, 0)
    if clamp_to_limits(joints):
        copy_into(joints, before)


@kernel
def _point_straight(joints: Table, goals: Table, origin: Vector) -> None:
    """Point every link at the goal.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and GOAL_POSITION of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD and
    HEAD of `joints`.
    """
    way, t = subtract(vector(goals, 0, at.GOAL_POSITION), origin), tip(goals, 0)
    normal, path = _normal(joints, t), path_to(joints, t)
    for n in range(len(path)):
        link = _link(joints, goals, 0, path, n)
        if length(link) > 0.0:
            angle = signed_angle(rejection(link, normal), rejection(way, normal), normal)
            rotate_joint(joints, path[n], axis_angle(normal, angle))
            forward_chain(joints)
