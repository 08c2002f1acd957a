"""Bones taken out of a rig: deleted, so that what they carried hangs one higher, or dissolved, so that neighbours join.

Nothing names a bone that is gone: what was tied to it, at either end, goes as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as Names
from math import dist

import msgspec

from rigs.bones import known, with_only
from rigs.chains import chain_bones
from rigs.constraints import Constraint, Goal, target_of
from rigs.document import Document
from rigs.formats.files import quoted
from rigs.joints import moved
from rigs.references import forget
from rigs.rig import Bone, Rig
from rigs.selection import with_all_below

NEAR = 1e-6
"""Metres. A head that is not farther from a tail is on it."""


def delete(document: Document, names: Iterable[str]) -> Document:
    """The bones gone. Their children hang on what carried them and stay where they are, un-connected if they must."""
    rig = document.rig
    gone = frozenset(known(rig, name).name for name in names)
    return _taken_out(_constrained(document, (_shorter(rig, each, gone) for each in rig.constraints)), gone)


def dissolve(document: Document, names: Iterable[str]) -> Document:
    """The bones gone and their neighbours joined.

    The bone above one that is connected ends where that one ended. One that is connected to nothing is given up to its
    only connected child, which begins where it began. What else they carried stays in its place. Refused where no bone
    has such a neighbour.
    """
    rig, chosen = document.rig, dict.fromkeys(known(document.rig, name).name for name in names)
    before = document
    for name in reversed(with_all_below(rig, chosen)):
        if name in chosen:
            document = _dissolved(document, document.rig.by_name[name])
    if document is before:
        raise ValueError(f"No bone is connected to {quoted(next(iter(chosen), ''))} to be joined; delete it instead.")
    return document


# Dissolving


def _dissolved(document: Document, bone: Bone) -> Document:
    """Without the bone, or the same document where it has no neighbour."""
    rig = document.rig
    below = [child for child in rig.children.get(bone.name, ()) if child.connected]
    if bone.connected and bone.parent is not None:
        joined = _joined_above(document, bone, bone.parent)
    elif len(below) == 1:
        joined = _joined_below(document, bone, below[0])
    else:
        return document
    return _taken_out(joined, frozenset((bone.name,)))


def _joined_above(document: Document, bone: Bone, above: str) -> Document:
    """The bone above ends where `bone` ends, and meets its goals. Its other children stay, un-connected."""
    rig = document.rig
    ends = (_at_tail_of(above, _shorter(rig, each, {bone.name}), bone.name) for each in rig.constraints)
    aside = {child.name for child in rig.children[above] if child.connected and child is not bone}
    loose = (msgspec.structs.replace(each, connected=False) if each.name in aside else each for each in rig.bones)
    loosened = with_only(_constrained(document, ends), tuple(loose))
    return moved(loosened, {(above, "tail"): bone.tail})


def _joined_below(document: Document, bone: Bone, below: Bone) -> Document:
    """The bone below begins where `bone` begins, and carries what that one carried."""
    rig = document.rig
    hung = {child.name: msgspec.structs.replace(child, parent=below.name) for child in rig.children[bone.name]}
    hung[below.name] = msgspec.structs.replace(below, parent=bone.parent, connected=False)
    shorter = _constrained(document, (_shorter(rig, each, {bone.name}) for each in rig.constraints))
    freed = with_only(shorter, tuple(hung.get(each.name, each) for each in rig.bones))
    return moved(freed, {(below.name, "head"): bone.head})


def _at_tail_of(above: str, constraint: Constraint, bone: str) -> Constraint:
    """A goal that the tail of `bone` met is met by the bone above, which now ends there."""
    if not isinstance(constraint, Goal) or constraint.owner != bone or not constraint.use_tail:
        return constraint
    return msgspec.structs.replace(constraint, owner=above)


# Taking out


def _taken_out(document: Document, gone: Names[str]) -> Document:
    """The document without the bones, and without anything that names them."""
    rig = document.rig
    kept = tuple(_hung_higher(rig, bone, gone) for bone in rig.bones if bone.name not in gone)
    tied = _constrained(document, (each for each in rig.constraints if target_of(each) not in gone))
    return _without_empty_limbs(forget(with_only(tied, kept), gone))


def _constrained(document: Document, constraints: Iterable[Constraint]) -> Document:
    return msgspec.structs.replace(document, rig=document.rig.constrained(tuple(constraints)))


def _hung_higher(rig: Rig, bone: Bone, gone: Names[str]) -> Bone:
    """The bone on the nearest of its ancestors that stays; connected only where its head is on the tail of that one."""
    if bone.parent is None or bone.parent not in gone:
        return bone
    above = rig.by_name[bone.parent]
    while above.name in gone and above.parent is not None:
        above = rig.by_name[above.parent]
    if above.name in gone:
        return msgspec.structs.replace(bone, parent=None, connected=False)
    connected = bone.connected and dist(bone.head, above.tail) <= NEAR
    return msgspec.structs.replace(bone, parent=above.name, connected=connected)


def _shorter(rig: Rig, constraint: Constraint, gone: Names[str]) -> Constraint:
    """A goal whose chain loses the bones that go, and takes no others for them."""
    if not isinstance(constraint, Goal) or not constraint.chain_length:
        return constraint
    fewer = sum(name in gone for name in chain_bones(rig, constraint))
    if not fewer:
        return constraint
    return msgspec.structs.replace(constraint, chain_length=max(1, constraint.chain_length - fewer))


def _without_empty_limbs(document: Document) -> Document:
    """A limb without any bone is none."""
    limbs = tuple(limb for limb in document.rig.limbs if limb.bones)
    if len(limbs) == len(document.rig.limbs):
        return document
    return msgspec.structs.replace(document, rig=msgspec.structs.replace(document.rig, limbs=limbs))
