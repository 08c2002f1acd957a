"""The cross-section of a bone as its length changes: it keeps the volume, within bounds."""

from __future__ import annotations

from math import inf, pi

from pantin.solver.compiling.functions import atan2
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns


@kernel
def held_section(constraints: Table, k: int, at: int, section: float) -> float:
    """Return the section, 1 at rest, held between the thinnest and the thickest: at once, or the softer the larger
    SMOOTH is.

    Softly it comes near to a bound as the arctangent does, and never there (as in Blender, measured in the oracle).
    The columns from `at` on are those of `put_bulge`.

    Reads THINNEST, THICKEST and SMOOTH of `constraints` (c, CONSTRAINT_WIDTH).
    """
    sign = 1.0 if section > 1.0 else -1.0
    most = sign * (constraints[k, at + (columns.THICKEST if section > 1.0 else columns.THINNEST)] - 1.0)
    if section == 1.0 or most == inf:
        return section
    beyond, most = sign * (section - 1.0), max(most, 0.0)
    hard = min(beyond, most)
    soft = most * atan2(beyond, most) / (0.5 * pi) if most > 0.0 else 0.0
    return float(1.0 + sign * (hard + (soft - hard) * constraints[k, at + columns.SMOOTH]))
