"""The inputs of the shader of skins for a material: words, numbers, and the textures that have come so far."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin
from typing import Any, NamedTuple

import numpy as np

from pantin.rigs.meshes.materials import Material, Texture, Toon
from pantin.viewport.paint.opengl.mesh_on_card import Matrix
from pantin.viewport.paint.opengl.textures import Textures
from pantin.viewport.values.mesh import Group, Mesh
from pantin.viewport.values.pictures import Pictures

FIRST_UNIT = 3
"""The texture unit of the first picture; those before it hold the palette and a map of depths."""

SLOTS = ("base", "emission", "shade", "normal", "surface", "width")
"""The pictures that a material may have, by their units."""

COLOURS = ("base", "emission", "shade")
"""Those that are encoded as sRGB."""

FINE = ("normal", "surface")
"""Those that only shade: they are left out where a processor draws."""

TO_COME = 0.55
"""What a surface throws back of the light as long as its picture is to come."""


class Look(NamedTuple):
    """The look of a group: words for the shader, its uniforms, and the unit, texture and sampler of each picture."""

    words: tuple[str, ...]
    uniforms: dict[str, Any]
    bound: tuple[tuple[int, int, int], ...]
    is_drawn: bool
    """Whether enough has come: what lets something show through is not seen without the picture that says where."""
    is_whole: bool
    """Whether nothing is to come any more."""


class Looks:
    """Those of all groups that are drawn; each is made anew until all its pictures have come."""

    def __init__(self, textures: Textures, fine: bool) -> None:
        self._textures, self._fine = textures, fine
        self._known: dict[tuple[Group, bool], tuple[Material, Look]] = {}

    def of(self, group: Group, material: Material, mesh: Mesh, matt: bool) -> Look:
        """Return how a group of a mesh is drawn in a material, as matt clay where that is asked for."""
        known = self._known.get((group, matt))
        if known is not None and known[0] is material:
            return known[1]
        made = self._made(material, mesh, matt)
        if made.is_whole:
            self._known[group, matt] = material, made
        return made

    def keep(self, meshes: set[Mesh]) -> None:
        """Forget all other meshes, and their textures."""
        groups = {group for mesh in meshes for group in mesh.groups}
        self._known = {key: look for key, look in self._known.items() if key[0] in groups}
        self._textures.keep({mesh.pictures for mesh in meshes if mesh.pictures is not None})

    def _made(self, material: Material, mesh: Mesh, matt: bool) -> Look:
        there: dict[str, tuple[Texture, int]] = {}
        to_come = set()
        for slot, texture in self._slots(material, mesh, matt):
            name = self._textures.texture(mesh.pictures, texture.picture, slot in COLOURS) if mesh.pictures else None
            if name is not None:
                there[slot] = texture, name
            elif mesh.pictures is not None and _is_to_come(mesh.pictures, texture.picture):
                to_come.add(slot)
        kind = "lit" if matt else material.kind
        words = [kind.upper(), *(slot.upper() for slot in SLOTS if slot in there)]
        if mesh.colours is not None and kind != "toon" and not matt:
            words.append("COLOURS")
        if material.double_sided:
            words.append("TWO_SIDED")
        if kind == "toon" and material.toon is not None and any(material.toon.rim):
            words.append("RIM")
        words += {"opaque": [], "mask": ["CUT"], "blend": ["BLEND"]}[material.alpha]
        base = np.array(material.base, dtype=np.float32)
        if "base" in to_come:
            base[:3] *= TO_COME
        uniforms = {"base": base, **_numbers(material)}
        for slot, (texture, _name) in there.items():
            uniforms[f"{slot}_rows"] = _rows(texture)
        bound = [(unit_of(slot), name, self._textures.sampler(t.wrap, t.smooth)) for slot, (t, name) in there.items()]
        drawn = material.alpha != "blend" or "base" not in to_come
        return Look(tuple(words), uniforms, tuple(bound), drawn, not to_come)

    def _slots(self, material: Material, mesh: Mesh, matt: bool) -> Iterator[tuple[str, Texture]]:
        """Yield the pictures of a material that are looked at, with their slots."""
        toon = (material.toon if material.kind == "toon" else None) or Toon()
        found = {
            "base": material.base_texture,
            "emission": material.emission_texture,
            "shade": toon.shade_texture,
            "normal": material.normal_texture,
            "surface": material.surface_texture if material.kind == "lit" else None,
            "width": toon.outline_texture,
        }
        for slot, texture in found.items():
            asked = slot == "base" and material.alpha != "opaque" if matt else self._fine or slot not in FINE
            if texture is not None and asked and 0 <= texture.uv_set < min(len(mesh.uvs), 4):
                yield slot, texture


def unit_of(slot: str) -> int:
    """Return the texture unit of a slot."""
    return FIRST_UNIT + SLOTS.index(slot)


def units() -> dict[str, int]:
    """Return the uniforms that say which unit each picture is in."""
    return {f"{slot}_picture": unit_of(slot) for slot in SLOTS}


def _is_to_come(pictures: Pictures, place: int) -> bool:
    """Return whether a picture is to be decoded yet, or is decoded and waits for its turn to be uploaded."""
    return pictures.is_open(place) or pictures.at(place) is not None


def _numbers(material: Material) -> dict[str, Any]:
    """Return what is said of a material in numbers."""
    found: dict[str, Any] = {
        "emission": material.emission,
        "cutoff": float(material.cutoff),
        "surface": (material.roughness, material.metallic),
        "bumps": float(material.normal_scale),
    }
    toon = material.toon
    if toon is not None:
        found |= {
            "shade": toon.shade,
            "ramp": toon.ramp,
            "rim": toon.rim,
            "rim_shape": (toon.rim_power, toon.rim_lift),
            "line": (*toon.outline_colour, toon.outline_lit),
        }
    return found


def _rows(texture: Texture) -> Matrix:
    """Return the rows (5, 4) that take coordinates to the picture: u and v of the first two sets, u and v of two more,
    and what is added.

    The transform of KHR_texture_transform: scaled, turned and moved, in this order, with v pointing down.
    """
    wide, high = texture.scale
    c, s = cos(texture.turn), sin(texture.turn)
    rows = np.zeros((5, 4), dtype=np.float32)
    pair, first = divmod(texture.uv_set, 2)
    two = slice(2 * first, 2 * first + 2)
    rows[2 * pair, two] = c * wide, s * high
    rows[2 * pair + 1, two] = -s * wide, c * high
    rows[4, :2] = texture.offset
    return rows
