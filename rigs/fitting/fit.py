"""Finding the person in a skeleton: by names, then by shape for what names do not tell, then the spine between.

What a person has assigned comes first, and the rest is found from there.
"""

from __future__ import annotations

from itertools import pairwise

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import is_root
from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.assigned import LIMBS, Assigned, assigned_in
from pantin.rigs.fitting.by_name import by_name
from pantin.rigs.fitting.by_shape import fingers_by_shape, head_by_shape, limbs_by_shape
from pantin.rigs.fitting.creatures import hand_alone, quadruped
from pantin.rigs.fitting.figure import SIDES, Figure, Role, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side

OF_THE_HEAD = ("hips", "head", "jaw", "eye")
"""Parts that the way up to the head may have on it."""


def found_in(rig: Rig) -> Figure:
    """Who is in a skeleton: a hand by itself, an animal on four legs, or what there is of a person."""
    person, tree = fit(rig), Tree(rig)
    return hand_alone(tree) or quadruped(tree, person) or person


def fit(rig: Rig) -> Figure:
    """The person in a skeleton. Parts that are not found are left out: see `Figure.missing`."""
    tree = Tree(rig)
    assigned = assigned_in(tree)
    named, convention = by_name(tree)
    bones = assigned.over(tree, named)
    _fill_limbs(tree, bones)
    bones = assigned.over(tree, bones)
    _continue_assigned(tree, bones, assigned)
    spine = _trunk(tree, bones, assigned)
    bones = assigned.over(tree, bones)
    neck = _head(tree, bones, spine[-1] if spine else bones.get("hips"))
    _drop_loose_eyes(tree, bones)
    for side in SIDES:
        _fill_fingers(tree, bones, side, assigned)
    return Figure({each: name for each, name in bones.items() if each not in assigned.absent}, spine, neck, convention)


def _fill_limbs(tree: Tree, bones: dict[Role, str]) -> None:
    """Limbs whose two long bones no name tells, by shape; hands, feet and toes that go on where a limb ends."""
    shaped: dict[Role, str] | None = None
    for side in SIDES:
        for parts, needed in ((LEG, LEG[:2]), (ARM, ARM[1:3])):
            if not all(role(part, side) in bones for part in needed):
                shaped = limbs_by_shape(tree) if shaped is None else shaped
                limb = {role(part, side): shaped.get(role(part, side)) for part in parts}
                if all(limb[role(part, side)] for part in needed):
                    _take(bones, {each: name for each, name in limb.items() if name})
            for before, part in zip(parts[-3:], parts[-2:], strict=False):
                _continue(tree, bones, role(before, side), role(part, side))


def _take(bones: dict[Role, str], limb: dict[Role, str]) -> None:
    """Put the bones of a limb in; what these were called before does not count."""
    for each in [each for each, name in bones.items() if name in limb.values()]:
        del bones[each]
    bones |= limb


def _continue(tree: Tree, bones: dict[Role, str], before: Role, wanted: Role) -> None:
    if before in bones and wanted not in bones:
        child = tree.continuing(bones[before], tuple(bones.values()))
        if child is not None and tree.rig.by_name[bones[before]].parent is not None:
            bones[wanted] = child


def _continue_assigned(tree: Tree, bones: dict[Role, str], assigned: Assigned) -> None:
    """What follows on parts that were assigned, where nothing else tells it."""
    for limb in LIMBS:
        for place, (before, wanted) in enumerate(pairwise(limb), start=1):
            if wanted not in assigned.absent and not assigned.bones.keys().isdisjoint(limb[:place]):
                _continue(tree, bones, before, wanted)


def _trunk(tree: Tree, bones: dict[Role, str], assigned: Assigned) -> tuple[str, ...]:
    """The back from above the hips to where the arms meet. The hips are what carries both legs, whatever their name."""
    legs = [bones[role("thigh", side)] for side in SIDES if role("thigh", side) in bones]
    arms = [bones[role("upper_arm", side)] for side in SIDES if role("upper_arm", side) in bones]
    hips, chest = tree.meeting(legs) if len(legs) == 2 else None, tree.meeting(arms) if len(arms) == 2 else None
    named = bones.get("hips")
    sure = "hips" in assigned.bones or (named is not None and not is_root(named))
    if named is not None and sure and all(tree.is_below(leg, named) for leg in legs):
        hips = named
    chest = assigned.middle(tree, "chest", arms) or _below_the_neck(tree, chest, hips)
    if hips is None:
        bones.pop("hips", None)
        return ()
    bones["hips"] = hips
    if chest is None or chest == hips or tree.is_below(hips, chest):
        return ()
    _fill_shoulders(tree, bones, chest)
    common = tree.meeting((hips, chest))
    return () if common is None else tree.path(common, chest)[1:]


def _below_the_neck(tree: Tree, chest: str | None, hips: str | None) -> str | None:
    """The chest under the neck of a skeleton whose arms hang on that, as those of Biped do."""
    parts = parts_of(tree.rig)
    above = chest
    while above is not None and above != hips and parts.get(above) == "neck":
        above = tree.rig.by_name[above].parent
    return chest if above is None or above == hips else above


def _fill_shoulders(tree: Tree, bones: dict[Role, str], chest: str) -> None:
    for side in SIDES:
        arm = bones.get(role("upper_arm", side))
        above = tree.rig.by_name[arm].parent if arm else None
        if role("shoulder", side) not in bones and above is not None and tree.is_below(above, chest):
            bones[role("shoulder", side)] = above


def _head(tree: Tree, bones: dict[Role, str], chest: str | None) -> tuple[str, ...]:
    """The neck between chest and head; both by shape where no name tells the head."""
    if chest is None:
        return ()
    head = bones.get("head")
    if head is not None and tree.is_below(head, chest):
        return tree.path(chest, head)[1:-1]
    limbs = [name for each, name in bones.items() if each.partition(".")[0] not in OF_THE_HEAD]
    path = head_by_shape(tree, chest, limbs)
    bones.pop("head", None)
    if path:
        bones["head"] = path[-1]
    return path[:-1]


def _drop_loose_eyes(tree: Tree, bones: dict[Role, str]) -> None:
    """Eyes hang on the head; what is called so elsewhere is a control, or a mesh."""
    for eye in (role("eye", side) for side in SIDES):
        if eye in bones and not ("head" in bones and tree.is_below(bones[eye], bones["head"])):
            del bones[eye]


def _fill_fingers(tree: Tree, bones: dict[Role, str], side: Side, assigned: Assigned) -> None:
    """Fingers below the hand only; by shape where no name tells one, but for those that were assigned."""
    hand = bones.get(role("hand", side))
    roles = [role(f"{finger}_{number}", side) for finger in FINGERS for number in (1, 2, 3)]
    for each in roles:
        if each in bones and (hand is None or not tree.is_below(bones[each], hand)):
            del bones[each]
    known = assigned.fingers(tree, side)
    if hand is None or any(each in bones and each not in known for each in roles):
        return
    shaped, taken = fingers_by_shape(tree, hand, side), set(known.values())
    for finger in FINGERS:
        own = {each: name for each, name in shaped.items() if each.startswith(f"{finger}_")}
        if role(f"{finger}_1", side) not in {*known, *assigned.absent} and taken.isdisjoint(own.values()):
            bones |= own
