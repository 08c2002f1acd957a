"""The reach of a chain, the start of a solve, and the straight chain: shared by all solvers."""

from __future__ import annotations

from pantin.solver.chains.chain import (
    STRAIGHT,
    bend_straight_chain,
    bend_vector,
    effector,
    link_lengths,
    pole_direction,
    root,
    tip,
)
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, forward_chain, forward_joint, path_to, rotate_joint, tree_root
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis_angle,
    cross,
    length,
    rejection,
    rotate,
    scaled,
    shortest_arc,
    signed_angle,
    store,
    subtract,
    unit,
    vector,
)

REACHED_WITHIN = 1e-6
"""A goal nearer than this part of its chain's length is met: no other answer is looked for."""


@kernel
def are_reached(joints: Table, goals: Table) -> bool:
    """Return whether the position or the distance of every goal that counts is met; rotations and poles aside.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP,
    FREE_POSITION_AXES and AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        if goals[k, at.WEIGHT] > 0.0 and residual(joints, goals, k) > REACHED_WITHIN * total:
            return False
    return True


@kernel
def is_unlimited(joints: Table) -> bool:
    """Return whether no joint has a limit or a lock.

    Reads LIMITED of `joints` (j, JOINT_WIDTH).
    """
    for j in range(len(joints)):  # noqa: SIM110  (kernels have no all())
        if joints[j, at.LIMITED] != 0.0:
            return False
    return True


@kernel
def clamp_into_reach(joints: Table, goals: Table, reachable: Table) -> float:
    """Return 0 where the only goal is within reach, 1 where it is too far, −1 where it is too near.

    Out of reach, its position in `reachable` is moved to just within reach, so that the continuation does not
    overshoot.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes GOAL_POSITION of `reachable`
    (k, GOAL_WIDTH).
    """
    total, longest = link_lengths(joints, goals, 0)
    origin = vector(joints, tree_root(joints, tip(goals, 0)), at.HEAD)
    out = subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    distance = length(out)
    inner = 2.0 * longest - total
    if distance >= total and total > 0.0:
        store(reachable, 0, at.GOAL_POSITION, add(origin, scaled(out, 0.9999 * total / distance)))
        return 1.0
    if distance <= inner and inner > 0.0:
        away = subtract(effector(joints, goals, 0), origin)
        line = unit(out, unit(away, (0.0, 1.0, 0.0)))
        store(reachable, 0, at.GOAL_POSITION, add(origin, scaled(line, inner + 1e-4 * (total - inner))))
        return -1.0
    return 0.0


@kernel
def prepare_chain(joints: Table, goals: Table, single: bool) -> None:
    """Bend straight chains a little, turn a single chain to its pole, and bring all joints within their limits.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION,
    POLE_POSITION, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH). Writes STATE of `joints`.
    """
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] != at.POSTURE_GOAL:
            _bend_if_straight(joints, goals, k)
    if single and goals[0, at.POLE_INFLUENCE] != 0.0:
        pivot_to_pole(joints, goals)
    if not is_unlimited(joints):
        clamp_to_limits(joints)


@kernel
def _bend_if_straight(joints: Table, goals: Table, k: int) -> None:
    """Bend goal `k`'s chain a little where it is straight and has more than one joint.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH). Writes
    STATE of `joints`.
    """
    total, _ = link_lengths(joints, goals, k)
    away = length(subtract(effector(joints, goals, k), vector(joints, root(goals, k), at.HEAD)))
    if tip(goals, k) != root(goals, k) and away > total * (1.0 - STRAIGHT):
        bend_straight_chain(joints, goals, k)


@kernel
def directions_to_aim(now: Vector, wanted: Vector) -> tuple[Vector, Vector]:
    """Return the unit directions from a root to its effector as it is `now` and as `wanted`; no length keeps it."""
    line = unit(now, (0.0, 1.0, 0.0))
    return line, unit(wanted, line)


@kernel
def pivot_to_pole(joints: Table, goals: Table) -> None:
    """Turn the chain about its root, as one piece: its effector onto the goal's direction, its bend to the pole.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of `goals`
    (k, GOAL_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    root = tree_root(joints, tip(goals, 0))
    origin = vector(joints, root, at.HEAD)
    to_goal = subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    now, wanted = directions_to_aim(subtract(effector(joints, goals, 0), origin), to_goal)
    bent = bend_vector(joints, goals, 0, now)
    onto = shortest_arc(now, wanted, cross(now, unit(bent, (1.0, 0.0, 0.0))))
    rotate_joint(joints, root, onto)
    forward_chain(joints)
    side = pole_direction(joints, goals, 0, wanted)
    bent = rejection(rotate(onto, bent), wanted)
    if length(side) > 0.0 and length(bent) > 0.0:
        rotate_joint(joints, root, axis_angle(wanted, signed_angle(bent, side, wanted)))
        forward_chain(joints)


@kernel
def point_straight(joints: Table, goals: Table, side: float) -> None:
    """Point every link at a goal out of reach (`side` 1); too near (−1): the longest link, the others back.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD
    and HEAD of `joints`.
    """
    t = tip(goals, 0)
    origin, now = vector(joints, tree_root(joints, t), at.HEAD), effector(joints, goals, 0)
    to_goal = subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    line = unit(to_goal, unit(subtract(now, origin), (0.0, 1.0, 0.0)))
    path = path_to(joints, t)
    _, longest = link_lengths(joints, goals, 0)
    found = False
    for n in range(len(path)):
        j, last = path[n], n == len(path) - 1
        if not last:
            forward_joint(joints, path[n + 1])
        end = effector(joints, goals, 0) if last else vector(joints, path[n + 1], at.HEAD)
        link = subtract(end, vector(joints, j, at.HEAD))
        leads = not found and length(link) >= longest * (1.0 - 1e-12)
        found = found or leads
        if length(link) > 0.0:
            direction = line if side > 0.0 or leads else scaled(line, -1.0)
            rotate_joint(joints, j, shortest_arc(unit(link, line), direction, cross(line, (0.0, 0.0, 1.0))))
            forward_joint(joints, j)
            if not last:
                forward_joint(joints, path[n + 1])
