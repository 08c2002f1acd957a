"""The colours of the viewport, one table a theme. Each colour means one thing.

Colours are [red, green, blue, alpha], 0-255. A `ColourRole` names one, so that a shape can say what it means and the
theme decides how that looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int, int]
ColourRole = Literal[
    "text",
    "text_dim",
    "hint",
    "accent",
    "accent_text",
    "handle",
    "pole",
    "pin",
    "left",
    "right",
    "limit",
    "miss",
    "ghost",
    "bone",
    "casing",
    "float_panel",
    "float_line",
    "axis_x",
    "axis_y",
    "axis_z",
    "floor_x",
    "floor_y",
    "floor_z",
    "white",
    "grey",
    "red",
    "orange",
    "yellow",
    "green",
    "teal",
    "blue",
    "purple",
    "pink",
]


def linear(colour: Colour) -> NDArray[np.float64]:
    """Linear light (3,), 0-1, of a colour."""
    value = np.array(colour[:3]) / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def rgba(colour: Colour) -> NDArray[np.float32]:
    """Red, green, blue and alpha (4,), 0-1, as shaders take them."""
    return np.asarray(colour, dtype=np.float32) / np.float32(255)


def _hex(text: str) -> Colour:
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue, 255


WOOD, WOOD_GRAIN = _hex("#E2BF90"), _hex("#CF9F69")
BALL, BALL_GRAIN = _hex("#C79C6B"), _hex("#A9794B")
"""Beech, the same in every theme: limbs, and the darker balls of the joints."""

CLAY, CLAY_BALL = _hex("#BDB8B1"), _hex("#A8A29B")
"""Clay, likewise."""

STAIN = _hex("#4DA3FF")
"""The stain of highlighted and selected wood, a lighter accent than that of the light theme."""


class Colours(msgspec.Struct, frozen=True):
    """Colours of the viewport. `highlight` is how much stain a highlighted part takes, `shade` the floor's shadow."""

    dark: bool
    background: Colour
    background_edge: Colour
    text: Colour
    text_dim: Colour
    hint: Colour
    accent: Colour
    accent_text: Colour
    handle: Colour
    pole: Colour
    pin: Colour
    left: Colour
    right: Colour
    limit: Colour
    miss: Colour
    ghost: Colour
    bone: Colour
    casing: Colour
    float_panel: Colour
    float_line: Colour
    axis_x: Colour
    axis_y: Colour
    axis_z: Colour
    floor_line: Colour
    floor_x: Colour
    floor_y: Colour
    floor_z: Colour
    ground: Colour
    solid: Colour
    solid_edge: Colour
    grey: Colour
    red: Colour
    orange: Colour
    yellow: Colour
    green: Colour
    teal: Colour
    blue: Colour
    purple: Colour
    pink: Colour
    wood: Colour = WOOD
    wood_grain: Colour = WOOD_GRAIN
    ball: Colour = BALL
    ball_grain: Colour = BALL_GRAIN
    clay: Colour = CLAY
    clay_ball: Colour = CLAY_BALL
    white: Colour = (255, 255, 255, 255)
    highlight: float = 0.80
    shade: float = 0.72
    brightness: float = 0.97
    ghost_opacity: float = 0.75

    def role(self, role: ColourRole) -> Colour:
        """The colour of a role in this theme."""
        colour: Colour = getattr(self, role)
        return colour


DARK = Colours(
    dark=True,
    background=_hex("#3C3E43"),
    background_edge=_hex("#2A2B2F"),
    text=_hex("#E8E9EC"),
    text_dim=_hex("#A9ADB5"),
    hint=_hex("#9297A0"),
    accent=_hex("#4DA3FF"),
    accent_text=_hex("#7CBCFF"),
    handle=_hex("#D0B4FF"),
    pole=_hex("#F58AD0"),
    pin=_hex("#58D68D"),
    left=_hex("#45C9BB"),
    right=_hex("#F2A065"),
    limit=_hex("#FFB938"),
    miss=_hex("#FF7474"),
    ghost=_hex("#F2F3F5"),
    bone=_hex("#F4F5F7"),
    casing=(12, 13, 15, 158),
    float_panel=(29, 30, 33, 235),
    float_line=(255, 255, 255, 18),
    axis_x=_hex("#E06C6C"),
    axis_y=_hex("#7FB95D"),
    axis_z=_hex("#5F93E6"),
    floor_line=(255, 255, 255, 38),
    floor_x=(158, 79, 79, 123),
    floor_y=(92, 133, 77, 123),
    floor_z=(77, 107, 158, 123),
    ground=_hex("#494B4F"),
    solid=_hex("#C6CAD1"),
    solid_edge=_hex("#1A1C1F"),
    grey=_hex("#AFB2C0"),
    red=_hex("#D28879"),
    orange=_hex("#E46E06"),
    yellow=_hex("#F0F554"),
    green=_hex("#76F67C"),
    teal=_hex("#C0FDEF"),
    blue=_hex("#817CFC"),
    purple=_hex("#E7B9FD"),
    pink=_hex("#DE55C2"),
)

LIGHT = Colours(
    dark=False,
    background=_hex("#F1F2F4"),
    background_edge=_hex("#E1E4E8"),
    text=_hex("#1A1C1F"),
    text_dim=_hex("#4F545C"),
    hint=_hex("#61666E"),
    accent=_hex("#0A66D0"),
    accent_text=_hex("#0A5CBD"),
    handle=_hex("#5B2BC4"),
    pole=_hex("#B3217F"),
    pin=_hex("#0E6E3B"),
    left=_hex("#07685F"),
    right=_hex("#934708"),
    limit=_hex("#8A5600"),
    miss=_hex("#B8242B"),
    ghost=_hex("#24272C"),
    bone=_hex("#1D2024"),
    casing=(255, 255, 255, 191),
    float_panel=(250, 250, 251, 240),
    float_line=(0, 0, 0, 18),
    axis_x=_hex("#C24545"),
    axis_y=_hex("#4D8A2C"),
    axis_z=_hex("#2F66C4"),
    floor_line=(26, 28, 33, 51),
    floor_x=(199, 107, 107, 163),
    floor_y=(107, 158, 92, 163),
    floor_z=(92, 122, 184, 163),
    ground=_hex("#E0E2E5"),
    solid=_hex("#A9AFB9"),
    solid_edge=_hex("#33373D"),
    grey=_hex("#363C45"),
    red=_hex("#6A0403"),
    orange=_hex("#794D03"),
    yellow=_hex("#858205"),
    green=_hex("#1C532C"),
    teal=_hex("#0E8C88"),
    blue=_hex("#1B26D6"),
    purple=_hex("#561E7F"),
    pink=_hex("#C639B5"),
    highlight=0.72,
    shade=0.46,
    brightness=1.04,
    ghost_opacity=0.6,
)

THEMES: Mapping[str, Colours] = {"dark": DARK, "light": LIGHT}
"""By the names of the themes of the panels."""
