"""New bones extruded from joints: from a tail a child of the bone, from a head a sibling, from the root's head a child.

A new bone goes on with the axes of the bone that it grows from, turned by the shortest arc: a chain drawn in one plane
bends about one axis.
"""

from __future__ import annotations

from math import dist

from pantin.rigs.document import Document, EndName
from pantin.rigs.editing.bones import known
from pantin.rigs.editing.building.adding import at_end, with_child
from pantin.rigs.editing.building.joints import continued_roll
from pantin.rigs.editing.naming import free_name, name_beside
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST
from pantin.rigs.rig import Bone, Rig

FIRST = "bone"
"""The name of a bone that is extruded from nothing."""


def draw(document: Document, head: Vector3, to: Vector3, mirror: bool = False) -> Document:
    """A new bone that hangs on nothing, from `head` to `to`; it is selected. With `mirror` its name tells its side."""
    _check_length(head, to)
    rig = document.rig
    bone = Bone(name=_called(rig, FIRST, head, to, mirror), head=head, tail=to)
    return select(at_end(document, (bone,)), (bone.name,), bone.name)


def extrude(document: Document, bone: str, end: EndName, to: Vector3, mirror: bool = False) -> Document:
    """A new bone from the end of a bone to a place; it is selected, and named after the bone it grows from.

    From a tail it is a connected child, from a head it hangs where the bone hangs. From a handle or a pole it is one
    too, which is grabbed by itself and therefore not connected. From the head of a root it hangs on
    that root, as a leg does that is drawn from the hips: a figure stays one. With `mirror`, a bone that is drawn beside
    the mirror plane from one that has no side is named after its side.
    """
    rig = document.rig
    old = known(rig, bone)
    head = old.tail if end == "tail" else old.head
    _check_length(head, to)
    grown = Bone(
        name=_called(rig, bone, head, to, mirror),
        parent=bone if end == "tail" else old.parent or bone,
        head=head,
        tail=to,
        roll=continued_roll(rig, old, head, to),
        connected=old.kind == "bone" and (True if end == "tail" else old.connected),
        kind=old.kind,
    )
    return select(with_child(document, grown, bone), (grown.name,), grown.name)


def _called(rig: Rig, after: str, head: Vector3, to: Vector3, mirror: bool) -> str:
    return free_name(name_beside(rig, after, head, to) if mirror else after, rig.by_name)


def _check_length(head: Vector3, to: Vector3) -> None:
    if dist(head, to) <= SHORTEST:
        raise ValueError(_("The new bone would have no length; put its tail away from its head."))
