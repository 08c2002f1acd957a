"""The Jacobian: how the errors of all goals answer to a small rotation of each joint.

Each kind of goal has its rows, in the order of `goals.errors`; signs are such that the rows tell how an error shrinks.
A goal pulls at every joint that carries its effector, also at those above its own chain where other goals turn them:
so all are solved together.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import distance_error, effector, root, tip
from pantin.solver.chains.goals import (
    full_rotation_error,
    goal_rows,
    has_free_axes,
    position_axes,
    rotation_axes,
    row_count,
    without_free_axes,
)
from pantin.solver.chains.joints import parent, rest_rotation
from pantin.solver.chains.pole_error import pole_gradients, root_to_effector
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import cos, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Rows, Table
from pantin.solver.maths.rotations import (
    Vector,
    add,
    cross,
    dot,
    inverse,
    length,
    quaternion,
    rotate,
    scaled,
    store,
    subtract,
    unit,
    vector,
)


@kernel
def jacobian_of(joints: Table, goals: Table, size: float, jacobian: Table) -> None:
    """Fill `jacobian` (rows, 3 j): how each error shrinks per radian of each joint coordinate, times its mobility.

    `size` is the unit of length, metres. Only the blocks of `row_blocks` are written; the others must be 0.

    Reads PARENT_JOINT, LIMITED, LENGTH_RATIO, REST_ROTATION, COORDS, MOBILITY, LOCAL, WORLD, HEAD, ROTATION_AXES and
    KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and `goals` (k, GOAL_WIDTH). Writes ROTATION_AXES of `joints` and
    `jacobian` (r, 3 j).
    """
    for j in range(len(joints)):
        x, y, z = rotation_axes(joints, j)
        store(joints, j, at.ROTATION_AXES, scaled(x, joints[j, at.MOBILITY]))
        store(joints, j, at.ROTATION_AXES + 3, scaled(y, joints[j, at.MOBILITY + 1]))
        store(joints, j, at.ROTATION_AXES + 6, scaled(z, joints[j, at.MOBILITY + 2]))
    r = 0
    for k in range(len(goals)):
        if goals[k, at.GOAL_KIND] == at.POSTURE_GOAL:
            _posture_rows(joints, goals, k, r, jacobian)
        elif goals[k, at.GOAL_KIND] == at.DISTANCE_GOAL:
            _distance_row(joints, goals, k, size, r, jacobian)
        else:
            _pose_rows(joints, goals, k, size, r, jacobian)
        r += goal_rows(goals, k)


@kernel
def _posture_rows(joints: Table, goals: Table, k: int, r: int, jacobian: Table) -> None:
    """Fill the rows of a posture goal: a joint's own rotation depends on that joint alone.

    Reads PARENT_JOINT, REST_ROTATION, WORLD and ROTATION_AXES of `joints` (j, JOINT_WIDTH); and TIP and ROTATION_WEIGHT
    of `goals` (k, GOAL_WIDTH). Writes `jacobian` (r, 3 j).
    """
    j = tip(goals, k)
    back = inverse(rest_rotation(joints, j))
    for a in range(3):
        about = vector(joints, j, at.ROTATION_AXES + 3 * a)
        _put_column(jacobian, r, 3 * j + a, scaled(rotate(back, about), sqrt(goals[k, at.ROTATION_WEIGHT])))


@kernel
def _distance_row(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    """Fill the row of a distance goal: the slope along the line to the centre; 0 where the distance is allowed.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    WEIGHT, EFFECTOR_OFFSET, GOAL_POSITION, ROOT, RADIUS and KEEP of `goals` (k, GOAL_WIDTH). Writes `jacobian`
    (r, 3 j).
    """
    end, j = effector(joints, goals, k), tip(goals, k)
    out = subtract(end, vector(goals, k, at.GOAL_POSITION))
    out = unit(out, root_to_effector(joints, goals, k))
    if (
        distance_error(
            goals[k, at.KEEP], goals[k, at.RADIUS], length(subtract(end, vector(goals, k, at.GOAL_POSITION)))
        )
        == 0.0
    ):
        out = (0.0, 0.0, 0.0)
    while j >= 0:
        arm = subtract(end, vector(joints, j, at.HEAD))
        for a in range(3):
            about = vector(joints, j, at.ROTATION_AXES + 3 * a)
            jacobian[r, 3 * j + a] = dot(out, cross(about, arm)) * sqrt(goals[k, at.WEIGHT]) / size
        j = parent(joints, j)


@kernel
def _pose_rows(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    """Fill three rows of the position, three of the rotation and one of the pole, as far as goal `k` has them.

    Reads PARENT_JOINT, LENGTH_RATIO, LOCAL, WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH);
    and TIP, WEIGHT, ROTATION_WEIGHT, POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, TIP_TO_OWNER, GOAL_POSITION,
    GOAL_ROTATION, POLE_POSITION, GOAL_KIND, ROOT, FREE_POSITION_AXES, FREE_ROTATION_AXES, AXES_OF_OWNER and
    ROTATION_FALLOFF of `goals` (k, GOAL_WIDTH). Writes `jacobian` (r, 3 j).
    """
    free, end = has_free_axes(goals, k, at.FREE_POSITION_AXES), effector(joints, goals, k)
    scale, j = sqrt(goals[k, at.WEIGHT]) / size, tip(goals, k)
    while j >= 0:
        arm = subtract(end, vector(joints, j, at.HEAD))
        for a in range(3):
            about = vector(joints, j, at.ROTATION_AXES + 3 * a)
            moved = cross(about, arm)
            if free:
                moved = _position_column(joints, goals, k, about, moved)
            _put_column(jacobian, r, 3 * j + a, scaled(moved, scale))
        j = parent(joints, j)
    if goals[k, at.ROTATION_WEIGHT] > 0.0:
        _rotation_rows(joints, goals, k, r + 3, jacobian)
    if goals[k, at.POLE_INFLUENCE] != 0.0:
        _pole_row(joints, goals, k, size, r + goal_rows(goals, k) - 1, jacobian)


@kernel
def _rotation_rows(joints: Table, goals: Table, k: int, r: int, jacobian: Table) -> None:
    """Fill the rows of the rotation: the owner turns as the joint does.

    A rotation with falloff pulls less at each joint, from the tip on up.

    Reads PARENT_JOINT, LOCAL, WORLD and ROTATION_AXES of `joints` (j, JOINT_WIDTH); and TIP, ROTATION_WEIGHT,
    TIP_TO_OWNER, GOAL_ROTATION, GOAL_KIND, FREE_ROTATION_AXES and ROTATION_FALLOFF of `goals` (k, GOAL_WIDTH). Writes
    `jacobian` (r, 3 j).
    """
    free, scale, j = has_free_axes(goals, k, at.FREE_ROTATION_AXES), sqrt(goals[k, at.ROTATION_WEIGHT]), tip(goals, k)
    while j >= 0:
        scale *= 1.0 - goals[k, at.ROTATION_FALLOFF]
        for a in range(3):
            turned = vector(joints, j, at.ROTATION_AXES + 3 * a)
            if free:
                turned = _rotation_column(joints, goals, k, turned)
            _put_column(jacobian, r, 3 * j + a, scaled(turned, scale))
        j = parent(joints, j)


@kernel
def _pole_row(joints: Table, goals: Table, k: int, size: float, r: int, jacobian: Table) -> None:
    """Fill the row of the pole: joints inside the chain change its bend, those above its root turn it as a whole.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD, ROTATION_AXES and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    POLE_INFLUENCE, POLE_ANGLE, EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes `jacobian`
    (r, 3 j).
    """
    of_bend, of_end, of_pole = pole_gradients(joints, goals, k)
    end, origin = effector(joints, goals, k), vector(joints, root(goals, k), at.HEAD)
    scale, j = sqrt(goals[k, at.POLE_INFLUENCE]) / size, tip(goals, k)
    total, count, inside = (0.0, 0.0, 0.0), 0.0, True  # of the joints below, sum of positions and number
    while j >= 0:
        here = vector(joints, j, at.HEAD)
        for a in range(3):
            about = vector(joints, j, at.ROTATION_AXES + 3 * a)
            bent, moved = cross(about, subtract(total, scaled(here, count))), cross(about, subtract(end, here))
            passed = 0.0
            if not inside:
                shifted = cross(about, subtract(origin, here))
                bent, moved = subtract(bent, scaled(shifted, count)), subtract(moved, shifted)
                passed = -dot(of_pole, shifted)
            jacobian[r, 3 * j + a] = (dot(of_bend, bent) + dot(of_end, moved) + passed) * scale
        inside = inside and j != root(goals, k)
        total, count = (add(total, here), count + 1.0) if inside else (total, count)
        j = parent(joints, j)


@kernel
def _position_column(joints: Table, goals: Table, k: int, about: Vector, moved: Vector) -> Vector:
    """Return the column without the free axes; where those are the owner's, they turn with it and change the error too.

    Reads LENGTH_RATIO, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET,
    TIP_TO_OWNER, GOAL_POSITION, GOAL_ROTATION, GOAL_KIND, FREE_POSITION_AXES and AXES_OF_OWNER of `goals`
    (k, GOAL_WIDTH).
    """
    if goals[k, at.AXES_OF_OWNER] != 0.0:
        away = subtract(vector(goals, k, at.GOAL_POSITION), effector(joints, goals, k))
        moved = add(moved, cross(about, away))
    return without_free_axes(moved, position_axes(joints, goals, k), goals, k, at.FREE_POSITION_AXES)


@kernel
def _rotation_column(joints: Table, goals: Table, k: int, about: Vector) -> Vector:
    """Return the column without the free axes, for an owner that turns about the axis `about`.

    With all axes held, `about` itself is used: exact for small errors, and a descent direction for large ones. About
    free axes the error may stay large, so the right Jacobian of the logarithm is needed (Chirikjian, Stochastic Models,
    Information Theory, and Lie Groups, vol. 2, 2012, eq. 10.86).

    Reads LOCAL and WORLD of `joints` (j, JOINT_WIDTH); and TIP, TIP_TO_OWNER, GOAL_ROTATION, GOAL_KIND and
    FREE_ROTATION_AXES of `goals` (k, GOAL_WIDTH).
    """
    turn = full_rotation_error(joints, goals, k)
    angle = length(turn)
    share = 1.0 / 12.0
    if angle > 1e-4:
        share = (1.0 - 0.5 * angle * cos(0.5 * angle) / sin(0.5 * angle)) / (angle * angle)
    once = cross(turn, about)
    exact = add(add(about, scaled(once, 0.5)), scaled(cross(turn, once), share))
    return without_free_axes(exact, quaternion(goals, k, at.GOAL_ROTATION), goals, k, at.FREE_ROTATION_AXES)


@kernel
def row_blocks(joints: Table, goals: Table) -> Rows:
    """Return for each joint the 3-row blocks of the Jacobian that it affects.

    (j, 1 + r/3), their number and their first rows.

    Reads PARENT_JOINT of `joints` (j, JOINT_WIDTH); and TIP, ROTATION_WEIGHT, POLE_INFLUENCE and GOAL_KIND of `goals`
    (k, GOAL_WIDTH).
    """
    found = np.zeros((len(joints), 1 + (row_count(goals) + 2) // 3), np.int64)
    first = 0
    for k in range(len(goals)):
        last = first + goal_rows(goals, k)
        j = tip(goals, k)
        while j >= 0:
            for r in range(3 * (first // 3), last, 3):
                count = found[j, 0]
                if count == 0 or found[j, count] != r:  # two goals may share a block
                    found[j, 0] = count + 1
                    found[j, count + 1] = r
            j = parent(joints, j) if goals[k, at.GOAL_KIND] != at.POSTURE_GOAL else -1
        first = last
    return found


@kernel
def _put_column(jacobian: Table, r: int, c: int, v: Vector) -> None:
    """Put three numbers into column `c`, from row `r` on.

    Writes the columns from `c` on of `jacobian` (r, 3 j).
    """
    jacobian[r, c], jacobian[r + 1, c], jacobian[r + 2, c] = v[0], v[1], v[2]
