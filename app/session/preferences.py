"""The preferences, declared once: the settings dialog and the file are made from them.

A value that is unknown or out of range is replaced by its default, and one sentence says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from pantin.app.messages import _
from pantin.rigs.fields import field

Scale = Literal["100 %", "125 %", "150 %", "175 %", "200 %"]
TextureSize = Literal["1024", "2048", "4096", "8192"]


class Interface(msgspec.Struct, frozen=True):
    """The look of the window, and its start."""

    theme: Annotated[
        Literal["dark", "light", "system"],
        field(_("Theme"), _("Dark, light, or as the rest of the desktop.")),
    ] = "dark"
    ui_scale: Annotated[
        Scale, field(_("Interface scale"), _("The size of everything in the window, beside what the screen asks for."))
    ] = "100 %"
    reduce_motion: Annotated[
        bool, field(_("Reduce motion"), _("Folds, floats and views change at once instead of gliding."))
    ] = False
    texture_size: Annotated[
        TextureSize,
        field(
            _("Texture size"),
            _("Pixels of the longer side of a character's picture on the graphics card, at most; its file keeps all."),
        ),
    ] = "2048"
    ask_only_when_unsure: Annotated[
        bool,
        field(
            _("Ask only when unsure"),
            _("A character opens at once where its size, what is up and its front are sure. Off: each is asked about."),
        ),
    ] = True
    start_with: Annotated[
        Literal["start page", "last file"], field(_("Start with"), _("What the window shows when no file is named."))
    ] = "start page"


class Units(msgspec.Struct, frozen=True):
    """The units of numbers. What is typed may name any unit: 12 cm, 3in."""

    length: Annotated[
        Literal["auto", "m", "cm", "mm", "in"],
        field(_("Lengths"), _("The unit of lengths and positions. Auto: positions in metres, lengths in centimetres.")),
    ] = "auto"


class Mouse(msgspec.Struct, frozen=True):
    """The mouse's way of turning the view."""

    orbit_about: Annotated[
        Literal["selection", "view centre"], field(_("Orbit about"), _("What stays in its place while the view turns."))
    ] = "selection"
    orbit_speed: Annotated[
        float,
        field(_("Orbit speed"), _("How far the view turns for the way of the mouse."), step=0.01, ge=0.25, le=4.0),
    ] = 1.0
    zoom_to_pointer: Annotated[
        bool,
        field(_("Zoom to the pointer"), _("What is under the pointer stays there. Off: the middle of the view does.")),
    ] = True
    invert_zoom: Annotated[bool, field(_("Invert zoom"), _("Turning the wheel away from you goes farther away."))] = (
        False
    )


class Keys(msgspec.Struct, frozen=True):
    """The keys of actions: a preset, and what was changed in it by action."""

    preset: Annotated[
        Literal["blender", "industry"],
        field(_("Preset"), _("Blender: G, R, S and the middle button. Industry: W, E, R and Alt, as in Maya.")),
    ] = "blender"
    changed: dict[str, tuple[str, ...]] = {}


class Preferences(msgspec.Struct, frozen=True):
    """All preferences, page by page."""

    interface: Interface = Interface()
    units: Units = Units()
    mouse: Mouse = Mouse()
    keys: Keys = Keys()

    @property
    def scale(self) -> float:
        """Return the factor on the scale that the screen asks for."""
        return int(self.interface.ui_scale.removesuffix(" %")) / 100

    @property
    def longest_texture(self) -> int:
        """Return how many texels the longer side of a picture has on the graphics card, at most."""
        return int(self.interface.texture_size)


PAGES: Mapping[str, type[msgspec.Struct]] = {"interface": Interface, "units": Units, "mouse": Mouse, "keys": Keys}


def changed(preferences: Preferences, page: str, name: str, value: Any) -> Preferences:
    """The preferences with one value changed."""
    part = msgspec.structs.replace(getattr(preferences, page), **{name: value})
    return msgspec.structs.replace(preferences, **{page: part})


def encode(preferences: Preferences) -> bytes:
    """The preferences as their file holds them."""
    return msgspec.json.format(msgspec.json.encode(preferences), indent=2) + b"\n"


def decode(data: bytes) -> tuple[Preferences, tuple[str, ...]]:
    """The preferences in `data`, and where in it nothing could be read, as "mouse.orbit_speed"; "" means anywhere."""
    try:
        found = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Preferences(), ("",)
    unread = [page for page in found if page not in PAGES]
    parts: dict[str, Any] = {}
    for page, model in PAGES.items():
        parts[page], wrong = _part(model, found.get(page, {}))
        unread += [f"{page}.{name}" if name else page for name in wrong]
    return Preferences(**parts), tuple(unread)


def _part(model: type[msgspec.Struct], found: Any) -> tuple[msgspec.Struct, list[str]]:
    if not isinstance(found, dict):
        return model(), [""]
    hints = get_type_hints(model, include_extras=True)
    values, wrong = {}, []
    for name, value in found.items():
        try:
            values[name] = msgspec.convert(value, hints[name])
        except (KeyError, msgspec.ValidationError):
            wrong.append(name)
    return model(**values), wrong
