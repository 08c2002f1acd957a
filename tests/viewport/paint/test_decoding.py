"""Pictures of characters: decoded as they are, halved where they are large, and refused with a sentence."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui

from pantin.rigs.meshes.materials import Material, Picture, Texture, Toon
from pantin.viewport.paint.decoding import Undecodable, by_use, decoded, texels_of
from pantin.viewport.values.mesh import Group
from pantin.viewport.values.pictures import Pictures, halved_to_the_end
from tests.viewport.skins import bent_tube

CHANCE = np.random.default_rng(5)


def encoded(texels: np.ndarray, kind: str = "PNG", quality: int = 100) -> bytes:
    """The bytes of a picture (h, w, 4) of blue, green, red and alpha; a PNG of quality 0 is as small as can be."""
    image = QtGui.QImage(texels.data, texels.shape[1], texels.shape[0], QtGui.QImage.Format.Format_ARGB32)
    buffer = QtCore.QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind, quality)
    return bytes(buffer.data().data())


def png_of_size(wide: int, high: int) -> bytes:
    """A PNG whose header says this size, with next to nothing in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")


def by_hand(texels: np.ndarray) -> np.ndarray:
    """A picture of half the sides by numpy: means of two by two, rounded."""
    high, wide = texels.shape[0] // 2, texels.shape[1] // 2
    four = texels[: 2 * high, : 2 * wide].astype(int).reshape(high, 2, wide, 2, 4).sum(axis=(1, 3))
    return (four + 2) // 4


def test_a_png_keeps_the_colours_of_what_is_transparent() -> None:
    texels = CHANCE.integers(0, 256, (37, 23, 4), dtype=np.uint8)
    texels[:10, :, 3] = 0
    np.testing.assert_array_equal(texels_of(Picture("skin", encoded(texels)), 64), texels)


def test_a_large_picture_is_halved_until_it_fits_and_down_to_one_texel() -> None:
    texels = CHANCE.integers(0, 256, (37, 70, 4), dtype=np.uint8)
    found = texels_of(Picture("skin", encoded(texels)), 40)
    np.testing.assert_array_equal(found, by_hand(texels))
    levels = halved_to_the_end(found)
    assert [level.shape[:2] for level in levels] == [(18, 35), (9, 17), (4, 8), (2, 4), (1, 2), (1, 1)]
    np.testing.assert_array_equal(levels[2], by_hand(levels[1]))
    pictures = Pictures((Picture("skin", b""),))
    pictures.put(0, found)
    assert pictures.at(0, 20).shape[:2] == (9, 17) and len(pictures.levels(0, 20)) == 5


@pytest.mark.parametrize("kind", ["JPG", "WEBP", "PNG"])
def test_each_kind_of_picture_is_read_and_made_smaller(kind: str) -> None:
    plain = np.full((300, 100, 4), (10, 20, 200, 255), np.uint8)
    found = texels_of(Picture("skin", encoded(plain, kind)), 128)
    assert found.shape == (75, 25, 4)
    np.testing.assert_allclose(found[30, 10], (10, 20, 200, 255), atol=3)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no PNG, JPEG or WebP"),
        (b"GIF89a", "no PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no PNG, JPEG or WebP"),
        (b"RIFF0000WAVE", "no PNG, JPEG or WebP"),
        (b"RIFF0000WEBPxxxx", "damaged"),
        (b"\xff\xd8\xff", "damaged"),
        (encoded(CHANCE.integers(0, 256, (40, 40, 4), dtype=np.uint8))[:300], "damaged"),
        (png_of_size(8192, 8192), "damaged"),
        (png_of_size(65_535, 65_535), "65535 × 65535 pixels"),
    ],
)
def test_what_cannot_be_decoded_is_refused_in_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(Undecodable, match=said) as why:
        texels_of(Picture("", data), 2_048, 3)
    assert str(why.value).startswith("The picture number 4 ") and str(why.value).count(".") == 1


def test_the_pictures_of_a_character_come_one_after_the_other_those_first_that_are_asked_for() -> None:
    one = encoded(np.full((8, 8, 4), 200, np.uint8))
    pictures = Pictures((Picture("a", one), Picture("b", b"nothing"), Picture("c", one)))
    came = decoded(pictures, first=(2,))
    assert next(came) == 2 and pictures.version == 1 and pictures.at(0) is None
    assert list(came) == [0, 1] and pictures.are_there
    assert pictures.refused == ("The picture b is no PNG, JPEG or WebP: its surfaces are drawn without it.",)


def test_many_large_pictures_are_made_smaller_so_that_all_find_room() -> None:
    """Three hundred of 1024² would take 1.2 GB: each has 512² texels then."""
    one = encoded(np.full((1024, 1024, 4), 200, np.uint8))
    pictures = Pictures(tuple(Picture(f"{n}", one) for n in range(300)))
    next(decoded(pictures))
    assert pictures.at(0).shape[:2] == (512, 512)


def test_the_base_colours_of_what_is_largest_are_wanted_first() -> None:
    def group(count: int, **textures: Texture) -> Group:
        return Group(Material(**textures), 0, count, 0)

    small = group(10, base_texture=Texture(0), normal_texture=Texture(1))
    large = group(90, base_texture=Texture(2), emission_texture=Texture(3))
    toon = Toon(shade_texture=Texture(4), outline_texture=Texture(5))
    painted = Group(Material(kind="toon", base_texture=Texture(0), toon=toon), 0, 50, 1)
    mesh = replace(bent_tube(1), groups=(small, large, painted))
    assert by_use([mesh]) == (2, 0, 4, 3, 1, 5)


def test_pictures_of_many_pixels_and_few_bytes_are_not_all_decoded() -> None:
    """Each of 16 million pixels has the same colour: 60 kB. Two of them are decoded."""
    flat = encoded(np.zeros((4096, 4096, 4), np.uint8), quality=0)
    pictures = Pictures(tuple(Picture(str(number), flat) for number in range(40)), longest=64)
    for _place in decoded(pictures):
        pass
    assert [pictures.at(place) is not None for place in range(4)] == [True, True, False, False]
    assert len(pictures.refused) == 1 and "too many" in pictures.refused[0]


def test_levels_that_are_not_kept_are_decoded_again_for_what_is_painted_whole() -> None:
    """A processor paints the window with smaller ones; a picture that is exported has all."""
    texels = CHANCE.integers(0, 256, (64, 32, 4)).astype(np.uint8)
    pictures = Pictures((Picture("a", encoded(texels)),))
    pictures.keep_at_most(16)
    for _place in decoded(pictures):
        pass
    assert [level.shape[0] for level in pictures.levels(0)] == [16, 8, 4, 2, 1]
    levels = pictures.whole(0)
    np.testing.assert_array_equal(levels[0], texels)
    for kept, again in zip(pictures.levels(0), levels[2:], strict=True):
        np.testing.assert_array_equal(kept, again)
