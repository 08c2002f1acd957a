"""Volume of a bone: what one axis gains, the two others lose; and how far they may."""

from __future__ import annotations

from typing import Annotated, Literal

from pantin.rigs.constraints.acting import Look
from pantin.rigs.constraints.following import Axis
from pantin.rigs.constraints.limits import Limit
from pantin.rigs.fields import Factor, Weight, field
from pantin.rigs.messages import _

Bulge = Annotated[
    float, field("Bulge", "How much thicker or thinner: 1 keeps the volume.", ge=0.0, le=100.0, step=0.01)
]
HoldThin = Annotated[bool, field("Hold thin", "Do not let it grow thinner than so much.")]
Thinnest = Annotated[Weight, field("Thinnest", "It never has less than this part of its section.")]
HoldThick = Annotated[bool, field("Hold thick", "Do not let it grow thicker than so much.")]
Thickest = Annotated[Factor, field("Thickest", "It never has more than this many times its section.")]
Smooth = Annotated[Weight, field("Smooth", "How softly the thinnest and the thickest are approached.")]
BULGING = ("bulge", "hold_thin", "thinnest", "hold_thick", "thickest", "smooth")
"""The fields of these types, of constraints that stretch a bone and keep its volume."""

VolumeMode = Literal["strict", "uniform", "single_axis"]


def bounds_off(hold_thin: bool, hold_thick: bool) -> dict[str, str]:
    """Return why a bound of the section, or its softness, does nothing, by field: the switch that it needs is off."""
    found: dict[str, str] = {}
    if not hold_thin:
        found["thinnest"] = _("Turn on Hold thin first.")
    if not hold_thick:
        found["thickest"] = _("Turn on Hold thick first.")
    if not (hold_thin or hold_thick):
        found["smooth"] = _("Turn on Hold thin or Hold thick first.")
    return found


class MaintainVolume(Limit, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="maintain_volume"):
    """The owner's scale along one axis is its own; the two others follow, so that the volume stays."""

    look = Look(
        _("Maintain volume"),
        "volume",
        "t2",
        _("Grows thinner as it grows longer."),
        ("free", "mode", "influence"),
        ("volume", "owner_space"),
    )

    free: Annotated[Axis, field("Free axis", "The axis whose scale is the owner's own.")] = "y"
    mode: Annotated[
        VolumeMode,
        field(
            "Mode",
            "Strict keeps the volume whatever the scale; uniform only where all axes are scaled alike; single axis "
            "takes the free axis alone for what was scaled.",
        ),
    ] = "strict"
    volume: Annotated[
        float, field("Volume", "The volume that is kept, against that at rest.", ge=1e-3, le=100.0, step=0.01)
    ] = 1.0
