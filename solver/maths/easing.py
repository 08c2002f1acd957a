"""From 0 to 1 without a corner at either end."""

from __future__ import annotations

from pantin.solver.compiling.kernel import kernel


@kernel
def smoothstep(part: float) -> float:
    """Return 3p² − 2p³ of the part p, kept within 0 … 1."""
    part = min(max(part, 0.0), 1.0)
    return part * part * (3.0 - 2.0 * part)
