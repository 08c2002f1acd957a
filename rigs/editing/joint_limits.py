"""Edits of joint limits: one end of a range, limits from the pose, ball joints, no limits, mirrored limits.

Limits can also be freed for the pose that the figure is in: see `freed`.

A joint's turn is given as (bend, twist, sway): about X, along the bone, about Z. Limits on both X and Z bound the swing
by an ellipse in half-angle sines, so that a limit read off a bone that is bent and swayed at once must leave room for
both together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import asin, copysign, cos, pi, radians, remainder, sin, sqrt, tau
from typing import Literal

import msgspec
import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.euler import end_sine, half_sines
from pantin.rigs.fields import AxisLimits, AxisSwitches, Range, Vector3
from pantin.rigs.joint import NONE_LOCKED, Joint
from pantin.rigs.messages import _
from pantin.rigs.rest import joint_frame, rest_matrices, roll_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import mirrored_name

End = Literal["lower", "upper"]

BEND, TWIST, SWAY = 0, 1, 2
"""The axes of a joint: about X, along the bone, about Z."""

TURNED = radians(0.5)
"""An axis that is turned by less than this is ignored when a limit is read off a pose."""

BALL: AxisLimits = ((-radians(60), radians(60)), (-radians(45), radians(45)), (-radians(60), radians(60)))
"""A joint that swings in a cone and twists a little: what a rigger narrows from."""

ASKEW = 1e-6
"""An axis whose part along another one is less, as the cosine says, is square to it."""

ALIKE = 0.9
"""Cosine from which on the axes of two bones count as each other's mirror image."""


def bounds(joint: Joint) -> AxisLimits:
    """Return the range through which a joint turns about each axis: a locked one not at all, a free one has no
    range.
    """
    x, y, z = ((0.0, 0.0) if held else limit for held, limit in zip(joint.lock, joint.limit, strict=True))
    return x, y, z


def locks_of_bone(joint: Joint) -> AxisSwitches:
    """About which of the bone's own axes the joint does not turn at all: those along locked ones of the joint."""
    x, y, z = joint.lock
    along, across = abs(cos(joint.roll)) > ASKEW, abs(sin(joint.roll)) > ASKEW
    return (x or not along) and (z or not across), y, (z or not along) and (x or not across)


def with_ends(document: Document, name: str, axis: int, ends: Range) -> Document:
    """Set the range, in radians, of a joint about one axis."""
    joint = document.rig.by_name[name].joint
    return with_joints(document, {name: _ranged(joint, {axis: ends})})


def with_joints(document: Document, joints: Mapping[str, Joint]) -> Document:
    """Give bones new joints."""
    by_name = document.rig.by_name
    return replace_bones(document, (msgspec.structs.replace(by_name[name], joint=joints[name]) for name in joints))


def limit_from_pose(document: Document, turns: Mapping[str, Vector3]) -> Document:
    """Each joint's range ends where it is turned to now, on the side to which it is turned.

    `turns` are the bend, twist and sway of each bone, radians. What is locked stays locked; an axis that is not turned
    keeps its range.
    """
    by_name = document.rig.by_name
    return with_joints(document, {name: _reaching(by_name[name].joint, turn) for name, turn in turns.items()})


def make_balls(document: Document, names: Iterable[str]) -> Document:
    """Make ball joints: a cone of swing and a little twist."""
    return _each(document, names, lock=NONE_LOCKED, limit=BALL)


def clear_limits(document: Document, names: Iterable[str]) -> Document:
    """Remove all limits and locks of joints."""
    return _each(document, names, lock=NONE_LOCKED, limit=(None, None, None))


def freed(document: Document, names: Iterable[str], axes: Iterable[int] = (BEND, TWIST, SWAY)) -> Document:
    """Open the limits of joints about some axes for this pose. The rig keeps them: `held_again` puts them back.

    Locked axes stay locked.
    """
    axes = tuple(axes)
    by_name, before = document.rig.by_name, document.rig.freed
    opened = {name: _ranged(by_name[name].joint, dict.fromkeys(axes)) for name in names}
    opened = {name: joint for name, joint in opened.items() if joint.limit != by_name[name].joint.limit}
    if not opened:
        return document
    kept = {name: before.get(name, by_name[name].joint.limit) for name in opened}
    rig = with_joints(document, opened).rig
    return document.with_rig(msgspec.structs.replace(rig, freed={**before, **kept}))


def held_again(document: Document, names: Iterable[str]) -> Document:
    """Put the limits of joints back that are freed for the pose. No bone is turned, though it be beyond its limits."""
    rig = document.rig.holding(names)
    return document if rig is document.rig else document.with_rig(rig)


def partners(rig: Rig, names: Iterable[str]) -> Mapping[str, str]:
    """For each bone that has one, the same bone on the other side; none that is named itself."""
    named = tuple(names)
    found = {name: mirrored_name(name) for name in named}
    return {name: other for name, other in found.items() if other in rig.by_name and other not in named}


def mirrored_to_partners(document: Document, names: Iterable[str]) -> Document:
    """Mirror the locks and limits of bones to their partners on the other side."""
    rig = document.rig
    return with_joints(document, {other: _mirrored(rig, name, other) for name, other in partners(rig, names).items()})


def _each(document: Document, names: Iterable[str], **changes: object) -> Document:
    by_name = document.rig.by_name
    return with_joints(document, {name: msgspec.structs.replace(by_name[name].joint, **changes) for name in names})


def _ranged(joint: Joint, ranges: Mapping[int, Range | None]) -> Joint:
    x, y, z = (ranges.get(axis, limit) for axis, limit in enumerate(joint.limit))
    return msgspec.structs.replace(joint, limit=(x, y, z))


def _reaching(joint: Joint, turn: Vector3) -> Joint:
    turned = [axis for axis, angle in enumerate(turn) if abs(angle) > TURNED and not joint.lock[axis]]
    ends = {axis: turn[axis] for axis in turned}
    swung = [axis for axis in turned if axis != TWIST]
    ends.update(_room_for_both(joint, turn, swung))
    return _ranged(joint, {axis: _ending(joint.limit[axis], end) for axis, end in ends.items()})


def _room_for_both(joint: Joint, turn: Vector3, swung: list[int]) -> Mapping[int, float]:
    """Return the ends of the ranges of bend and sway for which the swing itself lies on the bound that they make
    together.
    """
    k = dict(zip((BEND, SWAY), half_sines(turn[BEND], turn[SWAY]), strict=True))
    if len(swung) == 2:
        return {axis: _angle(k[axis] * sqrt(2.0)) for axis in swung}
    if len(swung) == 1:
        [axis] = swung
        other = joint.limit[SWAY - axis]
        most = 0.0 if other is None else end_sine(other, turn[SWAY - axis])
        used = min(abs(k[SWAY - axis]) / most, 0.99) if most > 0.0 else 0.0
        return {axis: _angle(k[axis] / sqrt(1.0 - used * used))}
    return {}


def _angle(half_sine: float) -> float:
    return 2.0 * asin(max(-1.0, min(half_sine, 1.0)))


def _ending(limit: Range | None, end: float) -> Range:
    lower, upper = limit or (-pi, pi)
    return (lower, end) if end > 0.0 else (end, upper)


def _mirrored(rig: Rig, name: str, other: str) -> Joint:
    """The joint of `other` with the locks and limits of `name`, seen in a mirror that is across X.

    A turn about an axis is, in the mirror, the opposite turn about the axis's image; which of the partner's axes that
    is, and which way it points, their rest frames say. Where a joint has axes of its own, the partner's get its image.
    """
    source, target = rig.by_name[name], rig.by_name[other]
    images = np.diag([-1.0, 1.0, 1.0]) @ joint_frame(source)
    if source.joint.roll or target.joint.roll:
        target = _rolled_onto(target, images)
    likeness = joint_frame(target).T @ images
    lock, limit = list(target.joint.lock), list(target.joint.limit)
    for axis in range(3):
        onto = int(np.argmax(np.abs(likeness[:, axis])))
        if abs(likeness[onto, axis]) < ALIKE:
            raise ValueError(
                _('"{other}" lies otherwise than "{name}" in the mirror; give both the same roll first.').format(
                    other=other, name=name
                )
            )
        lock[onto] = source.joint.lock[axis]
        limit[onto] = _seen(source.joint.limit[axis], -copysign(1.0, likeness[onto, axis]))
    return msgspec.structs.replace(target.joint, lock=(lock[0], lock[1], lock[2]), limit=(limit[0], limit[1], limit[2]))


def _rolled_onto(bone: Bone, images: np.ndarray) -> Bone:
    """The bone with the axes of its joint on `images`, a frame of the other hand, whose X points the other way."""
    wanted = images * (-1.0, 1.0, 1.0)
    along = rest_matrices([bone])[0, :3, 1]
    roll = remainder(roll_of(wanted, along) - bone.roll, tau)
    return msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, roll=roll))


def _seen(limit: Range | None, sign: float) -> Range | None:
    return limit if limit is None or sign > 0.0 else (-limit[1], -limit[0])
