"""Parts of a body that a person has assigned to bones: they outrank names and shape, which are asked about the rest.

A part that was found otherwise is dropped where it does not hang on what was assigned, and looked for again from there.
An assignment to a bone that is not there, or against the tree, counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.found_body import (
    MIDDLE,
    SIDES,
    Role,
    finger_of_role,
    is_first_phalanx,
    part_of_role,
    phalanges_of,
    role_of,
    side_of_role,
)
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side

LIMBS: tuple[tuple[Role, ...], ...] = tuple(
    tuple(role_of(part, side) for part in parts) for parts in (LEG, ARM) for side in SIDES
)
"""The parts of each limb from the body outwards."""


class Assigned(msgspec.Struct, frozen=True):
    """The bones that were assigned, by role, and the roles that were said to be missing."""

    bones: Mapping[Role, str]
    absent: frozenset[Role] = frozenset()

    def applied_to(self, found: Mapping[Role, str], tree: Tree) -> dict[Role, str]:
        """Return the roles that were found, with those that were assigned in their place; what contradicts these is
        left out.
        """
        if not self.bones and not self.absent:
            return dict(found)
        taken = set(self.bones.values())
        kept = {role: name for role, name in found.items() if name not in taken and role not in self.absent}
        for limb in LIMBS:
            _drop_beside(tree, kept, limb, self.bones)
        firsts = {role for role in (*self.bones, *self.absent) if is_first_phalanx(role)}
        beyond = {role for first in firsts for role in _beyond(first)}
        fingers = {role: name for side in ("", *SIDES) for role, name in self.fingers(tree, side).items()}
        kept = {role: name for role, name in kept.items() if role not in beyond and name not in fingers.values()}
        others = {role: name for role, name in self.bones.items() if role != "chest" and not finger_of_role(role)}
        return kept | fingers | others

    def fingers(self, tree: Tree, side: Side) -> dict[Role, str]:
        """The phalanges of the fingers that were assigned on one side: those that were themselves, or else as far as
        their chains go.
        """
        found: dict[Role, str] = {}
        for finger in FINGERS:
            roles = phalanges_of(finger, side)
            told = {role: self.bones[role] for role in roles if role in self.bones}
            drop_loose_parts(tree, told, roles)
            if len(told) == 1 and roles[0] in told:
                told = dict(zip(roles, tree.longest_chain(told[roles[0]]), strict=False))
            found |= told
        return found

    def trunk_bone(self, tree: Tree, part: Role, limbs: Iterable[str]) -> str | None:
        """The bone that was assigned as hips or chest; None where these limbs do not hang on it."""
        name = self.bones.get(part)
        return name if name is not None and all(tree.is_below(limb, name) for limb in limbs) else None


def assigned_in(tree: Tree) -> Assigned:
    """Return the roles that were assigned in the rig of a tree, as far as its bones are there and are each other's
    ancestors so.
    """
    known = [each for each in tree.rig.parts if each.bone is None or each.bone in tree.names]
    bones = {each.part: each.bone for each in known if each.bone is not None}
    for limb in LIMBS:
        drop_loose_parts(tree, bones, limb)
    return Assigned(bones, frozenset(each.part for each in known if each.bone is None))


def drop_loose_parts(tree: Tree, bones: dict[Role, str], limb: Sequence[Role]) -> None:
    """Take out of `bones` each part of a limb, from the body outwards, that does not hang on the one kept before it."""
    before: str | None = None
    for role in (role for role in limb if role in bones):
        if before is not None and not tree.is_below(bones[role], before):
            del bones[role]
        else:
            before = bones[role]


def _drop_beside(tree: Tree, kept: dict[Role, str], limb: tuple[Role, ...], assigned: Mapping[Role, str]) -> None:
    """Leave out found parts of a limb that do not hang on those assigned before them, nor carry those after them."""
    for place, role in enumerate(limb):
        name = kept.get(role)
        if name is None:
            continue
        above = [assigned[part] for part in limb[:place] if part in assigned]
        below = [assigned[part] for part in limb[place + 1 :] if part in assigned]
        if not all(tree.is_below(name, one) for one in above) or not all(tree.is_below(one, name) for one in below):
            del kept[role]


def _beyond(first: Role) -> tuple[Role, ...]:
    """The roles of a finger's other phalanges, of that next to the palm."""
    return phalanges_of(finger_of_role(first), side_of_role(first))[1:]


def can_be_assigned(role: Role) -> bool:
    """Return whether a role is one that a bone can be assigned to."""
    return role in MIDDLE or part_of_role(role) in (*ARM, *LEG, "eye") or is_first_phalanx(role)
