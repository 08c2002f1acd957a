"""Goals as errors and Jacobians: what is missing, and how that answers to a small turn of each joint.

Position gives three rows, rotation three, a pole one, a distance one; each is weighted, lengths are measured in chains.
A goal pulls at every joint that carries its end, also at those above its own chain where other goals turn them: so all
are solved together. A new kind of goal is one more error and its rows, nothing else.
"""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np

from pantin.solver.chains.chain import (
    above,
    bend,
    bend_wanted,
    beyond,
    effector,
    frame_of,
    link_lengths,
    root,
    tip,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BOUNDED,
    COORDS,
    EASE,
    GOAL_DISTANCE,
    GOAL_JOINT,
    GOAL_POSE,
    HEAD,
    KEEP,
    KIND,
    LEAN,
    LET_PLACE,
    LET_TURN,
    LOCAL,
    LOSS,
    OWN_AXES,
    PLACE,
    POLE,
    POLED,
    RADIUS,
    ROTATION_WEIGHT,
    TURN,
    TURN_AXES,
    WEIGHT,
    WORLD,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.maths.joint_coordinates import turn_columns
from pantin.solver.maths.rotations import (
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
    if goals[k, KIND] == GOAL_JOINT:
        return 3
    if goals[k, KIND] == GOAL_DISTANCE:
        return 1
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
def is_plain(goals: Table) -> bool:
    """Whether all goals want one place and one rotation, along and about all axes: what every solver knows."""
    for k in range(len(goals)):
        if goals[k, KIND] != GOAL_POSE or lets_go(goals, k, LET_PLACE) or lets_go(goals, k, LET_TURN):
            return False
    return True


@kernel
def lets_go(goals: Table, k: int, at: int) -> bool:
    """Whether goal `k` leaves any of the axes free that begin in column `at`."""
    let: bool = goals[k, at] != 0.0 or goals[k, at + 1] != 0.0 or goals[k, at + 2] != 0.0
    return let


@kernel
def owner_rotation(joints: Table, goals: Table, k: int) -> Quaternion:
    """The rotation of the goal's owner now; of a goal for a joint, the turn from its rest frame."""
    if goals[k, KIND] == GOAL_JOINT:
        return quaternion(joints, tip(goals, k), LOCAL)
    return multiply(quaternion(joints, tip(goals, k), WORLD), quaternion(goals, k, LEAN))


@kernel
def rotation_left(joints: Table, goals: Table, k: int) -> Vector:
    """The rotation vector that the goal's owner still has to turn by, in armature space (of a joint, in its frame)."""
    return logarithm(multiply(quaternion(goals, k, TURN), inverse(owner_rotation(joints, goals, k))))


@kernel
def position_left(joints: Table, goals: Table, k: int) -> Vector:
    """From the effector to its place; where axes are let go, in the axes that are meant and without those."""
    away = subtract(vector(goals, k, PLACE), effector(joints, goals, k))
    return _held(away, place_axes(joints, goals, k), goals, k, LET_PLACE) if lets_go(goals, k, LET_PLACE) else away


@kernel
def turn_left(joints: Table, goals: Table, k: int) -> Vector:
    """The rotation that is left; where axes are let go, in those of the target and without them.

    A rotation vector reads the same in the axes it begins in and in those it ends in, so bone and target agree.
    """
    turn = rotation_left(joints, goals, k)
    return _held(turn, quaternion(goals, k, TURN), goals, k, LET_TURN) if lets_go(goals, k, LET_TURN) else turn


@kernel
def missing(joints: Table, goals: Table, k: int) -> float:
    """How far goal `k` is from being met, metres, its rotation aside."""
    if goals[k, KIND] == GOAL_JOINT:
        return 0.0
    if goals[k, KIND] == GOAL_DISTANCE:
        distance = length(subtract(effector(joints, goals, k), vector(goals, k, PLACE)))
        return abs(beyond(goals[k, KEEP], goals[k, RADIUS], distance))
    return length(position_left(joints, goals, k))


@kernel
def _held(v: Vector, axes: Quaternion, goals: Table, k: int, at: int) -> Vector:
    """`v` in `axes`, less what goal `k` lets go."""
    w = rotate(inverse(axes), v)
    return (
        w[0] if goals[k, at] == 0.0 else 0.0,
        w[1] if goals[k, at + 1] == 0.0 else 0.0,
        w[2] if goals[k, at + 2] == 0.0 else 0.0,
    )


@kernel
def place_axes(joints: Table, goals: Table, k: int) -> Quaternion:
    """The axes along which goal `k` may let its position go."""
    if goals[k, OWN_AXES] != 0.0:
        return owner_rotation(joints, goals, k)
    return quaternion(goals, k, TURN)


@kernel
def errors(joints: Table, goals: Table, size: float, error: Numbers) -> float:
    """Fill `error` with what is missing, row by row. Returns the sum of its squares."""
    r = 0
    for k in range(len(goals)):
        if goals[k, KIND] == GOAL_DISTANCE:
            distance = length(subtract(effector(joints, goals, k), vector(goals, k, PLACE)))
            error[r] = -beyond(goals[k, KEEP], goals[k, RADIUS], distance) * sqrt(goals[k, WEIGHT]) / size
            r += 1
            continue
        if goals[k, KIND] == GOAL_POSE:
            r = _put(error, r, scaled(position_left(joints, goals, k), sqrt(goals[k, WEIGHT]) / size))
        if goals[k, ROTATION_WEIGHT] > 0.0 or goals[k, KIND] == GOAL_JOINT:
            r = _put(error, r, scaled(turn_left(joints, goals, k), sqrt(goals[k, ROTATION_WEIGHT])))
        if goals[k, POLED] != 0.0 and goals[k, KIND] == GOAL_POSE:
            error[r] = _pole_error(joints, goals, k) * sqrt(goals[k, POLED]) / size
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
def pole_axis(joints: Table, goals: Table, k: int) -> Vector:
    """The line from the root of goal `k`'s chain to its end."""
    origin = vector(joints, root(goals, k), HEAD)
    return unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))


@kernel
def _pole_error(joints: Table, goals: Table, k: int) -> float:
    """How far the bend has to travel to the pole's side, on its arc, metres."""
    line = pole_axis(joints, goals, k)
    side, bent = bend_wanted(joints, goals, k, line), bend(joints, goals, k, line)
    if length(side) == 0.0 or length(bent) < 1e-12:
        return 0.0
    return signed_angle(bent, side, line) * length(bent)


@kernel
def _pole_slopes(joints: Table, goals: Table, k: int) -> tuple[Vector, Vector, Vector]:
    """How the pole's error shrinks when the sum of the middle joints moves, when the end does, and when the pole does.

    All three as seen from the root. Where the end moves the line turns, and bend and side are seen along another line:
    each swings by its share of length along the line.
    """
    nothing = (0.0, 0.0, 0.0)
    line, origin = pole_axis(joints, goals, k), vector(joints, root(goals, k), HEAD)
    side, bent = bend_wanted(joints, goals, k, line), bend(joints, goals, k, line)
    size = length(bent)
    if length(side) == 0.0 or size < 1e-12:
        return nothing, nothing, nothing
    out = scaled(bent, 1.0 / size)
    tangent = subtract(cross(line, out), scaled(out, signed_angle(bent, side, line)))
    along, j = 0.0, tip(goals, k)
    while j != root(goals, k):
        along += dot(subtract(vector(joints, j, HEAD), origin), line)
        j = above(joints, j)
    pole = subtract(vector(goals, k, POLE), origin)
    aside = across(pole, line)
    swing = scaled(cross(line, aside), size / dot(aside, aside))
    turning = subtract(scaled(swing, dot(pole, line)), scaled(tangent, along))
    return tangent, scaled(turning, 1.0 / length(subtract(effector(joints, goals, k), origin))), scaled(swing, -1.0)


@kernel
def jacobian_of(joints: Table, goals: Table, size: float, jacobian: Table) -> None:
    """Fill `jacobian` (rows, 3 j): how the errors shrink when a joint turns, times how willingly it does.

    Only what a goal's own chain turns is written (`touched`); the rest has to be 0 from the beginning.
    """
    for j in range(len(joints)):
        x, y, z = turn_axes(joints, j)
        store(joints, j, TURN_AXES, scaled(x, joints[j, EASE]))
        store(joints, j, TURN_AXES + 3, scaled(y, joints[j, EASE + 1]))
        store(joints, j, TURN_AXES + 6, scaled(z, joints[j, EASE + 2]))
    r = 0
    for k in range(len(goals)):
        if goals[k, KIND] == GOAL_JOINT:
            _joint_rows(joints, goals, k, r, jacobian)
        elif goals[k, KIND] == GOAL_DISTANCE:
            _distance_row(joints, goals, k, size, r, jacobian)
        elif _is_place(goals, k):
            _place_rows(joints, goals, k, size, r, jacobian)
        else:
            _pose_rows(joints, goals, k, size, r, jacobian)
        r += goal_rows(goals, k)


@kernel
def _joint_rows(joints: Table, goals: Table, k: int, r: int, jacobian: Table) -> None:
    """A joint's own rotation answers to that joint alone."""
    j = tip(goals, k)
    back = inverse(frame_of(joints, j))
    for a in range(3):
        about = vector(joints, j, TURN_AXES + 3 * a)
        _put_column(jacobian, r, 3 * j + a, scaled(rotate(back, about), sqrt(goals[k, ROTATION_WEIGHT])))


@kernel
def _distance_row(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    """The distance shrinks along the line to the middle of the sphere, where it is not as it should be."""
    end, j = effector(joints, goals, k), tip(goals, k)
    out = subtract(end, vector(goals, k, PLACE))
    out = unit(out, pole_axis(joints, goals, k))
    if beyond(goals[k, KEEP], goals[k, RADIUS], length(subtract(end, vector(goals, k, PLACE)))) == 0.0:
        out = (0.0, 0.0, 0.0)
    while j >= 0:
        arm = subtract(end, vector(joints, j, HEAD))
        for a in range(3):
            about = vector(joints, j, TURN_AXES + 3 * a)
            jacobian[r, 3 * j + a] = dot(out, cross(about, arm)) * sqrt(goals[k, WEIGHT]) / size
        j = above(joints, j)


@kernel
def _is_place(goals: Table, k: int) -> bool:
    """Whether goal `k`, for a pose, asks for a place alone, along all axes."""
    return goals[k, ROTATION_WEIGHT] == 0.0 and goals[k, POLED] == 0.0 and not lets_go(goals, k, LET_PLACE)


@kernel
def _place_rows(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    """The end moves across its arm from each joint."""
    end, moving, j = effector(joints, goals, k), sqrt(goals[k, WEIGHT]) / size, tip(goals, k)
    while j >= 0:
        arm = subtract(end, vector(joints, j, HEAD))
        for a in range(3):
            _put_column(jacobian, r, 3 * j + a, scaled(cross(vector(joints, j, TURN_AXES + 3 * a), arm), moving))
        j = above(joints, j)


@kernel
def _pose_rows(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    turning, poled = goals[k, ROTATION_WEIGHT] > 0.0, goals[k, POLED] != 0.0
    end, origin = effector(joints, goals, k), vector(joints, root(goals, k), HEAD)
    tangent, lever, swing = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if poled:
        tangent, lever, swing = _pole_slopes(joints, goals, k)
    somewhere, somehow = lets_go(goals, k, LET_PLACE), lets_go(goals, k, LET_TURN)
    moving, siding = sqrt(goals[k, WEIGHT]) / size, sqrt(goals[k, POLED]) / size
    bent, middles, inside, pull = (0.0, 0.0, 0.0), 0.0, True, sqrt(goals[k, ROTATION_WEIGHT])
    j = tip(goals, k)
    while j >= 0:
        here = vector(joints, j, HEAD)
        for a in range(3):
            about = vector(joints, j, TURN_AXES + 3 * a)
            c = 3 * j + a
            moved = cross(about, subtract(end, here))
            placed = _place_column(joints, goals, k, about, moved) if somewhere else moved
            row = _put_column(jacobian, r, c, scaled(placed, moving))
            if turning:
                turned = _turn_column(joints, goals, k, about) if somehow else about
                row = _put_column(jacobian, row, c, scaled(turned, pull))
            if poled:
                swept, carried = cross(about, subtract(bent, scaled(here, middles))), moved
                told = 0.0
                if not inside:
                    shifted = cross(about, subtract(origin, here))
                    swept, carried = subtract(swept, scaled(shifted, middles)), subtract(moved, shifted)
                    told = -dot(swing, shifted)
                jacobian[row, c] = (dot(tangent, swept) + dot(lever, carried) + told) * siding
        if j == root(goals, k):
            inside = False
        if inside:
            bent, middles = add(bent, here), middles + 1.0
        pull *= 1.0 - goals[k, LOSS]
        j = above(joints, j)


@kernel
def _place_column(joints: Table, goals: Table, k: int, about: Vector, moved: Vector) -> Vector:
    """Axes let go: how what is left of the position shrinks where the end is `moved` and the owner turned `about`."""
    if goals[k, OWN_AXES] != 0.0:
        away = subtract(vector(goals, k, PLACE), effector(joints, goals, k))
        moved = add(moved, cross(about, away))
    return _held(moved, place_axes(joints, goals, k), goals, k, LET_PLACE)


@kernel
def _turn_column(joints: Table, goals: Table, k: int, about: Vector) -> Vector:
    """Axes let go: how what is left of the rotation shrinks where the owner turns `about`.

    With all axes held this is `about` itself: exact where little is left, and it points down the slope everywhere. Here
    much may be left about those, and the right Jacobian of the logarithm is needed (Chirikjian 10.86).
    """
    turn = rotation_left(joints, goals, k)
    angle = length(turn)
    share = 1.0 / 12.0
    if angle > 1e-4:
        share = (1.0 - 0.5 * angle * cos(0.5 * angle) / sin(0.5 * angle)) / (angle * angle)
    once = cross(turn, about)
    exact = add(add(about, scaled(once, 0.5)), scaled(cross(turn, once), share))
    return _held(exact, quaternion(goals, k, TURN), goals, k, LET_TURN)


@kernel
def touched(joints: Table, goals: Table) -> Rows:
    """(j, 1 + n): how many threes of rows of the Jacobian joint j has a part in, and the first row of each."""
    found = np.zeros((len(joints), 1 + (row_count(goals) + 2) // 3), np.int64)
    first = 0
    for k in range(len(goals)):
        last = first + goal_rows(goals, k)
        j = tip(goals, k)
        while j >= 0:
            for r in range(3 * (first // 3), last, 3):
                count = found[j, 0]
                if count == 0 or found[j, count] != r:  # two goals may share a three
                    found[j, 0] = count + 1
                    found[j, count + 1] = r
            j = above(joints, j) if goals[k, KIND] != GOAL_JOINT else -1
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
