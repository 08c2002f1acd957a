"""The arrays of a least-squares solve, allocated once, and the linear algebra on them.

Rows of errors are grouped in blocks of three; rows beyond those of the goals are 0 and stay so. Each joint affects only
some of the blocks, and only those are computed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.chains.goals import longest_chain, row_count
from pantin.solver.chains.jacobian import row_blocks
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Numbers, Rows, Table
from pantin.solver.maths import cholesky
from pantin.solver.maths.rotations import dot, vector

STATE_WIDTH = at.HEAD + 3 - at.STATE
"""The count of numbers of a joint that change while it is solved."""


class Workspace(NamedTuple):
    """Arrays for j joints and r rows of errors; r is a multiple of three."""

    unit_length: float
    """The length in which position errors are measured, metres."""
    rows: int
    """The count of rows of all goals."""
    blocks: Rows
    """(j, 1 + r/3): indices of the 3-row blocks that joint j affects, after their number."""
    jacobian: Table
    """(r, 3 j)."""
    gram: Table
    """(r, r): J Jᵀ, damped; its lower half, then its Cholesky factor."""
    error: Numbers
    trial: Numbers
    """(r,): the errors before a step, and after it."""
    multipliers: Numbers
    """(r,): y of the dual form."""
    change: Numbers
    """(3 j,): the step of each coordinate, before mobility."""
    remaining: Numbers
    """(r,): the errors, less what the clamped parts of the step correct."""
    clamped: Table
    """(j, 3): the parts of the step that limits have determined."""
    saved: Table
    """(j, STATE_WIDTH): the joints before a step."""


@kernel
def workspace_for(joints: Table, goals: Table) -> Workspace:
    """Return arrays for solving these goals on these joints.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, ROTATION_WEIGHT,
    POLE_INFLUENCE, EFFECTOR_OFFSET, GOAL_KIND and ROOT of `goals` (k, GOAL_WIDTH).
    """
    rows, columns = row_count(goals), 3 * len(joints)
    whole = 3 * ((rows + 2) // 3)
    return Workspace(
        longest_chain(joints, goals),
        rows,
        row_blocks(joints, goals),
        np.zeros((whole, columns)),
        np.empty((whole, whole)),
        np.zeros(whole),
        np.zeros(whole),
        np.zeros(whole),
        np.empty(columns),
        np.empty(whole),
        np.empty((len(joints), 3)),
        np.empty((len(joints), STATE_WIDTH)),
    )


@kernel
def save_state(joints: Table, saved: Table) -> None:
    """Copy what of the joints changes while solving.

    Reads STATE of `joints` (j, JOINT_WIDTH). Writes `saved` (j, STATE_WIDTH).
    """
    for j in range(len(joints)):
        for c in range(STATE_WIDTH):
            saved[j, c] = joints[j, at.STATE + c]


@kernel
def restore_state(joints: Table, saved: Table) -> None:
    """Undo the changes since `save_state`.

    Reads `saved` (j, STATE_WIDTH). Writes STATE of `joints` (j, JOINT_WIDTH).
    """
    for j in range(len(joints)):
        for c in range(STATE_WIDTH):
            joints[j, at.STATE + c] = saved[j, c]


@kernel
def apply_transpose(workspace: Workspace) -> None:
    """Compute change = Jᵀ · multipliers."""
    jacobian, multipliers = workspace.jacobian, workspace.multipliers
    for j in range(len(workspace.blocks)):
        x, y, z, c = 0.0, 0.0, 0.0, 3 * j
        for n in range(1, 1 + workspace.blocks[j, 0]):
            first = workspace.blocks[j, n]
            for r in range(first, first + 3):
                x += jacobian[r, c] * multipliers[r]
                y += jacobian[r, c + 1] * multipliers[r]
                z += jacobian[r, c + 2] * multipliers[r]
        workspace.change[c], workspace.change[c + 1], workspace.change[c + 2] = x, y, z


@kernel
def solve_damped(workspace: Workspace, damping: float, scale: float) -> float:
    """Compute multipliers = (J Jᵀ + λ)⁻¹ · remaining, λ = `damping` · `scale`, by Cholesky.

    Returns the scale: where it is given as 0, the mean of the diagonal of J Jᵀ.
    """
    gram = workspace.gram
    fill_gram(workspace)
    if scale == 0.0:
        for a in range(workspace.rows):
            scale += gram[a, a] / workspace.rows
        scale = max(scale, 1e-12)
    for a in range(len(gram)):
        gram[a, a] += damping * scale
    cholesky.factor(gram)
    cholesky.solve(gram, workspace.remaining, workspace.multipliers)
    return scale


@kernel
def fill_gram(workspace: Workspace) -> None:
    """Fill the lower half of J Jᵀ: of each joint only the products of the blocks that it affects."""
    gram = workspace.gram
    for a in range(len(gram)):
        for b in range(a + 1):
            gram[a, b] = 0.0
    for j in range(len(workspace.blocks)):
        for n in range(1, 1 + workspace.blocks[j, 0]):
            for m in range(1, 1 + n):
                _add_block(gram, workspace.jacobian, workspace.blocks[j, n], workspace.blocks[j, m], 3 * j)


@kernel
def _add_block(gram: Table, jacobian: Table, a: int, b: int, c: int) -> None:
    """Add to the block (a, b) what the joint with the columns from `c` on contributes.

    Reads the columns from `b` on of `gram` (r, r) and the columns from `c` on of `jacobian` (r, 3 j). Writes the
    columns from `b` on of `gram`.
    """
    u, v, w = vector(jacobian, b, c), vector(jacobian, b + 1, c), vector(jacobian, b + 2, c)
    for r in range(a, a + 3):
        x = vector(jacobian, r, c)
        gram[r, b] += dot(x, u)
        gram[r, b + 1] += dot(x, v)
        gram[r, b + 2] += dot(x, w)


@kernel
def zero_column(workspace: Workspace, j: int, c: int) -> None:
    """Let joint `j` have no effect by its column `c` of the Jacobian."""
    for n in range(1, 1 + workspace.blocks[j, 0]):
        for r in range(workspace.blocks[j, n], workspace.blocks[j, n] + 3):
            workspace.jacobian[r, c] = 0.0


@kernel
def project_out(workspace: Workspace, j: int, nx: float, nz: float) -> None:
    """Let joint `j` have no effect along the unit direction (nx, 0, nz) of its coordinates."""
    c = 3 * j
    for n in range(1, 1 + workspace.blocks[j, 0]):
        for r in range(workspace.blocks[j, n], workspace.blocks[j, n] + 3):
            along = workspace.jacobian[r, c] * nx + workspace.jacobian[r, c + 2] * nz
            workspace.jacobian[r, c] -= along * nx
            workspace.jacobian[r, c + 2] -= along * nz
