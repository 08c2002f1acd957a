"""The process that puts opacities into the pictures of colours by Pillow: a GLB comes by standard input, and leaves.

Its arguments are what it may take: bytes of memory, seconds of the processor, and seconds.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

import msgspec
import numpy as np
from PIL import Image

from pantin.rigs.formats.converted.opacity import OPACITY, Channel, Mode, Opacity, taken_apart, without_note
from pantin.rigs.formats.gltf.writing import container
from pantin.rigs.isolated import limit_time, limit_written_memory
from pantin.rigs.messages import _
from pantin.rigs.wording import listed, quoted

Plain = dict[str, Any]

MOST_PIXELS = 8_192 * 8_192
"""Of all pictures that are made for a file, together: one of the largest that people paint."""

FULL, NONE = 243, 12
"""Of 255: what is more opaque is there, and what is less is not."""
MOST_SOFT = 1.0 / 3.0
"""Part of what is seen that may be neither, such as the edges of hair, where a surface is cut out: a cut surface hides
what is behind it, in whatever order both are drawn. Glass and veils have more, and are blended.
"""

BANDS: dict[Channel, str] = {"red": "R", "green": "G", "blue": "B"}
RUNS = 3
"""The strategy of zlib that looks for runs alone (Z_RLE): pictures of paintings become no larger, and it is quicker."""
DAMAGED = (OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, struct.error, MemoryError)
"""The errors that Pillow raises of damaged pictures, and of those that are larger than the memory."""


def main(most: int, worked: float, waited: float) -> None:
    """Write the file with its opacities in its colours."""
    limit_written_memory(most)
    limit_time(worked, waited)
    Image.MAX_IMAGE_PIXELS = None  # each is asked for its size before it is decoded
    sys.stdout.buffer.write(_Pictures(sys.stdin.buffer.read()).written())


class _Failed(Exception):
    """A picture that cannot be had; its name, and whether there is no room for it."""

    def __init__(self, name: str, is_large: bool = False) -> None:
        super().__init__(name)
        self.name, self.is_large = name, is_large


class _Made(NamedTuple):
    """A picture of colour and opacity, by its place among the textures, and how surfaces of it are drawn."""

    texture: int | None
    """None where the picture of the colour has the opacity itself, or nothing is seen through."""
    mode: Mode | None
    """None where it is opaque everywhere."""


class _Pictures:
    """A file while its opacities are put into its pictures."""

    def __init__(self, glb: bytes) -> None:
        self._plain, self._data = taken_apart(glb)
        self._left = MOST_PIXELS
        self._made: dict[tuple[int | None, Opacity], _Made | _Failed] = {}
        self._new: list[tuple[str, bytes]] = []
        self._lost: dict[tuple[str, bool], list[str]] = {}

    def written(self) -> bytes:
        """Return the file."""
        for each in msgspec.convert(self._plain["asset"]["extras"][OPACITY], list[Opacity]):
            self._put(self._plain["materials"][each.material], each)
        data = self._data + self._add_pictures()
        plain = without_note(self._plain, list(self._words()))
        return _without_unused(plain, data)

    def _put(self, material: Plain, opacity: Opacity) -> None:
        """Give a material the picture in which its colour has the opacity."""
        surface = material["pbrMetallicRoughness"]
        colour = surface["baseColorTexture"]["index"] if "baseColorTexture" in surface else None
        key = colour, msgspec.structs.replace(opacity, material=0)
        if key not in self._made:
            try:
                self._made[key] = self._composed(colour, opacity)
            except _Failed as failed:
                self._made[key] = failed
        made = self._made[key]
        if isinstance(made, _Failed):
            self._lost.setdefault((made.name, made.is_large), []).append(material.get("name", ""))
            return
        if made.texture is not None:
            surface["baseColorTexture"] = {"index": made.texture}
        if made.mode is not None:
            is_clear = surface.get("baseColorFactor", [1.0] * 4)[3] < 1.0
            mode = opacity.mode or ("BLEND" if is_clear else made.mode)
            material |= {"alphaMode": mode, **({"alphaCutoff": opacity.cutoff} if mode == "MASK" else {})}

    def _composed(self, colour: int | None, opacity: Opacity) -> _Made:
        """Return the picture of a colour, white where there is none, with an opacity as alpha. Raises _Failed."""
        says = self._opened(opacity.picture)
        try:
            alpha = _alpha(says, opacity, alone=opacity.picture != colour)
        except DAMAGED:
            raise _Failed(self._name(opacity.picture)) from None
        if alpha is None:
            return _Made(None, None)
        mode = _mode(alpha.histogram())
        own = opacity.picture == colour and opacity.channel in ("any", "alpha") and _is_plain(opacity)
        if own or mode is None:
            return _Made(None, mode)
        seen = None if colour is None else self._opened(colour)
        size = max((each.size for each in (alpha, seen) if each is not None), key=lambda each: each[0] * each[1])
        if size[0] * size[1] > self._left:
            raise _Failed(self._name(opacity.picture), is_large=True)
        self._left -= size[0] * size[1]
        try:
            whole = Image.new("RGB", size, "white") if seen is None else _resized(seen.convert("RGB"), size)
            whole.putalpha(_resized(alpha, size))
            out = BytesIO()
            whole.save(out, "PNG", compress_level=1, compress_type=RUNS)
        except DAMAGED:
            raise _Failed(self._name(opacity.picture if colour is None else colour)) from None
        self._new.append((self._name(opacity.picture if colour is None else colour), out.getvalue()))
        return _Made(len(self._plain["textures"]) + len(self._new) - 1, mode)

    def _opened(self, place: int) -> Any:
        """Return a picture, decoded. Raises _Failed."""
        view = self._plain["bufferViews"][self._plain["images"][place]["bufferView"]]
        start = view.get("byteOffset", 0)
        try:
            picture = Image.open(BytesIO(self._data[start : start + view["byteLength"]]), formats=("PNG", "JPEG"))
            if picture.width * picture.height > MOST_PIXELS:
                raise _Failed(self._name(place), is_large=True)
            picture.load()
        except DAMAGED:
            raise _Failed(self._name(place)) from None
        return picture

    def _name(self, place: int) -> str:
        return str(self._plain["images"][place].get("name", ""))

    def _words(self) -> Iterator[str]:
        """Yield a sentence about each picture that could not be had."""
        damaged = _("{picture} is damaged, so the opacity of {materials} is left out; save it anew as PNG.")
        large = _("{picture} is too large, so the opacity of {materials} is left out; make it smaller.")
        for (name, is_large), materials in self._lost.items():
            yield (large if is_large else damaged).format(picture=quoted(name), materials=listed(materials))

    def _add_pictures(self) -> bytes:
        """Add the pictures that were made to the tables; return their data, which follows that of the file."""
        added, start = bytearray(), len(self._data)
        for name, data in self._new:
            self._plain["images"].append(
                {"name": name, "mimeType": "image/png", "bufferView": len(self._plain["bufferViews"])}
            )
            self._plain["textures"].append({"source": len(self._plain["images"]) - 1, "sampler": 0})
            self._plain["bufferViews"].append({"buffer": 0, "byteOffset": start + len(added), "byteLength": len(data)})
            added += data + bytes(-len(data) % 4)
        return bytes(added)


# Pixels


def _alpha(picture: Any, opacity: Opacity, alone: bool) -> Any:
    """Return the opacity that a picture says, of 8 bits; None where it says none.

    One that is the picture of the colour too, not `alone`, has it in its alpha, unless a channel is named. Raises what
    Pillow raises.
    """
    own = picture.convert("RGBA").getchannel("A") if _has_alpha(picture) else None
    if opacity.channel == "alpha" or (opacity.channel == "any" and (own is not None or not alone)):
        found = own
    elif opacity.channel in BANDS:
        found = picture.convert("RGB").getchannel(BANDS[opacity.channel])
    else:
        found = _luminance(picture)
    if found is None or _is_plain(opacity):
        return found
    numbers = np.clip(np.nan_to_num(np.arange(256) * opacity.scale + 255.0 * opacity.bias), 0.0, 255.0)
    return found.point(numbers.round().astype(int).tolist())


def _has_alpha(picture: Any) -> bool:
    """Return whether a picture has an alpha that is not opaque everywhere."""
    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return False
    return bool(picture.convert("RGBA").getchannel("A").getextrema()[0] < 255)


def _luminance(picture: Any) -> Any:
    if picture.mode.startswith("I"):  # of 16 bits
        return Image.fromarray((np.asarray(picture).astype(np.uint32) // 257).astype(np.uint8))
    return picture.convert("RGB" if picture.mode == "P" else picture.mode).convert("L")


def _is_plain(opacity: Opacity) -> bool:
    return opacity.scale == 1.0 and opacity.bias == 0.0


def _mode(counts: Sequence[int]) -> Mode | None:
    """Return how a surface is drawn, by how many pixels have each opacity; None where all are opaque."""
    if not sum(counts[:FULL]):
        return None
    soft, full = sum(counts[NONE + 1 : FULL]), sum(counts[FULL:])
    return "MASK" if soft <= MOST_SOFT * (soft + full) else "BLEND"


def _resized(picture: Any, size: tuple[int, int]) -> Any:
    return picture if picture.size == size else picture.resize(size, Image.Resampling.BILINEAR)


# Tables


def _without_unused(plain: Plain, data: bytes) -> bytes:
    """Return the file without the pictures that no material has any more."""
    used = sorted({holder["index"] for holder in _textures(plain)})
    pictures = [plain["images"][plain["textures"][place]["source"]] for place in used]
    gone = {each["bufferView"] for each in plain["images"]} - {each["bufferView"] for each in pictures}
    kept = [place for place in range(len(plain["bufferViews"])) if place not in gone]
    new, views = bytearray(), []
    for place in kept:
        view = plain["bufferViews"][place]
        start = view.get("byteOffset", 0)
        views.append({**view, "byteOffset": len(new)})
        new += data[start : start + view["byteLength"]]
        new += bytes(-len(new) % 4)
    numbers = {old: number for number, old in enumerate(kept)}
    for holder in [*_holders(plain.get("accessors", [])), *_holders(pictures)]:
        holder["bufferView"] = numbers[holder["bufferView"]]
    places = {old: number for number, old in enumerate(used)}
    for holder in _textures(plain):
        holder["index"] = places[holder["index"]]
    plain |= {"bufferViews": views, "images": pictures, "buffers": [{"byteLength": len(new)}]}
    plain["textures"] = [{"source": number, "sampler": 0} for number in range(len(pictures))]
    empty = {key for key in ("images", "textures") if not plain[key]} | ({"samplers"} if not pictures else set())
    return container({key: value for key, value in plain.items() if key not in empty}, bytes(new))


def _textures(plain: Plain) -> list[Plain]:
    """Return what names a texture in the materials, once for each."""
    found = []
    for material in plain["materials"]:
        for holder in (material, material["pbrMetallicRoughness"]):
            found += [value for key, value in holder.items() if key.endswith("Texture")]
    return found


def _holders(rows: Any) -> Iterator[Plain]:
    """Yield all that names a view of the data."""
    if isinstance(rows, dict):
        if "bufferView" in rows:
            yield rows
        rows = list(rows.values())
    if isinstance(rows, list):
        for row in rows:
            yield from _holders(row)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
