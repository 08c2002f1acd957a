"""Poles: the side to which a chain bends. It is solved first, then turned about the line from root to effector.

So a pole never makes an unlimited chain miss a goal that it could reach, and one whose angle fits the bend moves
nothing. Where limits or a rotation are in the way of that turn, the pole becomes one more row of the errors.

Close to the line from root to goal a pole hardly has a direction. Over the last degree its influence fades and the
chain bends where it would without it, so that nothing flips as the pole crosses the line. A limited chain that folds
like a Z may bend to both sides alike: there the influence of its pole fades too, and the chain folds on.

The fields of a pole are those of `Ik` in `rigs.constraints.goals`; `solver.edits.controls.pole_places` finds where the
control of one belongs for a posed chain to stay as it is.
"""

from __future__ import annotations

from pantin.solver.chains.chain import bend_vector, default_bend_axis, link_lengths, pole_direction, root, tip
from pantin.solver.chains.goals import residual
from pantin.solver.chains.joints import clamp_to_limits, forward_chain, rotate_joint
from pantin.solver.chains.pole_error import one_sided, root_to_effector
from pantin.solver.chains.reach import REACHED_WITHIN, clamp_into_reach, is_unlimited, prepare_chain
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import cos, sin
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.second_order import system_for
from pantin.solver.maths.easing import smoothstep
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis_angle,
    copy_into,
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
from pantin.solver.methods import continuation
from pantin.solver.methods.multistart import nearest

FULL_SINE = 0.02
"""Sine of the angle between pole and line from which on the pole has its full influence: about a degree."""

ZERO_SINE = 1e-6
"""The sine below which it has none."""

POLE_ROUNDS, POLE_REDUCTION = 4, 0.01
"""Most reductions of the weight of poles that keep several goals from their targets, and the factor."""

ACCEPTED_LOSS = 1e-5
"""By how many chain lengths poles may add to the residuals."""

STRAIGHT = 1e-6
"""A chain whose bend is less than this part of its length is straight."""


@kernel
def pole_influence(joints: Table, goals: Table, k: int) -> float:
    """Return the influence of goal `k`'s pole: 1 where it has a direction, 0 where it is on the line from root to goal.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    GOAL_POSITION, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    origin = vector(joints, root(goals, k), at.HEAD)
    line = unit(subtract(vector(goals, k, at.GOAL_POSITION), origin), root_to_effector(joints, goals, k))
    out = subtract(vector(goals, k, at.POLE_POSITION), origin)
    sine = length(rejection(out, line)) / max(length(out), 1e-12)
    return smoothstep((sine - ZERO_SINE) / (FULL_SINE - ZERO_SINE))


@kernel
def stabilise(joints: Table, goals: Table, k: int, influence: float) -> None:
    """Turn a pole of partial `influence`, among several goals, towards where the chain bends as posed.

    How the chain would bend without it is not known beforehand; its bend as posed stands for that.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOWER, UPPER, MOBILITY, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION and ROOT of `goals`
    (k, GOAL_WIDTH). Writes POLE_POSITION of `goals`.
    """
    if influence >= 1.0:
        return
    origin, position = vector(joints, root(goals, k), at.HEAD), vector(goals, k, at.GOAL_POSITION)
    now = root_to_effector(joints, goals, k)
    line = unit(subtract(position, origin), now)
    out = subtract(vector(goals, k, at.POLE_POSITION), origin)
    aside = rejection(out, line)
    kept = _posed_side(joints, goals, k, now, line)
    wanted, angle = unit(aside, kept), goals[k, at.POLE_ANGLE]
    wanted = add(scaled(wanted, cos(angle)), scaled(cross(line, wanted), sin(angle)))
    turn = signed_angle(kept, wanted, line) * influence
    side = rotate(axis_angle(line, turn - angle), kept)
    store(
        goals,
        k,
        at.POLE_POSITION,
        add(origin, scaled(side, max(length(out), length(subtract(position, origin)), 1e-9))),
    )


@kernel
def _posed_side(joints: Table, goals: Table, k: int, now: Vector, line: Vector) -> Vector:
    """Return the unit direction in which the posed chain bends, when it is turned from the line `now` onto `line`.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOWER, UPPER, MOBILITY, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH).
    """
    bent = bend_vector(joints, goals, k, now)
    total, _ = link_lengths(joints, goals, k)
    if length(bent) < STRAIGHT * total:
        bent = cross(default_bend_axis(joints, tip(goals, k), now), now)
    onto = shortest_arc(now, line, cross(now, bent))
    fallback = unit(rejection((0.0, 0.0, 1.0), line), unit(rejection((1.0, 0.0, 0.0), line), (0.0, 1.0, 0.0)))
    return unit(rejection(rotate(onto, bent), line), fallback)


@kernel
def solve(joints: Table, goals: Table, steps: int, continued: bool, interactive: bool, trace: Table) -> int:
    """Solve for one goal and its pole. Returns the steps taken.

    A pole never makes a limited chain miss a goal that it could reach: where its side leads less near, it is ignored.

    Reads `joints` (j, JOINT_WIDTH), `goals` (k, GOAL_WIDTH) and `trace` (k, TRACE_WIDTH). Writes `joints`;
    POLE_INFLUENCE and POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    first, poleless = joints.copy(), goals.copy()
    poleless[0, at.POLE_INFLUENCE] = 0.0
    if continued and not interactive and nearest.is_suited(joints, poleless):
        return _solve_short_chain(joints, goals, poleless, steps, trace)
    taken = continuation.solve(joints, poleless, steps, continued, interactive, trace)
    answer, missed = joints.copy(), _total_residual(joints, goals)
    turn = _angle_to_pole(joints, goals)
    if _is_straight(joints, goals):
        turn = _angle_of_straight(first, poleless, goals, steps, continued, interactive, trace)
    line = root_to_effector(joints, goals, 0)
    if not is_unlimited(joints):
        goals[0, at.POLE_INFLUENCE] *= one_sided(joints, goals)
        if goals[0, at.POLE_INFLUENCE] == 0.0:
            return taken
    rotate_joint(joints, root(goals, 0), axis_angle(line, turn * goals[0, at.POLE_INFLUENCE]))
    forward_chain(joints)
    if is_unlimited(joints) and goals[0, at.ROTATION_WEIGHT] == 0.0:
        return taken
    taken += _refine(joints, goals, poleless, missed, steps, interactive, trace)
    if not is_unlimited(joints) and _total_residual(joints, goals) > missed + ACCEPTED_LOSS:
        copy_into(joints, answer)
    return taken


@kernel
def _solve_short_chain(joints: Table, goals: Table, poleless: Table, steps: int, trace: Table) -> int:
    """Solve for a limited chain of up to three bones and a position. Returns the steps taken.

    Beyond full reach the pose that is turned to the pole is stretched: a straight chain has no bend to turn it by.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); `poleless` (k, GOAL_WIDTH); and TRACE_COUNT,
    TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; POLE_INFLUENCE and
    POLE_POSITION of `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    first, reachable, taken = joints.copy(), goals.copy(), 0
    side = clamp_into_reach(joints, goals, reachable)
    if goals[0, at.POLE_INFLUENCE] < 1.0:
        taken += continuation.solve(joints, poleless, steps, True, False, trace)
        _turn_pole(joints, goals)
        store(reachable, 0, at.POLE_POSITION, vector(goals, 0, at.POLE_POSITION))
        copy_into(joints, first)
    goals[0, at.POLE_INFLUENCE] = reachable[0, at.POLE_INFLUENCE] = 1.0
    if side > 0.0:
        prepare_chain(joints, reachable, True)
        taken += nearest.follow_pole(joints, goals, reachable, False, one_sided(joints, goals), steps, trace)
        if residual(joints, goals, 0) <= _least_miss(joints, goals):
            return taken
        copy_into(joints, first)
    return taken + _turn_answer(joints, goals, poleless, reachable, side, steps, trace)


@kernel
def _least_miss(joints: Table, goals: Table) -> float:
    """Return the least distance of a free chain from a goal that is too far for it, and ACCEPTED_LOSS, metres.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    total, _ = link_lengths(joints, goals, 0)
    away = length(subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, root(goals, 0), at.HEAD)))
    return away - total + ACCEPTED_LOSS * total


@kernel
def _turn_answer(
    joints: Table, goals: Table, poleless: Table, reachable: Table, side: float, steps: int, trace: Table
) -> int:
    """Solve without the pole, turn the answer to it, and keep near that within the limits. Returns the steps taken.

    A root without limits turns as far as it has to; so the chain is turned to goal and pole as a whole before it is
    solved. What the pole would add to the miss is not accepted.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); `poleless` (k, GOAL_WIDTH); TIP, POLE_INFLUENCE,
    POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION, POLE_POSITION, GOAL_KIND and ROOT of `reachable` (k, GOAL_WIDTH); and
    TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and
    TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    is_free = joints[root(goals, 0), at.LIMITED] == 0.0
    if is_free:
        prepare_chain(joints, reachable, True)
    taken = continuation.solve(joints, poleless, steps, True, False, trace)
    answer, least, (total, _) = joints.copy(), residual(joints, goals, 0), link_lengths(joints, goals, 0)
    holds = one_sided(joints, goals)
    turn = axis_angle(root_to_effector(joints, goals, 0), _angle_to_pole(joints, goals) * holds)
    rotate_joint(joints, root(goals, 0), turn)
    forward_chain(joints)
    if is_free:
        return taken
    clamp_to_limits(joints)
    if least <= REACHED_WITHIN * total or side != 0.0:
        taken += nearest.follow_pole(joints, goals, reachable, side == 0.0, holds, steps, trace)
    else:
        taken += nearest.keep_near(joints, goals, steps, trace)
    if residual(joints, goals, 0) > least + ACCEPTED_LOSS * total:
        copy_into(joints, answer)
    return taken


@kernel
def _turn_pole(joints: Table, goals: Table) -> None:
    """Move a pole of partial influence that part of the way from the side to which the chain bends to its own.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes POLE_POSITION
    of `goals`.
    """
    line = root_to_effector(joints, goals, 0)
    bent, angle = bend_vector(joints, goals, 0, line), goals[0, at.POLE_ANGLE]
    turn = _angle_to_pole(joints, goals) * goals[0, at.POLE_INFLUENCE]
    if length(bent) > 0.0:
        origin = vector(joints, root(goals, 0), at.HEAD)
        out = length(subtract(vector(goals, 0, at.POLE_POSITION), origin))
        side = rotate(axis_angle(line, turn - angle), unit(bent, bent))
        store(goals, 0, at.POLE_POSITION, add(origin, scaled(side, max(out, 1e-9))))


@kernel
def _refine(
    joints: Table, goals: Table, poleless: Table, missed: float, steps: int, interactive: bool, trace: Table
) -> int:
    """Meet goal and pole as far as can be where limits or a rotation hinder the turn to the pole.

    Out of reach the goal alone decides, from the pose that is turned to the pole.

    `missed` is the residual without the pole. Returns the steps taken.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); WEIGHT, ROTATION_WEIGHT, POLE_INFLUENCE, GOAL_KIND,
    FREE_POSITION_AXES and FREE_ROTATION_AXES of `poleless` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION,
    TRACE_RADIUS and TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; POLE_INFLUENCE and POLE_POSITION of
    `goals`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    _follow_bend(joints, goals)
    clamp_to_limits(joints)
    if missed > REACHED_WITHIN * goals[0, at.WEIGHT] and not interactive and newton.is_suited(joints, poleless):
        return newton.minimise_distance(system_for(joints, goals), joints, poleless, steps, trace)
    return continuation.solve(joints, goals, steps, False, interactive, trace)


@kernel
def has_poles(goals: Table) -> bool:
    """Return whether any goal has a pole.

    Reads POLE_INFLUENCE of `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):  # noqa: SIM110  (kernels have no any())
        if goals[k, at.POLE_INFLUENCE] != 0.0:
            return True
    return False


@kernel
def solve_together(joints: Table, goals: Table, steps: int, interactive: bool, trace: Table) -> int:
    """Solve for several goals: their positions first, then with their poles. Returns the steps taken.

    Where poles add to the residuals, they weigh less and less.

    Reads `joints` (j, JOINT_WIDTH) and `goals` (k, GOAL_WIDTH). Writes `joints` and POLE_INFLUENCE of `goals`. Takes
    `trace` (k, TRACE_WIDTH) as other kernels of its kind do.
    """
    poleless = goals.copy()
    _weigh_poles(poleless, 0.0)
    taken = continuation.solve(joints, poleless, steps, True, interactive, trace)
    before, best, weight = _total_residual(joints, goals), joints.copy(), 1.0
    for _ in range(POLE_ROUNDS):
        _weigh_poles(goals, weight)
        taken += continuation.solve(joints, goals, steps, False, interactive, trace)
        if _total_residual(joints, goals) <= before + ACCEPTED_LOSS:
            return taken
        weight *= POLE_REDUCTION
    taken += continuation.solve(joints, poleless, steps, False, interactive, trace)
    if _total_residual(joints, goals) > before + ACCEPTED_LOSS:
        copy_into(joints, best)
    return taken


@kernel
def _weigh_poles(goals: Table, weight: float) -> None:
    """Give this weight to every pole that has any.

    Reads POLE_INFLUENCE of `goals` (k, GOAL_WIDTH). Writes POLE_INFLUENCE of `goals`.
    """
    for k in range(len(goals)):
        if goals[k, at.POLE_INFLUENCE] != 0.0:
            goals[k, at.POLE_INFLUENCE] = weight


@kernel
def _total_residual(joints: Table, goals: Table) -> float:
    """Return the sum of weighted residuals, in chain lengths.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    WEIGHT, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, ROOT, RADIUS, KEEP,
    FREE_POSITION_AXES and AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    total = 0.0
    for k in range(len(goals)):
        size, _ = link_lengths(joints, goals, k)
        total += goals[k, at.WEIGHT] * residual(joints, goals, k) / max(size, 1e-12)
    return total


@kernel
def _angle_to_pole(joints: Table, goals: Table) -> float:
    """Return the angle about the line root–effector from the bend to the side of the pole, radians.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_ANGLE,
    EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    line = root_to_effector(joints, goals, 0)
    bent, side = bend_vector(joints, goals, 0, line), pole_direction(joints, goals, 0, line)
    return signed_angle(bent, side, line) if length(side) > 0.0 and length(bent) > 0.0 else 0.0


@kernel
def _follow_bend(joints: Table, goals: Table) -> None:
    """Move a pole of partial influence to where the chain bends now, and give it full influence.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes
    POLE_INFLUENCE and POLE_POSITION of `goals`.
    """
    line = root_to_effector(joints, goals, 0)
    bent, angle = bend_vector(joints, goals, 0, line), goals[0, at.POLE_ANGLE]
    if goals[0, at.POLE_INFLUENCE] < 1.0 and length(bent) > 0.0:
        origin = vector(joints, root(goals, 0), at.HEAD)
        out = length(subtract(vector(goals, 0, at.POLE_POSITION), origin))
        side = rotate(axis_angle(line, -angle), unit(bent, bent))
        store(goals, 0, at.POLE_POSITION, add(origin, scaled(side, max(out, 1e-9))))
        goals[0, at.POLE_INFLUENCE] = 1.0


@kernel
def _is_straight(joints: Table, goals: Table) -> bool:
    """Return whether the chain is straight.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH).
    """
    total, _ = link_lengths(joints, goals, 0)
    return length(bend_vector(joints, goals, 0, root_to_effector(joints, goals, 0))) < STRAIGHT * total


@kernel
def _angle_of_straight(
    first: Table, poleless: Table, goals: Table, steps: int, continued: bool, interactive: bool, trace: Table
) -> float:
    """Return the angle to the pole for a chain that ends up straight: that of the chain just before it is.

    Reads `first` (j, JOINT_WIDTH); `poleless` (k, GOAL_WIDTH); TIP, POLE_ANGLE, EFFECTOR_OFFSET, GOAL_POSITION,
    POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH); and `trace` (k, TRACE_WIDTH). Writes `first` and GOAL_POSITION of
    `poleless`.
    """
    origin = vector(first, root(goals, 0), at.HEAD)
    total, _ = link_lengths(first, goals, 0)
    out = subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    if length(out) < 0.5 * total:
        return 0.0
    store(poleless, 0, at.GOAL_POSITION, add(origin, scaled(out, 0.9999 * total / length(out))))
    continuation.solve(first, poleless, steps, continued, interactive, trace.copy())
    return _angle_to_pole(first, goals)
