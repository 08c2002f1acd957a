"""Finding the person in a skeleton: by the names of its bones, and by its shape where no name tells a part.

Parts that a person has assigned to bones outrank both, and the rest is found from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec.structs import replace

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.assigned import LIMBS, Assigned, assigned_in
from pantin.rigs.fitting.body_frame import tells_the_other_side
from pantin.rigs.fitting.by_name import parts_by_name
from pantin.rigs.fitting.by_shape import fingers_by_shape, limbs_by_shape
from pantin.rigs.fitting.creatures import hand_alone, quadruped
from pantin.rigs.fitting.found_body import (
    SIDES,
    FoundBody,
    Role,
    finger_of_role,
    first_phalanx,
    phalanges_of,
    role_of,
    side_of_role,
)
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.fitting.trunk import trunk_of
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side, mirrored_name

MOST_SHAPED = 150
"""Bones of a skeleton whose feet are looked for by its shape: that takes 0.15 s for a chain of so many."""

LONG_BONES = ((LEG, LEG[:2]), (ARM, ARM[1:3]))
"""The parts of each limb, and its two long bones, without which it is no limb."""


@remembered("bones", "parts")
def figure_in(rig: Rig) -> FoundBody:
    """Return the body in a skeleton: a hand by itself, an animal on four legs, or what there is of a person."""
    person, tree = person_figure_in(rig), Tree(rig)
    return hand_alone(tree) or quadruped(tree, person) or _by_its_front(rig, person)


def feet_by_shape(rig: Rig) -> tuple[str, ...]:
    """Return the feet of a person whose bones have names that tell none; none in skeletons of more than MOST_SHAPED."""
    if len(rig.bones) > MOST_SHAPED:
        return ()
    found = person_figure_in(rig).bones
    return tuple(found[role] for side in SIDES if (role := role_of("foot", side)) in found)


def person_figure_in(rig: Rig) -> FoundBody:
    """The person in a skeleton. Parts that are not found are left out: see `Figure.missing`."""
    tree = Tree(rig)
    assigned = assigned_in(tree)
    named, convention = parts_by_name(tree)
    bones = assigned.applied_to(named, tree)
    bones = assigned.applied_to(_with_limbs(tree, bones), tree)
    bones = _with_parts_beyond_assigned(tree, bones, assigned)
    bones, spine, neck = trunk_of(tree, bones, assigned)
    bones = _without_loose_eyes(tree, bones)
    for side in SIDES:
        bones = _with_fingers(tree, bones, side, assigned)
    present = {role: name for role, name in bones.items() if role not in assigned.absent}
    return FoundBody(present, spine, neck, convention)


def _by_its_front(rig: Rig, body: FoundBody) -> FoundBody:
    """Return the figure with the sides that its front tells: where toes point against its names, these are swapped.

    What a person assigned to a side stays there.
    """
    if any(side_of_role(known.part) for known in rig.parts) or not tells_the_other_side(rig, body):
        return body
    return with_sides_swapped(body)


def with_sides_swapped(body: FoundBody) -> FoundBody:
    """Return the figure with left for right."""
    return replace(body, bones={mirrored_name(role): name for role, name in body.bones.items()})


# Each stage takes the bones found so far, by role, and returns them with what it adds and without what it rules out.


def _with_limbs(tree: Tree, bones: dict[Role, str]) -> dict[Role, str]:
    """With the limbs whose two long bones no name tells, by shape, and with the hands, feet and toes of all limbs."""
    shaped: dict[Role, str] | None = None
    for side in SIDES:
        for parts, long_bones in LONG_BONES:
            if any(role_of(part, side) not in bones for part in long_bones):
                shaped = limbs_by_shape(tree) if shaped is None else shaped
                roles = [role_of(part, side) for part in parts]
                limb = {role: shaped[role] for role in roles if role in shaped}
                if all(role_of(part, side) in limb for part in long_bones):
                    bones = _with_limb(bones, limb)
            for before, part in pairwise(parts[-3:]):
                bones = _continued(tree, bones, role_of(before, side), role_of(part, side))
    return bones


def _with_limb(bones: Mapping[Role, str], limb: Mapping[Role, str]) -> dict[Role, str]:
    """With the bones of a limb, which are none of the parts any more that their names gave them."""
    others = {role: name for role, name in bones.items() if name not in limb.values()}
    return {**others, **limb}


def _with_parts_beyond_assigned(tree: Tree, bones: dict[Role, str], assigned: Assigned) -> dict[Role, str]:
    """With the parts of limbs that follow those that were assigned, unless they are known or said to be missing."""
    for limb in LIMBS:
        for place, (before, wanted) in enumerate(pairwise(limb), start=1):
            if wanted not in assigned.absent and not assigned.bones.keys().isdisjoint(limb[:place]):
                bones = _continued(tree, bones, before, wanted)
    return bones


def _continued(tree: Tree, bones: dict[Role, str], before: Role, wanted: Role) -> dict[Role, str]:
    """With the bone that continues the part `before` as the part `wanted`, if that is not known yet.

    Nothing continues a root, whose tail is only drawn: it stands for the whole figure.
    """
    if wanted in bones or before not in bones or tree.rig.by_name[bones[before]].parent is None:
        return bones
    child = tree.continuation(bones[before], tuple(bones.values()))
    return bones if child is None else {**bones, wanted: child}


def _without_loose_eyes(tree: Tree, bones: Mapping[Role, str]) -> dict[Role, str]:
    """Without eyes that do not hang on the head: what is called so elsewhere is a control, or a mesh."""
    head = bones.get("head")
    eyes = [role_of("eye", side) for side in SIDES]
    loose = [eye for eye in eyes if eye in bones and (head is None or not tree.is_below(bones[eye], head))]
    return {role: name for role, name in bones.items() if role not in loose}


def _with_fingers(tree: Tree, bones: Mapping[Role, str], side: Side, assigned: Assigned) -> dict[Role, str]:
    """With the fingers of a side by shape, where no name tells one; without any that do not hang on the hand.

    Fingers that were assigned, or said to be missing, stay so.
    """
    hand = bones.get(role_of("hand", side))
    fingers = {role for finger in FINGERS for role in phalanges_of(finger, side)}
    loose = {role for role in fingers & bones.keys() if hand is None or not tree.is_below(bones[role], hand)}
    kept = {role: name for role, name in bones.items() if role not in loose}
    known = assigned.fingers(tree, side)
    if hand is None or not kept.keys().isdisjoint(fingers - known.keys()):
        return kept
    shaped, taken = fingers_by_shape(tree, hand, side), set(known.values())
    for finger in FINGERS:
        phalanges = {role: name for role, name in shaped.items() if finger_of_role(role) == finger}
        if first_phalanx(finger, side) not in {*known, *assigned.absent} and taken.isdisjoint(phalanges.values()):
            kept |= phalanges
    return kept
