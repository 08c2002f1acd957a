"""A constraint that keeps the size of its owner: what one axis gains, the two others lose."""

from __future__ import annotations

from typing import Annotated, Literal

from pantin.rigs.constraints.acting import Look
from pantin.rigs.constraints.following import Axis
from pantin.rigs.constraints.limits import Limit
from pantin.rigs.fields import field
from pantin.rigs.messages import _

VolumeMode = Literal["strict", "uniform", "single_axis"]


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
