"""The pins that belong to a pose of the library: what is in it is pinned to the ground, and nothing else is.

A pin that was set for another pose would hold a hand where this one happens to have it.
"""

from __future__ import annotations

from collections.abc import Collection

from pantin.rigs import Document, Pin, Rig
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.editing.pins import leg_pins, pin_of, pins_of_feet, pins_of_skeleton, released
from pantin.solver.edits.poses.poses import together
from pantin.solver.evaluate import evaluate


def with_pins_of_pose(document: Document, bones: Collection[str], stands: Collection[str] = ()) -> Document:
    """Return a document that a pose of these bones was put on, with the pins that belong to that pose.

    Of `bones`, with what is posed with them, those are pinned to the ground that the pose `stands` on; where it does
    not say, the feet that are seen to stand. All other pins of these bones go, but those of feet and knees on the
    ground, which hold nothing while they are in the air. Pins of other bones stay.
    """
    rig = document.rig
    posed = together(rig, bones)
    legs = {*(pin.bone for pin in feet_pins(rig)), *knees_of(rig), *stands}
    kept = tuple(pin for pin in rig.pins if pin.bone not in posed or (pin.on_ground and pin.bone in legs))
    held = {pin.bone for pin in kept}
    wanted = [pin for pin in _wanted(document, stands) if pin.bone in posed and pin.bone not in held]
    pins = (*kept, *wanted)
    return document if pins == rig.pins else document.with_rig(rig.changed(pins=pins))


def stands_of(rig: Rig, bones: Collection[str]) -> tuple[str, ...]:
    """Return what a pose of these bones stands on: those that are pinned to the ground."""
    return tuple(pin.bone for pin in rig.pins if pin.on_ground and pin.bone in bones)


def _wanted(document: Document, stands: Collection[str]) -> tuple[Pin, ...]:
    """Return the pins with which a document stands: on these bones, or on the feet that are seen to."""
    feet = feet_pins(document.rig)
    if not stands:
        return _standing(document, feet)
    known = {pin.bone: pin for pin in feet}
    knees = knees_of(document.rig)
    there = [name for name in stands if name in document.rig.by_name]
    return tuple(known.get(name) or Pin(name, rotation=name not in knees, on_ground=True) for name in there)


def feet_pins(rig: Rig) -> tuple[Pin, ...]:
    """Return the pins with which a figure stands on all of its feet."""
    free = rig.changed(pins=())
    of_limbs = {pin.bone: pin for pin in (*pins_of_feet(free), *leg_pins(free, free.limbs))}
    return tuple(of_limbs.values()) or pins_of_skeleton(free)


def _standing(document: Document, feet: tuple[Pin, ...]) -> tuple[Pin, ...]:
    """Return the pins of those feet that are on the ground as the document is posed."""
    if not feet:
        return ()
    seen, rig = evaluate(document), document.rig.changed(pins=feet)
    loose = released(rig, document.ground, seen.heads, seen.tails)
    return tuple(pin for pin in feet if pin.bone not in loose)


def lost_pins(before: Rig, after: Rig) -> tuple[str, ...]:
    """Return the bones that were pinned before and are no longer."""
    return tuple(pin.bone for pin in before.pins if pin_of(after, pin.bone) is None)
