"""The chain of bones that a limb is made for, found from the selected bones.

From one bone: a foot or hand has the two bones above it (three in an animal's leg) and keeps its own turn; a bone of an
arm or leg means the whole arm or leg; any other bone ends the connected chain above it that has no branches, and the
first of such a chain means all of it. Of a chain of three, a last bone that is short and at an angle is taken for the
foot. From several: the bones selected.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from pantin.rigs.anatomy.words import part_of
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.messages import _
from pantin.rigs.rest import directions, rest_lengths
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import turned_by_ik
from pantin.rigs.wording import quoted

MOST_ABOVE = 3
"""Bones between body and foot: a person's leg has two, an animal's hind leg three."""
SHORT, AT_AN_ANGLE = 0.6, 0.9
"""A foot is shorter than this part of the bone above it, and the cosine between the two is less than that."""


class LimbChain(NamedTuple):
    """The bones that IK turns, from the root down, and the bone at their end that keeps its own rotation."""

    bones: tuple[str, ...]
    end: str | None = None

    @property
    def last(self) -> str:
        """The bone that the limb is named after."""
        return self.end or self.bones[-1]

    @property
    def all(self) -> tuple[str, ...]:
        """From the root to the end."""
        return self.bones if self.end is None else (*self.bones, self.end)


def limb_chains_of(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """The chain for each selected end. Raises ValueError where no bone of the body is selected."""
    chosen = [name for name in selected if name in rig.by_name and rig.by_name[name].kind == "bone"]
    if not chosen:
        raise ValueError(_("Select the end of a chain of bones: a foot, a hand, the last bone of a tail."))
    parents = {rig.by_name[name].parent for name in chosen}
    found = (_chain(rig, name, chosen) for name in chosen if name not in parents)
    return tuple(dict.fromkeys(found))


def path_of(rig: Rig, last: str, chosen: Collection[str]) -> tuple[str, ...]:
    """`last` and the bones above it as far as they are chosen, from the top down."""
    path = [last]
    while (above := rig.by_name[path[0]].parent) in chosen and above is not None:
        path.insert(0, above)
    return tuple(path)


def unbranched_chain(rig: Rig, last: str) -> tuple[str, ...]:
    """`last` and the connected bones above it up to the first branch, from the top down."""
    chain = [rig.by_name[last]]
    while chain[0].connected and (above := _body(rig, chain[0].parent)) and len(_bodies_below(rig, above.name)) == 1:
        chain.insert(0, above)
    return tuple(bone.name for bone in chain)


def whole_chain(rig: Rig, name: str) -> tuple[str, ...]:
    """The connected chain without branches that contains `name`, from its root to its tip."""
    last = name
    while len(below := _bodies_below(rig, last)) == 1 and below[0].connected:
        last = below[0].name
    return unbranched_chain(rig, last)


def _chain(rig: Rig, last: str, chosen: Collection[str]) -> LimbChain:
    path = path_of(rig, last, chosen)
    if len(path) == 1:
        return _from_one(rig, last)
    part = limb_part(rig, last)
    if len(path) > 2 and part is not None and part.place == "end":
        return LimbChain(path[:-1], last)
    return LimbChain(path)


def _from_one(rig: Rig, name: str) -> LimbChain:
    part = limb_part(rig, name)
    if part is None:
        foot = rig.by_name[name].parent
        is_toe = foot is not None and part_of(name) == "toe" and limb_part(rig, foot) is not None
        return _from_one(rig, foot) if foot is not None and is_toe else _nameless(rig, name)
    end = name if part.place == "end" else _end_below(rig, name)
    above = _limb_above(rig, end) if end else ()
    if end and above and (name in above or name == end):
        return LimbChain(above, end)
    return LimbChain(_limb_above(rig, name, itself=True)) if part.place == "lower" else _nameless(rig, name)


def _limb_above(rig: Rig, name: str, itself: bool = False) -> tuple[str, ...]:
    """The bones of the arm or leg above `name`, from the top down: up to its upper bone, else two."""
    found: list[str] = []
    at = rig.by_name[name] if itself else _body(rig, rig.by_name[name].parent)
    while at is not None and len(found) < MOST_ABOVE:
        found.insert(0, at.name)
        part = limb_part(rig, at.name)
        if part is not None and part.place == "upper":
            return tuple(found)
        at = _body(rig, at.parent)
    return tuple(found[-2:])


def _end_below(rig: Rig, name: str) -> str | None:
    """The foot or hand that an upper or lower bone leads to."""
    at: Bone | None = rig.by_name[name]
    for _step in range(MOST_ABOVE):
        below = _bodies_below(rig, at.name) if at else ()
        parts = [(bone, limb_part(rig, bone.name)) for bone in below]
        end = next((bone for bone, part in parts if part is not None and part.place == "end"), None)
        if end is not None:
            return end.name
        at = next((bone for bone, part in parts if part is not None and part.place == "lower"), None)
    return None


def _nameless(rig: Rig, name: str) -> LimbChain:
    chain = unbranched_chain(rig, name)
    if len(chain) == 1:
        above, chain = _body(rig, rig.by_name[name].parent), whole_chain(rig, name)
        chain = (above.name, name) if above is not None and len(chain) == 1 else chain
    if len(chain) == 3 and _is_foot(rig, chain):
        return LimbChain(chain[:2], chain[-1])
    return LimbChain(chain)


def _is_foot(rig: Rig, chain: tuple[str, ...]) -> bool:
    bones = [rig.by_name[name] for name in chain]
    lengths, ways = rest_lengths(bones), directions(bones)
    return bool(lengths[2] < SHORT * lengths[1] and float(np.dot(ways[1], ways[2])) < AT_AN_ANGLE)


def check_not_taken(rig: Rig, bones: Collection[str]) -> None:
    """Raise ValueError if a limb or another IK constraint steers one of the bones already."""
    for limb in rig.limbs:
        if not set(limb.bones).isdisjoint(bones):
            raise ValueError(_("{limb} has a limb already; remove that first.").format(limb=quoted(limb.name)))
    turned = turned_by_ik(rig)
    for name in bones:
        if name in turned:
            raise ValueError(
                _("{name} is turned by an IK constraint already; remove that first.").format(name=quoted(name))
            )


def _body(rig: Rig, name: str | None) -> Bone | None:
    bone = rig.by_name.get(name or "")
    return bone if bone is not None and bone.kind == "bone" else None


def _bodies_below(rig: Rig, name: str) -> tuple[Bone, ...]:
    return tuple(bone for bone in rig.children.get(name, ()) if bone.kind == "bone")
