"""Fields of a limb: what they show of a rig, and the edits that they make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import msgspec

from pantin.rigs.editing.grounds import let_plant
from pantin.rigs.editing.limb_ties import influence_of, ties_of, with_influence
from pantin.rigs.editing.limbs import (
    held_end,
    keeps_rotation,
    let_body_come,
    let_pole_follow,
    space_of,
    switched_controls,
)
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.fields import BoneName, Name, Weight, field
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Rig
from pantin.widgets.messages import _
from pantin.widgets.numbers.ik_fk_switch import MovesBy
from pantin.widgets.values.exchange import Edit


class LimbFields(msgspec.Struct, frozen=True):
    """The values that can be set of a limb."""

    name: Annotated[
        Name,
        field(_("Name"), _("Bones and controls are called after it: a leg has a thigh, a shin and a knee.")),
    ] = ""
    moves_by: Annotated[
        MovesBy,
        field(
            _("Moves by"),
            _("IK: by its handle and pole. FK: by the rotations of its bones. Either takes the pose over."),
        ),
    ] = "ik"
    blend: Annotated[
        Weight,
        field(_("Blend"), _("Between the FK pose, 0, and the IK pose, 1; both stay as they are while it is moved.")),
    ] = 1.0
    space: Annotated[
        BoneName | None,
        field(
            _("Held by"),
            _("The bone that handle and pole go with; switching moves nothing."),
            refers_to="bone",
        ),
    ] = None
    rotation: Annotated[
        bool,
        field(_("Keep rotation"), _("The foot or hand at the end turns with the handle, however the limb bends.")),
    ] = False
    pull: Annotated[
        Weight,
        field(_("Pull"), _("How far the body comes along when it is pulled beyond its reach: 0 not at all.")),
    ] = 1.0
    pole_follows: Annotated[
        bool,
        field(
            _("Pole follows"), _("While the handle is pulled, the pole goes with the limb: the bend keeps its side.")
        ),
    ] = False
    plants: Annotated[
        bool,
        field(
            _("Plants"),
            _("The foot stands on the ground with its whole sole; dragged up by more than that is high, it is lifted."),
        ),
    ] = False


class LimbEdit(NamedTuple):
    """The effect of a changed field: the label of its step of undo, and the edit."""

    label: str
    edit: Edit


def fields_of_limb(rig: Rig, limb: Limb) -> LimbFields:
    """Return the values of the fields of a limb."""
    ties = ties_of(rig, limb)
    blend = influence_of(rig, ties) if ties else 1.0
    return LimbFields(
        name=limb.name,
        moves_by="ik" if blend >= 1.0 else "fk" if blend <= 0.0 else "both",
        blend=blend,
        space=space_of(rig, limb),
        rotation=keeps_rotation(rig, limb),
        pull=limb.pull,
        pole_follows=limb.pole_follows,
        plants=limb.plants,
    )


def fields_left_out(rig: Rig, limb: Limb) -> Iterator[str]:
    """The fields that mean nothing for a limb: it has no constraints, no handle, no end, no pole or no sole."""
    if not ties_of(rig, limb):
        yield from ("moves_by", "blend")
    if not switched_controls(rig, limb):
        yield "space"
    if not held_end(rig, limb):
        yield "rotation"
    if not any(rig.by_name[name].kind == "pole" for name in limb.controls if name in rig.by_name):
        yield "pole_follows"
    if not sole_of(rig, limb):
        yield "plants"


def edit_of_limb(rig: Rig, limb: Limb, field: str, value: Any) -> LimbEdit:
    """The edit that sets one of the fields that need no solver: blend, pull, pole_follows or plants."""
    name = limb.name
    match field:
        case "blend":
            ties = ties_of(rig, limb)
            return LimbEdit(_("Blend {name}").format(name=name), lambda document: with_influence(document, ties, value))
        case "pull":
            return LimbEdit(
                _("Pull of {name}").format(name=name), lambda document: let_body_come(document, limb, value)
            )
        case "pole_follows":
            return LimbEdit(
                _("Pole of {name}").format(name=name), lambda document: let_pole_follow(document, limb, value)
            )
        case "plants":
            label = _("Plant {name}") if value else _("Let {name} go")
            return LimbEdit(label.format(name=name), lambda document: let_plant(document, (limb,), value))
    raise ValueError(f"{field} of a limb is not set by an edit.")
