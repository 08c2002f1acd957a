"""The whole-body solve: pulled points are led to their targets in small steps, while pins stay where they are.

Levenberg–Marquardt on the dual form of `step`, with pins of far less softness than pulled points. A far target pulls
with a force that grows ever less with its distance, so that what cannot be reached does not throw the body about; for a
stretched limb the second derivative is added, without which steps overshoot. The last steps are for the pins alone.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.maths.joint_coordinates import rotation_of
from pantin.solver.maths.rotations import (
    Vector,
    add,
    dot,
    exponential,
    length,
    logarithm,
    multiply,
    perpendicular,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)
from pantin.solver.whole_body.bodies import ROOT_UNKNOWNS, effector, errors, jacobian, row_count, stand
from pantin.solver.whole_body.columns import (
    ABOUT_PIVOT,
    AXES,
    BEGIN,
    CARRIED,
    COORDS,
    DRIFT,
    FREE,
    GIVE,
    GOAL_BONE,
    HEAD,
    ITERATIONS,
    LOCAL,
    MISSED,
    NOW,
    PARENT,
    PINNED,
    PIVOT,
    POSTURE,
    ROOT_FREE,
    ROOT_PLACE,
    ROOT_TURN,
    START,
    TARGET,
    TURNS,
    WORLD,
)
from pantin.solver.whole_body.step import System, clamp_bone, find_change, system_for

WALK = 8
"""Steps in which the pulled points are led to their targets."""

SETTLE = 36
"""Steps at most that come to rest there."""

PIN_STEPS = 3
"""Steps at the end that bring pins back into their places."""

PIN_SOFTNESS = 1e-10
TURN_SOFTNESS = 1e-5
"""Softness of the place and of the turn of a pin."""

PULL_SOFTNESS = 1e-5
PULLED_TURN_SOFTNESS = 2e-2
NEAR = 1e-4
FALLOFF = 0.7
"""Softness of a pulled point, up to NEAR (heights) from its target; from there on it grows by this power. That of its
bone's turn lets it go where the place asks for it: a foot that is pulled far back tips over."""

CURVATURE = 0.5
"""The part of the second derivative that is added."""

LARGEST_TURN = 0.6
"""The largest change of a coordinate in a step."""

AT_REST = 1e-4
"""A step with no larger change is the last."""

NO_ROW = 1e30
"""The softness of a row that does not count."""

WALKING_DAMPING, SETTLING_DAMPING = 0.1, 1.0


@kernel
def solve(bones: Table, goals: Table, settings: Numbers, figures: Numbers) -> None:
    """Turn `bones` until `goals` are met as far as they can be, and fill `figures`."""
    unknowns = ROOT_UNKNOWNS + 3 * len(bones)
    system = system_for(unknowns, row_count(goals), len(bones))
    saved = np.empty((len(bones), 10))
    stand(bones, settings)
    for k in range(len(goals)):
        store(goals, k, BEGIN, effector(bones, goals, k))
    steps = _walk(system, bones, goals, settings)
    steps += _settle(system, bones, goals, settings, saved)
    for _ in range(PIN_STEPS):
        _step(system, bones, goals, settings, 0.0, True)
    for i in range(len(bones)):
        store_quaternion(bones, i, LOCAL, rotation_of(vector(bones, i, COORDS)))
    figures[ITERATIONS] = steps
    figures[DRIFT], figures[MISSED] = _farthest(bones, goals, True), _farthest(bones, goals, False)


@kernel
def _walk(system: System, bones: Table, goals: Table, settings: Numbers) -> int:
    """Lead the pulled points to their targets."""
    for s in range(WALK):
        _lead(goals, (s + 1.0) / WALK)
        _step(system, bones, goals, settings, WALKING_DAMPING, False)
    return WALK


@kernel
def _lead(goals: Table, part: float) -> None:
    """Where each point should be after this part of its way: about its pivot, or along a line."""
    for k in range(len(goals)):
        begin, target = vector(goals, k, BEGIN), vector(goals, k, TARGET)
        if goals[k, PINNED] != 0.0 or part == 1.0:
            store(goals, k, NOW, target)
        elif goals[k, ABOUT_PIVOT] != 0.0:
            store(goals, k, NOW, _about_pivot(vector(goals, k, PIVOT), begin, target, part))
        else:
            store(goals, k, NOW, add(scaled(begin, 1.0 - part), scaled(target, part)))


@kernel
def _about_pivot(pivot: Vector, begin: Vector, target: Vector, part: float) -> Vector:
    """The point after this part of the way from `begin` to `target`: direction and distance change evenly."""
    a, b = subtract(begin, pivot), subtract(target, pivot)
    u = unit(a, (0.0, 0.0, 1.0))
    way = scaled(logarithm(shortest_arc(u, unit(b, u), perpendicular(u))), part)
    far = (1.0 - part) * length(a) + part * length(b)
    return add(pivot, scaled(rotate(exponential(way), u), far))


@kernel
def _settle(system: System, bones: Table, goals: Table, settings: Numbers, saved: Table) -> int:
    """Step until nothing changes; a step that makes things worse is taken back and damped more."""
    damping, growth = SETTLING_DAMPING, 2.0
    merit = _merit(system, bones, goals, settings)
    for s in range(SETTLE):
        _keep(bones, saved)
        change = _step(system, bones, goals, settings, damping, False)
        now = _merit(system, bones, goals, settings)
        if now > merit:
            _put_back(bones, saved, settings)
            damping, growth = damping * growth, 2.0 * growth
        else:
            merit, damping, growth = now, damping / 4.0, 2.0
        if change < AT_REST:
            return s + 1
    return SETTLE


@kernel
def _step(system: System, bones: Table, goals: Table, settings: Numbers, damping: float, pins_only: bool) -> float:
    """Take one step. Returns the largest change of a coordinate."""
    errors(bones, goals, system.error)
    jacobian(bones, goals, settings, system.columns)
    _weigh_rows(system, goals, pins_only)
    _weigh_unknowns(system, bones, goals, settings, damping, pins_only)
    find_change(system, bones)
    return _apply(system, bones, settings)


@kernel
def _weigh_rows(system: System, goals: Table, pins_only: bool) -> None:
    """Fill the softness of each row of errors."""
    r = 0
    for k in range(len(goals)):
        soft, turning = PIN_SOFTNESS, TURN_SOFTNESS
        if goals[k, PINNED] == 0.0:
            off = (system.error[r], system.error[r + 1], system.error[r + 2])
            soft = NO_ROW if pins_only else PULL_SOFTNESS * max(1.0, (length(off) / NEAR) ** FALLOFF)
            turning = NO_ROW if pins_only else PULLED_TURN_SOFTNESS
        for a in range(3):
            system.softness[r + a] = soft
        r += 3
        if goals[k, TURNS] != 0.0:
            for a in range(3):
                system.softness[r + a] = turning
            r += 3


@kernel
def _weigh_unknowns(
    system: System, bones: Table, goals: Table, settings: Numbers, damping: float, pins_only: bool
) -> None:
    """Fill how readily each unknown gives way, and its pull towards the posture."""
    free = settings[ROOT_FREE] != 0.0
    for a in range(3):
        place, turn = settings[ROOT_PLACE], settings[ROOT_TURN]
        system.yields[a] = 1.0 / (place + damping * (1.0 + place)) if free else 0.0
        system.yields[3 + a] = 1.0 / (turn + damping * (1.0 + turn)) if free else 0.0
    for i in range(len(bones)):
        for a in range(3):
            u = ROOT_UNKNOWNS + 3 * i + a
            if bones[i, FREE + a] == 0.0:
                system.yields[u] = 0.0
                continue
            give = bones[i, GIVE + a]
            system.yields[u] = give + damping * (1.0 + give)
            system.pull[u] = 0.0
            if settings[POSTURE] != 0.0 and not pins_only:
                system.pull[u] = give * (bones[i, START + a] - bones[i, COORDS + a])
    if not pins_only:
        _add_curvature(system, bones, goals)
    for u in range(ROOT_UNKNOWNS, len(system.yields)):
        if system.yields[u] != 0.0:
            system.yields[u] = 1.0 / system.yields[u]


@kernel
def _add_curvature(system: System, bones: Table, goals: Table) -> None:
    """Add to the cost of each coordinate how a pulled point on a circle falls back from its tangent."""
    r = 0
    for k in range(len(goals)):
        if goals[k, PINNED] == 0.0:
            off = (system.error[r], system.error[r + 1], system.error[r + 2])
            point = effector(bones, goals, k)
            i = int(goals[k, GOAL_BONE])
            while i >= 0:
                _add_bone_curvature(system, bones, i, off, subtract(point, vector(bones, i, HEAD)), system.softness[r])
                if bones[i, CARRIED] == 0.0:
                    break
                i = int(bones[i, PARENT])
        r += 6 if goals[k, TURNS] != 0.0 else 3


@kernel
def _add_bone_curvature(system: System, bones: Table, i: int, off: Vector, arm: Vector, softness: float) -> None:
    for a in range(3):
        if bones[i, FREE + a] != 0.0:
            axis = vector(bones, i, AXES + 3 * a)
            bend = dot(off, arm) * dot(axis, axis) - dot(off, axis) * dot(arm, axis)
            system.yields[ROOT_UNKNOWNS + 3 * i + a] += CURVATURE * max(0.0, bend) / softness


@kernel
def _apply(system: System, bones: Table, settings: Numbers) -> float:
    """Change all coordinates and the root, by LARGEST_TURN at most. Returns the largest change."""
    change, largest = system.change, 0.0
    for u in range(3, len(change)):
        largest = max(largest, abs(change[u]))
    part = LARGEST_TURN / largest if largest > LARGEST_TURN else 1.0
    if settings[ROOT_FREE] != 0.0:
        way = scaled((change[0], change[1], change[2]), part)
        turn = exponential(scaled((change[3], change[4], change[5]), part))
        store(bones, 0, HEAD, add(vector(bones, 0, HEAD), way))
        store_quaternion(bones, 0, WORLD, multiply(turn, quaternion(bones, 0, WORLD)))
        largest = max(largest, length(way))
    for i in range(len(bones)):
        u = ROOT_UNKNOWNS + 3 * i
        if bones[i, FREE] != 0.0 or bones[i, FREE + 1] != 0.0 or bones[i, FREE + 2] != 0.0:
            store(
                bones, i, COORDS, add(vector(bones, i, COORDS), scaled((change[u], change[u + 1], change[u + 2]), part))
            )
            clamp_bone(bones, i)
    stand(bones, settings)
    return largest


@kernel
def _merit(system: System, bones: Table, goals: Table, settings: Numbers) -> float:
    """What a settling step must not raise: the energy of errors, with pins as soft as pulled points, and of posture."""
    errors(bones, goals, system.error)
    total, r = 0.0, 0
    for k in range(len(goals)):
        off = (system.error[r], system.error[r + 1], system.error[r + 2])
        total += 0.5 * dot(off, off) / PULL_SOFTNESS if goals[k, PINNED] != 0.0 else _pull_energy(length(off))
        r += 3
        if goals[k, TURNS] != 0.0:
            turned = (system.error[r], system.error[r + 1], system.error[r + 2])
            total += 0.5 * dot(turned, turned) / (TURN_SOFTNESS if goals[k, PINNED] != 0.0 else PULLED_TURN_SOFTNESS)
            r += 3
    if settings[POSTURE] != 0.0:
        for i in range(len(bones)):
            for a in range(3):
                away = bones[i, COORDS + a] - bones[i, START + a]
                total += 0.5 * bones[i, GIVE + a] * away * away
    return total


@kernel
def _pull_energy(far: float) -> float:
    """The energy whose slope is the force of `_weigh_rows`: as a spring up to NEAR, then by the power 2 − FALLOFF."""
    if far <= NEAR:
        return 0.5 * far * far / PULL_SOFTNESS
    power = 2.0 - FALLOFF
    beyond = (NEAR**FALLOFF * far**power - NEAR * NEAR) / power
    energy: float = (0.5 * NEAR * NEAR + beyond) / PULL_SOFTNESS
    return energy


@kernel
def _keep(bones: Table, saved: Table) -> None:
    """Remember the coordinates, and where the root stands."""
    for i in range(len(bones)):
        store(saved, i, 0, vector(bones, i, COORDS))
        store(saved, i, 3, vector(bones, i, HEAD))
        store_quaternion(saved, i, 6, quaternion(bones, i, WORLD))


@kernel
def _put_back(bones: Table, saved: Table, settings: Numbers) -> None:
    """Go back to what was remembered."""
    for i in range(len(bones)):
        store(bones, i, COORDS, vector(saved, i, 0))
        store(bones, i, HEAD, vector(saved, i, 3))
        store_quaternion(bones, i, WORLD, quaternion(saved, i, 6))
    stand(bones, settings)


@kernel
def _farthest(bones: Table, goals: Table, pinned: bool) -> float:
    """How far the point of a pin, or of a pulled bone, is from its target at most."""
    far2 = 0.0
    for k in range(len(goals)):
        if (goals[k, PINNED] != 0.0) == pinned:
            off = subtract(vector(goals, k, TARGET), effector(bones, goals, k))
            far2 = max(far2, dot(off, off))
    return sqrt(far2)
