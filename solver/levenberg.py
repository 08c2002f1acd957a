"""Levenberg–Marquardt: from near an answer to the answer.

One step solves the damped normal equations in their dual form, (J W Jᵀ + λ) y = e, dq = W Jᵀ y, which is as small as
the goals are few (Buss, Introduction to Inverse Kinematics, 2004). Damping follows the ratio of what a step gained to
what it promised (Nielsen, Damping Parameter in Marquardt's Method, 1999). Joints on a bound slide along it.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from solver.chain import bounds, refresh, turn_by
from solver.goals import errors, jacobian_of, row_count, size_of
from solver.kernel import kernel
from solver.layout import BOUNDED, COORDS, EASE, Numbers, Table
from solver.limits import blocked
from solver.rotations import length, overwrite, scaled
from solver.trace import note

TOLERANCE = 1e-8
"""A goal nearer than this part of its chain is met; convergence is quadratic there, so it costs one step more."""

LARGEST_TURN = 0.7
"""No joint turns further in one step, radians: the linear model ends there."""

STRIDE_DAMPING = 0.003
"""Damping of a step while walking, in parts of the mean diagonal."""

LEAST_GAIN = 1e-7
"""A step that takes less than this part off the error gains nothing; three of them in a row are the end."""

LEAST_GAIN_BY_HAND = 0.05
"""The same for what is dragged by hand: towards a place out of reach, the last percents are not worth wandering for."""


@kernel
def polish(joints: Table, goals: Table, steps: int, least_gain: float, trace: Table) -> int:
    """Take at most `steps` steps towards the goals, gained or refused, each noted in `trace`. Returns how many."""
    rows, columns = row_count(goals), 3 * len(joints)
    jacobian, square = np.empty((rows, columns)), np.empty((rows, rows))
    error, trial, answer, change = np.empty(rows), np.empty(rows), np.empty(rows), np.empty(columns)
    before = joints.copy()
    size = size_of(joints, goals)
    damping, growth, idle = 1e-4, 2.0, 0
    cost = errors(joints, goals, size, error)
    for step in range(steps):
        if cost <= TOLERANCE * TOLERANCE:
            return step
        jacobian_of(joints, goals, size, jacobian)
        scale = _propose(joints, jacobian, error, damping, square, answer, change)
        overwrite(before, joints)
        _apply(joints, change)
        now = errors(joints, goals, size, trial)
        if now < cost:
            gain = (cost - now) / max(_promised(cost, damping * scale, answer), 1e-300)
            damping = max(damping * max(0.1, 1.0 - (2.0 * gain - 1.0) ** 3), 1e-12)
            growth, idle = 2.0, (idle + 1 if cost - now < least_gain * cost else 0)
            cost = now
            error, trial = trial, error
        else:
            overwrite(joints, before)
            damping, growth = damping * growth, growth * 2.0
        note(joints, goals, trace)
        if idle >= 3 or damping > 1e8:
            return step + 1
    return steps


@kernel
def stride(joints: Table, goals: Table) -> None:
    """Take one damped step towards the goals, whatever it gains: a smooth answer to where they are."""
    rows, columns = row_count(goals), 3 * len(joints)
    jacobian, square = np.empty((rows, columns)), np.empty((rows, rows))
    error, answer, change = np.empty(rows), np.empty(rows), np.empty(columns)
    size = size_of(joints, goals)
    errors(joints, goals, size, error)
    jacobian_of(joints, goals, size, jacobian)
    _propose(joints, jacobian, error, STRIDE_DAMPING, square, answer, change)
    _apply(joints, change)


@kernel
def _promised(cost: float, damping: float, answer: Numbers) -> float:
    """How much less the sum of squares would be after the step if the errors were linear: e − J dq = λ y."""
    for r in range(len(answer)):
        cost -= (damping * answer[r]) ** 2
    return cost


@kernel
def _propose(
    joints: Table, jacobian: Table, error: Numbers, damping: float, square: Table, answer: Numbers, change: Numbers
) -> float:
    """The turns of one step that stay inside the bounds; `change` (3 j) is filled. Returns the scale of the damping."""
    _gradient(jacobian, error, change)
    _block(joints, jacobian, change)
    scale = _solve_damped(jacobian, error, damping, square, answer, change)
    if _block(joints, jacobian, change):
        scale = _solve_damped(jacobian, error, damping, square, answer, change)
    return scale


@kernel
def _gradient(jacobian: Table, error: Numbers, gradient: Numbers) -> None:
    """gradient = Jᵀ · error: where the turns want to go."""
    for c in range(jacobian.shape[1]):
        total = 0.0
        for r in range(jacobian.shape[0]):
            total += jacobian[r, c] * error[r]
        gradient[c] = total


@kernel
def _block(joints: Table, jacobian: Table, direction: Numbers) -> bool:
    """Take out of `jacobian` what would push a joint, along `direction`, out of its bounds. Returns whether it did."""
    changed = False
    for j in range(len(joints)):
        if joints[j, BOUNDED] == 0.0:
            continue
        lower, upper = bounds(joints, j)
        c = 3 * j
        t, dt = joints[j, COORDS + 1], direction[c + 1]
        if dt != 0.0 and ((t >= upper[1] and dt > 0.0) or (t <= lower[1] and dt < 0.0)):
            _clear(jacobian, c + 1)
            changed = True
        dx, dz = direction[c], direction[c + 2]
        if dx == 0.0 and dz == 0.0:
            continue
        bx, bz, nx, nz = blocked(lower, upper, joints[j, COORDS], joints[j, COORDS + 2], dx, dz)
        if bx:
            _clear(jacobian, c)
            changed = True
        if bz:
            _clear(jacobian, c + 2)
            changed = True
        if nx * dx + nz * dz > 1e-12 * (abs(dx) + abs(dz)):
            for r in range(jacobian.shape[0]):
                along = jacobian[r, c] * nx + jacobian[r, c + 2] * nz
                jacobian[r, c] -= along * nx
                jacobian[r, c + 2] -= along * nz
            changed = True
    return changed


@kernel
def _clear(jacobian: Table, c: int) -> None:
    for r in range(jacobian.shape[0]):
        jacobian[r, c] = 0.0


@kernel
def _solve_damped(
    jacobian: Table, error: Numbers, damping: float, square: Table, answer: Numbers, change: Numbers
) -> float:
    """change = Jᵀ (J Jᵀ + λ)⁻¹ error with λ = `damping` times the mean of the diagonal; Cholesky. Returns that mean."""
    rows, columns = jacobian.shape
    for a in range(rows):
        for b in range(a + 1):
            total = 0.0
            for c in range(columns):
                total += jacobian[a, c] * jacobian[b, c]
            square[a, b] = total
    mean = 0.0
    for a in range(rows):
        mean += square[a, a] / rows
    scale = max(mean, 1e-12)
    for a in range(rows):
        square[a, a] += damping * scale
    _cholesky(square, error, answer)
    for c in range(columns):
        total = 0.0
        for r in range(rows):
            total += jacobian[r, c] * answer[r]
        change[c] = total
    return scale


@kernel
def _cholesky(square: Table, right: Numbers, answer: Numbers) -> None:
    """Solve square · answer = right; `square` is symmetric positive definite, given by its lower half, overwritten."""
    n = len(right)
    for a in range(n):
        for b in range(a + 1):
            total = square[a, b]
            for c in range(b):
                total -= square[a, c] * square[b, c]
            if a == b:
                square[a, a] = sqrt(max(total, 1e-300))
            else:
                square[a, b] = total / square[b, b]
    for a in range(n):
        total = right[a]
        for c in range(a):
            total -= square[a, c] * answer[c]
        answer[a] = total / square[a, a]
    for a in range(n - 1, -1, -1):
        total = answer[a]
        for c in range(a + 1, n):
            total -= square[c, a] * answer[c]
        answer[a] = total / square[a, a]


@kernel
def _apply(joints: Table, change: Numbers) -> None:
    """Turn every joint by its part of `change`, no further than it may, and let the chain follow."""
    for j in range(len(joints)):
        c = 3 * j
        d = (change[c] * joints[j, EASE], change[c + 1] * joints[j, EASE + 1], change[c + 2] * joints[j, EASE + 2])
        size = length(d)
        if size == 0.0:
            continue
        if size > LARGEST_TURN:
            d = scaled(d, LARGEST_TURN / size)
        turn_by(joints, j, d)
    refresh(joints)
