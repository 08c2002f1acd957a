"""What somebody has said about the parts of a body: it outranks names and shape, which are asked about the rest.

A part that was found otherwise is dropped where it does not hang on what was said, and looked for again from there.
What was said of bones that are not there, or against the tree, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.figure import SIDES, Role, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side

MIDDLE: tuple[Role, ...] = ("hips", "chest", "head")
"""Parts in the middle that can be said; the chest is the bone on which the arms hang."""
LIMBS: tuple[tuple[Role, ...], ...] = tuple(
    tuple(role(part, side) for part in parts) for parts in (LEG, ARM) for side in SIDES
)
"""The parts of each limb from the body outwards."""
PHALANGES = 3


class Said(msgspec.Struct, frozen=True):
    """The bones that somebody named, by role, and the roles that nobody has."""

    bones: Mapping[Role, str]
    absent: frozenset[Role] = frozenset()

    def over(self, tree: Tree, found: Mapping[Role, str]) -> dict[Role, str]:
        """What was found, with what was said in its place; what contradicts that is left out."""
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
        """The phalanges of the fingers that somebody named on one side, as far as their chains go."""
        found: dict[Role, str] = {}
        for first in (role(f"{finger}_1", side) for finger in FINGERS):
            if first in self.bones:
                found |= dict(zip((first, *_beyond(first)), tree.longest(self.bones[first]), strict=False))
        return found

    def middle(self, tree: Tree, part: Role, limbs: Iterable[str]) -> str | None:
        """The bone that was said to be hips or chest; None where these limbs do not hang on it."""
        name = self.bones.get(part)
        return name if name is not None and all(tree.is_below(limb, name) for limb in limbs) else None


def said_of(tree: Tree) -> Said:
    """What the rig of a tree says about its parts, as far as its bones are there and hang on each other so."""
    known = [each for each in tree.rig.parts if each.bone is None or each.bone in tree.names]
    bones = {each.part: each.bone for each in known if each.bone is not None}
    for limb in LIMBS:
        before: str | None = None
        for each in (part for part in limb if part in bones):
            if before is not None and not tree.is_below(bones[each], before):
                del bones[each]
            else:
                before = bones[each]
    return Said(bones, frozenset(each.part for each in known if each.bone is None))


def _drop_beside(tree: Tree, kept: dict[Role, str], limb: tuple[Role, ...], said: Mapping[Role, str]) -> None:
    """Leave out found parts of a limb that do not hang on those said before them, nor carry those said after them."""
    for place, each in enumerate(limb):
        name = kept.get(each)
        if name is None:
            continue
        above = [said[part] for part in limb[:place] if part in said]
        below = [said[part] for part in limb[place + 1 :] if part in said]
        if not all(tree.is_below(name, one) for one in above) or not all(tree.is_below(one, name) for one in below):
            del kept[each]


def _beyond(first: Role) -> tuple[Role, ...]:
    """The second and third bone of a finger, by role, of its first."""
    return tuple(first.replace("_1", f"_{number}", 1) for number in range(2, PHALANGES + 1))


def can_be_said(part: Role) -> bool:
    """Whether a part is one that somebody can name a bone for."""
    first = part.partition(".")[0]
    return part in MIDDLE or first in (*ARM, *LEG, "eye") or first in {f"{finger}_1" for finger in FINGERS}
