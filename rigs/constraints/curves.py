"""Constraints that lay a chain of bones along a curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import Acting, Influence, Look
from pantin.rigs.constraints.goals import ChainLength
from pantin.rigs.constraints.volume import (
    BULGING,
    Bulge,
    HoldThick,
    HoldThin,
    Smooth,
    Thickest,
    Thinnest,
    bounds_off,
)
from pantin.rigs.fields import AnyBone, BoneNames, field, own_bone
from pantin.rigs.messages import _

Handles = Literal["smooth", "bones", "free"]
"""smooth: through the points as evenly as can be. bones: along each point's bone, as far as that is long. free: each
three bones are a handle, a point and a handle."""
YScale = Literal["fit", "rest", "posed"]
XzScale = Literal["none", "posed", "inverse", "volume"]
A_POINT = 3
"""Bones of a point with handles of its own."""


def _reasons(spline: SplineIk) -> Mapping[str, str]:
    found: dict[str, str] = {}
    if spline.xz_scale not in ("inverse", "volume"):
        found["posed_scale"] = _("Choose a thickness that keeps the volume first.")
    if spline.xz_scale != "volume":
        return found | dict.fromkeys(BULGING, _("Choose Volume as thickness first."))
    return found | bounds_off(spline.hold_thin, spline.hold_thick)


class SplineIk(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="spline_ik"):
    """A chain of bones follows a curve through control bones. The chain counts from the owner upwards.

    Bones turn from where they are posed by the smallest turn, so that their roll is that of the pose.
    """

    look = Look(
        _("Spline IK"),
        "ik",
        "handle",
        _("A chain follows a curve through control bones."),
        ("points", "chain_length", "y_scale", "xz_scale", "influence"),
        (
            "handles",
            "offset",
            "even",
            "radius",
            "posed_scale",
            *BULGING,
            "resolution",
        ),
        reasons=_reasons,
    )
    use_tail: ClassVar[bool] = True

    points: Annotated[
        BoneNames, field("Points", "The control bones whose heads the curve goes through, in their order.")
    ] = ()
    handles: Annotated[
        Handles,
        field(
            "Handles",
            "What the curve leaves its points by: as smoothly as can be; along each control, as far as it is long; or "
            "each three controls are a handle, a point and a handle.",
        ),
    ] = "smooth"
    chain_length: ChainLength = 0
    y_scale: Annotated[
        YScale,
        field(
            "Length",
            "Fit: the bones share the whole curve. Rest or posed: they keep that length, and the chain ends where it "
            "ends.",
        ),
    ] = "fit"
    xz_scale: Annotated[
        XzScale,
        field(
            "Thickness",
            "None: that of rest. Posed: as scaled by hand. Inverse and volume: a bone that grows longer grows thinner.",
        ),
    ] = "none"
    posed_scale: Annotated[
        bool, field("Posed scale", "Count from the size that bones are posed in, not from that of rest.")
    ] = False
    even: Annotated[
        bool,
        field(
            "Even divisions",
            "Every bone takes an equal part of the curve, whatever its own length. Bones that keep their lengths go "
            "straight on past the curve's end, where else they go back to their pose.",
        ),
    ] = False
    offset: Annotated[
        bool, field("Chain offset", "The chain takes the curve's shape, and begins where its root is posed.")
    ] = False
    radius: Annotated[bool, field("Curve radius", "A control that is scaled makes the chain thicker beside it.")] = True
    bulge: Bulge = 1.0
    hold_thin: HoldThin = False
    thinnest: Thinnest = 1.0
    hold_thick: HoldThick = False
    thickest: Thickest = 1.0
    smooth: Smooth = 0.0
    resolution: Annotated[
        int,
        field("Resolution", "Straight pieces of the curve from point to point.", unit="steps", step=1, ge=1, le=64),
    ] = 12
    influence: Influence = 1.0

    def with_bone(self, role: str, name: AnyBone | None) -> Self:
        """With one more point, the last."""
        point = own_bone(name)
        more = () if point is None or point in self.points else (point,)
        return replace(self, points=(*self.points, *more)) if role == "points" else super().with_bone(role, name)

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The controls, where they are enough for a curve."""
        return self.points if self.is_curve else ()

    @property
    def named(self) -> tuple[str, ...]:
        """The controls."""
        return self.points

    @property
    def is_curve(self) -> bool:
        """Return whether there are two points at least, with all handles that they need."""
        if self.handles == "free":
            return len(self.points) >= 2 * A_POINT and len(self.points) % A_POINT == 0
        return len(self.points) >= 2
