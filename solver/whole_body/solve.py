"""The whole-body solve: pulled points are led to their targets in small steps, while pins stay where they are.

Levenberg–Marquardt on the dual form of `step`, with the `weights` of errors and unknowns: pins are far less soft than
pulled points. The last steps are for the pins alone.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.functions import ceil, exp, sqrt
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
from pantin.solver.whole_body import columns as col
from pantin.solver.whole_body.bodies import ROOT_UNKNOWNS, effector, errors, jacobian, row_count, stand
from pantin.solver.whole_body.step import System, can_turn, clamp_bone, find_change, system_for
from pantin.solver.whole_body.weights import energy, weigh_rows, weigh_unknowns

CONTINUATION_STEPS = 8
"""Steps of the continuation, in which the pulled points are led to their targets."""

FAR, MORE_PER_MISS, MOST_MORE = 0.01, 500.0, 56.0
"""Points that are missed by more than FAR (heights) are led there again, from the beginning, in so many more steps per
height of miss beyond that, and MOST_MORE at most. In 8 steps a far pull comes out beside the way that ever smaller
steps take, now on one side and now on the other."""

NEAR_PIVOT = 0.1
"""The part of its first distance from the pivot within which the direction to a target means little."""

REFINING_STEPS = 36
"""Most steps that refine the pose there, until nothing changes."""

FAR_DAMPING, FAR_MISS = 0.3, 0.05
"""Refining steps are damped by FAR_DAMPING more where a point is missed by FAR_MISS (heights), and by the square of the
miss: a far miss lies in a flat valley, along which long steps end anywhere."""

PIN_STEPS, IN_PLACE = 3, 1e-7
"""Most steps at the end that bring pins back into their places; one that changes less than IN_PLACE is the last. Each
leaves less than a hundredth of what it changes."""

LARGEST_TURN = 0.6
"""The largest change of a coordinate in a step."""

AT_REST = 1e-4
"""A step with no larger change is the last."""

LEAST_GAIN = 1e-6
"""Nor is there another after one that lessens the energy by so little, which misses of 5e-6 heights have."""

FIRST_DAMPING = 1.0
"""By how much the first refining step is damped."""


@kernel
def solve(bones: Table, goals: Table, settings: Numbers, figures: Numbers) -> None:
    """Turn `bones` until `goals` are met as far as they can be, and fill `figures`.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of
    `bones` (n, BONE_WIDTH); OFFSET, TARGET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION, PINNED, PIVOT, ABOUT_PIVOT, BEGIN
    and NOW of `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,). Writes COORDS, LOCAL, WORLD, HEAD and AXES of
    `bones`; BEGIN and NOW of `goals`; and `figures` (FIGURES,).
    """
    unknowns = ROOT_UNKNOWNS + 3 * len(bones)
    system = system_for(unknowns, row_count(goals), len(bones))
    saved = np.empty((len(bones), 10))
    stand(bones, settings)
    for k in range(len(goals)):
        store(goals, k, col.BEGIN, effector(bones, goals, k))
    _save(bones, saved)
    steps = _continue_to_targets(system, bones, goals, settings, settings[col.LEADING_STEPS])
    more = min(MORE_PER_MISS * (_farthest(bones, goals, False) - FAR), MOST_MORE)
    if more > 0.0 and settings[col.SMALLER_STEPS] != 0.0:
        _restore(bones, saved, settings)
        steps += _continue_to_targets(system, bones, goals, settings, settings[col.LEADING_STEPS] + more)
    steps += _refine(system, bones, goals, settings, saved)
    for _ in range(PIN_STEPS):
        if _step(system, bones, goals, settings, 0.0, 1.0, True) < IN_PLACE:
            break
    for i in range(len(bones)):
        store_quaternion(bones, i, col.LOCAL, rotation_of(vector(bones, i, col.COORDS)))
    figures[col.ITERATIONS] = steps
    figures[col.DRIFT], figures[col.MISSED] = _farthest(bones, goals, True), _farthest(bones, goals, False)


@kernel
def _continue_to_targets(system: System, bones: Table, goals: Table, settings: Numbers, count: float) -> int:
    """Lead the pulled points to their targets, one step of the solve for each part of the way. Returns the steps.

    `count` steps go all the way. Where it is no whole number the first step is the shorter one, so that the pose
    changes smoothly with `count`: there nothing is missed yet, and a step of no length changes nothing.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of
    `bones` (n, BONE_WIDTH); OFFSET, TARGET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION, PINNED, PIVOT, ABOUT_PIVOT, BEGIN
    and NOW of `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,). Writes COORDS, WORLD, HEAD and AXES of `bones`; and
    NOW of `goals`.
    """
    steps = ceil(count)
    for s in range(steps):
        _move_targets(goals, 1.0 - (steps - 1.0 - s) / count)
        _step(system, bones, goals, settings, settings[col.DAMPING], settings[col.TRUNK_WAITS], False)
    return steps


@kernel
def _move_targets(goals: Table, part: float) -> None:
    """Set where each point should be after this part of its way: about its pivot, or along a line.

    Reads TARGET, PINNED, PIVOT, ABOUT_PIVOT and BEGIN of `goals` (g, GOAL_WIDTH). Writes NOW of `goals`.
    """
    for k in range(len(goals)):
        begin, target = vector(goals, k, col.BEGIN), vector(goals, k, col.TARGET)
        if goals[k, col.PINNED] != 0.0 or part == 1.0:
            store(goals, k, col.NOW, target)
        elif goals[k, col.ABOUT_PIVOT] != 0.0:
            store(goals, k, col.NOW, _about_pivot(vector(goals, k, col.PIVOT), begin, target, part))
        else:
            store(goals, k, col.NOW, add(scaled(begin, 1.0 - part), scaled(target, part)))


@kernel
def _about_pivot(pivot: Vector, begin: Vector, target: Vector, part: float) -> Vector:
    """Return the point after this part of the way from `begin` to `target`: direction and distance change evenly.

    Close to the pivot the direction of the target means ever less, and the point is turned ever less on its way.
    """
    a, b = subtract(begin, pivot), subtract(target, pivot)
    u = unit(a, (0.0, 0.0, 1.0))
    weight = 1.0 - exp(-dot(b, b) / (NEAR_PIVOT * NEAR_PIVOT * dot(a, a))) if dot(a, a) > 0.0 else 1.0
    way = scaled(logarithm(shortest_arc(u, unit(b, u), perpendicular(u))), part * weight)
    far = (1.0 - part) * length(a) + part * length(b)
    return add(pivot, scaled(rotate(exponential(way), u), far))


@kernel
def _refine(system: System, bones: Table, goals: Table, settings: Numbers, saved: Table) -> int:
    """Step until nothing changes or is gained; a step that makes things worse is taken back and damped more.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of
    `bones` (n, BONE_WIDTH); OFFSET, TARGET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION, PINNED and NOW of `goals`
    (g, GOAL_WIDTH); `settings` (SETTINGS,); and `saved` (n, 10). Writes COORDS, WORLD, HEAD and AXES of `bones`; and
    `saved`.
    """
    damping, growth = FIRST_DAMPING, 2.0
    merit = energy(system, bones, goals, settings)
    most = int(settings[col.MOST_REFINING])
    for s in range(most):
        _save(bones, saved)
        far = _farthest(bones, goals, False) / FAR_MISS
        change = _step(system, bones, goals, settings, damping + FAR_DAMPING * far * far, 1.0, False)
        now = energy(system, bones, goals, settings)
        if now > merit:
            _restore(bones, saved, settings)
            damping, growth = damping * growth, 2.0 * growth
            gain = settings[col.ENDS_BELOW]
        else:
            gain, merit, damping, growth = merit - now, now, damping / 4.0, 2.0
        if change < AT_REST or gain < settings[col.ENDS_BELOW]:
            return s + 1
    return most


@kernel
def _step(
    system: System, bones: Table, goals: Table, settings: Numbers, damping: float, waiting: float, pins_only: bool
) -> float:
    """Take one step; root and trunk cost `waiting` times as much. Returns the largest change of a coordinate.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of
    `bones` (n, BONE_WIDTH); OFFSET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION, PINNED and NOW of `goals`
    (g, GOAL_WIDTH); and `settings` (SETTINGS,). Writes COORDS, WORLD, HEAD and AXES of `bones`.
    """
    errors(bones, goals, system.error)
    jacobian(bones, goals, settings, system.columns)
    weigh_rows(system, goals, pins_only)
    weigh_unknowns(system, bones, goals, settings, damping, waiting, pins_only)
    find_change(system, bones)
    return _apply(system, bones, settings)


@kernel
def _apply(system: System, bones: Table, settings: Numbers) -> float:
    """Change all coordinates and the root, by LARGEST_TURN at most. Returns the largest change.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED and BASE of `bones` (n, BONE_WIDTH); and
    `settings` (SETTINGS,). Writes COORDS, WORLD, HEAD and AXES of `bones`.
    """
    change, largest = system.change, 0.0
    for u in range(3, len(change)):
        largest = max(largest, abs(change[u]))
    part = LARGEST_TURN / largest if largest > LARGEST_TURN else 1.0
    if settings[col.ROOT_FREE] != 0.0:
        way = scaled((change[0], change[1], change[2]), part)
        turn = exponential(scaled((change[3], change[4], change[5]), part))
        store(bones, 0, col.HEAD, add(vector(bones, 0, col.HEAD), way))
        store_quaternion(bones, 0, col.WORLD, multiply(turn, quaternion(bones, 0, col.WORLD)))
        largest = max(largest, length(way))
    _turn_bones(bones, change, part)
    stand(bones, settings)
    return largest


@kernel
def _turn_bones(bones: Table, change: Numbers, part: float) -> None:
    """Add this part of the change to the coordinates of the bones that may turn, within their limits.

    Reads FREE, LOWER, COORDS and UPPER of `bones` (n, BONE_WIDTH); and `change` (u,). Writes COORDS of `bones`.
    """
    for i in range(len(bones)):
        u = ROOT_UNKNOWNS + 3 * i
        if can_turn(bones, i):
            store(
                bones,
                i,
                col.COORDS,
                add(vector(bones, i, col.COORDS), scaled((change[u], change[u + 1], change[u + 2]), part)),
            )
            clamp_bone(bones, i)


@kernel
def _save(bones: Table, saved: Table) -> None:
    """Copy the coordinates, and where the root is, into `saved` (j, 10).

    Reads COORDS, WORLD and HEAD of `bones` (n, BONE_WIDTH). Writes `saved` (n, 10).
    """
    for i in range(len(bones)):
        store(saved, i, 0, vector(bones, i, col.COORDS))
        store(saved, i, 3, vector(bones, i, col.HEAD))
        store_quaternion(saved, i, 6, quaternion(bones, i, col.WORLD))


@kernel
def _restore(bones: Table, saved: Table, settings: Numbers) -> None:
    """Go back to what `_save` has copied.

    Reads LINK, COORDS, WORLD, HEAD, PARENT, CARRIED and BASE of `bones` (n, BONE_WIDTH); `saved` (n, 10); and
    `settings` (SETTINGS,). Writes COORDS, WORLD, HEAD and AXES of `bones`.
    """
    for i in range(len(bones)):
        store(bones, i, col.COORDS, vector(saved, i, 0))
        store(bones, i, col.HEAD, vector(saved, i, 3))
        store_quaternion(bones, i, col.WORLD, quaternion(saved, i, 6))
    stand(bones, settings)


@kernel
def _farthest(bones: Table, goals: Table, pinned: bool) -> float:
    """Return the greatest distance of the point of a pin, or of a pulled bone, from its target.

    Reads WORLD and HEAD of `bones` (n, BONE_WIDTH); and OFFSET, TARGET, GOAL_BONE and PINNED of `goals`
    (g, GOAL_WIDTH).
    """
    far2 = 0.0
    for k in range(len(goals)):
        if (goals[k, col.PINNED] != 0.0) == pinned:
            off = subtract(vector(goals, k, col.TARGET), effector(bones, goals, k))
            far2 = max(far2, dot(off, off))
    return sqrt(far2)
