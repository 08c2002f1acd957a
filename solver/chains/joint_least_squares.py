"""Least squares for one joint: the rotation that serves several tasks best, as CCD and FABRIK need it.

A task is a rotation vector r with a weight for each direction: pointing somewhere says nothing about the twist, so it
weighs only the directions P across the arm. Accumulates A = Σ w PᵀP (3 × 3) and b = Σ w Pᵀr, armature space; the
rotation about the axes that the joint can turn about follows from A x = b.
"""

from __future__ import annotations

from pantin.solver.chains.goals import rotation_axes
from pantin.solver.chains.joints import limits
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.axes import solve_symmetric
from pantin.solver.maths.joint_coordinates import blocked_axes
from pantin.solver.maths.rotations import (
    Vector,
    add,
    dot,
    length,
    logarithm,
    perpendicular,
    scaled,
    shortest_arc,
    store,
    subtract,
    vector,
)

REGULARISATION = 1e-6
"""Added to the diagonal of A, in parts of its trace: the joint stays as it is in directions that no task weighs.

With less, the rounding errors of the tasks would turn the joint there.
"""

EQUATION_ROWS = 4
"""Rows of the table of equations (4, 3): A, then b."""


@kernel
def clear(equations: Table) -> None:
    """Set the equations to 0: no tasks.

    Writes `equations` (EQUATION_ROWS, 3).
    """
    for r in range(EQUATION_ROWS):
        store(equations, r, 0, (0.0, 0.0, 0.0))


@kernel
def add_pointing(equations: Table, arm: Vector, wanted: Vector, weight: float) -> None:
    """Add the task to turn `arm`, from the joint to a point, to the direction `wanted`. Weighted by its length².

    Reads `equations` (EQUATION_ROWS, 3). Writes `equations`.
    """
    size, distance = length(arm), length(wanted)
    if size < 1e-12 or distance < 1e-12:
        return
    along = scaled(arm, 1.0 / size)
    turn = logarithm(shortest_arc(along, scaled(wanted, 1.0 / distance), perpendicular(along)))
    w = weight * size * size
    for r in range(3):
        e = (1.0 if r == 0 else 0.0, 1.0 if r == 1 else 0.0, 1.0 if r == 2 else 0.0)
        row = scaled(subtract(e, scaled(along, dot(e, along))), w)
        store(equations, r, 0, add(vector(equations, r, 0), row))
    store(equations, 3, 0, add(vector(equations, 3, 0), scaled(turn, w)))


@kernel
def add_rotation(equations: Table, turn: Vector, weight: float) -> None:
    """Add the task to turn by the rotation vector `turn`, in all directions alike.

    Reads `equations` (EQUATION_ROWS, 3). Writes `equations`.
    """
    for r in range(3):
        equations[r, r] += weight
    store(equations, 3, 0, add(vector(equations, 3, 0), scaled(turn, weight)))


@kernel
def solve_joint(joints: Table, j: int, equations: Table) -> Vector:
    """Return the step of the coordinates of joint `j` that serves the tasks best; it slides along limits.

    Reads PARENT_JOINT, LIMITED, REST_ROTATION, LOWER, COORDS, UPPER, MOBILITY, LIMIT_NORMAL and WORLD of `joints`
    (j, JOINT_WIDTH); and `equations` (EQUATION_ROWS, 3).
    """
    nothing = (0.0, 0.0, 0.0)
    x, y, z = rotation_axes(joints, j)
    x = x if joints[j, at.MOBILITY] > 0.0 else nothing
    y = y if joints[j, at.MOBILITY + 1] > 0.0 else nothing
    z = z if joints[j, at.MOBILITY + 2] > 0.0 else nothing
    d = _solved(equations, x, y, z)
    if joints[j, at.LIMITED] != 0.0:
        d = _solved_along_limits(joints, j, equations, d, x, y, z)
    return (d[0] * joints[j, at.MOBILITY], d[1] * joints[j, at.MOBILITY + 1], d[2] * joints[j, at.MOBILITY + 2])


@kernel
def _solved_along_limits(joints: Table, j: int, equations: Table, d: Vector, x: Vector, y: Vector, z: Vector) -> Vector:
    """Return the step without the directions in which `d` would push joint `j` out of limits that it is on.

    Reads LOWER, COORDS, UPPER and LIMIT_NORMAL of `joints` (j, JOINT_WIDTH); and `equations` (EQUATION_ROWS, 3).
    """
    nothing = (0.0, 0.0, 0.0)
    lower, upper = limits(joints, j)
    blocked_x, blocked_y, blocked_z = blocked_axes(lower, upper, vector(joints, j, at.COORDS), d)
    nx, nz = joints[j, at.LIMIT_NORMAL], joints[j, at.LIMIT_NORMAL + 1]
    if d[0] * nx + d[2] * nz <= 0.0:
        nx, nz = 0.0, 0.0
    x, y, z = nothing if blocked_x else x, nothing if blocked_y else y, nothing if blocked_z else z
    if blocked_x or blocked_z or (nx == 0.0 and nz == 0.0):
        return _solved(equations, x, y, z)
    d = _solved(equations, subtract(scaled(x, nz), scaled(z, nx)), y, nothing)
    return (nz * d[0], d[1], -nx * d[0])


@kernel
def _solved(equations: Table, x: Vector, y: Vector, z: Vector) -> Vector:
    """Return the rotations about the axes `x`, `y`, `z` that fit the equations best; 0 about an axis of length 0.

    Reads `equations` (EQUATION_ROWS, 3).
    """
    faint = REGULARISATION * (equations[0, 0] + equations[1, 1] + equations[2, 2]) + 1e-300
    wx, wy, wz = _times_a(equations, x), _times_a(equations, y), _times_a(equations, z)
    xy, xz, yz = dot(x, wy), dot(x, wz), dot(y, wz)
    a = (dot(x, wx) + faint, xy, xz)
    b = (xy, dot(y, wy) + faint, yz)
    c = (xz, yz, dot(z, wz) + faint)
    wanted = vector(equations, 3, 0)
    right = (dot(x, wanted), dot(y, wanted), dot(z, wanted))
    return solve_symmetric(a, b, c, right)


@kernel
def _times_a(equations: Table, v: Vector) -> Vector:
    """Return A · `v`.

    Reads `equations` (EQUATION_ROWS, 3).
    """
    return (dot(vector(equations, 0, 0), v), dot(vector(equations, 1, 0), v), dot(vector(equations, 2, 0), v))
