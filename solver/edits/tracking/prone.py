"""Untracked legs of a body that is prone or crawls: along the floor, away from the head.

A level spine over hips that are no higher than a thigh does not stand. The thigh then comes down to the floor and the
shin lies on it: with the hips on the floor legs are straight, on all fours they rest on the knees, and between the two
they blend.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.vectors import FRONT, Matrix, Vector, eased, length
from pantin.solver.edits.tracking.body import Leg

LEVEL, SLANTING = 0.45, 0.75
"""Cosines of a back to the upright: from the one on it lies, from the other on it does not."""
LOW, HIGH = 1.25, 1.6
"""Thighs: how high hip joints are of legs that lie, and from where on they stand."""
SMALLEST = 1e-6


def lies(leg: Leg, hip: Vector, back: Vector) -> float:
    """Return how prone a leg is, 0 to 1, below a hip joint (3,), for the vector (3,) from the hips to the head."""
    steep = eased(float(back[2]) / max(length(back), SMALLEST), LEVEL, SLANTING)
    raised = eased(float(hip[2]) / length(leg.to_lower), LOW, HIGH)
    return (1.0 - steep) * (1.0 - raised)


def laid(
    leg: Leg, hip: Vector, back: Vector, hips: Matrix, stands: tuple[Vector, Matrix, Vector]
) -> tuple[Vector, Matrix, Vector]:
    """Return the ankle (3,), the rotation of the foot (3, 3) and the direction of the knee (3,) of a leg.

    They are blended with `stands`, the same of the standing leg, by how prone it is. `hips` is the rotation of the hips
    (3, 3).
    """
    part = lies(leg, hip, back)
    away = np.array((-back[0], -back[1], 0.0))
    far = length(away)
    if part == 0.0 or far < SMALLEST:
        return stands
    thigh, over = length(leg.to_lower), float(hip[2]) - leg.ankle
    along = sqrt(max(0.0, thigh * thigh - over * over)) + length(leg.to_end)
    floor = np.array((hip[0], hip[1], leg.ankle)) + away * (along / far)
    ankle, turn, knee = stands
    return (
        ankle + part * (floor - ankle),
        rot.interpolated(turn, hips, part),
        (1.0 - part) * knee + part * (hips @ FRONT),
    )
