"""Ranges about axes of the body, converted to limits about the X and Z axes of a bone, whatever its roll.

Where an axis of the bone lies along an axis of the body to within 15 degrees the limit is exact. Elsewhere X and Z get
the smallest ellipse along them that holds the body's whole range, so that nothing that people can do is kept from them.
"""

from __future__ import annotations

from math import cos, hypot, pi, radians
from typing import NamedTuple

from pantin.rigs.fields import AxisLimits, AxisSwitches, Range
from pantin.rigs.rig import Joint
from pantin.rigs.vectors import Vector

ALONG = cos(radians(15.0))
"""An axis this near to another is taken for it, cosine."""
DIGITS = 6
Span = tuple[float, float]


class Turn(NamedTuple):
    """A range about an axis in armature space, a unit vector across the bone: degrees from rest, 0 within."""

    axis: Vector
    lower: float
    upper: float


def joint_of(frame: Vector, bend: Turn, aside: Turn | None, twist: Span | None) -> Joint:
    """The limits of a bone whose rest axes are the columns of `frame`; what is None does not turn."""
    x, z = frame[:, 0], frame[:, 2]
    about_x: Span | None
    about_z: Span | None
    if abs(float(bend.axis @ x)) >= ALONG:
        about_x, about_z = _span(bend, x), _span(aside, z) if aside else None
    elif abs(float(bend.axis @ z)) >= ALONG:
        about_x, about_z = _span(aside, x) if aside else None, _span(bend, z)
    else:
        about_x, about_z = _around([turn for turn in (bend, aside) if turn], x, z)
    spans = (about_x, twist, about_z)
    limit: AxisLimits = (_limit(about_x), _limit(twist), _limit(about_z))
    lock: AxisSwitches = (spans[0] is None, spans[1] is None, spans[2] is None)
    return Joint(lock=lock, limit=limit)


def _span(turn: Turn, axis: Vector) -> Span:
    """The range about an axis of the bone that lies along the turn's own, or against it."""
    return (turn.lower, turn.upper) if float(turn.axis @ axis) >= 0.0 else (-turn.upper, -turn.lower)


def _around(turns: list[Turn], x: Vector, z: Vector) -> tuple[Span, Span]:
    """Ranges about X and Z whose ellipse holds both ends of every turn."""
    ends = [
        (angle * float(turn.axis @ x), angle * float(turn.axis @ z))
        for turn in turns
        for angle in (turn.lower, turn.upper)
    ]
    low_x, high_x = _extent([end[0] for end in ends])
    low_z, high_z = _extent([end[1] for end in ends])
    wider = max(
        hypot(_part(across, low_x, high_x), _part(along, low_z, high_z))
        for across, along in ends  # of a circle each of the two is 1 at most
    )
    wider = max(1.0, wider)
    return (low_x * wider, high_x * wider), (low_z * wider, high_z * wider)


def _extent(values: list[float]) -> Span:
    return min(0.0, *values), max(0.0, *values)


def _part(value: float, low: float, high: float) -> float:
    end = high if value > 0.0 else low
    return value / end if end != 0.0 else 0.0


def _limit(span: Span | None) -> Range | None:
    """Radians, with rest inside, no more than half a turn each way."""
    if span is None:
        return None
    lower, upper = max(-pi, min(0.0, radians(span[0]))), min(pi, max(0.0, radians(span[1])))
    return round(lower, DIGITS) + 0.0 if lower > -pi else -pi, round(upper, DIGITS) + 0.0 if upper < pi else pi
