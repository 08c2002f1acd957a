"""Thickness of bones on a curve: as at rest or as posed, thinner as they grow longer, thicker where the curve is."""

from __future__ import annotations

from pantin.solver.compiling.functions import power, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.bulge import held_section
from pantin.solver.constraints.spline import rows as row
from pantin.solver.maths.rotations import Vector

LEAST, MOST = 1e-4, 1e5
"""Most that a bone becomes thinner or thicker by its length."""


@kernel
def thickness(constraints: Table, k: int, posed: Vector, grown: float, radius: float) -> tuple[float, float]:
    """Return the scale along X and Z of a bone that is `grown` along Y; `posed` is its scale as posed.

    Reads RADIUS, BULGE, THINNEST, THICKEST, SMOOTH, XZ_SCALE, POSED_SCALE and SECTION of `constraints`
    (c, CONSTRAINT_WIDTH).
    """
    wide, deep, ratio = 1.0, 1.0, grown
    if constraints[k, row.XZ_SCALE] != row.XZ_NONE and constraints[k, row.POSED_SCALE] != 0.0:
        wide, deep = posed[0], posed[2]
        ratio = grown / posed[1] if posed[1] != 0.0 else grown
    factor = radius if constraints[k, row.RADIUS] != 0.0 else 1.0
    shorter = min(max(1.0 / ratio, LEAST), MOST) if ratio != 0.0 else 1.0
    if constraints[k, row.XZ_SCALE] == row.XZ_INVERSE:
        factor *= shorter
    elif constraints[k, row.XZ_SCALE] == row.XZ_VOLUME:
        section = min(power(shorter, constraints[k, row.SECTION + columns.BULGE]), MOST)
        factor *= sqrt(held_section(constraints, k, row.SECTION, section))
    return wide * factor, deep * factor
