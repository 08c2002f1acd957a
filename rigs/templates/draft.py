"""Drafts of bones, which are converted to bones of a rig.

A draft names the direction that the bone's Z axis faces instead of a roll, and gives its joint limits in degrees. With
Z to the front, a rotation about +X bends the bone forwards: the limits are given for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, radians

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.bent_limbs import bent
from pantin.rigs.fields import AxisLimits, AxisSwitches, Range, Vector3
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.rest import rest_frame
from pantin.rigs.rig import Bone, BoneKind
from pantin.rigs.sides import mirrored_name
from pantin.rigs.vectors import Vector, across, angle_between, unit

Degrees = tuple[float, float] | None
FREE = Locks()
NO_AXES: AxisSwitches = (False, False, False)
HINGE: AxisSwitches = (False, True, True)
"""The axes that are locked in a joint that bends only."""
DIGITS = 6
"""Micrometres: finer than any measure of a figure, and short to read in a file."""


def vector(x: float, y: float, z: float) -> Vector:
    """A point or direction (3,), armature space."""
    return np.array((x, y, z), dtype=np.float64)


class Draft(msgspec.Struct, frozen=True):
    """A bone before it has a roll. `bend`, `twist` and `sway` limit its rotation about X, Y and Z, degrees."""

    name: str
    parent: str | None
    head: Vector
    tail: Vector
    front: Vector
    connected: bool = False
    kind: BoneKind = "bone"
    bend: Degrees = None
    twist: Degrees = None
    sway: Degrees = None
    lock: AxisSwitches = NO_AXES
    locks: Locks = FREE
    """The bones that posing by hand leaves alone."""

    def mirrored(self) -> Draft:
        """The same bone on the other side: x is negated, .L becomes .R, twist and sway change their signs."""
        flip = vector(-1.0, 1.0, 1.0)
        return replace(
            self,
            name=mirrored_name(self.name),
            parent=mirrored_name(self.parent) if self.parent else None,
            head=self.head * flip,
            tail=self.tail * flip,
            front=self.front * flip,
            twist=reversed_range(self.twist),
            sway=reversed_range(self.sway),
        )

    def joined(
        self,
        name: str,
        tail: Vector,
        front: Vector,
        bend: Degrees = None,
        twist: Degrees = None,
        sway: Degrees = None,
        lock: AxisSwitches = NO_AXES,
    ) -> Draft:
        """A bone below this one, connected to its tail."""
        return Draft(name, self.name, self.tail, tail, front, True, bend=bend, twist=twist, sway=sway, lock=lock)

    def scaled(self, size: float) -> Draft:
        """The same bone in a figure scaled by `size` about the origin."""
        return replace(self, head=self.head * size, tail=self.tail * size)

    def bone(self) -> Bone:
        """The bone, with the roll that turns its Z axis towards `front`."""
        head, tail = rounded(self.head), rounded(self.tail)
        unrolled = rest_frame(head, tail, 0.0)
        roll = atan2(float(self.front @ unrolled[:3, 0]), float(self.front @ unrolled[:3, 2]))
        limit: AxisLimits = (_limit(self.bend), _limit(self.twist), _limit(self.sway))
        return Bone(
            name=self.name,
            parent=self.parent,
            head=head,
            tail=tail,
            roll=round(roll, DIGITS) + 0.0,
            connected=self.connected,
            kind=self.kind,
            joint=Joint(lock=self.lock, limit=limit),
            locks=self.locks,
        )


def both_sides(left: Sequence[Draft]) -> list[Draft]:
    """The bones of the left side, then those of the right."""
    return [*left, *(draft.mirrored() for draft in left)]


def hung(drafts: Iterable[Draft], joint: Vector, place: Vector, size: float) -> list[Draft]:
    """The drafts scaled by `size` about `joint` (3,), which comes to `place` (3,): their angles and limits stay."""
    return [
        replace(draft, head=place + (draft.head - joint) * size, tail=place + (draft.tail - joint) * size)
        for draft in drafts
    ]


def bones_of(drafts: Iterable[Draft], size: float) -> tuple[Bone, ...]:
    """The bones of a figure scaled by `size`: those that shape it and what carries all, then handles and poles."""
    ordered = sorted(drafts, key=lambda draft: draft.kind != "bone" and draft.parent is not None)
    return tuple(draft.scaled(size).bone() for draft in ordered)


def rounded(point: Vector) -> Vector3:
    """The point (3,) rounded to micrometres, without negative zeros."""
    x, y, z = (round(float(value), DIGITS) + 0.0 for value in point)
    return x, y, z


def interior_angle(before: Vector, joint: Vector, after: Vector) -> float:
    """The interior angle of a joint between three points (3,), degrees: 180 where the limb is straight."""
    return degrees(angle_between(before - joint, after - joint))


def bent_limb(root: Vector, end: Vector, upper: float, lower: float, towards: Vector) -> tuple[Vector, Vector]:
    """Return the middle joint (3,) of a two-bone limb from `root` to `end`, and the unit direction in which it is bent.

    `upper` and `lower` are the lengths of the bones, metres; `towards` is about the direction to bend in.
    """
    middle, _end = bent(root, end, upper, lower, towards)
    return middle, unit(across(towards, unit(end - root)))


def between(top: Vector, point: Vector, bottom: Vector) -> Vector:
    """The point (3,), moved sideways into the vertical plane along Y through `top` and `bottom`."""
    part = (top[2] - point[2]) / (top[2] - bottom[2])
    return vector(float(top[0] + (bottom[0] - top[0]) * part), point[1], point[2])


def divided(line: Sequence[Vector], parts: int) -> list[Vector]:
    """The joints of a polyline (n, 3), divided into so many `parts`."""
    joints = []
    for number in range(parts + 1):
        at = number * (len(line) - 1) / parts
        before = min(int(at), len(line) - 2)
        joints.append(line[before] + (line[before + 1] - line[before]) * (at - before))
    return joints


def range_of(now: float, flexed: float, extended: float) -> Degrees:
    """The range of a joint that folds forwards, degrees from rest, from its interior angles: now, flexed, extended."""
    return now - extended, now - flexed


def reversed_range(limits: Degrees) -> Degrees:
    """The range of a joint that folds backwards: negated, ends exchanged."""
    return None if limits is None else (-limits[1], -limits[0])


def _limit(limits: Degrees) -> Range | None:
    """A limit in radians of one in degrees."""
    return None if limits is None else (round(radians(limits[0]), DIGITS), round(radians(limits[1]), DIGITS))
