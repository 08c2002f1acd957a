"""Parts of a body that a person has assigned to bones: they outrank names and shape, which are asked about the rest.

A part that was found otherwise is dropped where it does not hang on what was assigned, and looked for again from there.
An assignment to a bone that is not there, or against the tree, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.figure import SIDES, Role, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side

MIDDLE: tuple[Role, ...] = ("hips", "chest", "head")
"""Parts in the middle that can be assigned; the chest is the bone on which the arms hang."""
LIMBS: tuple[tuple[Role, ...], ...] = tuple(
    tuple(role(part, side) for part in parts) for parts in (LEG, ARM) for side in SIDES
)
"""The parts of each limb from the body outwards."""
PHALANGES = 3
"""Bones of a finger beyond the palm that have a part each."""


class Assigned(msgspec.Struct, frozen=True):
    """The bones that were assigned, by role, and the roles that were said to be missing."""

    bones: Mapping[Role, str]
    absent: frozenset[Role] = frozenset()

    def over(self, tree: Tree, found: Mapping[Role, str]) -> dict[Role, str]:
        """What was found, with what was assigned in its place; what contradicts that is left out."""
        if not self.bones and not self.absent:
            return dict(found)
        taken = set(self.bones.values())
        kept = {each: name for each, name in found.items() if name not in taken and each not in self.absent}
        for limb in LIMBS:
            _drop_beside(tree, kept, limb, self.bones)
        firsts = {each for each in (*self.bones, *self.absent) if each.partition(".")[0].endswith("_1")}
        beyond = {each for first in firsts for each in _beyond(first)}
        named = {each: name for side in ("", *SIDES) for each, name in self.fingers(tree, side).items()}
        kept = {each: name for each, name in kept.items() if each not in beyond and name not in named.values()} | named
        return kept | {each: name for each, name in self.bones.items() if each != "chest"}

    def fingers(self, tree: Tree, side: Side) -> dict[Role, str]:
        """The phalanges of the fingers that were assigned on one side, as far as their chains go."""
        found: dict[Role, str] = {}
        for first in (role(f"{finger}_1", side) for finger in FINGERS):
            if first in self.bones:
                found |= dict(zip((first, *_beyond(first)), tree.longest(self.bones[first]), strict=False))
        return found

    def middle(self, tree: Tree, part: Role, limbs: Iterable[str]) -> str | None:
        """The bone that was assigned as hips or chest; None where these limbs do not hang on it."""
        name = self.bones.get(part)
        return name if name is not None and all(tree.is_below(limb, name) for limb in limbs) else None


def assigned_in(tree: Tree) -> Assigned:
    """What was assigned in the rig of a tree, as far as its bones are there and hang on each other so."""
    known = [each for each in tree.rig.parts if each.bone is None or each.bone in tree.names]
    bones = {each.part: each.bone for each in known if each.bone is not None}
    for limb in LIMBS:
        before: str | None = None
        for each in (part for part in limb if part in bones):
            if before is not None and not tree.is_below(bones[each], before):
                del bones[each]
            else:
                before = bones[each]
    return Assigned(bones, frozenset(each.part for each in known if each.bone is None))


def _drop_beside(tree: Tree, kept: dict[Role, str], limb: tuple[Role, ...], assigned: Mapping[Role, str]) -> None:
    """Leave out found parts of a limb that do not hang on those assigned before them, nor carry those after them."""
    for place, each in enumerate(limb):
        name = kept.get(each)
        if name is None:
            continue
        above = [assigned[part] for part in limb[:place] if part in assigned]
        below = [assigned[part] for part in limb[place + 1 :] if part in assigned]
        if not all(tree.is_below(name, one) for one in above) or not all(tree.is_below(one, name) for one in below):
            del kept[each]


def _beyond(first: Role) -> tuple[Role, ...]:
    """The second and third bone of a finger, by role, of its first."""
    return tuple(first.replace("_1", f"_{number}", 1) for number in range(2, PHALANGES + 1))


def can_be_assigned(part: Role) -> bool:
    """Whether a part is one that a bone can be assigned to."""
    first = part.partition(".")[0]
    return part in MIDDLE or first in (*ARM, *LEG, "eye") or first in {f"{finger}_1" for finger in FINGERS}
