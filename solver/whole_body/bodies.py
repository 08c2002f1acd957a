"""The bones of a whole-body solve: where they are, and how errors answer to their coordinates.

The unknowns are the root's place and turn (6), then three coordinates for each bone (`maths.joint_coordinates`).
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.maths.joint_coordinates import rotation_columns, rotation_of
from pantin.solver.maths.rotations import (
    Vector,
    add,
    cross,
    inverse,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    store,
    store_quaternion,
    subtract,
    vector,
)
from pantin.solver.whole_body import columns as col

ROOT_UNKNOWNS = 6
"""Place and turn of the root come before the coordinates of the bones."""

RADIAN = 0.3
"""The length, in heights, whose miss weighs as much as a turn that is a radian off."""


@kernel
def stand(bones: Table, settings: Numbers) -> None:
    """Place all bones by their coordinates. A free root stays as it is.

    Reads LINK, COORDS, WORLD, HEAD, PARENT, CARRIED and BASE of `bones` (n, BONE_WIDTH); and `settings` (SETTINGS,).
    Writes WORLD, HEAD and AXES of `bones`.
    """
    for i in range(len(bones)):
        p = int(bones[i, col.PARENT])
        base = quaternion(bones, i, col.BASE)
        if p >= 0:
            parent = quaternion(bones, p, col.WORLD)
            store(bones, i, col.HEAD, add(vector(bones, p, col.HEAD), rotate(parent, vector(bones, i, col.LINK))))
            if bones[i, col.CARRIED] != 0.0:
                base = multiply(parent, base)
        elif settings[col.ROOT_FREE] != 0.0:
            continue
        coords = vector(bones, i, col.COORDS)
        store_quaternion(bones, i, col.WORLD, multiply(base, rotation_of(coords)))
        x, twist, z = rotation_columns(coords)
        store(bones, i, col.AXES, rotate(base, x))
        store(bones, i, col.AXES + 3, rotate(base, twist))
        store(bones, i, col.AXES + 6, rotate(base, z))


@kernel
def effector(bones: Table, goals: Table, k: int) -> Vector:
    """Return the point that goal `k` means, armature space.

    Reads WORLD and HEAD of `bones` (n, BONE_WIDTH); and OFFSET and GOAL_BONE of `goals` (g, GOAL_WIDTH).
    """
    b = int(goals[k, col.GOAL_BONE])
    return add(vector(bones, b, col.HEAD), rotate(quaternion(bones, b, col.WORLD), vector(goals, k, col.OFFSET)))


@kernel
def row_count(goals: Table) -> int:
    """Return the number of rows of the errors.

    Reads HAS_ROTATION of `goals` (g, GOAL_WIDTH).
    """
    rows = 0
    for k in range(len(goals)):
        rows += goal_rows(goals, k)
    return rows


@kernel
def goal_rows(goals: Table, k: int) -> int:
    """Return the number of rows of goal `k`: three for its place, and three for its turn where that counts.

    Reads HAS_ROTATION of `goals` (g, GOAL_WIDTH).
    """
    return 6 if goals[k, col.HAS_ROTATION] != 0.0 else 3


@kernel
def errors(bones: Table, goals: Table, error: Numbers) -> None:
    """Fill `error`: from each point to where it is led to, then by how much its bone is turned off, times RADIAN.

    Reads WORLD and HEAD of `bones` (n, BONE_WIDTH); and OFFSET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION and NOW of
    `goals` (g, GOAL_WIDTH). Writes `error` (r,).
    """
    r = 0
    for k in range(len(goals)):
        off = subtract(vector(goals, k, col.NOW), effector(bones, goals, k))
        error[r], error[r + 1], error[r + 2] = off[0], off[1], off[2]
        r += 3
        if goals[k, col.HAS_ROTATION] != 0.0:
            standing = quaternion(bones, int(goals[k, col.GOAL_BONE]), col.WORLD)
            turn = logarithm(multiply(quaternion(goals, k, col.TARGET_ROTATION), inverse(standing)))
            error[r], error[r + 1], error[r + 2] = RADIAN * turn[0], RADIAN * turn[1], RADIAN * turn[2]
            r += 3


@kernel
def jacobian(bones: Table, goals: Table, settings: Numbers, columns: Table) -> None:
    """Fill `columns` (unknowns, rows): how each error shrinks as an unknown grows. What no goal feels must be 0.

    Reads FREE, WORLD, HEAD, PARENT, CARRIED and AXES of `bones` (n, BONE_WIDTH); OFFSET, GOAL_BONE and HAS_ROTATION of
    `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,). Writes `columns` (u, r).
    """
    r = 0
    for k in range(len(goals)):
        i = int(goals[k, col.GOAL_BONE])
        point, turns = effector(bones, goals, k), goals[k, col.HAS_ROTATION] != 0.0
        while i >= 0:
            head = vector(bones, i, col.HEAD)
            if bones[i, col.PARENT] < 0.0 and settings[col.ROOT_FREE] != 0.0:
                _root_columns(columns, r, subtract(point, head), turns)
            else:
                _bone_columns(bones, i, columns, r, subtract(point, head), turns)
            if bones[i, col.CARRIED] == 0.0:  # what carries it moves its head, and does not turn it
                point, turns = head, False
            i = int(bones[i, col.PARENT])
        r += goal_rows(goals, k)


@kernel
def _bone_columns(bones: Table, i: int, columns: Table, r: int, arm: Vector, turns: bool) -> None:
    """Fill the rows from `r` on for the coordinates of bone `i`; `arm` is from its head to the point that it moves.

    Reads FREE and AXES of `bones` (n, BONE_WIDTH). Writes the columns from `r` on of `columns` (u, r).
    """
    for a in range(3):
        if bones[i, col.FREE + a] != 0.0:
            axis = vector(bones, i, col.AXES + 3 * a)
            u = ROOT_UNKNOWNS + 3 * i + a
            store(columns, u, r, cross(axis, arm))
            if turns:
                store(columns, u, r + 3, scaled(axis, RADIAN))


@kernel
def _root_columns(columns: Table, r: int, arm: Vector, turns: bool) -> None:
    """Fill the rows from `r` on for the place and the turn of the root.

    Writes the columns from `r` on of `columns` (u, r).
    """
    for a in range(3):
        axis = (1.0 if a == 0 else 0.0, 1.0 if a == 1 else 0.0, 1.0 if a == 2 else 0.0)
        store(columns, a, r, axis)
        store(columns, 3 + a, r, cross(axis, arm))
        if turns:
            store(columns, 3 + a, r + 3, scaled(axis, RADIAN))
