"""Decodes the pictures of a character on a thread that the program owns, those first that cover most of it.

Qt's reader is asked for the size that the header says before anything is decoded, and does no more than read: these of
its calls let other threads run. What is larger than it is drawn is halved by numpy, which does so as well and keeps the
colours of texels that are transparent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from PySide6 import QtCore, QtGui

from pantin.rigs.meshes.materials import Material, Picture, Toon
from pantin.viewport.messages import _
from pantin.viewport.values.mesh import Mesh
from pantin.viewport.values.pictures import Pictures, Texels, halved, halved_to_the_end

MOST_PIXELS = 8_192 * 8_192
"""A larger picture is refused: decoding it would take more than 256 MB for a moment."""

MOST_TOGETHER = 80_000_000
"""Pixels that all pictures of a character have together once they are decoded; more are made smaller. 320 MB."""

FULL = 50
"""Pixels of a picture for each of its bytes: photographs have ten, drawings of a few colours a hundred."""

MOST_EMPTY = 40_000_000
"""Pixels beyond that of all pictures together: a file of some bytes could ask for any number."""

EMPTY = _("Large pictures that hold next to nothing are left out, because they are too many.")

_KINDS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"RIFF", "webp"))
"""How the files of the kinds that are read begin."""


class Undecodable(Exception):
    """A picture cannot be decoded. The text is one sentence."""


def decoded(pictures: Pictures, first: Iterable[int] = ()) -> Iterator[int]:
    """Decode one picture after the other, those in `first` before all others; yield the place of each that has come.

    Whoever stops asking stops it.
    """
    longest, empty, pictures.decode = _longest(pictures), 0, _again
    for place in dict.fromkeys((*first, *range(len(pictures.encoded)))):
        if pictures.is_open(place):
            try:
                empty += _empty_pixels(pictures.encoded[place])
                if empty > MOST_EMPTY:
                    raise Undecodable(EMPTY)
                pictures.put(place, texels_of(pictures.encoded[place], longest, place))
            except Undecodable as why:
                pictures.refuse(place, str(why))
            yield place


def _again(pictures: Pictures, place: int) -> tuple[Texels, ...]:
    return halved_to_the_end(texels_of(pictures.encoded[place], _longest(pictures), place))


def _empty_pixels(picture: Picture) -> int:
    """Return how many pixels a picture has beyond those that its bytes can tell much of."""
    size = _size(picture, picture.name)
    return max(size.width() * size.height() - FULL * len(picture.data), 0)


def by_use(meshes: Iterable[Mesh]) -> tuple[int, ...]:
    """Return the places of the pictures of these meshes: those of base colours first, of what has most triangles."""
    uses: dict[tuple[int, int], int] = {}
    for mesh in meshes:
        for group in mesh.groups:
            for rank, place in _named(group.material):
                uses[rank, place] = uses.get((rank, place), 0) + group.count
    return tuple(dict.fromkeys(place for _rank, place in sorted(uses, key=lambda use: (use[0], -uses[use]))))


def _named(material: Material) -> Iterator[tuple[int, int]]:
    """Yield how soon each picture of a material is wanted, and its place."""
    toon = material.toon or Toon()
    slots = (material.base_texture, toon.shade_texture, material.emission_texture, material.normal_texture)
    for rank, texture in enumerate((*slots, material.surface_texture, toon.outline_texture)):
        if texture is not None:
            yield rank, texture.picture


def texels_of(picture: Picture, longest: int, place: int = 0) -> Texels:
    """Return a decoded picture, halved until its longer side has at most `longest` texels. Raises Undecodable."""
    name = picture.name or _("number {place}").format(place=place + 1)
    size = _size(picture, name)
    reader, _buffer = _reader(picture, name)
    if reader.format() == b"jpeg":
        reader.setScaledSize(_fitting(size, longest))
    image = reader.read()
    if image.isNull():
        raise Undecodable(_("The picture {name} is damaged: its surfaces are drawn without it.").format(name=name))
    if image.format() not in (QtGui.QImage.Format.Format_ARGB32, QtGui.QImage.Format.Format_RGB32):
        image = image.convertToFormat(QtGui.QImage.Format.Format_ARGB32)
    seen = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    found = halved(seen) if max(seen.shape[:2]) > longest else seen.copy()
    del seen, image  # it may be large
    while max(found.shape[:2]) > longest:
        found = halved(found)
    return found


def _size(picture: Picture, name: str) -> QtCore.QSize:
    """Return the size that the header of a picture says. Raises Undecodable where it says none, or a vast one."""
    reader, _buffer = _reader(picture, name)
    size = reader.size()
    if size.isEmpty():
        raise Undecodable(_("The picture {name} is damaged: its surfaces are drawn without it.").format(name=name))
    if size.width() * size.height() > MOST_PIXELS:
        told = _(
            "The picture {name} has {width} × {height} pixels, more than Pantin decodes: its surfaces are drawn "
            "without it."
        )
        raise Undecodable(told.format(name=name, width=size.width(), height=size.height()))
    return size


def _reader(picture: Picture, name: str) -> tuple[QtGui.QImageReader, QtCore.QBuffer]:
    """Return a reader of a picture, and what it reads from, which has to last as long. Raises Undecodable."""
    kind = next((kind for begins, kind in _KINDS if picture.data.startswith(begins)), None)
    if kind is None or (kind == "webp" and picture.data[8:12] != b"WEBP"):
        told = _("The picture {name} is no PNG, JPEG or WebP: its surfaces are drawn without it.")
        raise Undecodable(told.format(name=name))
    buffer = QtCore.QBuffer()
    buffer.setData(picture.data)
    buffer.open(QtCore.QIODevice.OpenModeFlag.ReadOnly)
    return QtGui.QImageReader(buffer, kind.encode()), buffer


def _longest(pictures: Pictures) -> int:
    """Return how many texels the longer sides of the pictures may have, so that all of them find room."""
    sizes = []
    for picture in pictures.encoded:
        try:
            size = _size(picture, "")
        except Undecodable:
            continue
        sizes.append((size.width(), size.height()))
    sides, longest = np.array(sizes, dtype=np.float64).reshape(-1, 2), pictures.longest
    while longest > 1:
        scale = np.minimum(longest / np.maximum(sides.max(axis=1, initial=1.0), 1.0), 1.0)
        if (sides.prod(axis=1) * scale * scale).sum() <= MOST_TOGETHER:
            break
        longest //= 2
    return longest


def _fitting(size: QtCore.QSize, longest: int) -> QtCore.QSize:
    """Return a size halved until its longer side has at most `longest` texels."""
    wide, high = size.width(), size.height()
    while max(wide, high) > longest:
        wide, high = max(wide // 2, 1), max(high // 2, 1)
    return QtCore.QSize(wide, high)
