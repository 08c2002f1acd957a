"""STL and PLY open as figures of one bone, standing with Z up; what is damaged is one sentence, and soon."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from pantin.rigs.source.worlds import rest_worlds
from tests.rigs.formats.converted.tetrahedra import CORNERS, FACES, ply, stl, stl_text


def opened(path: Path, data: bytes) -> tuple[rigs.Document, Character]:
    path.write_bytes(data)
    document = rigs.read(path)
    source = document.figure.source
    assert source is not None and source.file is not None
    return document, character(Path(source.file.path))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("body.stl", stl()),
        ("text.stl", stl_text()),
        ("text.ply", ply()),
        ("little.ply", ply("binary_little_endian")),
        ("big.ply", ply("binary_big_endian")),
    ],
)
def test_the_points_stand_where_the_file_has_them(tmp_path: Path, name: str, data: bytes) -> None:
    document, found = opened(tmp_path / name, data)
    assert [bone.name for bone in document.rig.bones] == [name.partition(".")[0]]
    (part,), source = found.parts, document.figure.source
    assert source is not None
    world = found.turn @ rest_worlds(source)[part.node]
    seen = part.positions[part.triangles] @ world[:3, :3].T + world[:3, 3]
    expected = CORNERS[FACES]
    assert sorted(map(sorted, np.round(seen, 5).tolist())) == sorted(map(sorted, expected.tolist()))
    volume = np.einsum("ti,ti->t", seen[:, 0], np.cross(seen[:, 1], seen[:, 2])).sum() / 6.0
    assert volume == pytest.approx(1.0)  # faces look outside, as they did


def test_colours_of_points_are_seen(tmp_path: Path) -> None:
    _document, found = opened(tmp_path / "painted.ply", ply(colours=True))
    colours = found.parts[0].colours
    assert colours is not None
    linear = ((188 / 255 + 0.055) / 1.055) ** 2.4
    np.testing.assert_allclose(colours, np.tile((1.0, 0.0, linear, 1.0), (len(colours), 1)), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("empty.stl", b""),
        ("cut.stl", stl()[:150]),
        ("huge.stl", stl()[:80] + struct.pack("<I", 2**32 - 1) + stl()[84:]),
        ("numbers.stl", stl()[:84] + b"\xff" * 200),
        ("cut.ply", ply("binary_little_endian")[:-20]),
        ("huge.ply", ply("binary_little_endian").replace(b"vertex 4", b"vertex 9999999999")),
        ("less.ply", ply().replace(b"vertex 4", b"vertex -4")),
        ("beyond.ply", ply().replace(b"3 2 0 3", b"3 2 0 9")),
        ("cloud.ply", ply().partition(b"element face")[0] + b"end_header\n0 0 0\n1 0 0\n0 2 0\n0 0 3\n"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Unreadable, match=r"it is damaged or cut off|it has no triangles"):
        rigs.read(tmp_path / name)
