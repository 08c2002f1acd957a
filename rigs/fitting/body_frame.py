"""Which way a person stands: up along the back, left and forward, from the joints and not from the axes of the file.

Left and right are those of the body: where names have them swapped, which is told by toes and knees, the body is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Literal, NamedTuple

import numpy as np

from pantin.rigs.fitting.figure import SIDES, Figure, role
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import Vector, across, unit

SURE = 0.02
"""Toes and knees must point backwards by more than this part of a leg before names are taken to be swapped."""


LEANING = sin(radians(8.0))
"""A trunk that leans less than this sideways against the line of hips and shoulders leans by noise: that line counts.

What is symmetric about the middle is symmetric against the line between left and right, wherever a shoulder sits."""

ALONG = cos(radians(25.0))
"""Hips or shoulders in a line that is as near to the back as this, cosine, tell no left: some motion capture rests with
all bones along one axis, which is up."""

PairedPart = Literal["thigh", "upper_arm"]
PAIRED: tuple[PairedPart, ...] = ("thigh", "upper_arm")
ACROSS, FRONT, UP = np.array((1.0, 0.0, 0.0)), np.array((0.0, -1.0, 0.0)), np.array((0.0, 0.0, 1.0))


class Frame(NamedTuple):
    """Three unit vectors at right angles."""

    left: Vector
    up: Vector
    forward: Vector


def frame_of(rig: Rig, figure: Figure, part: PairedPart | None = None) -> Frame:
    """How a body stands at rest; `part` are its hips or its shoulders alone, where a trunk is twisted at rest."""
    if figure.kind == "quadruped":
        return _on_four_legs(rig, figure)
    up, pairs = _up(rig, figure), list(PAIRED)
    for each in PAIRED:
        along = unit(_left(rig, figure, (each,)))
        if abs(float(along @ up)) > ALONG:
            up = along * np.sign(float(along @ up))
            pairs.remove(each)
    line = unit(_left(rig, figure, pairs)) if pairs else _left_of_axes(up)
    if abs(float(line @ up)) < LEANING:
        up = unit(across(up, line))
    left = unit(across(line, up))
    sign = -1.0 if _ahead(rig, figure, np.cross(left, up)) < -SURE else 1.0
    if part in pairs:
        left = unit(across(_left(rig, figure, (part,), left), up))
    return Frame(sign * left, up, sign * np.cross(left, up))


def _left_of_axes(up: Vector) -> Vector:
    """Left of a body that looks to the front, or where that is along its back, up."""
    return np.asarray(np.cross(up, FRONT if abs(float(FRONT @ up)) < ALONG else UP))


def _on_four_legs(rig: Rig, figure: Figure) -> Frame:
    """The back runs from the hips to the shoulders, and the legs go down from it."""
    hips, shoulders = (_middle(rig, figure, part) for part in PAIRED)
    ends = [_middle(rig, figure, part) for part in ("foot", "hand")]
    if hips is None or shoulders is None or ends[0] is None or ends[1] is None:
        return Frame(ACROSS, UP, FRONT)
    back = unit(shoulders - hips)
    up = unit(across(hips - ends[0] + shoulders - ends[1], back))
    return Frame(np.cross(up, back), up, back)


def head_of(rig: Rig, name: str) -> Vector:
    """Where a bone begins at rest."""
    return np.array(rig.by_name[name].head)


def direction_of(rig: Rig, name: str) -> Vector:
    """The unit vector along a bone; up for one without a length."""
    bone = rig.by_name[name]
    span = np.subtract(bone.tail, bone.head)
    length = float(np.linalg.norm(span))
    return span / length if length > 1e-9 else np.array((0.0, 0.0, 1.0))


def _up(rig: Rig, figure: Figure) -> Vector:
    """From between the legs to between the arms, or to the head."""
    low, high = _middle(rig, figure, "thigh"), _middle(rig, figure, "upper_arm")
    if high is None and "head" in figure.bones:
        high = head_of(rig, figure.bones["head"])
    if low is None or high is None or np.linalg.norm(high - low) < 1e-9:
        return np.array((0.0, 0.0, 1.0))
    return unit(high - low)


def _left(rig: Rig, figure: Figure, parts: Sequence[PairedPart], unsure: Vector = ACROSS) -> Vector:
    """From right to left, by hips and shoulders together or by one of them; `unsure` where they do not tell."""
    found = np.zeros(3)
    for part in parts:
        left, right = (figure.bones.get(role(part, side)) for side in SIDES)
        if left is not None and right is not None:
            found += head_of(rig, left) - head_of(rig, right)
    return found if np.linalg.norm(found) > 1e-9 else unsure


def _ahead(rig: Rig, figure: Figure, forward: Vector) -> float:
    """How far toes and knees are before the ankles, against the length of the legs."""
    ahead, length = 0.0, 0.0
    for side in SIDES:
        hip, knee, ankle, toe = (figure.bones.get(role(part, side)) for part in ("thigh", "shin", "foot", "toe"))
        if hip is None or knee is None:
            continue
        end = head_of(rig, ankle) if ankle else np.array(rig.by_name[knee].tail)
        length += float(np.linalg.norm(end - head_of(rig, hip)))
        ahead += float((head_of(rig, knee) - (head_of(rig, hip) + end) / 2) @ forward)
        if toe is not None:
            ahead += 2.0 * float((head_of(rig, toe) - end) @ forward)
    return ahead / length if length > 0.0 else 0.0


def _middle(rig: Rig, figure: Figure, part: str) -> Vector | None:
    places = [head_of(rig, name) for side in SIDES if (name := figure.bones.get(role(part, side)))]
    return np.mean(places, axis=0) if places else None
