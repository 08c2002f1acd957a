"""Ranges about axes of the body, converted to limits of a joint, whatever the roll of its bone.

The joint is rolled until its X, or its Z where that is nearer, lies along the axis about which the body bends there: a
hinge is a hinge, and the ellipse of a ball lies as the body's does.
"""

from __future__ import annotations

from math import atan2, pi, radians
from typing import NamedTuple

import numpy as np

from pantin.rigs.fields import AxisLimits, AxisSwitches, Range
from pantin.rigs.joint import Joint
from pantin.rigs.vectors import Vector

NEAR = radians(0.5)
"""A joint whose axis is off by less than this is not rolled."""
DIGITS = 6
"""Of radians: finer than any measure of a body, and short to read in a file."""
Span = tuple[float, float]
"""Degrees, lower and upper end."""


class Turn(NamedTuple):
    """A range about an axis, a unit vector in armature space that is square to the bone; degrees from rest."""

    axis: Vector
    lower: float
    upper: float


def joint_of(frame: Vector, bend: Turn, aside: Turn | None, twist: Span | None) -> Joint:
    """The joint of a bone whose rest axes are the columns of `frame` (3, 3); `twist` in degrees; None is locked."""
    along_x, along_z = float(bend.axis @ frame[:, 0]), float(bend.axis @ frame[:, 2])
    about_x = abs(along_x) >= abs(along_z)
    roll = _roll(-along_z, along_x) if about_x else _roll(along_x, along_z)
    x = np.cos(roll) * frame[:, 0] - np.sin(roll) * frame[:, 2]
    z = np.sin(roll) * frame[:, 0] + np.cos(roll) * frame[:, 2]
    first, second = (bend, aside) if about_x else (aside, bend)
    spans = (_span(first, x) if first else None, twist, _span(second, z) if second else None)
    limit: AxisLimits = (_limit(spans[0]), _limit(spans[1]), _limit(spans[2]))
    lock: AxisSwitches = (spans[0] is None, spans[1] is None, spans[2] is None)
    return Joint(roll=roll, lock=lock, limit=limit)


def _roll(sine: float, cosine: float) -> float:
    """The smallest roll, radians, that lays an axis along a line in either direction; 0 where it is near."""
    roll = atan2(-sine, -cosine) if cosine < 0.0 else atan2(sine, cosine)
    return round(roll, DIGITS) if abs(roll) > NEAR else 0.0


def _span(turn: Turn, axis: Vector) -> Span:
    """The range about an axis of the bone that lies along the turn's own, or against it."""
    return (turn.lower, turn.upper) if float(turn.axis @ axis) >= 0.0 else (-turn.upper, -turn.lower)


def _limit(span: Span | None) -> Range | None:
    """A range in radians that contains 0, with no more than half a turn each way."""
    if span is None:
        return None
    lower, upper = max(-pi, min(0.0, radians(span[0]))), min(pi, max(0.0, radians(span[1])))
    return round(lower, DIGITS) + 0.0 if lower > -pi else -pi, round(upper, DIGITS) + 0.0 if upper < pi else pi
