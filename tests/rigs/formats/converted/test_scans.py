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


def test_surfaces_of_scans_are_round_and_their_own_normals_stay(tmp_path: Path) -> None:
    """Without normals those of the faces around each point are taken, the larger the more: computed by hand here."""
    _document, found = opened(tmp_path / "round.ply", ply("binary_little_endian"))
    part = found.parts[0]
    across = np.cross(CORNERS[FACES[:, 1]] - CORNERS[FACES[:, 0]], CORNERS[FACES[:, 2]] - CORNERS[FACES[:, 0]])
    expected = np.array([across[(place == FACES).any(axis=1)].sum(axis=0) for place in range(4)])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert part.normals is not None
    np.testing.assert_allclose(part.normals[np.lexsort(part.positions.T)], expected[np.lexsort(CORNERS.T)], atol=1e-6)
    text = ply().replace(b"float z\n", b"float z\nproperty float nx\nproperty float ny\nproperty float nz\n")
    head, mark, body = text.partition(b"end_header\n")
    rows = body.split(b"\n")
    own = head + mark + b"\n".join([*(row + b" 0 0.6 0.8" for row in rows[:4]), *rows[4:]])
    normals = opened(tmp_path / "own.ply", own)[1].parts[0].normals
    assert normals is not None
    np.testing.assert_allclose(normals, np.tile((0.0, 0.6, 0.8), (len(normals), 1)), atol=1e-6)


def test_faces_of_four_corners_and_properties_of_all_kinds_are_read(tmp_path: Path) -> None:
    """As MeshLab and CloudCompare have them: quads, doubles, a quality, flags of faces, an element of edges."""
    text = b"""ply
format ascii 1.0
comment made by hand
obj_info none
element vertex 4
property double x
property double y
property double z
property float quality
element face 1
property list uchar uint vertex_indices
property int flags
element edge 1
property int vertex1
property int vertex2
end_header
0 0 0 0.5
2 0 0 0.5
2 3 0 0.5
0 3 0 0.5
4 0 1 2 3 7
0 1
"""
    part = opened(tmp_path / "quad.ply", text)[1].parts[0]
    corners = part.positions[part.triangles]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    np.testing.assert_allclose(areas.sum(axis=0), (0.0, 0.0, 6.0), atol=1e-6)


def test_bytes_whose_name_begins_like_text_are_bytes(tmp_path: Path) -> None:
    data = b"solid tetrahedron".ljust(80) + stl()[80:]
    assert len(opened(tmp_path / "solid.stl", data)[1].parts[0].triangles) == 4


@pytest.mark.parametrize("number", [b"1e39", b"1e308", b"nan", b"-inf", b"1e10"])
def test_points_that_are_none_or_too_far_are_one_sentence(tmp_path: Path, number: bytes) -> None:
    for name, data in (("far.stl", stl_text()), ("far.ply", ply())):
        (tmp_path / name).write_bytes(data.replace(b"0 0 3", b"0 0 " + number))
        with pytest.raises(Unreadable, match="it is damaged or cut off"):
            rigs.read(tmp_path / name)


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
