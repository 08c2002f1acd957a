"""Joint limits that differ from those of the partner on the other side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

import msgspec

from pantin.rigs.fields import AxisLimits, Range
from pantin.rigs.messages import _
from pantin.rigs.mirror_image import ALIKE, mirror_images, mirrored_limits
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for
from pantin.rigs.problems.ranges import angle
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import Side, mirrored_name, side_of
from pantin.rigs.wording import quoted

FREE: AxisLimits = (None, None, None)
COPIES = {"L": _("Copy to left"), "R": _("Copy to right")}

UNLIMITED = (
    _("{limited} turns {range}; {other} has no limit."),
    _("{limited} turns {range}; {other} has no limit, so the sides differ; make them alike if that is not meant."),
)
FREE_THERE = (
    _("{limited} turns {range}; {other} does not."),
    _("{limited} turns {range}; {other} does not, so the sides differ; make them alike if that is not meant."),
)
OTHERWISE = (
    _("{limited} turns {range}; {other} {its_range}."),
    _("{limited} turns {range}; {other} {its_range}, so the sides differ; make them alike if that is not meant."),
)
"""The sentences about two sides that differ: where there is a fix, and with the remedy where there is none."""


def one_sided_limits(rig: Rig) -> Iterator[Problem]:
    """Bones that are limited in another way than their partner, which is their mirror image at rest."""
    for left, right in _limited_pairs(rig):
        if not _same(mirrored_limits(left.joint.limit), right.joint.limit) and mirror_images(left, right):
            yield _problem(rig, left, right)


def _limited_pairs(rig: Rig) -> Collection[tuple[Bone, Bone]]:
    """The left and the right of each pair of which one has limits."""
    pairs: dict[str, tuple[Bone, Bone]] = {}
    for bone in rig.bones:
        if bone.joint.limit != FREE:
            side, mirrored = _sides(bone.name)
            other = rig.by_name.get(mirrored, bone)
            left, right = (bone, other) if side == "L" else (other, bone)
            if other is not bone:
                pairs[left.name] = (left, right)
    return pairs.values()


@lru_cache(maxsize=10_000)
def _sides(name: str) -> tuple[Side, str]:
    """The side that a name tells, and the same name on the other one."""
    return side_of(name), mirrored_name(name)


def _same(ours: AxisLimits, theirs: AxisLimits) -> bool:
    return all(_alike(one, other) for one, other in zip(ours, theirs, strict=True))


def _alike(one: Range | None, other: Range | None) -> bool:
    if one is None or other is None:
        return one is other
    return all(abs(a - b) <= ALIKE for a, b in zip(one, other, strict=True))


def _problem(rig: Rig, left: Bone, right: Bone) -> Problem:
    """The first axis that differs is named; what is limited on one side alone can be copied to the other."""
    limits, mirrored = right.joint.limit, mirrored_limits(left.joint.limit)
    axis = next(axis for axis in range(3) if not _alike(mirrored[axis], limits[axis]))
    limited, other = (left, right) if left.joint.limit[axis] is not None else (right, left)
    fix = _copied(rig, limited, other) if _can_be_copied(limited, other) else None
    free = other.joint.limit[axis] is None
    sentences = UNLIMITED if other.joint.limit == FREE else FREE_THERE if free else OTHERWISE
    text = sentence_for(fix, *sentences).format(
        limited=quoted(limited.name),
        range=_range_text(limited, axis),
        other=quoted(other.name),
        its_range="" if free else _range_text(other, axis),
    )
    where = f"$.bones[{rig.bones.index(other)}].joint.limit"
    return Problem("one_sided", "note", (limited.name, other.name), text, where, fix)


def _can_be_copied(limited: Bone, other: Bone) -> bool:
    """Return whether nothing of the other side's own is lost."""
    ours: Sequence[Range | None] = mirrored_limits(limited.joint.limit)
    return all(theirs is None or _alike(one, theirs) for one, theirs in zip(ours, other.joint.limit, strict=True))


def _copied(rig: Rig, limited: Bone, other: Bone) -> Fix:
    joint = msgspec.structs.replace(other.joint, limit=mirrored_limits(limited.joint.limit))
    text = COPIES[side_of(other.name) or "R"]
    return Fix(text, (Change("bones", rig.bones.index(other), "joint", joint),))


def _range_text(bone: Bone, axis: int) -> str:
    limit = bone.joint.limit[axis]
    assert limit is not None
    least, most = (angle(end) for end in limit)
    sentence = _("{least}–{most} about {axis}") if limit[0] >= 0.0 else _("{least} to {most} about {axis}")
    return sentence.format(least=least.removesuffix("°"), most=most, axis="XYZ"[axis])
