"""Poles: a chain is solved as if it had none, then turned about the line from its root to its end.

So a pole never costs reach, the shape of the bend stays what it is, and a pole whose angle fits the bend as it stands
moves nothing. Where bounds or a rotation are in the way of that turn, the pole becomes one more row among the goals.

Near the line from root to goal a pole has hardly a side. Over the last degree it gives way to the side to which the
chain would bend without it, so that nothing flips when it passes; on the line that side is kept.
"""

from __future__ import annotations

from math import cos, sin

from pantin.solver.chains.chain import (
    bend,
    bend_wanted,
    hold_limits,
    link_lengths,
    natural_hinge,
    refresh,
    root,
    tip,
    turn_joint,
)
from pantin.solver.chains.goals import missing, pole_axis
from pantin.solver.chains.reach import turns_freely
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    HEAD,
    PLACE,
    POLE,
    POLE_ANGLE,
    POLED,
    ROTATION_WEIGHT,
    WEIGHT,
    Table,
)
from pantin.solver.maths.rotations import (
    Vector,
    about,
    across,
    add,
    cross,
    length,
    overwrite,
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

NARROW = 0.02
"""Sine of the angle between pole and line below which the pole gives way: about a degree."""

NOWHERE = 1e-6
"""The same where it points to no side at all."""

POLE_ROUNDS, POLE_FADING = 4, 0.01
"""How often poles that cost several goals their places are weighed less, and by how much."""

WORTH = 1e-5
"""What poles may cost places, in parts of the chains."""

STRAIGHT = 1e-6
"""A bend smaller than this part of the chain, summed over its joints, has no direction to be trusted."""


@kernel
def say(joints: Table, goals: Table, k: int) -> float:
    """How much goal `k`'s pole has to say: 1 where it has a side, 0 on the line from root to goal."""
    origin = vector(joints, root(goals, k), HEAD)
    line = unit(subtract(vector(goals, k, PLACE), origin), pole_axis(joints, goals, k))
    out = subtract(vector(goals, k, POLE), origin)
    sine = length(across(out, line)) / max(length(out), 1e-12)
    share = min(max((sine - NOWHERE) / (NARROW - NOWHERE), 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


@kernel
def steady(joints: Table, goals: Table, k: int, share: float) -> None:
    """Where several goals are solved at once: give a pole that has but a `share` of its say a side of its own.

    What the chain would do without it is not known before; the side to which it bends as it is posed stands for that.
    """
    if share >= 1.0:
        return
    origin, place = vector(joints, root(goals, k), HEAD), vector(goals, k, PLACE)
    now = pole_axis(joints, goals, k)
    line = unit(subtract(place, origin), now)
    out = subtract(vector(goals, k, POLE), origin)
    aside = across(out, line)
    kept = _side_as_posed(joints, goals, k, now, line)
    wanted, angle = unit(aside, kept), goals[k, POLE_ANGLE]
    wanted = add(scaled(wanted, cos(angle)), scaled(cross(line, wanted), sin(angle)))
    turn = signed_angle(kept, wanted, line) * share
    side = rotate(about(line, turn - angle), kept)
    store(goals, k, POLE, add(origin, scaled(side, max(length(out), length(subtract(place, origin)), 1e-9))))


@kernel
def _side_as_posed(joints: Table, goals: Table, k: int, now: Vector, line: Vector) -> Vector:
    """The side to which the chain bends in its pose, when it is turned from the line `now` onto `line`."""
    bent = bend(joints, goals, k, now)
    total, _ = link_lengths(joints, goals, k)
    if length(bent) < STRAIGHT * total:
        bent = cross(natural_hinge(joints, tip(goals, k), now), now)
    onto = shortest_arc(now, line, cross(now, bent))
    fallback = unit(across((0.0, 0.0, 1.0), line), unit(across((1.0, 0.0, 0.0), line), (0.0, 1.0, 0.0)))
    return unit(across(rotate(onto, bent), line), fallback)


@kernel
def solve(joints: Table, goals: Table, steps: int, walking: bool, by_hand: bool, trace: Table) -> int:
    """Solve for the one goal and its pole. Returns the steps taken.

    Bounds may let the bend to the pole's side come less near than the one that knows of no pole: then that one is kept.
    """
    first, poleless = joints.copy(), goals.copy()
    poleless[0, POLED] = 0.0
    taken = continuation.solve(joints, poleless, steps, walking, by_hand, trace)
    nearest, missed = joints.copy(), _missed(joints, goals)
    turn = _turn_to_pole(joints, goals)
    if _is_straight(joints, goals):
        turn = _turn_of_straight(first, poleless, goals, steps, walking, by_hand, trace)
    line = pole_axis(joints, goals, 0)
    turn_joint(joints, root(goals, 0), about(line, turn * goals[0, POLED]))
    refresh(joints)
    if turns_freely(joints) and goals[0, ROTATION_WEIGHT] == 0.0:
        return taken
    _follow_bend(joints, goals)
    hold_limits(joints)
    taken += continuation.solve(joints, goals, steps, False, by_hand, trace)
    if not turns_freely(joints) and _missed(joints, goals) > missed + WORTH:
        overwrite(joints, nearest)
    return taken


@kernel
def are_there(goals: Table) -> bool:
    """Whether any of several goals has a pole."""
    for k in range(len(goals)):  # noqa: SIM110  (numba has no any())
        if goals[k, POLED] != 0.0:
            return True
    return False


@kernel
def solve_together(joints: Table, goals: Table, steps: int, by_hand: bool, trace: Table) -> int:
    """Solve for several goals: their places first, then with their poles. Returns the steps taken.

    A pole is no reason to miss a place: where it would be, the poles weigh less and less.
    """
    poleless = goals.copy()
    for k in range(len(goals)):
        poleless[k, POLED] = 0.0
    taken = continuation.solve(joints, poleless, steps, True, by_hand, trace)
    before, best, weight = _missed(joints, goals), joints.copy(), 1.0
    for _ in range(POLE_ROUNDS):
        for k in range(len(goals)):
            if goals[k, POLED] != 0.0:
                goals[k, POLED] = weight
        taken += continuation.solve(joints, goals, steps, False, by_hand, trace)
        if _missed(joints, goals) <= before + WORTH:
            return taken
        weight *= POLE_FADING
    taken += continuation.solve(joints, poleless, steps, False, by_hand, trace)
    if _missed(joints, goals) > before + WORTH:
        overwrite(joints, best)
    return taken


@kernel
def _missed(joints: Table, goals: Table) -> float:
    """By how much the goals are missed, weighted, in parts of their chains."""
    total = 0.0
    for k in range(len(goals)):
        size, _ = link_lengths(joints, goals, k)
        total += goals[k, WEIGHT] * missing(joints, goals, k) / max(size, 1e-12)
    return total


@kernel
def _turn_to_pole(joints: Table, goals: Table) -> float:
    """The angle about root→end by which the bend misses the pole's side."""
    line = pole_axis(joints, goals, 0)
    bent, side = bend(joints, goals, 0, line), bend_wanted(joints, goals, 0, line)
    return signed_angle(bent, side, line) if length(side) > 0.0 and length(bent) > 0.0 else 0.0


@kernel
def _follow_bend(joints: Table, goals: Table) -> None:
    """A pole that has but a part of its say: put it where the chain bends now, so that it holds that side."""
    line = pole_axis(joints, goals, 0)
    bent, angle = bend(joints, goals, 0, line), goals[0, POLE_ANGLE]
    if goals[0, POLED] < 1.0 and length(bent) > 0.0:
        origin = vector(joints, root(goals, 0), HEAD)
        out = length(subtract(vector(goals, 0, POLE), origin))
        side = rotate(about(line, -angle), unit(bent, bent))
        store(goals, 0, POLE, add(origin, scaled(side, max(out, 1e-9))))
        goals[0, POLED] = 1.0


@kernel
def _is_straight(joints: Table, goals: Table) -> bool:
    total, _ = link_lengths(joints, goals, 0)
    return length(bend(joints, goals, 0, pole_axis(joints, goals, 0))) < STRAIGHT * total


@kernel
def _turn_of_straight(
    first: Table, poleless: Table, goals: Table, steps: int, walking: bool, by_hand: bool, trace: Table
) -> float:
    """The angle for a chain that is straight in the end: that of the chain just before it is."""
    origin = vector(first, root(goals, 0), HEAD)
    total, _ = link_lengths(first, goals, 0)
    out = subtract(vector(goals, 0, PLACE), origin)
    if length(out) < 0.5 * total:
        return 0.0
    store(poleless, 0, PLACE, add(origin, scaled(out, 0.9999 * total / length(out))))
    continuation.solve(first, poleless, steps, walking, by_hand, trace.copy())
    return _turn_to_pole(first, goals)
