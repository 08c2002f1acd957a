"""A ring on the ground around the sole of each foot that is planted there."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import heights_above
from pantin.rigs.rig import Rig
from pantin.solver.ground.laying import planted_at
from pantin.solver.ground.legs import Leg, legs_of, sole_points
from pantin.viewport.values.overlay import Shape

Floats = NDArray[np.float64]

CORNERS = 48
AROUND = 1.25
"""Size of the ring against the sole."""
LIFTED = 0.012
"""Height of it above the sole, lengths of that, so that the ground does not swallow it."""


def planted_rings(rig: Rig, ground: Ground | None, matrices: Floats) -> dict[str, Shape]:
    """The rings of planted feet, by the name of the foot."""
    if ground is None:
        return {}
    found = {}
    for leg in legs_of(rig, ground):
        sole = sole_points(leg, matrices)
        clearance = float(heights_above(ground, sole).min())
        if planted_at(leg.sole, clearance) > 0.0:
            found[leg.sole.foot] = _ring(leg, sole)
    return found


def _ring(leg: Leg, sole: Floats) -> Shape:
    """An oval around a sole, in its plane."""
    across = len(sole) // 3
    left, right = sole[:across], sole[2 * across :]
    middle = (left[0] + left[-1] + right[0] + right[-1]) / 4
    along, aside = (left[-1] - left[0] + right[-1] - right[0]) / 4, (right.mean(axis=0) - left.mean(axis=0)) / 2
    up = np.cross(along, aside)
    up *= np.sign(up[2]) * LIFTED * leg.sole.length / max(float(np.linalg.norm(up)), 1e-12)
    wide = aside * float(np.linalg.norm(along)) / max(float(np.linalg.norm(aside)), 1e-12) * 0.62
    turns = (2.0 * pi * corner / CORNERS for corner in range(CORNERS))
    points = (middle + up + AROUND * (cos(turn) * along + sin(turn) * wide) for turn in turns)
    return Shape(tuple((float(x), float(y), float(z)) for x, y, z in points), "pin", width=1.5, closed=True)
