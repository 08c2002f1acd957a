"""How thick a bone on a curve is: as at rest or as posed, thinner as it grows longer, thicker where the curve is."""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.functions import atan2, power, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.spline.rows import (
    BULGE,
    POSED_SCALE,
    RADIUS,
    SMOOTH,
    THICKEST,
    THINNEST,
    XZ_INVERSE,
    XZ_NONE,
    XZ_SCALE,
    XZ_VOLUME,
)

LEAST, MOST = 1e-4, 1e5
"""How much thinner or thicker a bone becomes at most by its length."""


@kernel
def thickness(
    constraints: Table, k: int, x: float, y: float, z: float, grown: float, radius: float
) -> tuple[float, float]:
    """The scale along X and Z of a bone that is `grown` along Y; x, y and z are its scales as posed."""
    wide, deep, ratio = 1.0, 1.0, grown
    if constraints[k, XZ_SCALE] != XZ_NONE and constraints[k, POSED_SCALE] != 0.0:
        wide, deep = x, z
        ratio = grown / y if y != 0.0 else grown
    factor = radius if constraints[k, RADIUS] != 0.0 else 1.0
    shorter = min(max(1.0 / ratio, LEAST), MOST) if ratio != 0.0 else 1.0
    if constraints[k, XZ_SCALE] == XZ_INVERSE:
        factor *= shorter
    elif constraints[k, XZ_SCALE] == XZ_VOLUME:
        factor *= sqrt(_bulge(constraints, k, min(power(shorter, constraints[k, BULGE]), MOST)))
    return wide * factor, deep * factor


@kernel
def _bulge(constraints: Table, k: int, section: float) -> float:
    """The section, held between the thinnest and the thickest, sharply or softly."""
    bound = constraints[k, THICKEST] if section > 1.0 else constraints[k, THINNEST]
    if section == 1.0 or bound < 0.0 or bound > MOST:
        return section
    sign = 1.0 if section > 1.0 else -1.0
    beyond, room = sign * (section - 1.0), sign * (bound - 1.0)
    hard = min(beyond, room)
    soft = room * atan2(beyond, room) * 2.0 / pi if room > 0.0 else 0.0
    return float(1.0 + sign * (soft + constraints[k, SMOOTH] * (hard - soft)))
