"""Bodies that are no people: an animal on four legs, and a hand by itself.

An animal is recognised by its limbs: two pairs go down, alongside each other and square to the back. Names tell which
bones those are, with their place where a name says only arm or leg; without names, pairs of chains down to the floor.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.fitting.assigned import Assigned, assigned_in
from pantin.rigs.fitting.bending import PARTS
from pantin.rigs.fitting.body_frame import head_of
from pantin.rigs.fitting.by_shape import fingers_by_shape, four_legs_by_shape
from pantin.rigs.fitting.found_body import PAIRED, SIDES, FoundBody, Role, first_phalanx, phalanges_of, role_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector, unit

MOST_ALONG_BACK = 0.6
"""Cosine between the hind legs of an animal and its back, at most: they stand about square to it."""
LEAST_ALONGSIDE = 0.6
"""Cosine between its forelegs and its hind legs, at least: they go the same way."""
FEWEST_FINGERS = 3
"""A bone called hand that carries fewer is the end of a robot's arm, or a control."""
FEWEST_SHAPED = 4
"""The same where no name tells a finger: grippers have three jaws."""


def quadruped(tree: Tree, person: FoundBody) -> FoundBody | None:
    """The animal in a skeleton, None where there is none; `person` is what was found of a person in it."""
    assigned = assigned_in(tree)
    for find in (parts_by_place, lambda _tree: person.bones, four_legs_by_shape):
        bones = assigned.applied_to(find(tree), tree)
        if _stands_on_four(tree, bones):
            return _figure(tree, bones, assigned)
    return None


def named_quadruped(tree: Tree) -> FoundBody | None:
    """The animal whose legs the names of a skeleton tell, without a search by shape; None where they tell none."""
    bones = parts_by_place(tree)
    return _figure(tree, bones, assigned_in(tree)) if _stands_on_four(tree, bones) else None


def is_bird(rig: Rig, body: FoundBody) -> bool:
    """Return whether what was taken for a person has hocks: its back is level, and its arms are wings."""
    return body.kind == "person" and "hock" in parts_of(rig).values()


def hand_alone(tree: Tree) -> FoundBody | None:
    """The hand in a skeleton whose names show one hand and no other limb; without a side where names show none.

    Its fingers are recognised by their names, or by where they begin.
    """
    parts = parts_of(tree.rig)
    hands = [name for name, part in parts.items() if part == "hand"]
    if len(hands) != 1 or not set(parts.values()).isdisjoint(("thigh", "shin", "upper_arm")):
        return None
    side = stem_of(hands[0]).side
    bones = {role_of("hand", side): hands[0]}
    for finger in FINGERS:
        phalanges = sorted((name for name, part in parts.items() if part == finger), key=tree.depth)
        bones |= zip(phalanges_of(finger, side), phalanges, strict=False)
    bones = assigned_in(tree).applied_to(bones, tree)
    if _fingers(bones, side) < FEWEST_FINGERS:
        shaped = fingers_by_shape(tree, hands[0], side)
        bones = shaped | bones if _fingers(shaped, side) >= FEWEST_SHAPED else bones
    return FoundBody(bones, kind="hand") if _fingers(bones, side) >= FEWEST_FINGERS else None


def _fingers(bones: Mapping[Role, str], side: Side) -> int:
    """Return the number of fingers of a hand."""
    return sum(first_phalanx(finger, side) in bones for finger in FINGERS)


def parts_by_place(tree: Tree) -> dict[Role, str]:
    """The parts by role, of several bones with the same part the first; of several feet the last, which stands."""
    bones: dict[Role, str] = {}
    for name, part in parts_of(tree.rig).items():
        side = stem_of(name).side
        if part == "foot" and side:
            bones[role_of(part, side)] = name
        elif part in PAIRED and side:
            bones.setdefault(role_of(part, side), name)
        elif part in ("hips", "head", "jaw") and not side:
            bones.setdefault(part, name)
    return bones


def _stands_on_four(tree: Tree, bones: Mapping[Role, str]) -> bool:
    """Return whether all four limbs are there, and lie as those of an animal do."""
    names = [bones.get(role_of(part, side)) for limb in PARTS for part in limb for side in SIDES]
    if None in names or len(set(names)) < len(names):
        return False
    hips, feet, shoulders, paws = (_middle(tree, bones, part) for part in ("thigh", "foot", "upper_arm", "hand"))
    spans = (shoulders - hips, feet - hips, paws - shoulders)
    if min(float(np.linalg.norm(span)) for span in spans) < 1e-3 * tree.size:
        return False
    back, hind, fore = (unit(span) for span in spans)
    return abs(float(back @ hind)) < MOST_ALONG_BACK and float(hind @ fore) > LEAST_ALONGSIDE


def _middle(tree: Tree, bones: Mapping[Role, str], part: Part) -> Vector:
    return np.asarray(np.mean([head_of(tree.rig, bones[role_of(part, side)]) for side in SIDES], axis=0))


def _figure(tree: Tree, found: Mapping[Role, str], assigned: Assigned) -> FoundBody:
    """The animal with its back from where the hind legs meet to where the forelegs do, and the neck up to the head."""
    bones = dict(found)
    limbs = [[bones[role_of(part, side)] for side in SIDES] for part in ("thigh", "upper_arm")]
    hips, chest = (
        assigned.trunk_bone(tree, part, below) or tree.common_ancestor(below)
        for part, below in zip(("hips", "chest"), limbs, strict=True)
    )
    common = None if hips is None or chest is None else tree.common_ancestor((hips, chest))
    if hips is not None:
        bones["hips"] = hips
    spine = () if common is None or chest is None or common == chest else tree.path(common, chest)[1:]
    head = bones.get("head")
    neck = tree.path(chest, head)[1:-1] if chest and head and tree.is_below(head, chest) else ()
    return FoundBody(bones, spine, neck, kind="quadruped")
