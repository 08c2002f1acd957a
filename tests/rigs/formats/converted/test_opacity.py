"""Opacity of OBJ materials, by numbers and by pictures, is the alpha that another reader finds in what is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from pantin import rigs
from pantin.rigs.formats.converted import opacity
from pantin.rigs.formats.gltf.meshes import character
from tests.rigs.formats.converted.painted import CUT, GREEN, SOFT, picture, pixels_of
from tests.rigs.formats.converted.pictures import PNG

LEAF = """mtllib leaf.mtl
v 0 0 0
v 1 0 0
v 0 1 0
vt 0 0
vt 1 0
vt 0 1
usemtl leaf
f 1/1 2/2 3/3
"""


def opened(
    folder: Path, material: str, pictures: dict[str, bytes], mesh: str = LEAF
) -> tuple[Any, rigs.formats.Opened]:
    """Return the material as trimesh reads it, and what was told."""
    (folder / "leaf.obj").write_text(mesh)
    (folder / "leaf.mtl").write_text(material)
    for name, data in pictures.items():
        (folder / name).write_bytes(data)
    told = rigs.opened(folder / "leaf.obj")
    source = told.document.figure.source
    assert source is not None and source.file is not None
    assert b'"opacity":' not in Path(source.file.path).read_bytes()
    (found,) = trimesh.load_scene(source.file.path, process=False).geometry.values()
    return found.visual.material, told


MAPS = "newmtl leaf\nKd 1 1 1\nmap_Kd colour.png\nmap_d {}\n"


@pytest.mark.parametrize(("alpha", "mode"), [(CUT, "MASK"), (SOFT, "BLEND")])
def test_a_picture_of_opacity_becomes_the_alpha_of_that_of_the_colour(
    tmp_path: Path, alpha: NDArray[np.uint8], mode: str
) -> None:
    material, told = opened(
        tmp_path, MAPS.format("alpha.png"), {"colour.png": picture(GREEN), "alpha.png": picture(alpha)}
    )
    assert pixels_of(material).tolist() == np.dstack([GREEN, alpha]).tolist()
    assert material.alphaMode == mode and not told.words


def test_the_picture_of_the_colour_may_have_it_itself(tmp_path: Path) -> None:
    both = picture(np.dstack([GREEN, CUT]))
    material, _told = opened(tmp_path, MAPS.format("colour.png"), {"colour.png": both})
    assert pixels_of(material).tolist() == np.dstack([GREEN, CUT]).tolist() and material.alphaMode == "MASK"
    source = rigs.read(tmp_path / "leaf.obj").figure.source
    assert source is not None and source.file is not None
    assert [each.data for each in character(Path(source.file.path)).pictures] == [both]  # to the bit


@pytest.mark.parametrize("names", [("colour.png", "colour.png"), ("colour.png", "alpha.png")])
def test_nothing_that_is_opaque_everywhere_is_blended(tmp_path: Path, names: tuple[str, str]) -> None:
    """Some programs name the colours again, and paintings without alpha are no opacity by their brightness."""
    white = np.full((4, 4), 255, np.uint8)
    pictures = {"colour.png": picture(GREEN), "alpha.png": picture(white)}
    material, _told = opened(tmp_path, MAPS.format(names[1]), pictures)
    assert material.alphaMode in (None, "OPAQUE")
    assert pixels_of(material).tolist() == np.dstack([GREEN, white]).tolist()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-imfchan r alpha.png", 0),
        ("-imfchan g alpha.png", 100),
        ("-imfchan m alpha.png", 50),
        ("-imfchan g -mm 0.1 0.5 alpha.png", 76),
        ("alpha.png", 50),
    ],
)
def test_the_channel_and_the_gain_are_those_of_the_line(tmp_path: Path, line: str, expected: int) -> None:
    says = picture(np.tile(np.array((0, 100, 200, 50), np.uint8), (4, 4, 1)))
    material, _told = opened(tmp_path, MAPS.format(line), {"colour.png": picture(GREEN), "alpha.png": says})
    assert set(pixels_of(material)[..., 3].ravel().tolist()) <= {expected, expected + 1}


@pytest.mark.parametrize("sizes", [(2, 8), (8, 2)])
def test_pictures_of_two_sizes_become_one_of_the_larger(tmp_path: Path, sizes: tuple[int, int]) -> None:
    colour, alpha = (np.full((side, side, 3), 128, np.uint8) for side in sizes)
    alpha[: len(alpha) // 2] = 255
    pictures = {"colour.png": picture(colour), "alpha.jpg": picture(alpha, "JPEG")}
    material, _told = opened(tmp_path, MAPS.format("alpha.jpg"), pictures)
    found = pixels_of(material)
    assert found.shape == (8, 8, 4) and (found[..., :3] == 128).all()
    assert (found[0, :, 3] > 250).all() and (np.abs(found[7, :, 3].astype(int) - 128) < 4).all()


def test_a_colour_without_a_picture_stays_beside_one_of_opacity(tmp_path: Path) -> None:
    material, _told = opened(tmp_path, "newmtl leaf\nKd 1 0 0\nmap_d alpha.png\n", {"alpha.png": picture(CUT)})
    assert pixels_of(material)[..., 3].tolist() == CUT.tolist() and (pixels_of(material)[..., :3] == 255).all()
    assert np.asarray(material.baseColorFactor).tolist() == [255, 0, 0, 255] and material.alphaMode == "MASK"


def test_pictures_of_sixteen_bits_keep_their_range(tmp_path: Path) -> None:
    deep = picture((CUT.astype(np.uint16) * 257).astype(np.uint16))
    material, _told = opened(tmp_path, MAPS.format("alpha.png"), {"colour.png": picture(GREEN), "alpha.png": deep})
    assert pixels_of(material)[..., 3].tolist() == CUT.tolist()


@pytest.mark.parametrize(
    ("lines", "alpha"),
    [
        ("d 0.5", 0.5),
        ("Tr 0.25", 0.75),
        ("d -halo 0.5", 0.5),
        ("d 1.0\nTr 1.0", 1.0),
        ("Tr 1.0\nd 0.5", 0.5),
        ("d 0", 1.0),
        ("Tr 1", 1.0),
        ("d 7", 1.0),
        ("d nan", 1.0),
        ("d", 1.0),
    ],
)
def test_numbers_are_the_alpha_of_the_colour(tmp_path: Path, lines: str, alpha: float) -> None:
    """Tr is what d leaves. Where both are told d counts, and what nobody could see is a mistake of its program."""
    material, _told = opened(tmp_path, f"newmtl leaf\nKd 1 1 1\n{lines}\n", {})
    factor = material.baseColorFactor
    assert (1.0 if factor is None else np.asarray(factor)[3] / 255.0) == pytest.approx(alpha, abs=1 / 255)
    assert (material.alphaMode == "BLEND") is (alpha < 1.0)


def test_a_number_and_a_picture_are_multiplied_and_blended(tmp_path: Path) -> None:
    pictures = {"colour.png": picture(GREEN), "alpha.png": picture(CUT)}
    material, _told = opened(tmp_path, MAPS.format("alpha.png") + "d 0.5\n", pictures)
    assert material.alphaMode == "BLEND" and pixels_of(material)[..., 3].tolist() == CUT.tolist()
    assert np.asarray(material.baseColorFactor)[3] in (127, 128)


def test_materials_share_the_picture_and_those_that_nothing_needs_are_gone(tmp_path: Path) -> None:
    two = MAPS.format("alpha.png") + MAPS.format("alpha.png").replace("leaf", "other") + "norm alpha.png\n"
    pictures = {"colour.png": picture(GREEN), "alpha.png": picture(CUT)}
    (tmp_path / "leaf.obj").write_text(LEAF + "usemtl other\nf 3/3 2/2 1/1\n")
    (tmp_path / "leaf.mtl").write_text(two)
    for name, data in pictures.items():
        (tmp_path / name).write_bytes(data)
    source = rigs.read(tmp_path / "leaf.obj").figure.source
    assert source is not None and source.file is not None
    found = character(Path(source.file.path))
    assert not found.left_out and len(found.pictures) == 2 and len(found.parts) == 2
    leaf, other = found.materials
    assert leaf.base_texture == other.base_texture and other.normal_texture is not None
    assert found.pictures[other.normal_texture.picture].data == pictures["alpha.png"]


@pytest.mark.parametrize("data", [PNG[:40], PNG.replace(b"IHDR", b"XHDR")])
def test_a_damaged_picture_is_named_and_the_rest_opens(tmp_path: Path, data: bytes) -> None:
    colour = picture(GREEN)
    material, told = opened(tmp_path, MAPS.format("alpha.png"), {"colour.png": colour, "alpha.png": data})
    assert material.alphaMode in (None, "OPAQUE") and (pixels_of(material)[..., 3] == 255).all()
    (word,) = told.words
    assert '"alpha.png" is damaged, so the opacity of "leaf" is left out' in word
    source = told.document.figure.source
    assert source is not None and source.file is not None
    assert character(Path(source.file.path)).otherwise == (word,)  # it stands in the properties, too


def test_a_picture_that_says_it_is_enormous_is_not_decoded(tmp_path: Path) -> None:
    huge = bytearray(picture(np.zeros((4, 4), np.uint8)))
    huge[16:24] = (60_000).to_bytes(4, "big") * 2
    huge[29:33] = crc32(huge[12:29]).to_bytes(4, "big")
    pictures = {"colour.png": picture(GREEN), "alpha.png": bytes(huge)}
    material, told = opened(tmp_path, MAPS.format("alpha.png"), pictures)
    assert material.alphaMode in (None, "OPAQUE") and '"alpha.png" is too large' in told.words[0]


def test_opacity_that_lies_elsewhere_than_the_colour_is_told(tmp_path: Path) -> None:
    pictures = {"colour.png": picture(GREEN), "alpha.png": picture(CUT)}
    _material, told = opened(tmp_path, MAPS.format("-s 2 2 1 -o 0.5 alpha.png"), pictures)
    assert told.words == ('The opacity of "leaf" lies otherwise on it than its colour; here both lie alike.',)
    same = MAPS.replace("map_Kd ", "map_Kd -s 1 1 1 ").format("-o 0 0 0 alpha.png")
    assert not opened(tmp_path, same, pictures)[1].words


def test_without_the_package_one_sentence_says_how_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opacity, "find_spec", lambda _name: None)
    pictures = {"colour.png": picture(GREEN), "alpha.png": picture(CUT)}
    material, told = opened(tmp_path, MAPS.format("alpha.png"), pictures)
    assert material.alphaMode in (None, "OPAQUE") and 'pip install "pantin[pictures]"' in told.words[0]
