"""Knees and feet that come down to the ground: how low they may be pulled, and knees that stand there as feet do.

A figure kneels on a leg whose foot is pinned on the ground. A knee that is pulled down to the ground is pinned there,
and its pin goes when it is pulled up again.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.document import Document
from pantin.rigs.editing.pins import KNELT, pin_of, pinned, unpinned
from pantin.rigs.fields import Vector3
from pantin.rigs.ground.surface import above_ground
from pantin.rigs.rest import rest_height
from pantin.rigs.rig import Rig

ROUND = 0.03
"""Height of the middle of a knee above the ground it kneels on, heights of the figure."""


def knees_of(rig: Rig) -> Mapping[str, str]:
    """The legs that stand: by the bone whose head is the knee, the foot that is pinned on the ground."""
    parts, found = parts_of(rig) if rig.pins else {}, {}
    for foot in (pin.bone for pin in rig.pins if pin.on_ground and parts.get(pin.bone) == "foot"):
        above, shins = rig.by_name[foot].parent, list[str]()
        while above is not None and parts.get(above) != "thigh":
            shins += [above] if parts.get(above) == "shin" else []
            above = rig.by_name[above].parent
        if above is not None and shins:
            found[shins[-1]] = foot
    return found


def lowest(rig: Rig, joint: str) -> float | None:
    """Return the least height of the head of a bone above the ground when it is pulled, metres; None of what may go
    below.

    That is a foot that stands, whose sole is on the ground where its ankle is as high as at rest, and a knee.
    """
    if joint in knees_of(rig):
        return ROUND * rest_height(rig.bones)
    pin = pin_of(rig, joint)
    if pin is None or not pin.on_ground or joint not in rig.by_name:
        return None
    floor = min(0.0, *(min(bone.head[2], bone.tail[2]) for bone in rig.bones if bone.kind == "bone"))
    return rig.by_name[joint].head[2] - floor


def with_knees_on_ground(document: Document, joints: Mapping[str, Vector3]) -> Document:
    """The document after joints have been pulled to places: knees stand where they have come down to the ground.

    A knee that has left it is held no longer.
    """
    rig = document.rig
    near = KNELT * rest_height(rig.bones)
    for knee in (name for name in knees_of(rig) if name in joints):
        pin, down = pin_of(rig, knee), above_ground(document.ground, joints[knee]) <= near
        if down and pin is None:
            document = pinned(document, (knee,), rotation=False, on_ground=True)
        elif not down and pin is not None and pin.on_ground:
            document = unpinned(document, (knee,))
    return document
