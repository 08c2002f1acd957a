"""Copy Scale: the owner grows as the target has grown, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyScale
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import TARGET_ROW, Table
from pantin.solver.constraints.columns import AXES, Row, put
from pantin.solver.constraints.mixing import resize
from pantin.solver.maths.rotations import axis, length


def write(row: Row, copy: CopyScale) -> None:
    """Write the settings."""
    put(row, AXES, copy.axes)


@kernel
def act(m: Table, constraints: Table, k: int) -> bool:
    """Copy the scale along the chosen axes."""
    for a in range(3):
        if constraints[k, AXES + a] != 0.0:
            resize(m, a, length(axis(m, TARGET_ROW, 0, a)))
    return True
