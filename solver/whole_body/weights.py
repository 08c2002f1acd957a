"""Weights of a whole-body solve: how soft each row of errors is, and the cost of each unknown.

A far target pulls with a force that grows ever less with its distance, so that what cannot be reached does not throw
the body about. For a stretched limb the second derivative is added to the costs, without which steps overshoot.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.maths.joint_coordinates import rotation_of
from pantin.solver.maths.rotations import (
    Vector,
    dot,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    subtract,
    vector,
)
from pantin.solver.whole_body import columns as col
from pantin.solver.whole_body.bodies import ROOT_UNKNOWNS, effector, errors, goal_rows
from pantin.solver.whole_body.step import System

PIN_SOFTNESS = 1e-10
TURN_SOFTNESS = 1e-5
"""Softness of the place and of the turn of a pin: a place is kept before all else, a turn as well as places are met."""

PULL_SOFTNESS = 1e-5
PULLED_TURN_SOFTNESS = 1e-1
NEAR = 1e-4
FALLOFF = 0.8
"""Softness of a pulled point, up to NEAR (heights) from its target; from there on it grows by the power FALLOFF: the
more it grows, the less a far target throws the body about, and the farther it is missed. Of 3,000 pairs of targets
beyond reach 13 jump and the mean miss is 130.0 mm; with 0.79 18 jump, and it is 129.2 mm. PULLED_TURN_SOFTNESS lets the
turn of its bone go where the place asks for it: a foot that is pulled far back tips over."""

CURVATURE = 0.5
"""The part of the second derivative that is added."""

NO_ROW = 1e30
"""The softness of a row that does not count."""


@kernel
def _three_rows(system: System, r: int) -> Vector:
    """Return the errors in the rows from `r` on: of a place, or of a turn."""
    return (system.error[r], system.error[r + 1], system.error[r + 2])


@kernel
def weigh_rows(system: System, goals: Table, pins_only: bool) -> None:
    """Fill the softness of each row of errors.

    Reads HAS_ROTATION and PINNED of `goals` (g, GOAL_WIDTH).
    """
    r = 0
    for k in range(len(goals)):
        soft, turning = PIN_SOFTNESS, TURN_SOFTNESS
        if goals[k, col.PINNED] == 0.0:
            off = _three_rows(system, r)
            soft = NO_ROW if pins_only else PULL_SOFTNESS * max(1.0, (length(off) / NEAR) ** FALLOFF)
            turning = NO_ROW if pins_only else PULLED_TURN_SOFTNESS
        for a in range(3):
            system.softness[r + a] = soft
        r += 3
        if goals[k, col.HAS_ROTATION] != 0.0:
            for a in range(3):
                system.softness[r + a] = turning
            r += 3


@kernel
def weigh_unknowns(
    system: System, bones: Table, goals: Table, settings: Numbers, damping: float, waiting: float, pins_only: bool
) -> None:
    """Fill the compliance of each unknown, the inverse of its damped cost, and its pull towards the posture.

    Root and trunk cost `waiting` times as much.

    Reads FREE, COORDS, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of `bones`
    (n, BONE_WIDTH); OFFSET, GOAL_BONE, HAS_ROTATION and PINNED of `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,).
    """
    free = settings[col.ROOT_FREE] != 0.0
    drawn = 0.0 if pins_only else settings[col.ROOT_DRAWN]
    back = _way_back_of_root(bones) if drawn != 0.0 else (0.0, 0.0, 0.0)
    for a in range(3):
        place, turn = waiting * settings[col.ROOT_MOVE_COST], waiting * settings[col.ROOT_TURN_COST]
        system.pull[3 + a] = drawn * back[a]
        system.compliance[a] = 1.0 / (place + damping * (1.0 + place)) if free else 0.0
        system.compliance[3 + a] = 1.0 / (turn + damping * (1.0 + turn)) if free else 0.0
    _fill_costs(system, bones, damping, waiting, pins_only)
    if not pins_only:
        _add_curvature(system, bones, goals)
    for u in range(ROOT_UNKNOWNS, len(system.compliance)):
        if system.compliance[u] != 0.0:
            system.compliance[u] = 1.0 / system.compliance[u]


@kernel
def _fill_costs(system: System, bones: Table, damping: float, waiting: float, pins_only: bool) -> None:
    """Fill `compliance` with the damped costs of coordinates, still to be inverted, and their pulls to the posture.

    Reads FREE, COORDS, COST, START, DRAWN and TRUNK of `bones` (n, BONE_WIDTH).
    """
    for i in range(len(bones)):
        for a in range(3):
            u = ROOT_UNKNOWNS + 3 * i + a
            if bones[i, col.FREE + a] == 0.0:
                system.compliance[u] = 0.0
                continue
            cost = bones[i, col.COST + a] * (waiting if bones[i, col.TRUNK] != 0.0 else 1.0)
            system.compliance[u] = cost + damping * (1.0 + cost)
            drawn = 0.0 if pins_only else bones[i, col.DRAWN + a]
            system.pull[u] = drawn * (bones[i, col.START + a] - bones[i, col.COORDS + a])


@kernel
def _add_curvature(system: System, bones: Table, goals: Table) -> None:
    """Add to the cost of each coordinate how a pulled point on a circle falls back from its tangent.

    Reads FREE, WORLD, HEAD, PARENT, CARRIED and AXES of `bones` (n, BONE_WIDTH); and OFFSET, GOAL_BONE, HAS_ROTATION
    and PINNED of `goals` (g, GOAL_WIDTH).
    """
    r = 0
    for k in range(len(goals)):
        if goals[k, col.PINNED] == 0.0:
            off = _three_rows(system, r)
            point = effector(bones, goals, k)
            i = int(goals[k, col.GOAL_BONE])
            while i >= 0:
                _add_bone_curvature(
                    system, bones, i, off, subtract(point, vector(bones, i, col.HEAD)), system.softness[r]
                )
                if bones[i, col.CARRIED] == 0.0:
                    break
                i = int(bones[i, col.PARENT])
        r += goal_rows(goals, k)


@kernel
def _add_bone_curvature(system: System, bones: Table, i: int, off: Vector, arm: Vector, softness: float) -> None:
    """Add the curvature of bone `i`: its point, at the end of `arm`, misses by `off`, both (3,) in heights.

    Reads FREE and AXES of `bones` (n, BONE_WIDTH).
    """
    for a in range(3):
        if bones[i, col.FREE + a] != 0.0:
            axis = vector(bones, i, col.AXES + 3 * a)
            bend = dot(off, arm) * dot(axis, axis) - dot(off, axis) * dot(arm, axis)
            system.compliance[ROOT_UNKNOWNS + 3 * i + a] += CURVATURE * max(0.0, bend) / softness


@kernel
def energy(system: System, bones: Table, goals: Table, settings: Numbers) -> float:
    """Return the energy of errors, with pins as soft as pulled points, and of posture: no refining step raises it.

    Reads COORDS, WORLD, HEAD, BASE, START and DRAWN of `bones` (n, BONE_WIDTH); OFFSET, GOAL_BONE, TARGET_ROTATION,
    HAS_ROTATION, PINNED and NOW of `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,).
    """
    errors(bones, goals, system.error)
    total, r = 0.0, 0
    for k in range(len(goals)):
        off = _three_rows(system, r)
        total += 0.5 * dot(off, off) / PULL_SOFTNESS if goals[k, col.PINNED] != 0.0 else _pull_energy(length(off))
        r += 3
        if goals[k, col.HAS_ROTATION] != 0.0:
            turned = _three_rows(system, r)
            total += (
                0.5 * dot(turned, turned) / (TURN_SOFTNESS if goals[k, col.PINNED] != 0.0 else PULLED_TURN_SOFTNESS)
            )
            r += 3
    if settings[col.ROOT_DRAWN] != 0.0:
        back = _way_back_of_root(bones)
        total += 0.5 * settings[col.ROOT_DRAWN] * dot(back, back)
    for i in range(len(bones)):
        for a in range(3):
            away = bones[i, col.COORDS + a] - bones[i, col.START + a]
            total += 0.5 * bones[i, col.DRAWN + a] * away * away
    return total


@kernel
def _way_back_of_root(bones: Table) -> Vector:
    """Return the rotation vector, armature space, that turns the root back to how it was before solving.

    Reads WORLD, BASE and START of `bones` (n, BONE_WIDTH).
    """
    before = multiply(quaternion(bones, 0, col.BASE), rotation_of(vector(bones, 0, col.START)))
    return logarithm(multiply(before, inverse(quaternion(bones, 0, col.WORLD))))


@kernel
def _pull_energy(far: float) -> float:
    """Return the energy whose slope is the force of `weigh_rows`: as a spring up to NEAR, then by the power 2 −
    FALLOFF."""
    if far <= NEAR:
        return 0.5 * far * far / PULL_SOFTNESS
    power = 2.0 - FALLOFF
    beyond = (NEAR**FALLOFF * far**power - NEAR * NEAR) / power
    stored: float = (0.5 * NEAR * NEAR + beyond) / PULL_SOFTNESS
    return stored
