"""One damped step: how all joints turn at once so that the errors shrink, inside their bounds.

The step solves the damped normal equations in their dual form, (J W Jᵀ + λ) y = e, dq = W Jᵀ y, which is as small as
the goals are few (Buss, Introduction to Inverse Kinematics, 2004). Bounds are kept in one of two ways:
`propose_stopping` is smooth, `propose_sliding` finds its way out of corners.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from pantin.solver.chains.chain import bounds, turn_on
from pantin.solver.chains.goals import row_count, size_of, touched
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    BOUNDED,
    COORDS,
    EASE,
    HEAD,
    OUTWARD,
    TURNED,
    Numbers,
    Rows,
    Table,
)
from pantin.solver.maths import cholesky
from pantin.solver.maths.joint_coordinates import stopped, within
from pantin.solver.maths.rotations import (
    Vector,
    add,
    dot,
    scaled,
    store,
    vector,
)

LARGEST_TURN = 0.7
"""No joint turns further in one step, radians: the linear model ends there."""

ROUNDS = 4
"""How often joints are fixed within one step; those that leave their bounds after that are drawn back."""

FIXED = 1e-12
"""A direction in which a joint moves the ends less than this is fixed already."""

CHANGING = HEAD + 3 - TURNED
"""How many numbers of a joint change while it is solved."""


class Desk(NamedTuple):
    """Room to work in, made once for a solve. j joints, r rows of errors: as many as are divisible by three.

    Rows beyond those of the goals are 0 and stay so.
    """

    size: float
    rows: int
    """How many rows the goals have."""
    touched: Rows
    """(j, 1 + r / 3): which threes of rows each joint has a part in, by their first."""
    jacobian: Table
    square: Table
    error: Numbers
    trial: Numbers
    answer: Numbers
    change: Numbers
    left: Numbers
    """The errors, less what the fixed parts of the step take off them."""
    fixed: Table
    """(j, 3): the parts of the step that bounds have fixed."""
    before: Table
    """(j, CHANGING): the joints before a step."""


@kernel
def desk_for(joints: Table, goals: Table) -> Desk:
    """Room for solving these goals on these joints."""
    rows, columns = row_count(goals), 3 * len(joints)
    whole = 3 * ((rows + 2) // 3)
    return Desk(
        size_of(joints, goals),
        rows,
        touched(joints, goals),
        np.zeros((whole, columns)),
        np.empty((whole, whole)),
        np.zeros(whole),
        np.zeros(whole),
        np.zeros(whole),
        np.empty(columns),
        np.empty(whole),
        np.empty((len(joints), 3)),
        np.empty((len(joints), CHANGING)),
    )


@kernel
def keep(joints: Table, before: Table) -> None:
    """Note what of the joints changes."""
    for j in range(len(joints)):
        for c in range(CHANGING):
            before[j, c] = joints[j, TURNED + c]


@kernel
def put_back(joints: Table, before: Table) -> None:
    for j in range(len(joints)):
        for c in range(CHANGING):
            joints[j, TURNED + c] = before[j, c]


@kernel
def propose_stopping(desk: Desk, joints: Table, error: Numbers, damping: float) -> float:
    """The turns of one step that stay inside the bounds, in `desk.change`. Returns the scale of the damping.

    A joint that would leave its bounds is fixed to where it meets them, and what it leaves undone is asked of the
    others. This changes smoothly with the goal: at the moment when a joint begins to leave, being fixed or not is the
    same.
    """
    for r in range(len(error)):
        desk.left[r] = error[r]
    for j in range(len(joints)):
        store(desk.fixed, j, 0, (0.0, 0.0, 0.0))
    scale = 0.0
    for _ in range(ROUNDS):
        scale = _solve_damped(desk, damping, scale)
        towards(desk)
        if not _fix(desk, joints):
            break
    for j in range(len(joints)):
        for a in range(3):
            desk.change[3 * j + a] += desk.fixed[j, a]
    return scale


@kernel
def towards(desk: Desk) -> None:
    """`desk.change` = Jᵀ · `desk.answer`."""
    jacobian, answer = desk.jacobian, desk.answer
    for j in range(len(desk.touched)):
        x, y, z, c = 0.0, 0.0, 0.0, 3 * j
        for n in range(1, 1 + desk.touched[j, 0]):
            first = desk.touched[j, n]
            for r in range(first, first + 3):
                x += jacobian[r, c] * answer[r]
                y += jacobian[r, c + 1] * answer[r]
                z += jacobian[r, c + 2] * answer[r]
        desk.change[c], desk.change[c + 1], desk.change[c + 2] = x, y, z


@kernel
def _fix(desk: Desk, joints: Table) -> bool:
    """Fix every joint that the change would take out of its bounds, as far as it would. Whether any was."""
    changed = False
    for j in range(len(joints)):
        if joints[j, BOUNDED] == 0.0:
            continue
        ease, c = vector(joints, j, EASE), vector(joints, j, COORDS)
        wanted = add(vector(desk.fixed, j, 0), (desk.change[3 * j], desk.change[3 * j + 1], desk.change[3 * j + 2]))
        to = (c[0] + ease[0] * wanted[0], c[1] + ease[1] * wanted[1], c[2] + ease[2] * wanted[2])
        lower, upper = bounds(joints, j)
        held, hit, nx, nz = within(lower, upper, to)
        if not hit:
            continue
        if held[1] != to[1] and ease[1] > 0.0:
            changed = _fix_along(desk, j, (0.0, 1.0, 0.0), (held[1] - c[1]) / ease[1]) or changed
        nx, nz = nx * ease[0], nz * ease[2]
        size = sqrt(nx * nx + nz * nz)
        if size > 0.0:
            nx, nz = nx / size, nz / size
            reach = (nx * (held[0] - c[0]) + nz * (held[2] - c[2])) / size
            changed = _fix_along(desk, j, (nx, 0.0, nz), reach) or changed
        elif held[0] != to[0] or held[2] != to[2]:
            if held[0] != to[0] and ease[0] > 0.0:
                changed = _fix_along(desk, j, (1.0, 0.0, 0.0), (held[0] - c[0]) / ease[0]) or changed
            if held[2] != to[2] and ease[2] > 0.0:
                changed = _fix_along(desk, j, (0.0, 0.0, 1.0), (held[2] - c[2]) / ease[2]) or changed
    return changed


@kernel
def _fix_along(desk: Desk, j: int, line: Vector, amount: float) -> bool:
    """Fix how far joint `j` goes along unit `line` and take that out of the system. False where it is fixed already."""
    before = dot(vector(desk.fixed, j, 0), line)
    free = 0.0
    for n in range(1, 1 + desk.touched[j, 0]):
        for r in range(desk.touched[j, n], desk.touched[j, n] + 3):
            along = dot(vector(desk.jacobian, r, 3 * j), line)
            free = max(free, abs(along))
            desk.left[r] -= along * (amount - before)
            for a in range(3):
                desk.jacobian[r, 3 * j + a] -= along * line[a]
    if free < FIXED:
        return False
    store(desk.fixed, j, 0, add(vector(desk.fixed, j, 0), scaled(line, amount - before)))
    return True


@kernel
def propose_sliding(desk: Desk, joints: Table, error: Numbers, damping: float) -> float:
    """The turns of one step along the bounds, in `desk.change`. Returns the scale of the damping.

    What a joint on its bound would do to go out, along the gradient or along the step, is taken out of the system:
    joints slide along their bounds. This finds its way where `propose_stopping` gets stuck in a corner, but jumps as
    joints come and go.
    """
    for r in range(len(error)):
        desk.left[r] = error[r]
        desk.answer[r] = error[r]
    towards(desk)
    block(desk, joints)
    scale = _solve_damped(desk, damping, 0.0)
    towards(desk)
    if block(desk, joints):
        scale = _solve_damped(desk, damping, 0.0)
        towards(desk)
    return scale


@kernel
def block(desk: Desk, joints: Table) -> bool:
    """Take out of the Jacobian what would push a joint, along the change, out of its bounds. Whether it did."""
    changed = False
    for j in range(len(joints)):
        if joints[j, BOUNDED] == 0.0:
            continue
        lower, upper = bounds(joints, j)
        c = 3 * j
        dx, dt, dz = desk.change[c], desk.change[c + 1], desk.change[c + 2]
        x, t, z = vector(joints, j, COORDS)
        if dt != 0.0 and ((t >= upper[1] and dt > 0.0) or (t <= lower[1] and dt < 0.0)):
            _clear(desk, j, c + 1)
            changed = True
        if dx == 0.0 and dz == 0.0:
            continue
        if stopped(lower[0], upper[0], x, dx):
            _clear(desk, j, c)
            changed = True
        if stopped(lower[2], upper[2], z, dz):
            _clear(desk, j, c + 2)
            changed = True
        nx, nz = joints[j, OUTWARD], joints[j, OUTWARD + 1]
        if nx * dx + nz * dz > 1e-12 * (abs(dx) + abs(dz)):
            for n in range(1, 1 + desk.touched[j, 0]):
                for r in range(desk.touched[j, n], desk.touched[j, n] + 3):
                    along = desk.jacobian[r, c] * nx + desk.jacobian[r, c + 2] * nz
                    desk.jacobian[r, c] -= along * nx
                    desk.jacobian[r, c + 2] -= along * nz
            changed = True
    return changed


@kernel
def _clear(desk: Desk, j: int, c: int) -> None:
    for n in range(1, 1 + desk.touched[j, 0]):
        for r in range(desk.touched[j, n], desk.touched[j, n] + 3):
            desk.jacobian[r, c] = 0.0


@kernel
def _solve_damped(desk: Desk, damping: float, scale: float) -> float:
    """answer = (J Jᵀ + λ)⁻¹ left with λ = `damping` · `scale`, by Cholesky. Returns the scale.

    Where it is 0 it becomes the mean of the diagonal.
    """
    square = desk.square
    _multiply(desk)
    if scale == 0.0:
        for a in range(desk.rows):
            scale += square[a, a] / desk.rows
        scale = max(scale, 1e-12)
    for a in range(len(square)):
        square[a, a] += damping * scale
    cholesky.factor(square)
    cholesky.solve(square, desk.left, desk.answer)
    return scale


@kernel
def _multiply(desk: Desk) -> None:
    """The lower half of `desk.square` = J Jᵀ, of each joint only the threes of rows that it has a part in."""
    square = desk.square
    for a in range(len(square)):
        for b in range(a + 1):
            square[a, b] = 0.0
    for j in range(len(desk.touched)):
        for n in range(1, 1 + desk.touched[j, 0]):
            for m in range(1, 1 + n):
                _add_product(square, desk.jacobian, desk.touched[j, n], desk.touched[j, m], 3 * j)


@kernel
def _add_product(square: Table, jacobian: Table, a: int, b: int, c: int) -> None:
    """What one joint, in columns from `c`, adds to the block (a, b)."""
    u, v, w = vector(jacobian, b, c), vector(jacobian, b + 1, c), vector(jacobian, b + 2, c)
    for r in range(a, a + 3):
        x = vector(jacobian, r, c)
        square[r, b] += dot(x, u)
        square[r, b + 1] += dot(x, v)
        square[r, b + 2] += dot(x, w)


@kernel
def turn_all(joints: Table, change: Numbers) -> None:
    """Turn every joint by its part of `change`, no further than it may, and let the chain follow."""
    for j in range(len(joints)):
        c = 3 * j
        d = (change[c] * joints[j, EASE], change[c + 1] * joints[j, EASE + 1], change[c + 2] * joints[j, EASE + 2])
        size2 = dot(d, d)
        if size2 > LARGEST_TURN * LARGEST_TURN:
            d = scaled(d, LARGEST_TURN / sqrt(size2))
        turn_on(joints, j, d)
