"""The trunk of a person whose limbs are known: hips and chest are where the legs and the arms meet, whatever they are
called, the spine lies between them, and neck and head above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import is_root
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.fitting.assigned import Assigned
from pantin.rigs.fitting.by_shape import head_by_shape
from pantin.rigs.fitting.found_body import SIDES, Role, part_of_role, role_of
from pantin.rigs.fitting.tree import Tree

OF_THE_HEAD = ("hips", "head", "jaw", "eye")
"""Parts that may lie on the path from the chest up to the head; a path with any other part leads to a limb."""


class Trunk(NamedTuple):
    """The bones of a body by role, with those of the trunk; the spine above the hips, and the neck, from below."""

    bones: dict[Role, str]
    spine: tuple[str, ...]
    neck: tuple[str, ...]


def trunk_of(tree: Tree, bones: Mapping[Role, str], assigned: Assigned) -> Trunk:
    """The trunk between the limbs among `bones`, by role; hips, shoulders and head are replaced by those found."""
    bones, spine = _back(tree, bones, assigned)
    bones = assigned.applied_to(bones, tree)
    bones, neck = _head(tree, bones, spine[-1] if spine else bones.get("hips"))
    return Trunk(bones, spine, neck)


def _back(tree: Tree, bones: Mapping[Role, str], assigned: Assigned) -> tuple[dict[Role, str], tuple[str, ...]]:
    """The bones with hips and shoulders, and the spine from above the hips to the chest; neither without hips."""
    hips = _hips(tree, bones, assigned)
    chest = _chest(tree, bones, assigned, hips)
    if hips is None:
        return {role: name for role, name in bones.items() if role != "hips"}, ()
    found = {**bones, "hips": hips}
    if chest is None or chest == hips or tree.is_below(hips, chest):
        return found, ()
    common = tree.common_ancestor((hips, chest))
    spine = () if common is None else tree.path(common, chest)[1:]
    return _with_shoulders(tree, found, chest), spine


def _hips(tree: Tree, bones: Mapping[Role, str], assigned: Assigned) -> str | None:
    """The bone called hips, where it carries both legs; else the lowest that does, whatever its name.

    "Root" may be what carries the whole figure, so it is hips only where it was assigned.
    """
    legs, named = _pair(bones, "thigh"), bones.get("hips")
    certain = named is not None and ("hips" in assigned.bones or not is_root(named))
    if named is not None and certain and all(tree.is_below(leg, named) for leg in legs):
        return named
    return tree.common_ancestor(legs) if len(legs) == 2 else None


def _chest(tree: Tree, bones: Mapping[Role, str], assigned: Assigned, hips: str | None) -> str | None:
    """The bone that was assigned as chest, where it carries the arms; else the lowest that carries both.

    Arms may hang on the neck, as those of 3ds Max's Biped do: then the chest is what carries the neck.
    """
    arms = _pair(bones, "upper_arm")
    chosen = assigned.trunk_bone(tree, "chest", arms)
    if chosen is not None:
        return chosen
    shared = tree.common_ancestor(arms) if len(arms) == 2 else None
    above, parts = shared, parts_of(tree.rig)
    while above is not None and above != hips and parts.get(above) == "neck":
        above = tree.rig.by_name[above].parent
    return shared if above is None or above == hips else above


def _pair(bones: Mapping[Role, str], part: Part) -> Sequence[str]:
    """The bones that are this part on the left and the right, as far as they are known."""
    return [bones[role_of(part, side)] for side in SIDES if role_of(part, side) in bones]


def _with_shoulders(tree: Tree, bones: dict[Role, str], chest: str) -> dict[Role, str]:
    """With the bones between chest and upper arms as shoulders, where no name tells these; none is of both arms."""
    shared = tree.common_ancestor(_pair(bones, "upper_arm"))
    for side in SIDES:
        arm = bones.get(role_of("upper_arm", side))
        above = tree.rig.by_name[arm].parent if arm else None
        if role_of("shoulder", side) in bones or above is None or above == shared:
            continue
        if tree.is_below(above, chest):
            bones = {**bones, role_of("shoulder", side): above}
    return bones


def _head(tree: Tree, bones: dict[Role, str], chest: str | None) -> tuple[dict[Role, str], tuple[str, ...]]:
    """The bones with the head, and the neck between chest and head; both by shape where no name tells the head."""
    if chest is None:
        return bones, ()
    head = bones.get("head")
    if head is not None and tree.is_below(head, chest):
        return bones, tree.path(chest, head)[1:-1]
    limbs = [name for role, name in bones.items() if part_of_role(role) not in OF_THE_HEAD]
    path = head_by_shape(tree, chest, limbs)
    others = {role: name for role, name in bones.items() if role != "head"}
    return ({**others, "head": path[-1]}, path[:-1]) if path else (others, ())
