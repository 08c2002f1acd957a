"""A limb: a chain and the handles and poles that steer it, made in one action and taken away in one."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import BoneName, Name, Weight, field

LimbKind = Literal["limb", "spine", "tail", "aim", "finger", "reverse_foot", "spline"]


class Limb(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Bones that belong together. The constraints of a limb are those that tie its bones to its controls."""

    name: Annotated[Name, field("Name", "What the limb is called.")]
    kind: Annotated[LimbKind, field("Kind", "How the limb is steered.")] = "limb"
    bones: tuple[BoneName, ...] = ()
    """The chain, from its root to its end."""
    controls: tuple[BoneName, ...] = ()
    """The handles and poles that were made for it."""
    pull: Annotated[
        Weight,
        field(
            "Pull",
            "How far the body comes along when the limb is pulled beyond its reach: 1 as bodies do, 0 not at all.",
        ),
    ] = 1.0
    pole_follows: Annotated[
        bool,
        field(
            "Pole follows", "While the handle is pulled, the pole goes with the limb, so that the bend keeps its side."
        ),
    ] = False
    plants: Annotated[
        bool,
        field(
            "Plants",
            "The foot at the end finds the ground: it stands on it with its whole sole and never goes through. "
            "Dragged up by more than the height of its sole, it is lifted.",
        ),
    ] = False
