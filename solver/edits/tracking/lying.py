"""Legs that nobody tracks of a body that lies or crawls: along the floor, away from the head.

A back that is level over hips that are no higher than a thigh is no back of somebody who stands. The thigh then comes
down to the floor and the shin lies on it: hips on the floor have straight legs, those of somebody on all fours rest on
the knees. In between legs go over from the one to the other.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pantin.rigs.vectors import FRONT, Matrix, Vector
from pantin.solver.edits.tracking.body import Leg
from pantin.solver.edits.tracking.turns import eased, length, part_way

LEVEL, SLANTING = 0.45, 0.75
"""Cosines of a back to the upright: from the one on it lies, from the other on it does not."""
LOW, HIGH = 1.25, 1.6
"""Thighs: how high hip joints are of legs that lie, and from where on they stand."""
SMALLEST = 1e-6


def lies(leg: Leg, hip: Vector, back: Vector) -> float:
    """How far a leg lies, 0 to 1, below a hip joint (3,), by the way (3,) from the hips to the head."""
    steep = eased(float(back[2]) / max(length(back), SMALLEST), LEVEL, SLANTING)
    raised = eased(float(hip[2]) / length(leg.to_lower), LOW, HIGH)
    return (1.0 - steep) * (1.0 - raised)


def laid(
    leg: Leg, hip: Vector, back: Vector, hips: Matrix, stands: tuple[Vector, Matrix, Vector]
) -> tuple[Vector, Matrix, Vector]:
    """Where the ankle is, how the foot is turned and where the knee points, of a leg that lies as far as it does.

    `stands` has the same of the leg standing, and `hips` is the turn (3, 3) of the hips.
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
    return ankle + part * (floor - ankle), part_way(turn, hips, part), (1.0 - part) * knee + part * (hips @ FRONT)
