"""Copy Scale: the owner grows as the target has grown, in its space."""

from __future__ import annotations

from pantin.rigs.constraints import CopyScale
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import power
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import resize
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.inheritance import cube_root
from pantin.solver.maths.rotations import Vector, axis, cross, dot, length

POWER, UNIFORM, COMBINE = columns.OWN + 3, columns.OWN + 4, columns.OWN + 5
ALONE, MULTIPLIED, ADDED = 0, 1, 2


def write(row: Row, copy: CopyScale) -> None:
    """Write the settings."""
    columns.put(row, columns.AXES, copy.axes)
    row[POWER], row[UNIFORM] = copy.power, copy.uniform
    row[COMBINE] = (ADDED if copy.additive else MULTIPLIED) if copy.offset else ALONE


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Copy the scale along the chosen axes, or one size for all of them.

    Reads `m` (2, 16); and AXES, UNIFORM, POWER and COMBINE of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    uniform = constraints[k, UNIFORM] != 0.0
    size, exponent = _one_size(m, constraints, k) if uniform else 1.0, constraints[k, POWER]
    for a in range(3):
        if uniform or constraints[k, columns.AXES + a] != 0.0:
            new = size if uniform else length(axis(m, at.TARGET_ROW, 0, a))
            if exponent != 1.0 and new > 0.0:
                new = power(new, exponent)
            resize(m, a, _combined(new, length(axis(m, at.OWNER_ROW, 0, a)), constraints[k, COMBINE]))
    return True


@kernel
def _one_size(m: Table, constraints: Table, k: int) -> float:
    """Return the cube root of what the chosen axes of the target make together: of its volume, if all are.

    Reads `m` (2, 16) and AXES of `constraints` (c, CONSTRAINT_WIDTH).
    """
    axes = (axis(m, at.TARGET_ROW, 0, 0), axis(m, at.TARGET_ROW, 0, 1), axis(m, at.TARGET_ROW, 0, 2))
    if (
        constraints[k, columns.AXES] != 0.0
        and constraints[k, columns.AXES + 1] != 0.0
        and constraints[k, columns.AXES + 2] != 0.0
    ):
        return cube_root(abs(dot(axes[0], cross(axes[1], axes[2]))))
    return cube_root(
        _side(axes[0], constraints[k, columns.AXES])
        * _side(axes[1], constraints[k, columns.AXES + 1])
        * _side(axes[2], constraints[k, columns.AXES + 2])
    )


@kernel
def _side(v: Vector, chosen: float) -> float:
    """Return the length of an axis that is copied, 1 for one that is not."""
    return length(v) if chosen != 0.0 else 1.0


@kernel
def _combined(new: float, own: float, how: float) -> float:
    """Return the copied size with the owner's own: what both are beyond 1 is added."""
    if how == MULTIPLIED:
        return new * own
    return new + own - 1.0 if how == ADDED else new
