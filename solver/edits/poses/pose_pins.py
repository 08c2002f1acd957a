"""The pins that belong to a pose of the library: what stands in it is pinned to the ground, and nothing else is.

A pin that was set for another pose would hold a hand where this one happens to have it.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from pantin.rigs import Document, Pin, Rig
from pantin.rigs.editing.pins import leg_pins, pin_of, pins_of_feet, pins_of_skeleton, released
from pantin.solver.edits.poses.poses import together
from pantin.solver.evaluate import evaluate


def with_pins_of_pose(document: Document, bones: Collection[str]) -> Document:
    """Return a document that a pose of these bones was put on, with the pins that belong to that pose.

    Of `bones`, with what is posed with them, feet that stand are pinned to the ground; pins that are not on the ground
    go. Pins of all other bones stay, and those on the ground of feet that are in the air, which hold nothing there.
    """
    rig = document.rig
    posed = together(rig, bones)
    kept = tuple(pin for pin in rig.pins if pin.on_ground or pin.bone not in posed)
    feet = tuple(pin for pin in feet_pins(rig) if pin.bone in posed and all(pin.bone != other.bone for other in kept))
    standing = _standing(document, feet)
    pins = (*kept, *standing)
    return document if pins == rig.pins else replace(document, rig=rig.pinned(pins))


def feet_pins(rig: Rig) -> tuple[Pin, ...]:
    """Return the pins with which a figure stands on all of its feet."""
    free = rig.pinned(())
    of_limbs = {pin.bone: pin for pin in (*pins_of_feet(free), *leg_pins(free, free.limbs))}
    return tuple(of_limbs.values()) or pins_of_skeleton(free)


def _standing(document: Document, feet: tuple[Pin, ...]) -> tuple[Pin, ...]:
    """Return the pins of those feet that are on the ground as the document is posed."""
    if not feet:
        return ()
    seen, rig = evaluate(document), document.rig.pinned(feet)
    loose = released(rig, seen.heads, seen.tails)
    return tuple(pin for pin in feet if pin.bone not in loose)


def lost_pins(before: Rig, after: Rig) -> tuple[str, ...]:
    """Return the bones that were pinned before and are no longer."""
    return tuple(pin.bone for pin in before.pins if pin_of(after, pin.bone) is None)
