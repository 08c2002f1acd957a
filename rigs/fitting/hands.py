"""The hands of a skeleton: which bones are the phalanges of which finger, by names, else by shape.

Metacarpals and the joints that exporters put at the tips are no phalanges: a finger has three at most, the thumb counts
its metacarpal, which moves. Fingers that no name tells follow the thumb in a row.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import is_helper, stem_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.fitting.assigned import Assigned, assigned_in
from pantin.rigs.fitting.by_shape import fingers_by_shape
from pantin.rigs.fitting.found_body import PHALANGES, SIDES, first_phalanx, phalanges_of, role_of
from pantin.rigs.fitting.recognition import person_figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, unit

Finger = Part
Chains = list[tuple[Part, tuple[str, ...]]]
"""Chains of bones, each with what its names tell."""

NAMED: tuple[Part, ...] = (*FINGERS, "finger")
"""Parts that bones of fingers are by their names; of a `finger` the name does not say which it is."""

IN_THE_PALM = 0.5
"""A first bone that begins nearer to the wrist than this, in parts of the next one's distance, is a metacarpal."""
FEWEST_CHAINS, MOST_CHAINS = 4, 5
"""The number of chains that make a skeleton without names a hand by itself."""
ABOUT_PARALLEL = 0.25
"""The least cosine between each of these chains and the mean of all: the legs of a spider go in all directions."""
MOST_BONES = 400
"""Rigs with more bones are not searched by shape where names tell no hand: that takes long, at every click."""


class Hand(msgspec.Struct, frozen=True):
    """The bone that carries the fingers, its side if that is known, and each finger's phalanges from palm to tip."""

    bone: str
    side: Side
    fingers: Mapping[Finger, tuple[str, ...]]

    @property
    def phalanges(self) -> tuple[str, ...]:
        """The bones of all fingers."""
        return tuple(name for chain in self.fingers.values() for name in chain)


@remembered("bones", "parts")
def hands_of(rig: Rig) -> tuple[Hand, ...]:
    """The hands of a rig that have a finger besides the thumb, in the order of its bones; assigned fingers included."""
    tree, parts, assigned = Tree(rig), parts_of(rig), assigned_in(Tree(rig))
    found = _by_names(tree, parts)
    if not found and len(rig.bones) <= MOST_BONES:
        found = _by_shape(tree, parts)
    order = {bone.name: number for number, bone in enumerate(rig.bones)}
    found = [_as_assigned(tree, hand, assigned) for hand in found]
    return tuple(sorted((hand for hand in found if hand.fingers.keys() - {"thumb"}), key=lambda hand: order[hand.bone]))


def _as_assigned(tree: Tree, hand: Hand, assigned: Assigned) -> Hand:
    """A hand with the fingers that were assigned, and without those that were said to be missing."""
    firsts = {finger: first_phalanx(finger, hand.side) for finger in FINGERS}
    named = {finger: assigned.bones[first] for finger, first in firsts.items() if first in assigned.bones}
    named = {finger: name for finger, name in named.items() if tree.is_below(name, hand.bone)}
    chosen = {finger: tree.longest_chain(name)[:PHALANGES] for finger, name in named.items()}
    taken = {name for chain in chosen.values() for name in chain}
    fingers = {
        finger: chain
        for finger, chain in hand.fingers.items()
        if finger not in chosen and firsts[finger] not in assigned.absent and taken.isdisjoint(chain)
    }
    both = fingers | chosen
    return msgspec.structs.replace(hand, fingers={finger: both[finger] for finger in FINGERS if finger in both})


# By names


def _by_names(tree: Tree, parts: Mapping[str, Part]) -> list[Hand]:
    """The hands whose fingers' names say so: chains of finger bones, grouped by the bone that carries them."""
    carried: dict[str, Chains] = {}
    for name, part in parts.items():
        above = tree.rig.by_name[name].parent or ""
        if part not in NAMED or parts.get(above) == part:
            continue
        parent, chain = _parent_of_finger(tree.rig, parts, name), _chain(tree, parts, name)
        if parent and not any(parts.get(bone.name) in FINGERS for bone in tree.children(chain[-1])):
            carried.setdefault(parent, []).append((part, chain))
    return [_hand(tree, bone, chains) for bone, chains in _joined(tree.rig, carried).items()]


def _parent_of_finger(rig: Rig, parts: Mapping[str, Part], name: str) -> str | None:
    """Return the parent of a finger, above its metacarpals and helper bones."""
    above = rig.by_name[name].parent
    while above is not None and (is_helper(above) or parts.get(above) in (*NAMED, "palm")):
        above = rig.by_name[above].parent
    return above


def _chain(tree: Tree, parts: Mapping[str, Part], name: str) -> tuple[str, ...]:
    """A bone and those of the same finger that follow it; of several the one that carries most."""
    chain = [name]
    while below := [bone.name for bone in tree.children(chain[-1]) if parts.get(bone.name) == parts[name]]:
        chain.append(max(below, key=tree.descendant_count))
    return tuple(chain)


def _joined(rig: Rig, carried: Mapping[str, Chains]) -> dict[str, Chains]:
    """Chains by the bone of their hand: several palm bones side by side, or a thumb on their parent, are one hand."""
    beside: dict[tuple[str | None, Side], list[str]] = {}
    palms_of = {rig.by_name[bone].parent for bone in carried}
    for bone in carried:
        above = bone if bone in palms_of else rig.by_name[bone].parent
        beside.setdefault((above, stem_of(bone).side), []).append(bone)
    groups = [(max(bones, key=lambda bone: len(carried[bone])), bones) for bones in beside.values()]
    return {first: [chain for bone in bones for chain in carried[bone]] for first, bones in groups}


def _hand(tree: Tree, bone: str, chains: Chains) -> Hand:
    """A hand of chains: fingers that no name tells apart follow the thumb in a row."""
    wrist = tree.head(bone)
    fingers: dict[Finger, tuple[str, ...]] = {}
    for part, chain in chains:
        if part in FINGERS:
            fingers.setdefault(part, _phalanges(tree, wrist, part, chain))
    unnamed = [chain for part, chain in chains if part == "finger"]
    free = [finger for finger in FINGERS[1:] if finger not in fingers]
    for finger, chain in zip(free, _in_a_row(tree, unnamed, fingers.get("thumb"), wrist), strict=False):
        fingers[finger] = _phalanges(tree, wrist, finger, chain)
    side = stem_of(bone).side or next((stem_of(name).side for chain in fingers.values() for name in chain), "")
    return Hand(bone, side, {finger: fingers[finger] for finger in FINGERS if finger in fingers})


def _in_a_row(
    tree: Tree, chains: list[tuple[str, ...]], thumb: tuple[str, ...] | None, wrist: Vector
) -> list[tuple[str, ...]]:
    """Chains by the distance of their knuckles from that of the thumb, or from the wrist where there is none."""
    start = tree.head(thumb[0]) if thumb else wrist
    return sorted(chains, key=lambda chain: float(np.linalg.norm(tree.head(chain[0]) - start)))


def _phalanges(tree: Tree, wrist: Vector, finger: Finger, chain: tuple[str, ...]) -> tuple[str, ...]:
    """Without the metacarpal of a finger, and without what lies beyond the third phalanx."""
    if finger != "thumb" and len(chain) > PHALANGES:
        first, second = (float(np.linalg.norm(tree.head(name) - wrist)) for name in chain[:2])
        chain = chain[1:] if first < IN_THE_PALM * second else chain
    return chain[:PHALANGES]


# By shape


def _by_shape(tree: Tree, parts: Mapping[str, Part]) -> list[Hand]:
    """The fingers of hands that names or the figure tell; else of a skeleton that is a hand by itself."""
    figure = person_figure_in(tree.rig).bones
    known: dict[str, Side] = {figure[role_of("hand", side)]: side for side in SIDES if role_of("hand", side) in figure}
    for name, part in parts.items():
        if part == "hand":
            known.setdefault(name, stem_of(name).side)
    if not known and (alone := _hand_by_itself(tree)) is not None:
        known[alone] = ""
    return [_hand_by_shape(tree, bone, side) for bone, side in known.items()]


def _hand_by_shape(tree: Tree, bone: str, side: Side) -> Hand:
    bones = fingers_by_shape(tree, bone, side)
    chains = {finger: tuple(bones[role] for role in phalanges_of(finger, side) if role in bones) for finger in FINGERS}
    return Hand(bone, side, {finger: chain for finger, chain in chains.items() if chain})


def _hand_by_itself(tree: Tree) -> str | None:
    """The first bone that branches, if all bones below it are four or five chains in about one direction; else None."""
    if not tree.body:
        return None
    bone = tree.body[0]
    while len(below := tree.children(bone)) == 1:
        bone = below[0].name
    chains = [tree.longest_chain(each.name) for each in below]
    counted = FEWEST_CHAINS <= len(chains) <= MOST_CHAINS and all(len(chain) > 1 for chain in chains)
    if not counted or sum(map(len, chains)) != tree.descendant_count(bone) or _has_two_sides(chains):
        return None
    spans = [tree.tail(chain[-1]) - tree.head(chain[0]) for chain in chains]
    if any(not np.linalg.norm(span) for span in spans):
        return None
    mean = unit(np.sum([unit(span) for span in spans], axis=0) + 1e-12)
    return bone if all(float(unit(span) @ mean) > ABOUT_PARALLEL for span in spans) else None


def _has_two_sides(chains: list[tuple[str, ...]]) -> bool:
    """Return whether names put some chains on the left and others on the right: they are legs of a body then, no
    fingers.
    """
    return {"L", "R"} <= {stem_of(name).side for chain in chains for name in chain}
