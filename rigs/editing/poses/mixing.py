"""Mixing poses: a part of the way from how a figure is posed to another pose, and beyond it on both sides.

Rotations go along the shortest arc, places along a line, sizes by equal factors. 0 is the figure as it is, 1 the
other pose; below 0 it leads away from it, above 1 farther than it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import hypot, isfinite

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, several
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.flipping import flipped_pose
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.messages import _
from pantin.rigs.pose import REST, Transform
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

LEAST, MOST = -1.0, 2.0
"""The range of mixing: from as far away from a pose as it is there, to twice the way to it."""

SMALLEST = 1e-9
"""Sizes below this are nothing."""


def targets(
    rig: Rig,
    pose: Mapping[str, Transform],
    flip: bool = False,
    bones: Iterable[str] | None = None,
    part: bool = True,
) -> dict[str, Transform]:
    """Return the transforms that a pose, flipped where asked for, leads `bones` of a rig to, or all; names that the rig
    lacks are ignored.

    A whole pose, not a `part` of one, may name none: then all bones are at rest in it. Raises ValueError where no bone
    is left, for a number that is none, and where the rig lacks one of `bones`.
    """
    found = {name: checked(name, transform) for name, transform in pose.items() if name in rig.by_name}
    found = flipped_pose(rig, found) if flip else found
    if not found and (pose or part):
        raise ValueError(_("The pose has no bone of this rig; take one that was made with bones of the same names."))
    return found if bones is None else among(found, [known(rig, name).name for name in several(bones)])


def about(rig: Rig, pose: Mapping[str, Transform], flip: bool, part: bool) -> Collection[str]:
    """Return the bones that a pose, flipped where asked for, is about: those that it names, or all where it is whole.

    Raises ValueError where a part names none of the rig.
    """
    return targets(rig, pose, flip) if part else rig.by_name.keys()


def among(found: Mapping[str, Transform], names: Collection[str]) -> dict[str, Transform]:
    """Return the transforms of a pose that are about these bones. Raises ValueError where that is nothing."""
    chosen = set(names)
    left = {name: transform for name, transform in found.items() if name in chosen}
    if not left:
        raise ValueError(_("The pose has none of the selected bones; select others, or none for the whole pose."))
    return left


def part_way(document: Document, goals: Mapping[str, Transform], amount: float) -> Document:
    """The document with each of these bones `amount` of the way from its own transform to its goal."""
    own = [document.figure.transform(name) for name in goals]
    return with_transforms(document, dict(zip(goals, _between(own, tuple(goals.values()), amount), strict=True)))


def pushed(document: Document, own: Mapping[str, Transform], amount: float) -> Document:
    """The document with bones whose transforms are these pushed: 1 doubles what differs from rest.

    Below 0 they are relaxed by as much: −1 halves it, so that one takes the other back.
    """
    part = 1.0 + amount if amount >= 0.0 else 1.0 / (1.0 - amount)
    made = _between((REST,) * len(own), tuple(own.values()), part)
    return with_transforms(document, dict(zip(own, made, strict=True)))


def between(start: Transform, end: Transform, amount: float) -> Transform:
    """The transform `amount` of the way from one to the other: at 0 and 1 exactly these."""
    (found,) = _between((start,), (end,), amount)
    return found


def _between(starts: Sequence[Transform], ends: Sequence[Transform], amount: float) -> Iterator[Transform]:
    """Yield the transforms `amount` of the way from each of some to its end."""
    begins, goals = (np.array([each.rotation for each in some]).reshape(-1, 4) for some in (starts, ends))
    for start, end, (x, y, z, w) in zip(starts, ends, rot.slerp(begins, goals, amount).tolist(), strict=True):
        if amount in (0.0, 1.0) or start == end:
            yield end if amount else start
        else:
            yield _mixed(start, end, amount, start.rotation if start.rotation == end.rotation else (x, y, z, w))


def _mixed(start: Transform, end: Transform, amount: float, rotation: Quaternion) -> Transform:
    return Transform(
        location=_along(start.location, end.location, amount),
        rotation=rotation,
        scale=_grown(start.scale, end.scale, amount),
        length=_stretched(start.length, end.length, amount),
        thickness=_stretched(start.thickness, end.thickness, amount),
    )


def checked(name: str, transform: Transform) -> Transform:
    """The transform, its rotation brought to length 1. Raises ValueError, with the bone's name, where it is none."""
    numbers = (*transform.location, *transform.rotation, *transform.scale, transform.length, transform.thickness)
    if not all(map(isfinite, numbers)):
        sentence = _("The pose of {bone} holds a number that is none, NaN or infinity; take another copy of it.")
        raise ValueError(sentence.format(bone=quoted(name)))
    length = hypot(*transform.rotation)
    if length < rot.SHORTEST_QUATERNION:
        sentence = _("The rotation of {bone} is a quaternion of zeros; write [0, 0, 0, 1] for none.")
        raise ValueError(sentence.format(bone=quoted(name)))
    if abs(length - 1.0) < rot.SHORTEST_QUATERNION:
        return transform
    x, y, z, w = (part / length for part in transform.rotation)
    return replace(transform, rotation=(x, y, z, w))


def check_amount(amount: float) -> None:
    """Raise ValueError for an amount that poses are not mixed by."""
    if not LEAST <= amount <= MOST:
        sentence = _("Poses are mixed by {least:g} to {most:g}, not by {amount:g}; 1 is the whole pose.")
        raise ValueError(sentence.format(least=LEAST, most=MOST, amount=amount))


def _along(start: Vector3, end: Vector3, amount: float) -> Vector3:
    x, y, z = (a + amount * (b - a) for a, b in zip(start, end, strict=True))
    return (x, y, z)


def _stretched(start: float, end: float, amount: float) -> float:
    """Lengths change by equal factors."""
    return float(start * (end / start) ** amount)


def _grown(start: Vector3, end: Vector3, amount: float) -> Vector3:
    """Sizes grow by equal factors; one that is turned over, or nothing, goes along a line."""
    x, y, z = (
        a * (b / a) ** amount if a * b > 0.0 and min(abs(a), abs(b)) > SMALLEST else a + amount * (b - a)
        for a, b in zip(start, end, strict=True)
    )
    return (x, y, z)
