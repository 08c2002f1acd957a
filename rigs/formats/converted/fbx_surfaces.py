"""The materials of an FBX file, and their pictures: embedded ones, and those that were found beside it."""

from __future__ import annotations

from pathlib import PureWindowsPath
from typing import Any

import numpy as np

from pantin.rigs.formats.converted.content import Content, Material, Picture
from pantin.rigs.formats.converted.fbx_objects import at, rows
from pantin.rigs.formats.converted.fbx_scene import Scene
from pantin.rigs.formats.converted.foreign_pictures import as_png
from pantin.rigs.formats.converted.opacity import UNSEEN, Opacity, noted
from pantin.rigs.formats.converted.pictures import kind_of
from pantin.rigs.messages import _
from pantin.rigs.wording import listed

MOST = 10_000
"""Materials and textures of one file."""

MOST_PICTURES = 256
"""Pictures beside the file that are asked for."""


class Surfaces:
    """The places of a file's materials and pictures among those of its content."""

    def __init__(self, content: Content, beside: list[bytes]) -> None:
        self.content, self.beside = content, beside
        self.wanted: list[list[str]] = []
        """For each picture beside the file the names that the file has for it, the likeliest first."""
        self.materials: dict[int, int] = {}
        """By the number that ufbx gives a material."""
        self.opacities: list[Opacity] = []
        self._pictures: dict[tuple[str, int], int | None] = {}
        self.missing: list[str] = []
        self.foreign: list[str] = []

    def picture(self, texture: Any) -> int | None:
        """Return the place of the picture of a texture, None where there is none or where it cannot be taken."""
        if texture is None:
            return None
        files = rows(texture, "file_textures")
        texture = files[0] if files else texture
        names = _names(texture)
        embedded = bytes(texture.content)
        key = (names[0] if names else "", len(embedded))
        if key not in self._pictures:
            self._pictures[key] = self._taken(names, embedded)
        return self._pictures[key]

    def _taken(self, names: list[str], data: bytes) -> int | None:
        name = PureWindowsPath(names[0]).name if names else _("picture")
        if not data:
            if not names or len(self.wanted) >= MOST_PICTURES:
                return None
            place = len(self.wanted)
            self.wanted.append(names)
            data = self.beside[place] if place < len(self.beside) else b""
            if not data:
                self.missing.append(name)
                return None
        kind = kind_of(data)
        if kind is None and (made := as_png(data)) is not None:
            data, kind = made, "image/png"
        if kind is None:
            self.foreign.append(name)
            return None
        self.content.pictures.append(Picture(PureWindowsPath(name).stem, data, kind))
        return len(self.content.pictures) - 1

    def tell(self) -> None:
        """Say which pictures are not there."""
        for names, one in (
            (self.missing, _("The pictures {names} are not beside the file; put them there, and open it again.")),
            (self.foreign, _("The pictures {names} are of no kind that is read, and are left out.")),
        ):
            if names:
                self.content.words.append(one.format(names=listed(list(dict.fromkeys(names)))))


def surfaces_in(scene: Scene, content: Content, beside: list[bytes]) -> Surfaces:
    """Fill in materials and pictures; `beside` are those that were found, in the order of `Surfaces.wanted`."""
    found = Surfaces(content, beside)
    materials = rows(scene.loaded, "materials")
    if len(materials) > MOST or len(at(scene.loaded, "textures")) > MOST:
        raise OverflowError
    for material in materials:
        found.materials[int(material.typed_id)] = len(content.materials)
        content.materials.append(_material(material, found))
    content.notes |= noted(found.opacities)
    found.tell()
    return found


def _names(texture: Any) -> list[str]:
    """Return the names of a texture's file: relative to the FBX file, then as it was where that was made."""
    video = at(texture, "video")
    told = [
        str(getattr(each, kind))
        for each in (texture, video)
        if each is not None
        for kind in ("relative_filename", "filename", "absolute_filename")
    ]
    return [name[:4096] for name in dict.fromkeys(told) if name.strip()]


def _material(material: Any, found: Surfaces) -> Material:
    pbr, fbx = at(material, "pbr"), at(material, "fbx")
    base, factor = at(pbr, "base_color"), at(pbr, "base_factor")
    picture = found.picture(_texture(base))
    strength = _number(factor, 1.0)
    colour = (1.0, 1.0, 1.0) if picture is not None else _colour(base, strength, (0.8, 0.8, 0.8))
    seen, says = _opacity(pbr, fbx)
    if (opacity := found.picture(says)) is not None:
        found.opacities.append(Opacity(len(found.content.materials), opacity))
    glow = at(pbr, "emission_color")
    glowing = found.picture(_texture(glow))
    strength = _number(at(pbr, "emission_factor"), 1.0)
    emission = (min(strength, 1.0),) * 3 if glowing is not None else _colour(glow, strength, (0.0, 0.0, 0.0))
    normal = found.picture(_texture(at(pbr, "normal_map")) or _texture(at(fbx, "normal_map")))
    return Material(
        str(material.name),
        (*colour, seen),
        picture,
        emission,
        glowing,
        normal,
        metallic=_number(at(pbr, "metalness"), 0.0),
        roughness=_number(at(pbr, "roughness"), 0.8),
        alpha="BLEND" if seen < 1.0 else "OPAQUE",
        double_sided=True,  # where such files are made, faces are seen from both sides
    )


def _opacity(pbr: Any, fbx: Any) -> tuple[float, Any]:
    """Return the opacity of a material, 0 to 1, and the texture that says it in place of a number.

    Lambert and Phong have the transparency instead: its colour times its factor. A texture in their place says the
    opacity all the same, by its alpha or its brightness, as 3ds Max and the readers of Blender and Unity have it.
    """
    own, colour, factor = at(pbr, "opacity"), at(fbx, "transparency_color"), at(fbx, "transparency_factor")
    if own.has_value or _texture(own) is not None:
        seen, texture = _number(own, 1.0), _texture(own)
    else:
        texture = _texture(colour) or _texture(factor)
        seen = 1.0 - sum(_colour(colour, _number(factor, 1.0), (0.0, 0.0, 0.0))) / 3.0
    return 1.0 if texture is not None or seen < UNSEEN else seen, texture


def _texture(mapped: Any) -> Any:
    return at(mapped, "texture") if mapped.texture_enabled else None


def _number(mapped: Any, otherwise: float) -> float:
    """Return the value of a map between 0 and 1, `otherwise` where it has none."""
    value = float(mapped.value_vec4.x) if mapped.has_value else otherwise
    return min(max(value, 0.0), 1.0) if np.isfinite(value) else otherwise


def _colour(mapped: Any, strength: float, otherwise: tuple[float, float, float]) -> tuple[float, float, float]:
    found = [float(each) for each in mapped.value_vec4[:3]] if mapped.has_value else list(otherwise)
    red, green, blue = (min(max(each * strength, 0.0), 1.0) if np.isfinite(each) else 0.0 for each in found)
    return red, green, blue
