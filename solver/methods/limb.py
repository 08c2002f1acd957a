"""A limb with limits, in closed form: a ball at its root, a hinge in its middle, and a goal.

How far the hinge is bent follows from how far the goal is from the root: two angles, or one at the end of its range
where that is too far or too near. What is left is how the limb swivels about the line to the goal. Of the swivels that
the limits of the root leave, the one nearest to the side to which an unlimited limb bends (`two_bone`) is found: by
trying them outwards from there, then by bisection. So the limb reaches whatever it can reach, and follows its pole as
far as it can. Where no swivel is left, the one that leaves the limits least is where to go on from.
"""

from __future__ import annotations

from math import pi

from pantin.solver.chains.chain import effector
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, forward_chain, limits, rest_rotation, rotate_joint, stretched
from pantin.solver.chains.reach import REACHED_WITHIN, directions_to_aim
from pantin.solver.compiling import layout
from pantin.solver.compiling.functions import acos, asin, atan2, cos, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.second_order import system_for
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    axis_angle,
    copy_into,
    cross,
    dot,
    inverse,
    length,
    multiply,
    normalised,
    quaternion,
    rejection,
    rotate,
    shortest_arc,
    signed_angle,
    store_quaternion,
    subtract,
    vector,
    wrapped,
)

SWIVELS = 64
"""The number of samples tried; of two thousand limbs no answer was missed with 64, and two with 32."""

STARTS = 3
"""Bends from which an answer is sought where no swivel is left."""

SAME_MISS = 1e-6
"""Misses nearer to each other than this part of the limb are one."""

HALVINGS = 40
"""Rounds of bisection, to the end of what numbers can hold."""

STRAIGHT = 1e-3
"""Sine of the bend below which the hinge's axis tells to which side a limb is bent, not its middle."""

ALLOWED = 1e-12
"""Coordinates that leave their limits by less than this are within them."""


@kernel
def is_suited(joints: Table) -> bool:
    """Return whether the first of two joints tips over to all sides, and the second turns about X or Z alone.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    if len(joints) != 2 or joints[0, layout.MOBILITY] == 0.0 or joints[0, layout.MOBILITY + 2] == 0.0:
        return False
    suited: bool = (
        joints[1, layout.MOBILITY + 1] == 0.0 and joints[1, layout.MOBILITY] != joints[1, layout.MOBILITY + 2]
    )
    return suited


@kernel
def solve(joints: Table, goals: Table, steps: int, trace: Table) -> int:
    """Turn both joints so that the goal is met, or is as near as limits allow. Returns the steps taken.

    The joints are posed as those of an unlimited limb would be: bent to the side to which this one should bend.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    first, second = _bends(joints, goals)
    bent = joints.copy()
    if _place(joints, bent, goals, first, second) == 0.0:
        return 1  # no bend of the hinge comes nearer than that one which the root does not hinder
    return 1 + _seek_least_miss(joints, bent, goals, steps, trace)


@kernel
def _seek_least_miss(joints: Table, bent: Table, goals: Table, steps: int, trace: Table) -> int:
    """Go to the least of the minima near the bends that the root hinders, the pole aside. Returns the steps taken.

    Begun from how the joints are posed, then from STARTS bends over the whole range of the hinge, last from `bent`.

    Reads `joints` (j, JOINT_WIDTH); `bent` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION,
    TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of
    `trace`.
    """
    poleless, best = goals.copy(), bent.copy()
    poleless[0, layout.POLE_INFLUENCE] = 0.0
    system, (low, high) = system_for(joints, goals), _range(joints)
    taken, least = 0, 1e300
    for n in range(STARTS + 2):
        if n > STARTS:
            copy_into(joints, bent)
            clamp_to_limits(joints)
        elif n > 0:
            bend = low + (high - low) * (n - 1) / (STARTS - 1)
            _place(joints, bent, goals, bend, bend)
        taken += newton.minimise_distance(system, joints, poleless, steps, trace)
        left = residual(joints, goals, 0) / system.size
        if left < least - SAME_MISS:
            least = left
            copy_into(best, joints)
        if least <= REACHED_WITHIN:
            break
    copy_into(joints, best)
    return taken


@kernel
def _place(joints: Table, bent: Table, goals: Table, first: float, second: float) -> float:
    """Bend the hinge by one of two angles, swivel the root as near to `bent` as it can be, and keep within limits.

    Returns by how much the root would leave its limits in the best of all swivels, 0 where there is one that does not.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, LOCAL, WORLD, HEAD and KEEPS_VOLUME of
    `joints` (j, JOINT_WIDTH); `bent` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and GOAL_POSITION of `goals`
    (k, GOAL_WIDTH). Writes `joints`.
    """
    trial, least, excess, now = bent.copy(), 1e300, 0.0, _angle(bent)
    for n in range(1 if first == second else 2):
        copy_into(trial, bent)
        bend = first if n == 0 else second
        _set_bend(trial, bend)
        turn, left = _swivel(trial, bent, goals)
        cost = abs(turn) + 1e-3 * abs(wrapped(bend - now)) if left <= ALLOWED else 10.0 + left
        if cost < least:
            least, excess = cost, (left if left > ALLOWED else 0.0)
            copy_into(joints, trial)
    clamp_to_limits(joints)
    return excess


@kernel
def _angle(joints: Table) -> float:
    """Return the angle of the hinge, radians.

    Reads MOBILITY and LOCAL of `joints` (j, JOINT_WIDTH).
    """
    axis, q = _hinge(joints), quaternion(joints, 1, layout.LOCAL)
    return wrapped(2.0 * atan2(q[0] * axis[0] + q[2] * axis[2], q[3]))


@kernel
def _hinge(joints: Table) -> Vector:
    """Return the axis of the hinge in its rest frame.

    Reads MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    return (1.0, 0.0, 0.0) if joints[1, layout.MOBILITY] != 0.0 else (0.0, 0.0, 1.0)


@kernel
def _bends(joints: Table, goals: Table) -> tuple[float, float]:
    """Return the two angles of the hinge, radians, at which the effector is as far from the root as the goal is.

    Where that is only one within the limits, or none, it is given twice: then the one that comes nearest.

    Reads LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH);
    and EFFECTOR_OFFSET and GOAL_POSITION of `goals` (k, GOAL_WIDTH).
    """
    link, arm = (
        stretched(joints, 0, vector(joints, 1, layout.LINK)),
        stretched(joints, 1, vector(goals, 0, layout.EFFECTOR_OFFSET)),
    )
    upper, axis = rotate(inverse(quaternion(joints, 1, layout.REST_ROTATION)), link), _hinge(joints)
    away = subtract(vector(goals, 0, layout.GOAL_POSITION), vector(joints, 0, layout.HEAD))
    along = dot(upper, axis) * dot(arm, axis)
    c, s = dot(upper, arm) - along, dot(upper, cross(axis, arm))
    wanted = 0.5 * (dot(away, away) - dot(upper, upper) - dot(arm, arm)) - along
    size, straight = sqrt(c * c + s * s), atan2(s, c)
    half = acos(min(max(wanted / max(size, 1e-300), -1.0), 1.0))
    first, second = wrapped(straight + half), wrapped(straight - half)
    has_first, has_second = _is_within(joints, first), _is_within(joints, second)
    if has_first or has_second:
        return (first if has_first else second), (second if has_second else first)  # may be the same
    low, high = _range(joints)
    is_low = abs(c * cos(low) + s * sin(low) - wanted) < abs(c * cos(high) + s * sin(high) - wanted)
    return (low, low) if is_low else (high, high)


@kernel
def _is_within(joints: Table, angle: float) -> bool:
    """Return whether the limits of the hinge allow this angle.

    Reads LOWER, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    at, half = 0 if joints[1, layout.MOBILITY] != 0.0 else 2, sin(0.5 * angle)
    allowed: bool = joints[1, layout.LOWER + at] - ALLOWED <= half <= joints[1, layout.UPPER + at] + ALLOWED
    return allowed


@kernel
def _range(joints: Table) -> tuple[float, float]:
    """Return the limits of the hinge, radians.

    Reads LOWER, UPPER and MOBILITY of `joints` (j, JOINT_WIDTH).
    """
    at = 0 if joints[1, layout.MOBILITY] != 0.0 else 2
    return 2.0 * asin(max(joints[1, layout.LOWER + at], -1.0)), 2.0 * asin(min(joints[1, layout.UPPER + at], 1.0))


@kernel
def _set_bend(joints: Table, angle: float) -> None:
    """Bend the hinge to an angle, radians.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, MOBILITY, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    store_quaternion(joints, 1, layout.LOCAL, axis_angle(_hinge(joints), angle))
    forward_chain(joints)


@kernel
def _swivel(joints: Table, bent: Table, goals: Table) -> tuple[float, float]:
    """Turn the root so that the effector points at the goal, bent as in `bent` or as little from there as limits allow.

    Returns how far that is, radians, and by how much the root leaves its limits, coordinates.

    Reads PARENT_JOINT, LENGTH_RATIO, REST_ROTATION, LINK, LOWER, UPPER, MOBILITY, LOCAL, WORLD, HEAD and KEEPS_VOLUME
    of `joints` (j, JOINT_WIDTH); REST_ROTATION, MOBILITY, WORLD and HEAD of `bent` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET and GOAL_POSITION of `goals` (k, GOAL_WIDTH). Writes LOCAL, WORLD and HEAD of `joints`.
    """
    head = vector(joints, 0, layout.HEAD)
    now, line = subtract(effector(joints, goals, 0), head), subtract(vector(goals, 0, layout.GOAL_POSITION), head)
    now, line = directions_to_aim(now, line)
    rotate_joint(joints, 0, shortest_arc(now, line, _hinge_axis(joints)))
    forward_chain(joints)
    mine, wanted = _side(joints, line), _side(bent, line)
    if length(mine) == 0.0 or length(wanted) == 0.0:
        mine, wanted = rejection(_hinge_axis(joints), line), rejection(_hinge_axis(bent), line)
    rotate_joint(joints, 0, axis_angle(line, signed_angle(mine, wanted, line)))
    about = rotate(inverse(rest_rotation(joints, 0)), line)
    turn, left = _nearest_swivel(joints, quaternion(joints, 0, layout.LOCAL), about)
    store_quaternion(joints, 0, layout.LOCAL, normalised(_swivelled(quaternion(joints, 0, layout.LOCAL), about, turn)))
    forward_chain(joints)
    return turn, left


@kernel
def _hinge_axis(joints: Table) -> Vector:
    """Return the axis of the hinge in armature space, as the root stands.

    Reads REST_ROTATION, MOBILITY and WORLD of `joints` (j, JOINT_WIDTH).
    """
    rest = multiply(quaternion(joints, 0, layout.WORLD), quaternion(joints, 1, layout.REST_ROTATION))
    return rotate(rest, _hinge(joints))


@kernel
def _side(joints: Table, line: Vector) -> Vector:
    """Return the vector from the unit `line` from the root to the middle; 0 where it is nearly on it.

    Reads HEAD of `joints` (j, JOINT_WIDTH).
    """
    link = subtract(vector(joints, 1, layout.HEAD), vector(joints, 0, layout.HEAD))
    off = rejection(link, line)
    return off if length(off) > STRAIGHT * length(link) else (0.0, 0.0, 0.0)


@kernel
def _swivelled(q: Quaternion, about: Vector, angle: float) -> Quaternion:
    """Return the rotation `q`, then one about a unit axis."""
    return multiply(axis_angle(about, angle), q)


@kernel
def _excess(joints: Table, q: Quaternion, about: Vector, angle: float) -> float:
    """Return the distance of the root beyond its limits in a swivel, coordinates.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    lower, upper = limits(joints, 0)
    c = coordinates_of(normalised(_swivelled(q, about, angle)))
    held, hit, _, _ = clamp_coordinates(lower, upper, c)
    return length(subtract(held, c)) if hit else 0.0


@kernel
def _nearest_swivel(joints: Table, q: Quaternion, about: Vector) -> tuple[float, float]:
    """Return the angle nearest to 0 that leaves no limits, and 0; or that which leaves them least, and by how much.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    best, least = 0.0, _excess(joints, q, about, 0.0)
    for n in range(1, SWIVELS // 2 + 1):
        if least <= ALLOWED:
            break
        angle = 2.0 * pi * n / SWIVELS
        after, before = _excess(joints, q, about, angle), _excess(joints, q, about, -angle)
        if after <= ALLOWED or before <= ALLOWED:
            inner = 2.0 * pi * (n - 1) / SWIVELS
            up = _edge(joints, q, about, inner, angle) if after <= ALLOWED else 2.0 * pi
            down = _edge(joints, q, about, -inner, -angle) if before <= ALLOWED else -2.0 * pi
            return (up if up <= -down else down), 0.0
        if min(after, before) < least:
            best, least = (angle if after <= before else -angle), min(after, before)
    return best, least


@kernel
def _edge(joints: Table, q: Quaternion, about: Vector, outside: float, inside: float) -> float:
    """Return the angle nearest to `outside` that leaves no limits, as `inside` does.

    Reads LOWER and UPPER of `joints` (j, JOINT_WIDTH).
    """
    for _ in range(HALVINGS):
        middle = 0.5 * (outside + inside)
        if _excess(joints, q, about, middle) <= ALLOWED:
            inside = middle
        else:
            outside = middle
    return inside
