"""Goals as errors and Jacobians: what is missing, and how that answers to a small turn of each joint.

Position gives three rows, rotation three, a pole one; each is weighted, lengths are measured in chains. A new kind of
goal is one more error and its rows, nothing else.
"""

from __future__ import annotations

from math import sqrt

from solver.chain import above, bend, bend_wanted, effector, frame_of, link_lengths, root_of, tip
from solver.kernel import kernel
from solver.layout import BOUNDED, COORDS, EASE, HEAD, LEAN, PLACE, POLED, ROTATION_WEIGHT, TURN, WEIGHT, WORLD
from solver.limits import swing_columns
from solver.rotations import (
    add,
    cross,
    dot,
    exponential,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    signed_angle,
    subtract,
    unit,
    vector,
)


@kernel
def row_count(goals):
    rows = 0
    for k in range(len(goals)):
        rows += 3 + (3 if goals[k, ROTATION_WEIGHT] > 0.0 else 0) + (1 if goals[k, POLED] != 0.0 else 0)
    return rows


@kernel
def size_of(joints, goals):
    """The length of the longest chain: the unit in which the others are measured."""
    size = 1e-9
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        size = max(size, total)
    return size


@kernel
def owner_rotation(joints, goals, k):
    """The rotation of the goal's owner now."""
    return multiply(quaternion(joints, tip(goals, k), WORLD), quaternion(goals, k, LEAN))


@kernel
def rotation_left(joints, goals, k):
    """The rotation vector that the goal's owner still has to turn by, in armature space."""
    return logarithm(multiply(quaternion(goals, k, TURN), inverse(owner_rotation(joints, goals, k))))


@kernel
def errors(joints, goals, size, error):
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
def _put(error, r, v):
    error[r], error[r + 1], error[r + 2] = v[0], v[1], v[2]
    return r + 3


@kernel
def _pole_axis(joints, goals, k):
    origin = vector(joints, root_of(joints, tip(goals, k)), HEAD)
    return unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))


@kernel
def _pole_error(joints, goals, k):
    """How far the bend has to travel to the pole's side, on its arc, metres."""
    line = _pole_axis(joints, goals, k)
    side, bent = bend_wanted(joints, goals, k, line), bend(joints, goals, k, line)
    if length(side) == 0.0 or length(bent) < 1e-12:
        return 0.0
    return signed_angle(bent, side, line) * length(bent)


@kernel
def jacobian_of(joints, goals, size, jacobian):
    """Fill `jacobian` (rows, 3 j): how the errors shrink when a joint turns, times how willingly it does."""
    for a in range(jacobian.shape[0]):
        for c in range(jacobian.shape[1]):
            jacobian[a, c] = 0.0
    r = 0
    for k in range(len(goals)):
        turning, poled = goals[k, ROTATION_WEIGHT] > 0.0, goals[k, POLED] != 0.0
        end, tangent = effector(joints, goals, k), (0.0, 0.0, 0.0)
        if poled:
            line = _pole_axis(joints, goals, k)
            tangent = cross(line, unit(bend(joints, goals, k, line), (0.0, 0.0, 0.0)))
        bent, middles = (0.0, 0.0, 0.0), 0.0
        j = tip(goals, k)
        while j >= 0:
            here = vector(joints, j, HEAD)
            x, y, z = _turn_axes(joints, j)
            for a in range(3):
                about = x if a == 0 else (y if a == 1 else z)
                c, ease = 3 * j + a, joints[j, EASE + a]
                moved = cross(about, subtract(end, here))
                row = _put_column(jacobian, r, c, scaled(moved, ease * sqrt(goals[k, WEIGHT]) / size))
                if turning:
                    row = _put_column(jacobian, row, c, scaled(about, ease * sqrt(goals[k, ROTATION_WEIGHT])))
                if poled:
                    swept = cross(about, subtract(bent, scaled(here, middles)))
                    jacobian[row, c] = dot(tangent, swept) * ease / size
            if above(joints, j) >= 0:
                bent, middles = add(bent, here), middles + 1.0
            j = above(joints, j)
        r += 3 + (3 if turning else 0) + (1 if poled else 0)


@kernel
def _put_column(jacobian, r, c, v):
    jacobian[r, c], jacobian[r + 1, c], jacobian[r + 2, c] = v[0], v[1], v[2]
    return r + 3


@kernel
def _turn_axes(joints, j):
    """The axes in armature space about which joint `j` turns when its three coordinates grow."""
    if joints[j, BOUNDED] == 0.0:
        q = quaternion(joints, j, WORLD)
        return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
    frame = frame_of(joints, j)
    sx, sz = joints[j, COORDS], joints[j, COORDS + 2]
    x, z = swing_columns(sx, sz)
    y = rotate(exponential((sx, 0.0, sz)), (0.0, 1.0, 0.0))
    return rotate(frame, x), rotate(frame, y), rotate(frame, z)
