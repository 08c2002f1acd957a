"""Goals as errors: how far each is from being met.

A pose goal has three rows of position error, three of rotation error where it asks for a rotation, and one of its pole;
a distance goal has one row, a posture goal (which keeps a joint's own rotation) three. Rows are weighted by the square
roots of the weights; lengths are measured in units of the longest chain. A new kind of goal is one more error here and
its rows in `jacobian`.
"""

from __future__ import annotations

from pantin.solver.chains.chain import distance_error, effector, link_lengths, tip
from pantin.solver.chains.joints import rest_rotation
from pantin.solver.chains.pole_error import pole_error
from pantin.solver.compiling import layout
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.maths.joint_coordinates import rotation_columns
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
    rotate,
    scaled,
    subtract,
    vector,
)


@kernel
def row_count(goals: Table) -> int:
    """Return the number of rows that the errors of all goals have.

    Reads ROTATION_WEIGHT, POLE_INFLUENCE and GOAL_KIND of `goals` (k, GOAL_WIDTH).
    """
    rows = 0
    for k in range(len(goals)):
        rows += goal_rows(goals, k)
    return rows


@kernel
def goal_rows(goals: Table, k: int) -> int:
    """Return the number of rows of goal `k`.

    Reads ROTATION_WEIGHT, POLE_INFLUENCE and GOAL_KIND of `goals` (k, GOAL_WIDTH).
    """
    if goals[k, layout.GOAL_KIND] == layout.POSTURE_GOAL:
        return 3
    if goals[k, layout.GOAL_KIND] == layout.DISTANCE_GOAL:
        return 1
    return (
        3 + (3 if goals[k, layout.ROTATION_WEIGHT] > 0.0 else 0) + (1 if goals[k, layout.POLE_INFLUENCE] != 0.0 else 0)
    )


@kernel
def longest_chain(joints: Table, goals: Table) -> float:
    """Return the length of the longest chain, metres: the unit in which position errors are measured.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and
    ROOT of `goals` (k, GOAL_WIDTH).
    """
    size = 1e-9
    for k in range(len(goals)):
        total, _ = link_lengths(joints, goals, k)
        size = max(size, total)
    return size


@kernel
def are_full_poses(goals: Table) -> bool:
    """Return whether all are pose goals that leave no axis free: what every solver can handle.

    Reads GOAL_KIND, FREE_POSITION_AXES and FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    for k in range(len(goals)):
        if (
            goals[k, layout.GOAL_KIND] != layout.POSE_GOAL
            or has_free_axes(goals, k, layout.FREE_POSITION_AXES)
            or has_free_axes(goals, k, layout.FREE_ROTATION_AXES)
        ):
            return False
    return True


@kernel
def has_free_axes(goals: Table, k: int, at: int) -> bool:
    """Return whether any of the three axes whose flags begin in column `at` is free in goal `k`.

    Reads the columns from `at` on of `goals` (k, GOAL_WIDTH).
    """
    let: bool = goals[k, at] != 0.0 or goals[k, at + 1] != 0.0 or goals[k, at + 2] != 0.0
    return let


@kernel
def owner_rotation(joints: Table, goals: Table, k: int) -> Quaternion:
    """Return the owner's rotation in armature space; for a posture goal, the joint's rotation from its rest frame.

    Reads LOCAL and WORLD of `joints` (j, JOINT_WIDTH); and TIP, TIP_TO_OWNER and GOAL_KIND of `goals` (k, GOAL_WIDTH).
    """
    if goals[k, layout.GOAL_KIND] == layout.POSTURE_GOAL:
        return quaternion(joints, tip(goals, k), layout.LOCAL)
    return multiply(quaternion(joints, tip(goals, k), layout.WORLD), quaternion(goals, k, layout.TIP_TO_OWNER))


@kernel
def full_rotation_error(joints: Table, goals: Table, k: int) -> Vector:
    """Return the rotation vector from the owner to the goal, armature space (posture goal: the joint's rest frame).

    Reads LOCAL and WORLD of `joints` (j, JOINT_WIDTH); and TIP, TIP_TO_OWNER, GOAL_ROTATION and GOAL_KIND of `goals`
    (k, GOAL_WIDTH).
    """
    return logarithm(multiply(quaternion(goals, k, layout.GOAL_ROTATION), inverse(owner_rotation(joints, goals, k))))


@kernel
def position_error(joints: Table, goals: Table, k: int) -> Vector:
    """Return the vector from the effector to the goal, metres, armature space.

    With free axes it is in `position_axes`, and 0 along those.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, FREE_POSITION_AXES and AXES_OF_OWNER of `goals`
    (k, GOAL_WIDTH).
    """
    away = subtract(vector(goals, k, layout.GOAL_POSITION), effector(joints, goals, k))
    return (
        without_free_axes(away, position_axes(joints, goals, k), goals, k, layout.FREE_POSITION_AXES)
        if has_free_axes(goals, k, layout.FREE_POSITION_AXES)
        else away
    )


@kernel
def rotation_error(joints: Table, goals: Table, k: int) -> Vector:
    """Return the rotation vector from the owner to the goal; with free axes, in the goal's axes and 0 about those.

    A rotation vector has the same coordinates in the axes that it starts from and in those that it ends in.

    Reads LOCAL and WORLD of `joints` (j, JOINT_WIDTH); and TIP, TIP_TO_OWNER, GOAL_ROTATION, GOAL_KIND and
    FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    turn = full_rotation_error(joints, goals, k)
    return (
        without_free_axes(turn, quaternion(goals, k, layout.GOAL_ROTATION), goals, k, layout.FREE_ROTATION_AXES)
        if has_free_axes(goals, k, layout.FREE_ROTATION_AXES)
        else turn
    )


@kernel
def residual(joints: Table, goals: Table, k: int) -> float:
    """Return the distance of goal `k` from being met, metres; its rotation does not count.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, RADIUS, KEEP, FREE_POSITION_AXES and AXES_OF_OWNER of `goals`
    (k, GOAL_WIDTH).
    """
    if goals[k, layout.GOAL_KIND] == layout.POSTURE_GOAL:
        return 0.0
    if goals[k, layout.GOAL_KIND] == layout.DISTANCE_GOAL:
        distance = length(subtract(effector(joints, goals, k), vector(goals, k, layout.GOAL_POSITION)))
        return abs(distance_error(goals[k, layout.KEEP], goals[k, layout.RADIUS], distance))
    return length(position_error(joints, goals, k))


@kernel
def without_free_axes(v: Vector, axes: Quaternion, goals: Table, k: int, at: int) -> Vector:
    """Return `v` in `axes`, with the components along the free axes set to 0; their flags begin in column `at`.

    Reads the columns from `at` on of `goals` (k, GOAL_WIDTH).
    """
    w = rotate(inverse(axes), v)
    return (
        w[0] if goals[k, at] == 0.0 else 0.0,
        w[1] if goals[k, at + 1] == 0.0 else 0.0,
        w[2] if goals[k, at + 2] == 0.0 else 0.0,
    )


@kernel
def position_axes(joints: Table, goals: Table, k: int) -> Quaternion:
    """Return the axes in which goal `k` may leave its position free: the owner's or the target's.

    Reads LOCAL and WORLD of `joints` (j, JOINT_WIDTH); and TIP, TIP_TO_OWNER, GOAL_ROTATION, GOAL_KIND and
    AXES_OF_OWNER of `goals` (k, GOAL_WIDTH).
    """
    if goals[k, layout.AXES_OF_OWNER] != 0.0:
        return owner_rotation(joints, goals, k)
    return quaternion(goals, k, layout.GOAL_ROTATION)


@kernel
def errors(joints: Table, goals: Table, size: float, error: Numbers) -> float:
    """Fill `error` with the weighted errors, in the order of `jacobian_of`'s rows. Returns the sum of their squares.

    `size` is the unit of length, metres.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); `goals`
    (k, GOAL_WIDTH); and `error` (r,). Writes `error`.
    """
    r = 0
    for k in range(len(goals)):
        if goals[k, layout.GOAL_KIND] == layout.DISTANCE_GOAL:
            distance = length(subtract(effector(joints, goals, k), vector(goals, k, layout.GOAL_POSITION)))
            error[r] = (
                -distance_error(goals[k, layout.KEEP], goals[k, layout.RADIUS], distance)
                * sqrt(goals[k, layout.WEIGHT])
                / size
            )
            r += 1
            continue
        if goals[k, layout.GOAL_KIND] == layout.POSE_GOAL:
            r = _put_rows(error, r, scaled(position_error(joints, goals, k), sqrt(goals[k, layout.WEIGHT]) / size))
        if goals[k, layout.ROTATION_WEIGHT] > 0.0 or goals[k, layout.GOAL_KIND] == layout.POSTURE_GOAL:
            r = _put_rows(error, r, scaled(rotation_error(joints, goals, k), sqrt(goals[k, layout.ROTATION_WEIGHT])))
        if goals[k, layout.POLE_INFLUENCE] != 0.0 and goals[k, layout.GOAL_KIND] == layout.POSE_GOAL:
            error[r] = pole_error(joints, goals, k) * sqrt(goals[k, layout.POLE_INFLUENCE]) / size
            r += 1
    return squared_norm(error, r)


@kernel
def squared_norm(numbers: Numbers, count: int) -> float:
    """Return the sum of the squares of the first `count` numbers.

    Reads `numbers` (n,).
    """
    total = 0.0
    for i in range(count):
        total += numbers[i] * numbers[i]
    return total


@kernel
def norm(numbers: Numbers) -> float:
    """Return the Euclidean norm of all numbers.

    Reads `numbers` (n,).
    """
    return sqrt(squared_norm(numbers, len(numbers)))


@kernel
def shorten(numbers: Numbers, first: int, last: int, most: float) -> None:
    """Scale the numbers from row `first` to before row `last` down to the norm `most`, where theirs is larger.

    Reads `numbers` (n,). Writes `numbers`.
    """
    total = 0.0
    for r in range(first, last):
        total += numbers[r] * numbers[r]
    if total > most * most:
        for r in range(first, last):
            numbers[r] *= most / sqrt(total)


@kernel
def _put_rows(error: Numbers, r: int, v: Vector) -> int:
    """Put three errors into the rows from `r` on. Returns the row behind them.

    Writes `error` (r,).
    """
    error[r], error[r + 1], error[r + 2] = v[0], v[1], v[2]
    return r + 3


@kernel
def rotation_axes(joints: Table, j: int) -> tuple[Vector, Vector, Vector]:
    """Return the axes, in armature space, about which joint `j` turns as each of its three coordinates grows.

    Reads PARENT_JOINT, LIMITED, REST_ROTATION, COORDS and WORLD of `joints` (j, JOINT_WIDTH).
    """
    if joints[j, layout.LIMITED] == 0.0:
        q = quaternion(joints, j, layout.WORLD)
        return rotate(q, (1.0, 0.0, 0.0)), rotate(q, (0.0, 1.0, 0.0)), rotate(q, (0.0, 0.0, 1.0))
    frame = rest_rotation(joints, j)
    x, y, z = rotation_columns(vector(joints, j, layout.COORDS))
    return rotate(frame, x), rotate(frame, y), rotate(frame, z)
