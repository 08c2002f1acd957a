"""The materials of a USD stage, UsdPreviewSurface, with their pictures, and those that say how opaque they are.

Source: Pixar, UsdPreviewSurface specification.
"""

from __future__ import annotations

import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from pxr import Sdf, UsdShade

from pantin.rigs.formats.converted.content import Floats, Material
from pantin.rigs.formats.converted.opacity import Channel, Mode, Opacity
from pantin.rigs.formats.converted.pictures import Pictures
from pantin.rigs.formats.converted.usd_layers import Folder
from pantin.rigs.formats.files import LARGEST_TEXT, Fault
from pantin.rigs.messages import _
from pantin.rigs.vectors import three
from pantin.rigs.wording import quoted

CHANNELS: dict[str, Channel] = {"a": "alpha", "r": "red", "g": "green", "b": "blue"}
"""Of a picture, by the outputs of a texture."""

UNREADABLE = (OSError, KeyError, zipfile.BadZipFile, RuntimeError, NotImplementedError)
"""The errors that zipfile raises of packages that are gone, damaged, encrypted, or packed in a way of their own."""


class Surfaces:
    """The materials that meshes have, each once."""

    def __init__(self, path: Path, folder: Folder) -> None:
        """Pictures lie in the `folder` of the file at `path`, or below it."""
        self.materials: list[Material] = []
        self.opacities: list[Opacity] = []
        self.pictures = Pictures(path)
        self.said: dict[str, None] = {}
        """Sentences about what is left out."""
        self._folder = folder
        self._numbers: dict[str, int | None] = {}

    def place(self, material: Any) -> int | None:
        """Return the place of a material; None where there is none, or it is of no kind that is read."""
        if not material:
            return None
        path = str(material.GetPath())
        if path not in self._numbers:
            self._numbers[path] = self._made(material)
        return self._numbers[path]

    def _made(self, material: Any) -> int | None:
        shader = material.ComputeSurfaceSource()[0]
        if not shader or shader.GetIdAttr().Get() != "UsdPreviewSurface":
            self.said[_("Materials other than UsdPreviewSurface are left out.")] = None
            return None
        cutoff = self._number(shader, "opacityThreshold", 0.0)
        says = self._opacity(shader)
        opacity = self._number(shader, "opacity", 1.0) if says is None else 1.0
        diffuse, picture = self._colour(shader, "diffuseColor", (0.18, 0.18, 0.18))
        emission, glow = self._colour(shader, "emissiveColor", (0.0, 0.0, 0.0))
        made = Material(
            name=material.GetPrim().GetName(),
            base=(*diffuse, opacity),
            base_picture=picture,
            emission=emission,
            emission_picture=glow,
            normal_picture=self._colour(shader, "normal", (0.0, 0.0, 1.0))[1],
            metallic=self._number(shader, "metallic", 0.0),
            roughness=self._number(shader, "roughness", 0.5),
            alpha="OPAQUE" if opacity == 1.0 else "MASK" if cutoff > 0.0 else "BLEND",
            cutoff=cutoff or 0.5,
        )
        self.materials.append(made)
        if says is not None:
            mode: Mode = "MASK" if cutoff > 0.0 else "BLEND"
            self.opacities.append(replace(says, material=len(self.materials) - 1, mode=mode, cutoff=cutoff or 0.5))
        return len(self.materials) - 1

    def _opacity(self, shader: Any) -> Opacity | None:
        """Return the picture that says how opaque a surface is; None where a number says it."""
        source = _source(shader, "opacity")
        if source is None:
            return None
        picture = self._picture(source.shader)
        if picture is None:
            if source.shader.GetIdAttr().Get() != "UsdUVTexture":
                self.said[_("Opacity that comes from anything but pictures and numbers is left out.")] = None
            return None
        colour = _source(shader, "diffuseColor")
        if colour is not None and _coordinates(colour.shader) != _coordinates(source.shader):
            self.said[_("Opacity that lies otherwise on a surface than its colour lies as that does here.")] = None
        scale, bias = (_of_texture(source, name, usual) for name, usual in (("scale", 1.0), ("bias", 0.0)))
        return Opacity(0, picture, CHANNELS.get(source.output, "luminance"), scale, bias)

    def _number(self, shader: Any, name: str, usual: float) -> float:
        value = _value(shader, name)
        return float(np.clip(value, 0.0, 1.0)) if isinstance(value, float) and np.isfinite(value) else usual

    def _colour(
        self, shader: Any, name: str, usual: tuple[float, float, float]
    ) -> tuple[tuple[float, float, float], int | None]:
        """Return the linear colour of an input, and the place of its picture."""
        source = _source(shader, name)
        if source is not None:
            picture = self._picture(source.shader)
            return ((1.0, 1.0, 1.0) if picture is not None else usual), picture
        value = _numbers(_value(shader, name), 3)
        return (usual if value is None else three(np.clip(value, 0.0, 1.0))), None

    def _picture(self, texture: Any) -> int | None:
        asset = _value(texture, "file") if texture else None
        if not isinstance(asset, Sdf.AssetPath):
            return None
        place = str(asset.resolvedPath)
        if not self._folder.has(place):
            return self.pictures.number(asset.path)
        package, bracket, inner = place.partition("[")
        if not bracket:
            return self.pictures.number(self._folder.name_of(place))
        inner = inner.removesuffix("]")
        return self.pictures.number(f"{Path(package).name}/{inner}", lambda: _from_package(package, inner))


# Shaders


class _Source(NamedTuple):
    """The place that an input of a shader takes its values from."""

    shader: Any
    output: str


def _producing(shader: Any, name: str) -> Any:
    """Return the attribute that an input of a shader has its value from, past graphs of nodes; None without one."""
    found = shader.GetInput(name)
    attributes = found.GetValueProducingAttributes() if found else ()
    return attributes[0] if attributes else None


def _source(shader: Any, name: str) -> _Source | None:
    """Return the output of another shader that an input takes; None where it has a value of its own."""
    attribute = _producing(shader, name)
    if attribute is None:
        return None
    output, kind = UsdShade.Utils.GetBaseNameAndType(attribute.GetName())
    is_output = kind == UsdShade.AttributeType.Output
    return _Source(UsdShade.Shader(attribute.GetPrim()), str(output)) if is_output else None


def _value(shader: Any, name: str) -> Any:
    """Return the value of an input, that of its own where it takes another shader's output; None without one."""
    attribute = _producing(shader, name)
    if attribute is None or _source(shader, name) is not None:
        found = shader.GetInput(name)
        return found.Get() if found else None
    return attribute.Get()


def _coordinates(texture: Any) -> str:
    """Return the name of what says where a texture lies; empty where nothing does."""
    attribute = _producing(texture, "st") if texture else None
    return "" if attribute is None else str(attribute.GetPath())


def _of_texture(source: _Source, name: str, usual: float) -> float:
    """Return the number that a texture has for the channel that is taken, of its `scale` or `bias`."""
    told = _numbers(_value(source.shader, name), 4)
    return usual if told is None else float(told[{"r": 0, "g": 1, "b": 2, "a": 3}.get(source.output, 0)])


def _numbers(value: Any, count: int) -> Floats | None:
    """Return so many numbers (count,) of a value; None where it has others, or none."""
    try:
        found = np.array(value, np.float64)
    except (TypeError, ValueError):
        return None
    return found if found.shape == (count,) and np.isfinite(found).all() else None


def _from_package(package: str, name: str) -> bytes:
    """Return what a file of a package holds. Packages are not compressed. Raises Fault."""
    with suppress(*UNREADABLE), zipfile.ZipFile(package) as opened:
        told = opened.getinfo(name)
        if told.compress_type == zipfile.ZIP_STORED and told.file_size <= LARGEST_TEXT:
            return opened.read(told)
    what = _("{file} cannot be read from its package, so it is left out; pack it anew, without compression.")
    raise Fault("", what.format(file=quoted(Path(name).name)))
