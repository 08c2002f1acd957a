"""An OBJ opens as a figure of one bone with its surfaces; what is damaged is one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from tests.rigs.formats.converted.pictures import PNG

HOUSE = """# a square with a roof
mtllib house.mtl
o House
v 0 0 0
v 2 0 0
v 2 3 0
v 0 3 0
v 1 4 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
usemtl wall
f 1/1/1 2/2/1 3/3/1 4/4/1
usemtl roof
f -2//1 -3//1 -1//1
"""
MATERIALS = """newmtl wall
Kd 0.5 0.5 0.5
map_Kd -s 1 1 1 wall.png
newmtl roof
Kd 1 0 0.21586
d 0.25
"""


def opened(path: Path) -> tuple[rigs.Document, Character, rigs.formats.Opened]:
    found = rigs.opened(path)
    source = found.document.figure.source
    assert source is not None and source.file is not None
    return found.document, character(Path(source.file.path)), found


def test_faces_coordinates_and_materials_are_those_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "house.obj").write_text(HOUSE)
    (tmp_path / "house.mtl").write_text(MATERIALS)
    (tmp_path / "wall.png").write_bytes(PNG)
    document, found, told = opened(tmp_path / "house.obj")
    assert [bone.name for bone in document.rig.bones] == ["House"]
    wall, roof = found.parts
    square = [(0, 0, 0), (2, 0, 0), (2, 3, 0), (0, 3, 0)]
    assert {tuple(point) for point in wall.positions.tolist()} == {tuple(map(float, each)) for each in square}
    corners = wall.positions[wall.triangles]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    np.testing.assert_allclose(areas, [(0, 0, 6), (0, 0, 6)])
    # OBJ counts coordinates from the bottom of a picture, glTF from its top.
    np.testing.assert_allclose(wall.uvs[0], wall.positions[:, :2] / (2, -3) + (0, 1))
    assert {tuple(point) for point in roof.positions.tolist()} == {(0.0, 3.0, 0.0), (2.0, 3.0, 0.0), (1.0, 4.0, 0.0)}
    plaster, tiles = (found.materials[part.material] for part in (wall, roof))
    assert plaster.base_texture is not None and found.pictures[plaster.base_texture.picture].data == PNG
    np.testing.assert_allclose(tiles.base, (1.0, 0.0, ((0.21586 + 0.055) / 1.055) ** 2.4, 0.25), atol=1e-6)
    assert (
        tiles.alpha == "blend" and not told.words and told.facts == ("OBJ tells no unit: it was read as metres, Y up.",)
    )


def test_it_stands_up_and_is_as_large_as_its_numbers(tmp_path: Path) -> None:
    (tmp_path / "pole.obj").write_text("v 0 0 0\nv 0.1 0 0\nv 0 2 0\nf 1 2 3\n")
    document, found, _told = opened(tmp_path / "pole.obj")
    turned = found.parts[0].positions @ found.turn[:3, :3].T
    np.testing.assert_allclose(turned[:, 2].max(), 2.0, atol=1e-6)
    assert document.figure.place.size == 1.0


def test_what_lies_outside_its_folder_is_not_read_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "secret.mtl").write_text("newmtl wall\nKd 0 1 0\n")
    (folder / "house.obj").write_text(HOUSE.replace("house.mtl", "../secret.mtl"))
    _document, found, told = opened(folder / "house.obj")
    assert found.materials == () and all(part.material is None for part in found.parts)
    assert any('"../secret.mtl" lies outside the folder' in word for word in told.words)


def test_a_picture_with_a_path_of_another_machine_is_found_beside(tmp_path: Path) -> None:
    (tmp_path / "house.obj").write_text(HOUSE)
    (tmp_path / "house.mtl").write_text(MATERIALS.replace("wall.png", "C:\\art\\maps\\wall.png"))
    (tmp_path / "wall.png").write_bytes(PNG)
    _document, found, _told = opened(tmp_path / "house.obj")
    assert [picture.data for picture in found.pictures] == [PNG]


TRIANGLE = "v 0 0 0\nv 2 0 0\nv 0 2 0\n"
ODD = {
    "a mark of its encoding": b"\xef\xbb\xbf" + TRIANGLE.encode() + b"f 1 2 3\n",
    "tabs": TRIANGLE.replace(" ", "\t").encode() + b"f\t1\t2\t3\n",
    "lines of Windows": (TRIANGLE + "f 1 2 3\n").replace("\n", "\r\n").encode(),
    "lines of an old Macintosh": (TRIANGLE + "f 1 2 3\n").replace("\n", "\r").encode(),
    "comments behind": TRIANGLE.replace("\n", " # a point\n").encode() + b"f 1 2 3 # a face\n",
    "empty places": TRIANGLE.encode() + b"f 1// 2// 3//\n",
    "an empty place": TRIANGLE.encode() + b"f 1/ 2/ 3/\n",
    "counted back": TRIANGLE.encode() + b"f -3 -2 -1\n",
    "a line in two": TRIANGLE.encode() + b"f 1 \\\n 2 3\n",
    "normals that are none": TRIANGLE.encode() + b"vn -nan(ind) 0 1\nvn 1.#IND 0 0\nf 1//1 2//2 3//1\n",
    "coordinates without end": TRIANGLE.encode() + b"vt inf 0\nvt nan 1\nf 1/1 2/2 3/1\n",
    "weights of points": TRIANGLE.replace("\n", " 1.0\n").encode() + b"f 1 2 3\n",
    "lines and points": TRIANGLE.encode() + b"l 1 2\np 1\ns off\ng a b\nf 1 2 3\n",
}


@pytest.mark.parametrize("way", ODD)
def test_what_other_programs_write_opens(tmp_path: Path, way: str) -> None:
    (tmp_path / "odd.obj").write_bytes(ODD[way])
    _document, found, _told = opened(tmp_path / "odd.obj")
    (part,) = found.parts
    assert part.positions[part.triangles].tolist() == [[[0, 0, 0], [2, 0, 0], [0, 2, 0]]]


def test_polygons_that_bend_inwards_are_cut_inside(tmp_path: Path) -> None:
    """A star of 20 corners, and a quad like an arrow: what was cut as a fan covered more than they do."""
    angles, radii = np.arange(20) * np.pi / 10, np.where(np.arange(20) % 2, 1.0, 3.0)
    star = np.column_stack([radii * np.cos(angles), radii * np.sin(angles), np.zeros(20)])
    arrow = np.array(((9, 0, 0), (6, 2, 0), (7, 0, 0), (6, -2, 0)), float)
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in np.concatenate([star, arrow]).tolist()]
    faces = ["f " + " ".join(str(place + 1) for place in each) for each in (range(20), range(20, 24))]
    (tmp_path / "star.obj").write_text("\n".join([*lines, *faces, ""]))
    _document, found, _told = opened(tmp_path / "star.obj")
    (part,) = found.parts
    corners = part.positions[part.triangles].astype(float)
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] / 2
    assert len(areas) == 18 + 2 and (areas > 0.0).all()
    assert areas.sum() == pytest.approx(20 * 0.5 * 3.0 * 1.0 * np.sin(np.pi / 10) + 4.0, abs=1e-4)


def test_colours_beside_points_are_seen(tmp_path: Path) -> None:
    text = "".join(f"{line} 1 0 0.5\n" for line in TRIANGLE.splitlines())
    (tmp_path / "painted.obj").write_text(text + "f 1 2 3\n")
    colours = opened(tmp_path / "painted.obj")[1].parts[0].colours
    assert colours is not None
    np.testing.assert_allclose(colours[0], (1.0, 0.0, ((0.5 + 0.055) / 1.055) ** 2.4, 1.0), atol=1e-6)


def test_libraries_and_pictures_are_named_as_their_files_are(tmp_path: Path) -> None:
    """Spaces, percent signs and backslashes belong to names here; several libraries may stand in a line."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "50%20 wall.png").write_bytes(PNG)
    (tmp_path / "house.obj").write_text(
        HOUSE.replace("usemtl roof", "usemtl flat roof").replace("house", "walls.mtl roofs")
    )
    plaster, tiles = MATERIALS.split("newmtl roof")
    (tmp_path / "walls.mtl").write_text("\ufeff" + plaster.replace("wall.png", "maps\\50%20 wall.png"))
    (tmp_path / "roofs.mtl").write_text("newmtl\tflat roof" + tiles.replace("Kd ", "Kd\t"))
    _document, found, told = opened(tmp_path / "house.obj")
    assert [picture.data for picture in found.pictures] == [PNG] and not told.words
    (_wall, roof) = (found.materials[part.material or 0] for part in found.parts)
    assert roof.base[:2] == (1.0, 0.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1/1 2/1/1/1 3/1/1/1\n", "names a point that the file does not have"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1////// 2 3//////\nf 1 2 9\n", "names a point that the file does not have"),
        ("", "it has no triangles"),
        ("v 0 0 0\nv 1 0 0\nf 1 2\n", "it has no triangles"),
        ("v 0 0 0\nf 1 2 3\n", "names a point that the file does not have"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -9\n", "names a point that the file does not have"),
        ("v 0 0 0\nf 0 0 0\n", "names a point that the file does not have"),
        ("v a b c\nf 1 1 1\n", "is no number"),
        ("v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not finite or far too large"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/x 2 3\n", "is no number"),
        ("v 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "has not as many numbers as it needs"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.obj").write_text(text)
    with pytest.raises(Unreadable, match=said):
        rigs.read(tmp_path / "bad.obj")
