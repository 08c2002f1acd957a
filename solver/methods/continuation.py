"""Any chain, any goals: a way from the pose to an answer that is smooth although nothing is remembered.

Walking: the goal is led from where the chain ends to where it should end in small steps, then the answer is
polished (`levenberg`). A drag therefore depends on where it began and where the pointer is, not on the path between.
Starts anew, from poses drawn inside the bounds, are tried only where a goal within reach is not met, and only one that
reaches is taken. A short chain with bounds takes the answer nearest to its pose instead (`nearest`). Out of reach, a
chain without bounds points straight at the goal, exactly.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from pantin.solver.chains.chain import beyond, effector, link_lengths, root_of, tip
from pantin.solver.chains.goals import is_plain, missing, owner_rotation, rotation_left, turn_left
from pantin.solver.chains.reach import (
    MET,
    RESTART_STEPS,
    RESTARTS,
    SEED,
    line_up,
    scatter,
    start,
    turns_freely,
    within_reach,
)
from pantin.solver.chains.residual_trace import note
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    GOAL_DISTANCE,
    HEAD,
    KEEP,
    KEEP_INSIDE,
    KEEP_OUTSIDE,
    KIND,
    PLACE,
    POLED,
    RADIUS,
    ROTATION_WEIGHT,
    TURN,
    WEIGHT,
    Table,
)
from pantin.solver.least_squares.damped_step import Desk, desk_for
from pantin.solver.least_squares.levenberg import LEAST_GAIN, LEAST_GAIN_BY_HAND, polish, polish_at, stride
from pantin.solver.maths.rotations import (
    Vector,
    add,
    exponential,
    length,
    logarithm,
    overwrite,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    slerp,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.methods import free_chain, nearest

PACE = 0.25
"""How far a goal is led in one step, in lengths of its chain: near enough for no pops, few enough to stay cheap."""

PACE_IN_BOUNDS = 0.2
"""The same for one goal of a chain with bounds: where many joints come to their bounds at once, nearer is smoother."""

PACE_TURN = 0.5
"""The same for its rotation, radians."""

MOST_PACES = 16.0
"""A goal farther off is led in longer steps."""


@kernel
def solve(joints: Table, goals: Table, steps: int, walking: bool, by_hand: bool, trace: Table) -> int:
    """Turn the joints until the goals are met as well as their weights allow. Returns the steps taken.

    `walking` off goes on from where the chain stands, which then has to be near an answer. What is dragged `by_hand` is
    not tried again from elsewhere: it must not jump.
    """
    single, plain = len(goals) == 1, is_plain(goals)
    led = goals.copy()
    side = 0.0
    if single:
        side = within_reach(joints, goals, led) if plain else _beyond_reach(joints, goals)
    rigid = single and plain and turns_freely(joints) and goals[0, ROTATION_WEIGHT] == 0.0 and goals[0, WEIGHT] > 0.0
    taken = 0
    if walking and free_chain.is_free(joints, goals):
        start(joints, goals, single)
        taken, arrived = free_chain.solve(joints, led, side == 0.0, PACE, MOST_PACES, trace)
        if arrived:
            return taken
    first, desk = joints.copy(), desk_for(joints, goals)
    if walking and taken == 0:
        start(joints, goals, single)
        taken = _walk(desk, joints, led, trace)
    if rigid and side > 0.0:
        line_up(joints, goals, side)
        return taken
    if side != 0.0 and not by_hand and not turns_freely(joints):
        led = goals  # with bounds in the way the nearest pose is another one than that for a place within reach
    taken += polish_at(desk, joints, led, steps, LEAST_GAIN_BY_HAND if by_hand else LEAST_GAIN, trace)
    if walking and side == 0.0 and not by_hand and nearest.is_for(joints, goals):
        start(first, goals, True)
        taken += nearest.settle(desk, joints, goals, first, steps, trace)
    elif single and side == 0.0 and not by_hand:
        taken += _settle(desk, joints, led, first, min(steps, RESTART_STEPS), trace)
    if rigid and side < 0.0:
        line_up(joints, goals, side)
    return taken


@kernel
def _walk(desk: Desk, joints: Table, led: Table, trace: Table) -> int:
    """Lead the goals from where the chain ends to their places. Returns the steps.

    All steps are as long but the first of several, which is what is left and is taken in that part: a goal a little
    farther off changes the way a little, also where it takes one step more.
    """
    begin, here = _standing(joints, led), led.copy()
    paces = _paces(joints, led)
    steps = ceil(paces)
    for step in range(steps):
        ahead = steps - 1 - step
        _lead(joints, begin, led, 1.0 - ahead / paces, here)
        stride(desk, joints, here, min(paces - ahead, 1.0) if ahead > 0 else 1.0)
        note(joints, here, trace)
    return steps


@kernel
def _standing(joints: Table, led: Table) -> Table:
    """The goals where the chain's ends are now."""
    begin = led.copy()
    for k in range(len(led)):
        begin[k, RADIUS] = length(subtract(effector(joints, led, k), vector(led, k, PLACE)))
        store(begin, k, PLACE, effector(joints, led, k))
        store_quaternion(begin, k, TURN, owner_rotation(joints, led, k))
    return begin


@kernel
def _lead(joints: Table, begin: Table, led: Table, t: float, here: Table) -> None:
    """Put the goals to part `t` of their way: one alone on an arc about its root, more on lines.

    A distance is led by its size, from where the end is if that is beyond it; the middle of the sphere stays.
    """
    single = len(led) == 1 and is_plain(led)
    origin = vector(joints, root_of(joints, tip(led, 0)), HEAD)
    for k in range(len(led)):
        if led[k, KIND] == GOAL_DISTANCE:
            here[k, RADIUS] = led[k, RADIUS] + (1.0 - t) * beyond(led[k, KEEP], led[k, RADIUS], begin[k, RADIUS])
            continue
        a, b = vector(begin, k, PLACE), vector(led, k, PLACE)
        place = add(a, scaled(subtract(b, a), t))
        if single:
            place = add(origin, on_arc(subtract(a, origin), subtract(b, origin), t))
        store(here, k, PLACE, place)
        if led[k, ROTATION_WEIGHT] > 0.0:
            store_quaternion(here, k, TURN, slerp(quaternion(begin, k, TURN), quaternion(led, k, TURN), t))


@kernel
def _paces(joints: Table, led: Table) -> float:
    """How many steps it takes to the goal that is farthest off."""
    most, pace = 0.0, PACE if len(led) > 1 or turns_freely(joints) else PACE_IN_BOUNDS
    for k in range(len(led)):
        total, _ = link_lengths(joints, led, k)
        origin = vector(joints, root_of(joints, tip(led, k)), HEAD)
        a, b = subtract(effector(joints, led, k), origin), subtract(vector(led, k, PLACE), origin)
        la, lb = length(a), length(b)
        way = length(subtract(b, a))
        if len(led) == 1 and la > 0.0 and lb > 0.0:
            way = abs(lb - la) + max(la, lb) * length(
                logarithm(shortest_arc(scaled(a, 1.0 / la), scaled(b, 1.0 / lb), a))
            )
        most = max(most, way / max(pace * total, 1e-12))
        if led[k, ROTATION_WEIGHT] > 0.0:
            most = max(most, length(rotation_left(joints, led, k)) / PACE_TURN)
    return min(most, MOST_PACES)


@kernel
def on_arc(a: Vector, b: Vector, t: float) -> Vector:
    """From `a` to `b` about the origin: the direction turns evenly, the distance grows evenly."""
    la, lb = length(a), length(b)
    if la < 1e-12 or lb < 1e-12:
        return add(a, scaled(subtract(b, a), t))
    ua, ub = scaled(a, 1.0 / la), scaled(b, 1.0 / lb)
    turn = logarithm(shortest_arc(ua, ub, (0.0, 0.0, 1.0)))
    return scaled(rotate(exponential(scaled(turn, t)), ua), la + (lb - la) * t)


@kernel
def _settle(desk: Desk, joints: Table, goals: Table, first: Table, steps: int, trace: Table) -> int:
    """What is left where a goal within reach is not met: without its pole, straight from the pose `first`, then anew.

    Returns the steps. Where nothing reaches, the nearer of the way led and the way straight from the pose is kept.
    """
    taken, seed = 0, np.uint64(SEED)
    best, poleless = joints, goals
    for attempt in range(RESTARTS + 2):
        if _is_met(joints, goals):
            return taken
        if attempt == 0:
            best, poleless = joints.copy(), goals.copy()
            poleless[0, POLED] = 0.0
        else:
            if attempt == 1:
                overwrite(joints, first)
                start(joints, goals, True)
            else:
                seed = scatter(joints, seed)
            taken += polish_at(desk, joints, goals, steps, LEAST_GAIN, trace)
        if goals[0, POLED] != 0.0 and not _is_met(joints, goals):
            taken += polish(joints, poleless, steps, LEAST_GAIN, trace)
            if attempt == 0:
                overwrite(best, joints)
        if attempt == 1 and goals[0, ROTATION_WEIGHT] == 0.0 and missing(joints, goals, 0) < missing(best, goals, 0):
            overwrite(best, joints)
    if not _is_met(joints, goals):
        overwrite(joints, best)
    return taken


@kernel
def _is_met(joints: Table, goals: Table) -> bool:
    """Whether the first goal is met, its pole aside."""
    total, _ = link_lengths(joints, goals, 0)
    if missing(joints, goals, 0) > MET * total:
        return False
    return goals[0, ROTATION_WEIGHT] == 0.0 or length(turn_left(joints, goals, 0)) <= MET


@kernel
def _beyond_reach(joints: Table, goals: Table) -> float:
    """1 where a single distance can be kept nowhere, else 0; so for goals that let axes go, of which one cannot say."""
    if goals[0, KIND] != GOAL_DISTANCE:
        return 0.0
    total, longest = link_lengths(joints, goals, 0)
    origin = vector(joints, root_of(joints, tip(goals, 0)), HEAD)
    away, inner = length(subtract(vector(goals, 0, PLACE), origin)), max(2.0 * longest - total, 0.0)
    least, most = max(away - total, inner - away, 0.0), away + total
    keep, radius = goals[0, KEEP], goals[0, RADIUS]
    too_small = radius < least and keep != KEEP_OUTSIDE
    return 1.0 if too_small or (radius > most and keep != KEEP_INSIDE) else 0.0
