"""Connecting bones to their parents and disconnecting them. `bones.reparent` gives a parent."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, replace_bones
from pantin.rigs.editing.building.joints import JointEnd, moved
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST
from pantin.rigs.wording import quoted


def connect(document: Document, names: Iterable[str]) -> Document:
    """Move the head of each bone to its parent's tail and connect it; its own tail stays.

    Raises ValueError for a bone without a parent.
    """
    rig, chosen = document.rig, tuple(names)
    places: dict[JointEnd, Vector3] = {}
    for name in chosen:
        bone = known(rig, name)
        if bone.parent is None:
            raise ValueError(_("{name} has no parent to be connected to; give it one first.").format(name=quoted(name)))
        tail = rig.by_name[bone.parent].tail
        if dist(tail, bone.tail) <= SHORTEST:
            raise ValueError(
                _("{name} ends where {parent} ends and would have no length; move its tail away.").format(
                    name=quoted(name), parent=quoted(bone.parent)
                )
            )
        places[name, "head"] = tail
    begun = moved(disconnect(document, chosen), places)
    return replace_bones(begun, (msgspec.structs.replace(begun.rig.by_name[name], connected=True) for name in chosen))


def disconnect(document: Document, names: Iterable[str]) -> Document:
    """Disconnect each bone from its parent's tail; it stays in place and keeps its parent."""
    bones = (known(document.rig, name) for name in names)
    return replace_bones(document, [msgspec.structs.replace(bone, connected=False) for bone in bones if bone.connected])
