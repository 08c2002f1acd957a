"""Materials of a character: what its file says of colours, pictures, transparency and toon shading.

Colours are linear, factors of textures as well. Which picture is encoded as sRGB follows from the slot that it fills:
base colours, emission, shade and rim colours are, normals are not.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

Colour3 = tuple[float, float, float]
Colour4 = tuple[float, float, float, float]

Wrap = Literal["repeat", "mirror", "clamp"]
Alpha = Literal["opaque", "mask", "blend"]
Width = Literal["none", "world", "screen"]


class Picture(msgspec.Struct, frozen=True, eq=False):
    """A picture as the file has it: encoded, PNG, JPEG, WebP or what its bytes say."""

    name: str
    data: bytes
    """Empty where the picture cannot be read."""


class Texture(msgspec.Struct, frozen=True):
    """A picture on a surface: which one, by which coordinates, and how it goes on beyond its edges."""

    picture: int
    """Its place among the pictures of the character."""
    uv_set: int = 0
    offset: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    """Radians, counter-clockwise, as KHR_texture_transform turns coordinates."""
    scale: tuple[float, float] = (1.0, 1.0)
    wrap: tuple[Wrap, Wrap] = ("repeat", "repeat")
    smooth: bool = True
    """Whether texels are blended when they are magnified; pixel art is not."""


class Toon(msgspec.Struct, frozen=True):
    """Shading in two tones, as MToon has it: lit, or in the shade colour, with a ramp between, and an outline.

    With n·l the cosine between normal and light, the ramp runs from 0 to 1 over `ramp`.
    """

    shade: Colour3 = (1.0, 1.0, 1.0)
    shade_texture: Texture | None = None
    ramp: tuple[float, float] = (-0.1, 0.1)
    """n·l where the shade ends, and where the full light begins."""
    rim: Colour3 = (0.0, 0.0, 0.0)
    rim_power: float = 5.0
    rim_lift: float = 0.0
    outline: Width = "none"
    """"world" has the width in metres, "screen" as a part of the height of the picture."""
    outline_width: float = 0.0
    outline_reach: float = math.inf
    """Metres from the eye up to which an outline of the screen is as wide; beyond, it becomes narrower as all does."""
    outline_texture: Texture | None = None
    """Its green channel times the width."""
    outline_colour: Colour3 = (0.0, 0.0, 0.0)
    outline_lit: float = 1.0
    """How much of the outline takes the colour of the body below, 0 to 1."""


class Material(msgspec.Struct, frozen=True):
    """The surface of a part. The defaults are those of glTF for a part without one."""

    name: str = ""
    kind: Literal["lit", "unlit", "toon"] = "lit"
    base: Colour4 = (1.0, 1.0, 1.0, 1.0)
    base_texture: Texture | None = None
    emission: Colour3 = (0.0, 0.0, 0.0)
    emission_texture: Texture | None = None
    normal_texture: Texture | None = None
    normal_scale: float = 1.0
    metallic: float = 1.0
    roughness: float = 1.0
    surface_texture: Texture | None = None
    """Roughness in green, metallic in blue."""
    alpha: Alpha = "opaque"
    cutoff: float = 0.5
    """Below which alpha nothing is drawn, where alpha is "mask"."""
    double_sided: bool = False
    writes_depth: bool = True
    """Whether what is drawn with alpha "blend" hides what is drawn after it."""
    order: int = 0
    """Among transparent parts: smaller ones are drawn first."""
    toon: Toon | None = None
