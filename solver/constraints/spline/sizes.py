"""Thickness of bones on a curve: as at rest or as posed, thinner as they grow longer, thicker where the curve is."""

from __future__ import annotations

from pantin.solver.compiling.functions import power, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.bulge import held_section
from pantin.solver.constraints.columns import BULGE
from pantin.solver.constraints.spline.rows import (
    POSED_SCALE,
    RADIUS,
    SECTION,
    XZ_INVERSE,
    XZ_NONE,
    XZ_SCALE,
    XZ_VOLUME,
)
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
    if constraints[k, XZ_SCALE] != XZ_NONE and constraints[k, POSED_SCALE] != 0.0:
        wide, deep = posed[0], posed[2]
        ratio = grown / posed[1] if posed[1] != 0.0 else grown
    factor = radius if constraints[k, RADIUS] != 0.0 else 1.0
    shorter = min(max(1.0 / ratio, LEAST), MOST) if ratio != 0.0 else 1.0
    if constraints[k, XZ_SCALE] == XZ_INVERSE:
        factor *= shorter
    elif constraints[k, XZ_SCALE] == XZ_VOLUME:
        section = min(power(shorter, constraints[k, SECTION + BULGE]), MOST)
        factor *= sqrt(held_section(constraints, k, SECTION, section))
    return wide * factor, deep * factor
