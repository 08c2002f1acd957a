"""What people choose of a picture, declared once: the sheet is made from it, and the picture from its values."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from pantin.app.files.picture import Fill
from pantin.app.messages import _
from pantin.rigs.fields import field

MOST = 8192
"""Pixels of a side: what graphics cards paint at once."""

Aspect = Literal["free", "1:1", "4:3", "3:2", "16:9", "9:16"]


class PictureSettings(msgspec.Struct, frozen=True):
    """A picture of the figure. Transparent by default, because it mostly goes onto a page of its own colour."""

    width: Annotated[int, field(_("Width"), _("From left to right."), unit="px", step=10, ge=16, le=MOST)] = 1600
    height: Annotated[int, field(_("Height"), _("From top to bottom."), unit="px", step=10, ge=16, le=MOST)] = 1200
    aspect: Annotated[Aspect, field(_("Aspect"), _("Width against height. Free: each as it is typed."))] = "4:3"
    ground: Annotated[
        Literal["transparent", "one_colour", "as_in_the_view"],
        field(_("Ground"), _("What lies behind the figure.")),
    ] = "transparent"
    colour: Annotated[str, field(_("Colour"), _("The ground's red, green and blue, as in #2B2D32."))] = "#2B2D32"
    shadow: Annotated[bool, field(_("Shadow"), _("The shadow of the figure lies under it."))] = True
    controls: Annotated[
        bool, field(_("Controls"), _("Bones, handles, poles, labels and the grid of the floor are drawn, too."))
    ] = False
    camera: Annotated[
        Literal["as_in_the_view", "whole_figure"],
        field(_("Camera"), _("As in the view, or from there as near as the whole figure fits.")),
    ] = "whole_figure"

    @property
    def fill(self) -> Fill:
        """What the ground is filled with."""
        if self.ground == "one_colour":
            red, green, blue = bytes.fromhex(self.colour.removeprefix("#"))
            return red, green, blue, 255
        return "view" if self.ground == "as_in_the_view" else None


def changed(before: PictureSettings, after: PictureSettings) -> PictureSettings:
    """The settings after a change: the other side follows the aspect, and a colour that is none is not taken."""
    if not re.fullmatch(r"#?[0-9a-fA-F]{6}", after.colour):
        after = replace(after, colour=before.colour)
    after = replace(after, colour=f"#{after.colour.removeprefix('#').upper()}")
    if after.aspect == "free":
        return after
    wide, high = map(int, after.aspect.split(":"))
    if after.height != before.height:
        return _clamped(after, width=round(after.height * wide / high))
    return _clamped(after, height=round(after.width * high / wide))


def disabled(settings: PictureSettings) -> dict[str, str]:
    """The fields that mean nothing now, and why."""
    return {} if settings.ground == "one_colour" else {"colour": _("Choose one colour as the ground first.")}


def _clamped(settings: PictureSettings, **sides: Any) -> PictureSettings:
    """A side that would be too long or too short ends where it may, and the aspect is free."""
    (name, length), *_rest = sides.items()
    kept = min(max(length, 16), MOST)
    return replace(settings, **{name: kept}, aspect=settings.aspect if kept == length else "free")
