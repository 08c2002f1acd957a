"""The kinds of limbs that one action makes. A kind is a module, a line in KINDS, and its name in `LimbKind`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from pantin.rigs.anatomy.parts import BACKBONE, FINGERS, Part
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import LimbKind
from pantin.rigs.limb_kinds import (
    aim,
    finger,
    limb,
    reverse_foot,
    spine,
    spline,
    tail,
)
from pantin.rigs.limb_kinds.chain import LimbChain, limb_chains_of
from pantin.rigs.limb_kinds.plan import Plan
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig


class Kind(NamedTuple):
    """The making of one kind of limb: its name, the chains that a selection asks for, and what is added for each."""

    title: str
    groups: Callable[[Rig, Collection[str]], tuple[LimbChain, ...]]
    plan: Callable[[Rig, LimbChain, Vector3 | None], Plan]
    replaces: tuple[LimbKind, ...] = ()
    """A limb of these kinds on the same bones is replaced by it."""
    exact: Callable[[Rig, LimbChain], Plan] | None = None
    """The kind that is added instead where `plan` would move the chain too far; None where it never does."""


KINDS: dict[LimbKind, Kind] = {
    "limb": Kind(_("IK limb"), limb_chains_of, limb.plan),
    "spine": Kind(_("spine"), spine.groups, spine.plan),
    "tail": Kind(_("tail"), tail.groups, tail.plan),
    "spline": Kind(_("curve"), tail.groups, spline.plan, exact=spline.exact),
    "aim": Kind(_("aim"), aim.groups, aim.plan),
    "finger": Kind(_("finger"), finger.groups, finger.plan),
    "reverse_foot": Kind(_("rolling foot"), reverse_foot.groups, reverse_foot.plan, ("limb",)),
}

_KIND_OF_PARTS: tuple[tuple[LimbKind, tuple[Part, ...]], ...] = (
    ("aim", ("eye",)),
    ("finger", (*FINGERS, "finger", "palm")),
    ("tail", ("tail",)),
    ("spine", ("hips", *BACKBONE)),
)
"""The kinds that are made for certain parts of the body."""


def kind_for(selected: Collection[str]) -> LimbKind:
    """The kind of limb for the selected bones, by their names; "limb" where these tell no other."""
    return next((kind for kind, parts in _KIND_OF_PARTS if all(part_of(name) in parts for name in selected)), "limb")
