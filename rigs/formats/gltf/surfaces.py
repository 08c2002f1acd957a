"""Materials and pictures of a glTF file: its own, those of VRM with toon shading (MToon) in both versions.

In VRM before 1.0 the properties of Unity's shader, at the top of the file, win over the materials of glTF; their
colours are sRGB, those of glTF linear.
https://github.com/vrm-c/vrm-specification/blob/master/specification/VRMC_materials_mtoon-1.0/README.md
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote_to_bytes

from msgspec.structs import replace

from pantin.rigs.formats.beside import bytes_beside
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import (
    Plain,
    as_number,
    as_numbers,
    as_object,
    as_rows,
    as_text,
    linear,
)
from pantin.rigs.meshes.materials import Alpha, Colour3, Colour4, Material, Picture, Texture, Toon, Width, Wrap
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

Say = Callable[[str], None]

MOST = 4096
"""Materials, and pictures, of one file."""

MOST_BYTES = 256_000_000
"""Of all pictures of one file together."""

WRAPS: dict[float, Wrap] = {33071: "clamp", 33648: "mirror", 10497: "repeat"}
NEAREST = 9728
ALPHAS: dict[str, Alpha] = {"OPAQUE": "opaque", "MASK": "mask", "BLEND": "blend"}
WIDTHS: dict[str, Width] = {"worldCoordinates": "world", "screenCoordinates": "screen"}
WEBP, KTX = "EXT_texture_webp", "KHR_texture_basisu"

UNITY_BLENDS: tuple[Alpha, ...] = ("opaque", "mask", "blend", "blend")
UNITY_WIDTHS: tuple[Width, ...] = ("none", "world", "screen")
UNITY_UNLIT: dict[str, Alpha] = {
    "VRM/UnlitTexture": "opaque",
    "VRM/UnlitCutout": "mask",
    "VRM/UnlitTransparent": "blend",
    "VRM/UnlitTransparentZWrite": "blend",
}
TRANSPARENT = 3000
"""The place of transparent surfaces in the order in which Unity draws."""


def materials_of(gltf: Gltf) -> tuple[Material, ...]:
    """Return the materials of the file, in its order. What is no number of one is taken as its default."""
    textures, own = _Textures(gltf), as_rows(gltf.materials)[:MOST]
    vrm = as_object(as_object(gltf.extensions).get("VRM"))
    of_unity = as_rows(vrm.get("materialProperties"))
    made = [_material(as_object(plain), textures) for plain in own]
    return tuple(
        _as_unity(material, as_object(of_unity[row]), textures) if row < len(of_unity) else material
        for row, material in enumerate(made)
    )


def pictures_of(gltf: Gltf, accessors: Accessors, path: Path, say: Say) -> tuple[Picture, ...]:
    """Return the pictures of the file, in its order; one that cannot be read is empty, and said."""
    found, room = [], MOST_BYTES
    for number, plain in enumerate(as_rows(gltf.images)[:MOST]):
        image = as_object(plain)
        name = as_text(image.get("name")) or as_text(image.get("uri"))[:60] or _("{number}").format(number=number)
        try:
            data = _picture(image, accessors, path, f"$.images[{number}]", room)
        except Fault as fault:
            say(_("The picture {name} is left out: {why}").format(name=quoted(name), why=fault.what))
            data = b""
        room -= len(data)
        found.append(Picture(name, data))
    if any(KTX in as_object(as_object(each).get("extensions")) for each in as_rows(gltf.textures)[:MOST]):
        say(_("Pictures in KTX2 are left out; export them as PNG or JPEG."))
    return tuple(found)


def _picture(image: Plain, accessors: Accessors, path: Path, where: str, most: int) -> bytes:
    """Return the bytes of a picture, up to `most`: in a buffer view, in a text, or beside the file. Raises Fault."""
    view, uri = image.get("bufferView"), image.get("uri")
    if type(view) is int and view >= 0:
        return accessors.bytes_of(view, most)
    if not isinstance(uri, str):
        raise Fault(where, _("the file does not say where it is; export it anew."))
    if not uri.startswith("data:"):
        return bytes_beside(path, uri, where, most)
    head, _comma, body = uri.partition(",")
    try:
        return base64.b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)
    except (binascii.Error, ValueError):
        raise Fault(where, _("the data in the text is damaged; export the file anew.")) from None


class _Textures:
    """The textures of a file, by the places and the numbers that materials give."""

    def __init__(self, gltf: Gltf) -> None:
        self._rows, self._samplers = as_rows(gltf.textures), as_rows(gltf.samplers)
        self._count = min(len(as_rows(gltf.images)), MOST)

    def at(self, index: object) -> Texture | None:
        """Return the texture at a place; None where it has no picture that is read."""
        if type(index) is not int or not 0 <= index < len(self._rows):
            return None
        plain = as_object(self._rows[index])
        webp = as_object(as_object(plain.get("extensions")).get(WEBP))
        picture = plain.get("source", webp.get("source"))
        if type(picture) is not int or not 0 <= picture < self._count:
            return None
        at = plain.get("sampler")
        sampler = as_object(self._samplers[at]) if isinstance(at, int) and 0 <= at < len(self._samplers) else {}
        wrap = (
            WRAPS.get(as_number(sampler.get("wrapS"), 0.0), "repeat"),
            WRAPS.get(as_number(sampler.get("wrapT"), 0.0), "repeat"),
        )
        return Texture(picture, wrap=wrap, smooth=sampler.get("magFilter") != NEAREST)

    def of(self, info: object) -> Texture | None:
        """Return the texture that a material names, with the set of coordinates and how these are moved."""
        plain = as_object(info)
        found = self.at(plain.get("index"))
        if found is None:
            return None
        moved = as_object(as_object(plain.get("extensions")).get("KHR_texture_transform"))
        uv_set = moved.get("texCoord", plain.get("texCoord"))
        offset, scale = as_numbers(moved.get("offset"), (0.0, 0.0)), as_numbers(moved.get("scale"), (1.0, 1.0))
        return replace(
            found,
            uv_set=uv_set if type(uv_set) is int and 0 <= uv_set < 16 else 0,
            offset=(offset[0], offset[1]),
            turn=as_number(moved.get("rotation"), 0.0),
            scale=(scale[0], scale[1]),
        )


# glTF's own materials


def _material(plain: Plain, textures: _Textures) -> Material:
    extensions, metal = as_object(plain.get("extensions")), as_object(plain.get("pbrMetallicRoughness"))
    glossy = as_object(extensions.get("KHR_materials_pbrSpecularGlossiness"))
    strength = as_number(as_object(extensions.get("KHR_materials_emissive_strength")).get("emissiveStrength"), 1.0)
    emission = _colour3(plain.get("emissiveFactor"), (0.0, 0.0, 0.0))
    base = metal.get("baseColorFactor", glossy.get("diffuseFactor"))
    normal = as_object(plain.get("normalTexture"))
    found = Material(
        name=as_text(plain.get("name")),
        kind="unlit" if "KHR_materials_unlit" in extensions else "lit",
        base=_colour4(base, (1.0, 1.0, 1.0, 1.0)),
        base_texture=textures.of(metal.get("baseColorTexture", glossy.get("diffuseTexture"))),
        emission=(emission[0] * strength, emission[1] * strength, emission[2] * strength),
        emission_texture=textures.of(plain.get("emissiveTexture")),
        normal_texture=textures.of(normal),
        normal_scale=as_number(normal.get("scale"), 1.0),
        metallic=0.0 if glossy and not metal else as_number(metal.get("metallicFactor"), 1.0),
        roughness=as_number(metal.get("roughnessFactor"), 1.0),
        surface_texture=textures.of(metal.get("metallicRoughnessTexture")),
        alpha=ALPHAS.get(as_text(plain.get("alphaMode")), "opaque"),
        cutoff=as_number(plain.get("alphaCutoff"), 0.5),
        double_sided=plain.get("doubleSided") is True,
        writes_depth=plain.get("alphaMode") != "BLEND",
    )
    toon = extensions.get("VRMC_materials_mtoon")
    return _with_toon(found, toon, textures) if isinstance(toon, dict) else found


def _with_toon(material: Material, plain: Plain, textures: _Textures) -> Material:
    """Return a material with the toon shading of VRM 1.0."""
    order, toony = plain.get("renderQueueOffsetNumber"), as_number(plain.get("shadingToonyFactor"), 0.9)
    shift = as_number(plain.get("shadingShiftFactor"), 0.0)
    toon = Toon(
        shade=_colour3(plain.get("shadeColorFactor"), (0.0, 0.0, 0.0)),
        shade_texture=textures.of(plain.get("shadeMultiplyTexture")),
        ramp=(toony - 1.0 - shift, 1.0 - toony - shift),
        rim=_colour3(plain.get("parametricRimColorFactor"), (0.0, 0.0, 0.0)),
        rim_power=as_number(plain.get("parametricRimFresnelPowerFactor"), 5.0),
        rim_lift=as_number(plain.get("parametricRimLiftFactor"), 0.0),
        outline=WIDTHS.get(as_text(plain.get("outlineWidthMode")), "none"),
        outline_width=as_number(plain.get("outlineWidthFactor"), 0.0),
        outline_texture=textures.of(plain.get("outlineWidthMultiplyTexture")),
        outline_colour=_colour3(plain.get("outlineColorFactor"), (0.0, 0.0, 0.0)),
        outline_lit=as_number(plain.get("outlineLightingMixFactor"), 1.0),
    )
    return replace(
        material,
        kind="toon",
        writes_depth=material.alpha != "blend" or plain.get("transparentWithZWrite") is True,
        order=order if type(order) is int and abs(order) < 1000 else 0,
        toon=toon,
    )


# Unity's shaders, in VRM before 1.0


def _as_unity(material: Material, plain: Plain, textures: _Textures) -> Material:
    """Return the material of glTF as the shader of Unity that is named beside it draws it."""
    shader = as_text(plain.get("shader"))
    unity = _Unity(plain, textures)
    if shader == "VRM/MToon":
        return _as_toon(material, unity)
    if shader not in UNITY_UNLIT:
        return material
    alpha = UNITY_UNLIT[shader]
    return replace(
        material,
        kind="unlit",
        base=unity.colour4("_Color"),
        base_texture=unity.texture("_MainTex") or material.base_texture,
        alpha=alpha,
        cutoff=unity.number("_Cutoff", 0.5),
        writes_depth=alpha != "blend" or shader == "VRM/UnlitTransparentZWrite",
        order=unity.order if alpha == "blend" else 0,
        toon=None,
    )


def _as_toon(material: Material, unity: _Unity) -> Material:
    """Return a material with MToon as it was before VRM 1.0.

    The ramp is that of its shader: from the shift to where a shade of toony leaves of the rest. Outlines of the world
    are in centimetres, those of the screen in hundredths of half its height.
    """
    blend = UNITY_BLENDS[unity.choice("_BlendMode", len(UNITY_BLENDS))]
    shift, toony = unity.number("_ShadeShift", 0.0), unity.number("_ShadeToony", 0.9)
    width = UNITY_WIDTHS[unity.choice("_OutlineWidthMode", len(UNITY_WIDTHS))]
    toon = Toon(
        shade=unity.colour3("_ShadeColor", (0.97, 0.81, 0.86)),
        shade_texture=unity.texture("_ShadeTexture"),
        ramp=(shift, 1.0 + (shift - 1.0) * toony),
        rim=unity.colour3("_RimColor", (0.0, 0.0, 0.0)),
        rim_power=unity.number("_RimFresnelPower", 1.0),
        rim_lift=unity.number("_RimLift", 0.0),
        outline=width,
        outline_width=unity.number("_OutlineWidth", 0.0) * (0.005 if width == "screen" else 0.01),
        outline_reach=max(unity.number("_OutlineScaledMaxDistance", 1.0), 0.0),
        outline_texture=unity.texture("_OutlineWidthTexture"),
        outline_colour=unity.colour3("_OutlineColor", (0.0, 0.0, 0.0)),
        outline_lit=unity.number("_OutlineLightingMix", 1.0) if unity.choice("_OutlineColorMode", 2) else 0.0,
    )
    return replace(
        material,
        kind="toon",
        base=unity.colour4("_Color"),
        base_texture=unity.texture("_MainTex"),
        emission=unity.colour3("_EmissionColor", (0.0, 0.0, 0.0)),
        emission_texture=unity.texture("_EmissionMap"),
        normal_texture=unity.texture("_BumpMap"),
        normal_scale=unity.number("_BumpScale", 1.0),
        alpha=blend,
        cutoff=unity.number("_Cutoff", 0.5),
        double_sided=unity.choice("_CullMode", 3, 2) == 0,
        writes_depth=blend != "blend" or unity.choice("_BlendMode", len(UNITY_BLENDS)) == 3,
        order=unity.order if blend == "blend" else 0,
        toon=toon,
    )


class _Unity:
    """The properties of one of Unity's materials."""

    def __init__(self, plain: Plain, textures: _Textures) -> None:
        self._plain, self._textures = plain, textures
        self._floats, self._vectors = as_object(plain.get("floatProperties")), as_object(plain.get("vectorProperties"))

    @property
    def order(self) -> int:
        """The place among transparent surfaces: smaller ones are drawn first."""
        queue = self._plain.get("renderQueue")
        return queue - TRANSPARENT if type(queue) is int and 0 <= queue <= 5000 else 0

    def number(self, name: str, default: float) -> float:
        """Return a number, which has a default where there is none."""
        return as_number(self._floats.get(name), default)

    def choice(self, name: str, count: int, default: int = 0) -> int:
        """Return which of some kinds it is."""
        found = as_number(self._floats.get(name), float(default))
        return int(found) if 0 <= found < count else default

    def colour3(self, name: str, default: Colour3) -> Colour3:
        """Return a colour, linear."""
        red, green, blue = (linear(each) for each in as_numbers(self._vectors.get(name), default)[:3])
        return (red, green, blue)

    def colour4(self, name: str) -> Colour4:
        """Return a colour and its alpha, linear; white where there is none."""
        found = as_numbers(self._vectors.get(name), (1.0, 1.0, 1.0, 1.0))
        return (*self.colour3(name, (1.0, 1.0, 1.0)), found[3])

    def texture(self, name: str) -> Texture | None:
        """Return a texture, moved as the picture of the colours is: Unity counts from the bottom, glTF from the top."""
        found = self._textures.at(as_object(self._plain.get("textureProperties")).get(name))
        if found is None or "_MainTex" not in self._vectors:
            return found
        left, bottom, wide, high = as_numbers(self._vectors["_MainTex"], (0.0, 0.0, 1.0, 1.0))
        return replace(found, offset=(left, 1.0 - high - bottom), scale=(wide, high))


def _colour3(plain: object, default: Colour3) -> Colour3:
    red, green, blue = as_numbers(plain, default)
    return (red, green, blue)


def _colour4(plain: object, default: Colour4) -> Colour4:
    red, green, blue, alpha = as_numbers(plain, default)
    return (red, green, blue, alpha)
