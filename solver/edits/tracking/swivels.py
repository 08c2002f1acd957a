"""The natural swivel of arms and legs: where elbows and knees point that nobody tracks.

Hands are mostly in line with the forearm, so a hand's own direction tells where the elbow is; the more the arm is bent
the better. Else elbows point back, down and a little out, as arms hang. Knees point over the toes, and ahead where the
toes point along the leg. A limb that is nearly straight hardly tells; so what was before counts, and a swivel takes
time.
"""

from __future__ import annotations

from math import sqrt

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Vector3
from pantin.rigs.vectors import FRONT, Matrix, Vector, across, length, three
from pantin.solver.edits.tracking.body import Arm

HANGING = (0.3, 0.6, -0.7)
"""Out, back and down, in the chest of the stance."""
HABIT = 0.2
"""Its weight beside a hand that is at a right angle to the arm's line, and that of ahead beside toes."""
QUICKEST = 3.0
"""Radians a second that elbow or knee swivel about the limb's line by themselves."""
PRONATION = 0.5
"""The share of a hand's twist that the forearm takes: its two bones cross half the way."""
SHORTEST = 1e-9


class Swivel(msgspec.Struct, frozen=True):
    """The swivel of an elbow or a knee: its direction, and the line of its limb, in the axes of the chest or of the
    hips.
    """

    way: Vector3
    line: Vector3
    twist: float = 0.0
    """Of a forearm about itself, radians."""


def elbow_way(
    arm: Arm, chest: Matrix, shoulder: Vector, wrist: Vector, hand: Matrix, before: Swivel | None, seconds: float
) -> tuple[Vector, Swivel]:
    """The way (3,) in which the elbow points, across the line of the arm; and what is remembered of it."""
    away = wrist - shoulder
    far = max(length(away), SHORTEST)
    line = away / far
    out, back, down = HANGING
    habit = across(chest @ np.array((out * arm.out[0], back, down)), line)
    side = across(-(hand @ arm.out), line)
    size = length(side)
    way = side * min(1.0, _bend(arm, far) / max(size, SHORTEST)) + HABIT * habit
    return _swivelled(chest, line, way if length(way) > SHORTEST else habit, before, seconds)


def knee_way(
    hips: Matrix, hip: Vector, ankle: Vector, toes: Vector, before: Swivel | None, seconds: float
) -> tuple[Vector, Swivel]:
    """The way (3,) in which a knee points, across the line of the leg, and what is remembered of it."""
    away = ankle - hip
    line = away / max(length(away), SHORTEST)
    return _swivelled(hips, line, across(toes + HABIT * (hips @ FRONT), line), before, seconds)


def twisted(hand: float, before: Swivel | None, seconds: float) -> float:
    """Return the twist of a forearm about itself, radians, by the twist of its hand: it takes time."""
    wanted = PRONATION * hand
    if before is None:
        return wanted
    most = QUICKEST * seconds
    return before.twist + max(-most, min(most, wanted - before.twist))


def _swivelled(
    parent: Matrix, line: Vector, way: Vector, before: Swivel | None, seconds: float
) -> tuple[Vector, Swivel]:
    """The way of a limb's middle joint, taken up slowly; and what is remembered of it."""
    size = length(way)
    found = parent.T @ (way / size if size > SHORTEST else way)
    inside = parent.T @ line
    found = _slowly(before, found, inside, seconds)
    return parent @ found, Swivel(three(found), three(inside))


def _bend(arm: Arm, far: float) -> float:
    """The sine of the angle between forearm and the line of an arm that reaches so far."""
    a, b = length(arm.to_lower), length(arm.to_end)
    cosine = (far * far + b * b - a * a) / (2.0 * far * b)
    return sqrt(max(0.0, 1.0 - cosine * cosine))


def _slowly(before: Swivel | None, way: Vector, line: Vector, seconds: float) -> Vector:
    """The way, no farther from where the limb's own motion carries the one before than it swivels in the time."""
    if before is None:
        return way
    carried = rot.shortest_arc(np.array(before.line), line) @ np.array(before.way)
    carried = across(carried, line)
    size = length(carried)
    if size < SHORTEST:
        return way
    carried = carried / size
    turn = float(rot.signed_angle(carried, way, line))
    most = QUICKEST * seconds
    return way if abs(turn) <= most else np.asarray(rot.exp(np.copysign(most, turn) * line) @ carried)
