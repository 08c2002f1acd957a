"""Goals as errors and Jacobians: what is missing, and how that answers to a small turn of each joint.

Position gives three rows, rotation three, a pole one; each is weighted, lengths are measured in chains. A new kind of
goal is one more error and its rows, nothing else.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from solver.chain import above, bend, bend_wanted, effector, frame_of, link_lengths, root_of, tip
from solver.coordinates import turn_columns
from solver.kernel import kernel
from solver.layout import (
    BOUNDED,
    COORDS,
    EASE,
    HEAD,
    LEAN,
    PLACE,
    POLE,
    POLED,
    ROTATION_WEIGHT,
    TURN,
    TURN_AXES,
    WEIGHT,
    WORLD,
    Numbers,
    Rows,
    Table,
)
from solver.rotations import (
    Quaternion,
    Vector,
    across,
    add,
    cross,
    dot,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    signed_angle,
    store,
    subtract,
    unit,
    vector,
)


@kernel
def row_count(goals: Table) -> int:
    rows = 0
    for k in range(len(goals)):
        rows += goal_rows(goals, k)
    return rows


@kernel
def goal_rows(goals: Table, k: int) -> int:
    """How many rows of the Jacobian goal `k` takes."""
    return 3 + (3 if goals[k, ROTATION_WEIGHT] > 0.0 else 0) + (1 if goals[k, POLED] != 0.0 else 0)


@kernel
def size_of(joints: Table, goals: Table) -> float:
    """The length of the longest chain: the unit in which the others are measured."""
    size = 1e-9
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        size = max(size, total)
    return size


@kernel
def owner_rotation(joints: Table, goals: Table, k: int) -> Quaternion:
    """The rotation of the goal's owner now."""
    return multiply(quaternion(joints, tip(goals, k), WORLD), quaternion(goals, k, LEAN))


@kernel
def rotation_left(joints: Table, goals: Table, k: int) -> Vector:
    """The rotation vector that the goal's owner still has to turn by, in armature space."""
    return logarithm(multiply(quaternion(goals, k, TURN), inverse(owner_rotation(joints, goals, k))))


@kernel
def errors(joints: Table, goals: Table, size: float, error: Numbers) -> float:
    """Fill `error` with what is missing, row by row. Returns the sum of its squares."""
    r = 0
    for k in range(len(goals)):
        away = subtract(vector(goals, k, PLACE), effector(joints, goals, k))
        r = _put(error, r, scaled(away, sqrt(goals[k, WEIGHT]) / size))
        if goals[k, ROTATION_WEIGHT] > 0.0:
            r = _put(error, r, scaled(rotation_left(joints, goals, k), sqrt(goals[k, ROTATION_WEIGHT])))
        if goals[k, POLED] != 0.0:
            error[r] = _pole_error(joints, goals, k) / size
            r += 1
    total = 0.0
    for i in range(r):
        total += error[i] * error[i]
    return total


@kernel
def _put(error: Numbers, r: int, v: Vector) -> int:
    error[r], error[r + 1], error[r + 2] = v[0], v[1], v[2]
    return r + 3


@kernel
def _pole_axis(joints: Table, goals: Table, k: int) -> Vector:
    origin = vector(joints, root_of(joints, tip(goals, k)), HEAD)
    return unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))


@kernel
def _pole_error(joints: Table, goals: Table, k: int) -> float:
    """How far the bend has to travel to the pole's side, on its arc, metres."""
    line = _pole_axis(joints, goals, k)
    side, bent = bend_wanted(joints, goals, k, line), bend(joints, goals, k, line)
    if length(side) == 0.0 or length(bent) < 1e-12:
        return 0.0
    return signed_angle(bent, side, line) * length(bent)


@kernel
def _pole_slopes(joints: Table, goals: Table, k: int) -> tuple[Vector, Vector]:
    """How the pole's error shrinks when the sum of the middle joints moves, and when the end does.

    Where the end moves the line turns, and bend and side are seen along another line: each swings by its share of
    length along the line.
    """
    line, origin = _pole_axis(joints, goals, k), vector(joints, root_of(joints, tip(goals, k)), HEAD)
    side, bent = bend_wanted(joints, goals, k, line), bend(joints, goals, k, line)
    size = length(bent)
    if length(side) == 0.0 or size < 1e-12:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    out = scaled(bent, 1.0 / size)
    tangent = subtract(cross(line, out), scaled(out, signed_angle(bent, side, line)))
    along, j = 0.0, tip(goals, k)
    while above(joints, j) >= 0:
        along += dot(subtract(vector(joints, j, HEAD), origin), line)
        j = above(joints, j)
    pole = subtract(vector(goals, k, POLE), origin)
    aside = across(pole, line)
    share = size * dot(pole, line) / dot(aside, aside)
    turning = subtract(scaled(cross(line, aside), share), scaled(tangent, along))
    return tangent, scaled(turning, 1.0 / length(subtract(effector(joints, goals, k), origin)))


@kernel
def jacobian_of(joints: Table, goals: Table, size: float, jacobian: Table) -> None:
    """Fill `jacobian` (rows, 3 j): how the errors shrink when a joint turns, times how willingly it does.

    Only what a goal's own chain turns is written (`touched`); the rest has to be 0 from the beginning.
    """
    for j in range(len(joints)):
        x, y, z = turn_axes(joints, j)
        store(joints, j, TURN_AXES, x)
        store(joints, j, TURN_AXES + 3, y)
        store(joints, j, TURN_AXES + 6, z)
    r = 0
    for k in range(len(goals)):
        turning, poled = goals[k, ROTATION_WEIGHT] > 0.0, goals[k, POLED] != 0.0
        end, tangent, lever = effector(joints, goals, k), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if poled:
            tangent, lever = _pole_slopes(joints, goals, k)
        bent, middles = (0.0, 0.0, 0.0), 0.0
        moving, twisting = sqrt(goals[k, WEIGHT]) / size, sqrt(goals[k, ROTATION_WEIGHT])
        j = tip(goals, k)
        while j >= 0:
            here = vector(joints, j, HEAD)
            for a in range(3):
                about = vector(joints, j, TURN_AXES + 3 * a)
                c, ease = 3 * j + a, joints[j, EASE + a]
                moved = cross(about, subtract(end, here))
                row = _put_column(jacobian, r, c, scaled(moved, ease * moving))
                if turning:
                    row = _put_column(jacobian, row, c, scaled(about, ease * twisting))
                if poled:
                    swept = cross(about, subtract(bent, scaled(here, middles)))
                    jacobian[row, c] = (dot(tangent, swept) + dot(lever, moved)) * ease / size
            if above(joints, j) >= 0:
                bent, middles = add(bent, here), middles + 1.0
            j = above(joints, j)
        r += 3 + (3 if turning else 0) + (1 if poled else 0)


@kernel
def touched(joints: Table, goals: Table) -> Rows:
    """(j, 1 + rows): how many rows of the Jacobian joint j has a part in, and which."""
    found = np.zeros((len(joints), 1 + row_count(goals)), np.int64)
    first = 0
    for k in range(len(goals)):
        last = first + goal_rows(goals, k)
        j = tip(goals, k)
        while j >= 0:
            for r in range(first, last):
                found[j, 0] += 1
                found[j, found[j, 0]] = r
            j = above(joints, j)
        first = last
    return found


@kernel
def _put_column(jacobian: Table, r: int, c: int, v: Vector) -> int:
    jacobian[r, c], jacobian[r + 1, c], jacobian[r + 2, c] = v[0], v[1], v[2]
    return r + 3


@kernel
def turn_axes(joints: Table, j: int) -> tuple[Vector, Vector, Vector]:
    """The axes in armature space about which joint `j` turns when its three coordinates grow."""
    if joints[j, BOUNDED] == 0.0:
        q = quaternion(joints, j, WORLD)
        return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
    frame = frame_of(joints, j)
    x, y, z = turn_columns(vector(joints, j, COORDS))
    return rotate(frame, x), rotate(frame, y), rotate(frame, z)
