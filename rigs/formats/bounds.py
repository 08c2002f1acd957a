"""Bounds of what a file holds, applied to edits: poses are brought into range, other edits are rejected.

Only what an edit changed is looked at, so that a drag costs no more than the bones that it moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from pantin.rigs.clip import Clip
from pantin.rigs.collection import Collection
from pantin.rigs.constraints import Constraint
from pantin.rigs.document import Document
from pantin.rigs.fields import LONGEST_STRETCH, SHORTEST_STRETCH, Name
from pantin.rigs.figure import Figure
from pantin.rigs.formats.decoding import decode, plain_of
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.native import check_scene
from pantin.rigs.limb import Limb
from pantin.rigs.messages import _
from pantin.rigs.place import Place
from pantin.rigs.pose import KeptPose, Transform
from pantin.rigs.rig import Bone, KnownPart, Pin
from pantin.rigs.wording import quoted

T = TypeVar("T")


class _Changed(msgspec.Struct):
    """The part of a rig that an edit changed, as a file holds it."""

    bones: tuple[Bone, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    collections: tuple[Collection, ...] = ()
    limbs: tuple[Limb, ...] = ()
    pins: tuple[Pin, ...] = ()
    parts: tuple[KnownPart, ...] = ()
    poses: tuple[KeptPose, ...] = ()
    clips: tuple[Clip, ...] = ()
    name: Name = Figure().name
    place: Place = Place()


OF_FIGURES = ("poses", "clips")
OF_RIGS = ("bones", "constraints", "collections", "limbs", "pins", "parts")
"""The rows of a figure, and of its rig, that a file holds: what is the same object as before is not looked at."""


def bounded(before: Document, after: Document) -> Document:
    """`after`, with the numbers of its pose within what a file can hold. The same document where they are."""
    old, new = before.figure.pose.bones, after.figure.pose.bones
    if new is old:
        return after
    changed = {name: _within(at) for name, at in new.items() if old.get(name) is not at}
    changed = {name: at for name, at in changed.items() if new[name] is not at}
    if not changed:
        return after
    return after.posed({**new, **changed})


def why_invalid(before: Document, after: Document) -> str:
    """Return why a file would reject what was changed since `before`, in one sentence; empty where it would not."""
    if after.scene is before.scene:
        return ""
    old = {figure.name: figure for figure in before.scene.figures}
    changed = _Changed()
    try:
        check_scene(after.scene)
        for figure in after.scene.figures:
            known = old.get(figure.name) or before.figure
            if figure is not known:
                changed = _changed_of(figure, known)
                decode(plain_of(changed), _Changed)
                _check_posed(figure)
    except Fault as fault:
        whose = _whose(changed, fault.where)
        sentence = _("That is not possible for {bone}: {problem}") if whose else _("That is not possible: {problem}")
        return sentence.format(bone=whose, problem=fault.what)
    return ""


def _check_posed(figure: Figure) -> None:
    """Raise Fault for the pose of a bone that the rig lacks."""
    for name in figure.pose.bones.keys() - figure.rig.by_name.keys():
        raise Fault("$.pose.bones", _("the rig has no bone {name} to pose.").format(name=quoted(name)))


def _changed_of(new: Figure, old: Figure) -> _Changed:
    """Return what of a figure was changed."""
    rows = {
        name: _others(getattr(part, name), getattr(before, name))
        for part, before, names in ((new.rig, old.rig, OF_RIGS), (new, old, OF_FIGURES))
        for name in names
    }
    return _Changed(name=new.name, place=new.place, **rows)


def _within(at: Transform) -> Transform:
    if not all(SHORTEST_STRETCH <= size <= LONGEST_STRETCH for size in (at.length, at.thickness)):
        length, thickness = (min(max(size, SHORTEST_STRETCH), LONGEST_STRETCH) for size in (at.length, at.thickness))
        at = msgspec.structs.replace(at, length=length, thickness=thickness)
    numbers = (*at.location, *at.rotation, *at.scale)
    if sum(map(abs, numbers)) <= LARGEST or all(-LARGEST <= number <= LARGEST for number in numbers):
        return at
    if not all(math.isfinite(number) for number in at.rotation):
        at = msgspec.structs.replace(at, rotation=(0.0, 0.0, 0.0, 1.0))
    x, y, z = map(_nearest, at.location)
    wide, long, deep = map(_nearest, at.scale)
    return msgspec.structs.replace(at, location=(x, y, z), scale=(wide, long, deep))


def _nearest(number: float) -> float:
    """The nearest number that a file can hold."""
    return 0.0 if math.isnan(number) else min(max(number, -LARGEST), LARGEST)


def _others(new: Iterable[T], old: Iterable[T]) -> tuple[T, ...]:
    """Return the members of `new` that are not in `old`."""
    if new is old:
        return ()
    known = {id(one) for one in old}
    return tuple(one for one in new if id(one) not in known)


def _whose(changed: _Changed, where: str) -> str:
    """The bone that a fault is about, quoted; empty where it is about none."""
    table, _mark, rest = where.removeprefix("$.").partition("[")
    number = rest.partition("]")[0]
    if table not in ("bones", "constraints") or not number.isdecimal():
        return ""
    row = getattr(changed, table)[int(number)]
    return quoted(row.name if isinstance(row, Bone) else row.owner)
