"""Wavefront OBJ of posed characters: read by splitting lines here."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin.app.files import export
from pantin.rigs import read
from pantin.rigs.formats import obj
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, MeshFile


def lines(path: Path, kind: str) -> list[list[str]]:
    return [line.split()[1:] for line in path.read_text("utf-8").splitlines() if line.split()[0] == kind]


def test_each_part_is_an_object_in_the_axes_of_its_file(tmp_path) -> None:
    file = MeshFile(
        {"translation": [1, 2, 3], "mesh": 0}, {"mesh": 1, "scale": [1, 1, -1]}, materials=[{"name": "red cloth"}]
    )
    coordinates = [(0, 0), (1, 0), (1, 1), (0, 0.25)]
    file.mesh(file.primitive(NORMAL=FACING, TEXCOORD_0=coordinates, material=0), name="The cape")
    file.mesh(file.primitive(NORMAL=FACING))
    out = tmp_path / "out.obj"
    found = export.write(read(file.written(tmp_path / "a.glb")), out)
    assert found.points == 8 and found.points_off < 1e-8 and not found.why
    places = np.array(lines(out, "v"), float)
    assert np.abs(places[:4] - np.array(SQUARE) - (1, 2, 3)).max() < 1e-8
    assert lines(out, "vn")[0] == ["0", "0", "1"] and lines(out, "vn")[4] == ["0", "0", "-1"]
    assert lines(out, "vt") == [["0", "1"], ["1", "1"], ["1", "0"], ["0", "0.75"]]
    assert lines(out, "o") == [["The_cape"], ["1"]] and lines(out, "usemtl") == [["red_cloth"]]
    assert lines(out, "f")[0] == ["1/1/1", "2/2/2", "3/3/3"]
    assert lines(out, "f")[2] == ["7//7", "6//6", "5//5"]  # mirrored, so that it is still seen from outside
    points, triangles = obj.points_in(out)
    assert np.array_equal(points, places) and triangles[0].tolist() == [0, 1, 2]
