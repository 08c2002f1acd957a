"""Twist bones: several in a row along a bone that share its twist, so that skin winds evenly instead of wringing.

The first keeps the twist of what carries the bone, as if it were locked there; the last takes that of the hand or the
foot at the end, or the bone's own; those between share the rest. The last may be turned by hand instead. They are made
of ordinary constraints, and none of them moves anything that was there before. Twist bones that a file brought take
their share by where they lie along their bone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.constraints import Armature, Constraint, CopyLocation, CopyRotation, CopyScale, DampedTrack
from pantin.rigs.constraints.acting import ALL_AXES
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, replace_bones
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.building.dividing import place_on
from pantin.rigs.editing.naming import free_name
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import WeightedBone
from pantin.rigs.figure import Figure
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST, rest_lengths
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import side_of, style_of, with_side, without_side
from pantin.rigs.wording import quoted

FEWEST, MOST = 2, 20
"""The numbers that a bone may get: one for each end at least."""

LIMBS = ("upper_arm", "forearm", "thigh", "shin")
"""The parts of a body that twist."""

_ENDS = ("hand", "foot", "paw")
_TWIST_ONLY = Locks(location=ALL_AXES, rotation=(True, False, True), scale=ALL_AXES)
_NAMELESS = " ._-"


def add_twist_bones(document: Document, names: Iterable[str], count: int = 3, by_hand: bool = False) -> Document:
    """Give each bone `count` twist bones and select them; the last is turned `by_hand`, or follows what twists.

    Raises ValueError where a bone has some already, no length, or nothing that it could twist against.
    """
    if not FEWEST <= count <= MOST:
        raise ValueError(
            _("A bone gets {fewest} to {most} twist bones; {count} were asked for.").format(
                fewest=FEWEST, most=MOST, count=count
            )
        )
    chosen = [known(document.rig, name) for name in dict.fromkeys(names)]
    added: dict[str, tuple[Bone, ...]] = {}
    constraints: list[Constraint] = []
    taken = set(document.rig.by_name)
    for bone in chosen:
        _check(document.rig, bone)
        row = tuple(_segments(document.rig, bone, count, by_hand, taken))
        added[bone.name] = row
        constraints += _constraints(document.rig, bone, [each.name for each in row], by_hand)
    after = with_bones(document, added)
    tied = after.rig.changed(constraints=(*after.rig.constraints, *constraints))
    names = [each.name for row in added.values() for each in row]
    return select(after.with_rig(tied), names, names[-1] if names else None)


def share_twist(document: Document) -> tuple[Document, tuple[str, ...]]:
    """Let the twist bones that a figure has, and that nothing moves, take their share of the twist of their limbs.

    Each lies on the axis of its bone then, at the place along it where it began; skins stay. At the head of the bone it
    keeps the twist of what carries that, at the tail it has that of the hand or foot, or the bone's own. Returns which
    do. Tracks of theirs in clips go. Raises ValueError where there are none.
    """
    rig = document.rig
    found = {bone.name: (bone, holder, _place_along(holder, bone)) for bone, holder in _untied(rig)}
    if not found:
        raise ValueError(_("The figure has no twist bones that nothing moves; add some to its limbs."))
    bones = [_on_axis(*each) for each in found.values()]
    constraints = [tie for bone, holder, at in found.values() for tie in _share(rig, holder, bone.name, at)]
    made = replace_bones(document, bones)
    tied = made.with_rig(made.rig.changed(constraints=(*rig.constraints, *constraints)))
    clips = tuple(
        replace(clip, tracks={name: track for name, track in clip.tracks.items() if name not in found})
        for clip in tied.figure.clips
    )
    return tied.with_figure(replace(tied.figure, clips=clips)), tuple(found)


def left_behind(figure: Figure) -> tuple[str, ...]:
    """Return the twist bones of a figure that nothing turns with their limbs: no constraint, and no clip."""
    moved = {name for clip in figure.clips for name in clip.tracks}
    names = tuple(bone.name for bone, _holder in _untied(figure.rig))
    return names if moved.isdisjoint(names) else ()


def _untied(rig: Rig) -> Iterator[tuple[Bone, Bone]]:
    """Yield each twist bone that no constraint moves, with the part of a limb along which it lies."""
    parts, owners = parts_of(rig), {each.owner for each in rig.constraints}
    for bone in rig.bones:
        holder = _holder(rig, parts, bone)
        if holder is not None and bone.name not in owners and not _carries_limb(rig, parts, bone.name):
            yield bone, holder


def _holder(rig: Rig, parts: Mapping[str, str], bone: Bone) -> Bone | None:
    """Return the part of a limb along which a twist bone lies; None of what is none."""
    if bone.kind != "bone" or parts.get(bone.name) != "twist":
        return None
    above = rig.by_name.get(bone.parent or "")
    while above is not None and parts.get(above.name) == "twist":
        above = rig.by_name.get(above.parent or "")
    if above is None or parts.get(above.name) not in LIMBS or rest_lengths([above])[0] <= SHORTEST:
        return None
    return above


def _carries_limb(rig: Rig, parts: Mapping[str, str], name: str) -> bool:
    """Return whether more of the limb hangs on a twist bone: to turn that would turn the hand."""
    below = rig.children.get(name, ())
    return any(parts.get(child.name, "twist") != "twist" or _carries_limb(rig, parts, child.name) for child in below)


def _place_along(holder: Bone, bone: Bone) -> float:
    way = np.subtract(holder.tail, holder.head)
    return float(np.clip(np.subtract(bone.head, holder.head) @ way / (way @ way), 0.0, 1.0))


def _on_axis(bone: Bone, holder: Bone, at: float) -> Bone:
    """Return a twist bone that lies along its bone, with its axes, and turns by constraints alone."""
    length = min(max(float(rest_lengths([bone])[0]), SHORTEST) / float(rest_lengths([holder])[0]), 1.0)
    return replace(
        bone,
        head=place_on(holder, at),
        tail=place_on(holder, at + max(length, 0.05)),
        roll=holder.roll,
        connected=False,
        inherit_rotation=False,
        inherit_scale="none",
    )


def _share(rig: Rig, holder: Bone, name: str, at: float) -> Iterator[Constraint]:
    """Yield the constraints of a twist bone that lies `at` a place along its bone, 0 to 1."""
    ends = _ends(rig, holder)
    yield from _untwisted(holder, name, at, ends or _carrier(holder))
    share = 1.0 - at if ends else at
    if share > 0.0:
        yield CopyRotation(owner=name, target=holder.name, influence=share)
    yield CopyScale(owner=name, target=holder.name)


def _check(rig: Rig, bone: Bone) -> None:
    if _has_twist_bones(rig, bone):
        raise ValueError(_("{bone} has twist bones already; delete those first.").format(bone=quoted(bone.name)))
    if rest_lengths([bone])[0] <= SHORTEST:
        sentence = _("{bone} has no length to be shared; move its tail away from its head.")
        raise ValueError(sentence.format(bone=quoted(bone.name)))
    if bone.parent is None and not _ends(rig, bone):
        sentence = _("Nothing carries {bone} and it carries nothing, so it has no twist to share.")
        raise ValueError(sentence.format(bone=quoted(bone.name)))


def without_twist_bones(rig: Rig, names: Iterable[str]) -> tuple[str, ...]:
    """Return those of the bones, parts of limbs, that could get twist bones and have none."""
    parts, found = parts_of(rig), []
    for name in names:
        bone = rig.by_name[name]
        if parts.get(name) in LIMBS and not _has_twist_bones(rig, bone) and rest_lengths([bone])[0] > SHORTEST:
            found.append(name)
    return tuple(found)


def _has_twist_bones(rig: Rig, bone: Bone) -> bool:
    """Return whether a child is called so, or points along the bone as the first of a row does."""
    parts, children = parts_of(rig), {child.name for child in rig.children.get(bone.name, ())}
    tracks = (each for each in rig.constraints if isinstance(each, DampedTrack) and each.owner in children)
    along = {track.owner for track in tracks if track.target == bone.name and track.head_tail == 1.0}
    return bool(along) or any(parts.get(child) == "twist" for child in children)


def _ends(rig: Rig, bone: Bone) -> tuple[str, ...]:
    """Return the bones that twist the end of a bone: a hand or foot at its tail. An elbow or a knee turns the bone
    itself.

    A hand without a bone of its own is all palms that begin there: one of them that is turned alone turns no wrist. Of
    bones that are no known part of a body, it is the one that goes on at the tail.
    """
    parts = parts_of(rig)
    below = [child for child in rig.children.get(bone.name, ()) if child.kind == "bone" and _at_tail(bone, child)]
    ends = tuple(child.name for child in below if parts.get(child.name) in _ENDS)
    if ends or bone.name in parts:
        return ends
    return tuple(child.name for child in below[:1])


def _carrier(bone: Bone) -> tuple[str, ...]:
    return () if bone.parent is None else (bone.parent,)


def _at_tail(bone: Bone, child: Bone) -> bool:
    near = 1e-3 * float(rest_lengths([bone])[0])
    return child.connected or float(np.linalg.norm(np.subtract(child.head, bone.tail))) <= near


def _segments(rig: Rig, bone: Bone, count: int, by_hand: bool, taken: set[str]) -> Iterator[Bone]:
    """The twist bones in their row, whose names are `taken` from then on.

    An outer one that takes its twist from elsewhere does not turn with the bone.
    """
    free = {0} if by_hand or not _ends(rig, bone) else {0, count - 1}
    for place in range(count):
        name = _name(bone.name, place + 1, taken)
        taken.add(name)
        yield Bone(
            name=name,
            parent=bone.name,
            head=place_on(bone, place / count),
            tail=place_on(bone, (place + 1) / count),
            roll=bone.roll,
            inherit_rotation=place not in free,
            inherit_scale="none",
            joint=Joint(roll=bone.joint.roll),
            locks=_TWIST_ONLY if by_hand and place == count - 1 else Locks(),
        )


def _constraints(rig: Rig, bone: Bone, row: list[str], by_hand: bool) -> Iterator[Constraint]:
    """Yield the constraints that turn each twist bone; all are as thick and as stretched as the bone."""
    first, *between, last = row
    ends = () if by_hand else _ends(rig, bone)
    yield from _untwisted(bone, first, 0.0, _carrier(bone))
    for place, name in enumerate(between, 1):
        yield CopyRotation(owner=name, target=first)
        yield CopyRotation(owner=name, target=last, influence=place / (len(row) - 1))
    if ends:
        yield from _untwisted(bone, last, 1.0 - 1.0 / len(row), ends)
    yield from (CopyScale(owner=name, target=bone.name) for name in row)


def _untwisted(bone: Bone, owner: str, at: float, sources: tuple[str, ...]) -> Iterator[Constraint]:
    """Yield the constraints that turn `owner` as `sources` together have turned since their rest, and then back along
    the bone by the smallest turn.
    """
    if sources:
        yield Armature(owner=owner, targets=tuple(WeightedBone(source) for source in sources))
        yield CopyLocation(owner=owner, target=bone.name, head_tail=at)
    yield DampedTrack(owner=owner, target=bone.name, head_tail=1.0)


def _name(bone: str, number: int, taken: set[str]) -> str:
    """ "forearm_twist_1.L" for the first of "forearm.L", in the way in which that tells its side."""
    rig, colon, stem = without_side(bone).rpartition(":")
    plain = f"{rig}{colon}{stem.strip(_NAMELESS)}_twist_{number}"
    return free_name(with_side(plain, side_of(bone), style_of((bone,))) if side_of(bone) else plain, taken)
