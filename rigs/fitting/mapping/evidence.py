"""Evidence about the parts of a body from names and from the shape, each by itself.

Two sources that agree are surer than one, and one that is often wrong is not believed against one that seldom is.
How often the shape is right was counted on 17 characters and motion files whose names tell their parts: their names
were taken away, and what was found was compared. So that a few files prove little, one right and one wrong are added.
"""

from __future__ import annotations

from collections.abc import Mapping

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE, FINGERS
from pantin.rigs.fitting.by_name import parts_by_name
from pantin.rigs.fitting.by_shape import fingers_by_shape, four_legs_by_shape, head_by_shape, limbs_by_shape
from pantin.rigs.fitting.creatures import parts_by_place
from pantin.rigs.fitting.found_body import SIDES, FoundBody, Role, finger_of_role, part_of_role, role_of
from pantin.rigs.fitting.tree import Tree

NAMED = 0.97
"""Part of names that are right: of 180 parts that six VRM files name, 176 (`test_confidence`)."""
SHAPED = 0.86
"""Part of limbs that the shape finds rightly: in 11 of 12 characters; in one it swapped left and right."""
SHAPED_OTHERWISE: Mapping[str, float] = {"hips": 0.93, "chest": 0.93, "head": 0.62, **dict.fromkeys(FINGERS, 0.68)}
"""Part of other parts that the shape finds rightly: hips 12 of 12, the head 7 of 11, phalanges 60 of 88."""

BonesByRole = Mapping[Role, str]


class Evidence:
    """The bone of each role as names tell it, and as the shape tells it."""

    def __init__(self, tree: Tree, body: FoundBody) -> None:
        self.names: BonesByRole = _by_names(tree, body)
        self.shape: BonesByRole = _by_shape(tree, body)

    def confidence(self, part: Role, bone: str) -> float:
        """Return the probability that a bone is that part, 0 to 1, by Bayes' rule, as if names and shape were
        independent.

        A part that neither shows was found by its place among the others, which is right as often as the shape is.
        """
        right = _reliability(part)
        if part not in self.names and part not in self.shape:
            return right
        odds = 1.0
        for suggested, reliable in ((self.names.get(part), NAMED), (self.shape.get(part), right)):
            if suggested is not None:
                odds *= reliable / (1.0 - reliable) if suggested == bone else (1.0 - reliable) / reliable
        return odds / (1.0 + odds)


def _reliability(role: Role) -> float:
    """Return the share of cases in which the shape is right about a part."""
    return SHAPED_OTHERWISE.get(finger_of_role(role) or part_of_role(role), SHAPED)


def _by_names(tree: Tree, body: FoundBody) -> BonesByRole:
    named = dict(parts_by_name(tree)[0])
    if body.kind != "person":
        named |= parts_by_place(tree)
    parts = parts_of(tree.rig)
    if body.spine and all(parts.get(name) in BACKBONE for name in body.spine):
        named["chest"] = body.spine[-1]
    return named


def _by_shape(tree: Tree, body: FoundBody) -> BonesByRole:
    """The limbs by their shape, the parts between them by the limbs that were found, the fingers of hands found."""
    found = dict(four_legs_by_shape(tree) if body.kind == "quadruped" else limbs_by_shape(tree))
    for part, limb in (("hips", "thigh"), ("chest", "upper_arm")):
        limbs = [body.bones[role] for side in SIDES if (role := role_of(limb, side)) in body.bones]
        if len(limbs) == len(SIDES) and (shared := tree.common_ancestor(limbs)):
            found[part] = shared
    chest = body.spine[-1] if body.spine else body.bones.get("hips")
    if chest is not None and body.kind == "person":
        limbs = [name for role, name in body.bones.items() if part_of_role(role) not in ("head", "jaw", "eye")]
        if path := head_by_shape(tree, chest, limbs):
            found["head"] = path[-1]
    for side in ("", *SIDES):
        if hand := body.bones.get(role_of("hand", side)):
            found |= fingers_by_shape(tree, hand, side)
    return found
