"""Edits of the ground, and of which limbs plant their feet on it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.ground.kinds import Ground, Planting, why_no_ground
from pantin.rigs.ground.presets import preset
from pantin.rigs.limb import Limb
from pantin.rigs.rest import rest_height
from pantin.rigs.rig import Rig


def with_ground(document: Document, ground: Ground | None) -> Document:
    """The document on other ground. Where nothing plants yet, its legs do from now on.

    Raises ValueError, in one sentence, for what nothing can stand on.
    """
    if ground is not None and (why := why_no_ground(ground)):
        raise ValueError(why[:1].upper() + why[1:])
    rig = document.rig
    if ground is not None and rig.ground is None and not any(limb.plants for limb in rig.limbs):
        rig = rig.with_limbs(tuple(replace(limb, plants=limb in legs_of(rig)) for limb in rig.limbs))
    return replace(document, rig=rig.on_ground(ground))


def on_preset(document: Document, kind: str) -> Document:
    """The document on ground of a kind, of a size that suits its figure; on none where there is no such kind."""
    return with_ground(document, preset(kind, rest_height(document.rig.bones)))


def with_planting(document: Document, planting: Planting) -> Document:
    """The document whose hips do this for feet that plant."""
    return replace(document, rig=document.rig.planted_so(planting))


def let_plant(document: Document, limbs: Collection[Limb], plants: bool) -> Document:
    """Let the feet of these limbs find the ground, or not."""
    changed = (replace(limb, plants=plants) if limb in limbs else limb for limb in document.rig.limbs)
    return replace(document, rig=document.rig.with_limbs(tuple(changed)))


def unplanted(document: Document) -> Document:
    """The document, none of whose limbs plants: feet stand where they are posed."""
    return let_plant(document, [limb for limb in document.rig.limbs if limb.plants], False)


def planting_as(document: Document, like: Document) -> Document:
    """The document, whose limbs plant as those of another one do."""
    limbs = like.rig.limbs
    return document if document.rig.limbs is limbs else replace(document, rig=document.rig.with_limbs(limbs))


def legs_of(rig: Rig) -> tuple[Limb, ...]:
    """The limbs that stand: those that end in a pinned foot."""
    able = tuple(limb for limb in rig.limbs if sole_of(rig, limb) is not None)
    pinned = {pin.bone for pin in rig.pins}
    return tuple(limb for limb in able if not pinned.isdisjoint(limb.bones))
