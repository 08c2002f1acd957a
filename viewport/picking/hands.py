"""Fingers and their hands: while a hand is seen small, whoever points at a finger means the hand.

In the picture of a whole figure a finger is a few pixels wide. There clicks and drags take the hand; a second click in
the same place takes the finger. Seen large, or while a finger of the hand is selected, fingers are taken at once.

So it is with the hooves, toes and claws of an animal: whoever points at one means the leg that stands on it. Of a
person toes are taken by themselves, because shoes bend there and hooves do not.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.fitting.creatures import named_quadruped
from pantin.rigs.fitting.hands import hands_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors, with_descendants
from pantin.viewport.picking.picking import ControlsFound, Hit, pick, pick_all
from pantin.viewport.picking.targets import targets
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look

OF_A_HAND: frozenset[Part] = frozenset((*FINGERS, "finger", "palm"))

HAND_SEEN = 96.0
"""A hand that is seen shorter than this from its wrist to its farthest fingertip, pixels, is taken by its fingers: in
the picture of a figure it has 50, and who poses fingers comes nearer."""


class Hands(msgspec.Struct, frozen=True):
    """The hand of each bone of a finger or a palm, and how long each hand is at rest, fingers included, metres."""

    hands: Mapping[str, str]
    lengths: Mapping[str, float]


@remembered("bones", "parts")
def hands_in(rig: Rig) -> Hands:
    """Return the hands of a rig with the bones of their fingers and palms."""
    hands: dict[str, str] = {}
    for hand in hands_of(rig):
        between = {above for name in hand.phalanges for above in ancestors(rig, name)}
        of_it = between.intersection(with_descendants(rig, (hand.bone,))) - {hand.bone}
        hands |= dict.fromkeys((*of_it, *with_descendants(rig, hand.phalanges)), hand.bone)
    parts = parts_of(rig)
    for name, part in parts.items():
        if part in OF_A_HAND and name not in hands:
            hand_above = next((above for above in ancestors(rig, name) if parts.get(above) == "hand"), None)
            hands |= {name: hand_above} if hand_above is not None else {}
    hands = {name: hand for name, hand in hands.items() if rig.by_name[name].kind == "bone"}
    return Hands(hands, {hand: _length(rig, hand, hands) for hand in set(hands.values())})


@remembered("bones", "parts", "pins")
def paws_in(rig: Rig) -> Mapping[str, str]:
    """Return the bone on which a leg of an animal stands for each bone below that; of people there are none."""
    parts, knees = parts_of(rig), knees_of(rig)
    stands = [pin.bone for pin in rig.pins if pin.on_ground and pin.bone in rig.by_name and pin.bone not in knees]
    if "hock" not in parts.values() and (not stands or named_quadruped(Tree(rig)) is None):
        return {}
    paws = (paw for paw in stands if rig.by_name[paw].kind == "bone")
    below = ((name, paw) for paw in paws for name in with_descendants(rig, (paw,)) if name != paw)
    return {name: paw for name, paw in below if rig.by_name[name].kind == "bone"}


def taken(look: Look, lens: Lens, x: float, y: float, controls: ControlsFound) -> Hit | None:
    """Return what is under a pixel: the hand for a finger, the paw for a toe, unless these are taken by themselves."""
    hit = pick(targets(look), lens, x, y, controls)
    return hit if hit is None or _by_themselves(look, lens, hit.bone) else by_its_hand(look, hit)


def all_taken(look: Look, lens: Lens, x: float, y: float, controls: ControlsFound) -> tuple[Hit, ...]:
    """Return all that is under a pixel, in the order in which clicks take it: a hand seen small before its finger, a
    paw before its toe.
    """
    every = pick_all(targets(look), lens, x, y, controls)
    if every and not _is_seen_large(look, lens, every[0].bone):
        every = (by_its_hand(look, every[0]), *every)
    found: dict[str, Hit] = {}
    for hit in every:
        found.setdefault(hit.bone, hit)
    return tuple(found.values())


def by_its_hand(look: Look, hit: Hit) -> Hit:
    """Return the hit on the hand of a finger or a palm, or on the paw of a toe; any other hit as it is."""
    if look.in_rest_pose:
        return hit
    hand, paw = hands_in(look.document.rig).hands.get(hit.bone), paws_in(look.document.rig).get(hit.bone)
    if paw is not None:
        return replace(hit, bone=paw)
    return hit if hand is None else replace(hit, bone=hand, finger=hit.bone)


def _by_themselves(look: Look, lens: Lens, name: str) -> bool:
    """Return whether the bone of a finger is taken, not its hand: it is seen large, or a finger of the hand is
    selected. So is a toe, not its paw, while a toe of that is selected.
    """
    paws = paws_in(look.document.rig)
    wholes = paws if name in paws else hands_in(look.document.rig).hands
    whole = wholes.get(name)
    return any(wholes.get(each) == whole for each in look.document.selected) or _is_seen_large(look, lens, name)


def _is_seen_large(look: Look, lens: Lens, name: str) -> bool:
    """Return whether the hand of a finger is seen so large that its fingers can be aimed at; a paw never is."""
    if name in paws_in(look.document.rig):
        return False
    hands = hands_in(look.document.rig)
    hand = hands.hands.get(name)
    if hand is None:
        return True
    wrist = look.evaluated.heads[look.evaluated.index[hand]]
    return bool(hands.lengths[hand] / lens.pixel(wrist) >= HAND_SEEN)


def _length(rig: Rig, hand: str, hands: Mapping[str, str]) -> float:
    """Return how far the farthest end of its fingers is from a wrist at rest, metres."""
    ends = [rig.by_name[name].tail for name, its in hands.items() if its == hand]
    return float(np.linalg.norm(np.array(ends) - rig.by_name[hand].head, axis=1).max())
