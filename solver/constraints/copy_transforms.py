"""Copy Transforms: the owner takes over all that the target has, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyTransforms
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.columns import Row


def write(row: Row, copy: CopyTransforms) -> None:
    """No settings."""


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
    """Copy the whole matrix."""
    for n in range(16):
        m[OWNER_ROW, n] = m[TARGET_ROW, n]
    return True
