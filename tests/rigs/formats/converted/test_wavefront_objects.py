"""The objects of an OBJ are parts with their own names on one bone; trimesh, another reader, finds them in the GLB."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from pantin import rigs
from pantin.rigs.editing.parts import parts_of, shown
from pantin.rigs.formats.converted.binding import bound_figure
from pantin.rigs.formats.converted.wavefront import MOST_APART
from pantin.rigs.formats.gltf.meshes import MOST_PARTS, character
from pantin.rigs.meshes.character import Character

CAT = """mtllib cat.mtl
v -1 0 0
v 1 0 0
v 1 2 0
v -1 2 0
v 0 3 0
vn 0 0 1
o Body
usemtl fur
f 1//1 2//1 3//1
usemtl skin
f 1//1 3//1 4//1
o Party hat
usemtl fur
f 4//1 3//1 5//1
o Body
f 4//1 3//1 2//1
o Bell without a face
v 7 7 7
"""
MATERIALS = "newmtl fur\nKd 0.2 0.2 0.2\nnewmtl skin\nKd 1 0.5 0.5\n"


def opened(path: Path, text: str) -> tuple[rigs.Document, Character, rigs.formats.Opened]:
    path.write_text(text)
    found = rigs.opened(path)
    source = found.document.figure.source
    assert source is not None and source.file is not None
    return found.document, character(Path(source.file.path)), found


def names_of(document: rigs.Document, found: Character) -> list[str]:
    return [part.name for part in parts_of(found, document.figure.source)]


def test_another_reader_finds_each_object_by_its_name_with_its_points(tmp_path: Path) -> None:
    (tmp_path / "cat.mtl").write_text(MATERIALS)
    document, _found, _told = opened(tmp_path / "cat.obj", CAT)
    source = document.figure.source
    assert source is not None and source.file is not None
    scene = trimesh.load_scene(source.file.path, process=False)
    points: dict[str, list[tuple[float, ...]]] = {}
    for node in scene.graph.nodes_geometry:
        place, mesh = scene.graph[node]
        whole = np.column_stack([scene.geometry[mesh].vertices, np.ones(len(scene.geometry[mesh].vertices))])
        points.setdefault(mesh.partition("_")[0].partition(".")[0], []).extend(
            map(tuple, (whole @ np.asarray(place).T)[:, :3].tolist())
        )
    body = [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (-1.0, 2.0, 0.0)]
    assert set(points["Body"]) == set(body)
    assert sorted(points["Party hat"]) == sorted([body[3], body[2], (0.0, 3.0, 0.0)])
    assert {name: len(rows) for name, rows in points.items()} == {"Body": 4 + 3, "Party hat": 3}


def test_each_is_a_part_with_its_own_name_and_all_hang_on_one_bone(tmp_path: Path) -> None:
    (tmp_path / "cat.mtl").write_text(MATERIALS)
    document, found, told = opened(tmp_path / "cat.obj", CAT)
    assert [bone.name for bone in document.rig.bones] == ["cat"] and not told.words
    parts = parts_of(found, document.figure.source)
    assert [part.name for part in parts] == ["Body", "Party hat"]
    fur, skin = ([each.name for each in found.materials].index(name) for name in ("fur", "skin"))
    assert [part.materials for part in parts] == [(fur, skin), (fur,)]
    without = shown(document, [parts[1].node], False)
    left = found.without(without.figure.hidden_parts)
    assert {part.name for part in left.parts} == {"Body"}


def test_opened_again_by_itself_the_file_that_it_became_has_one_bone_too(tmp_path: Path) -> None:
    document, _found, _told = opened(tmp_path / "cat.obj", CAT)
    source = document.figure.source
    assert source is not None and source.file is not None
    again = rigs.read(source.file.path)
    assert [bone.name for bone in again.rig.bones] == ["cat"]
    assert again.figure.source is not None
    assert [node.name for node in again.figure.source.nodes] == ["cat", "Body", "Party hat"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (CAT.replace("\no ", "\ng "), ["Body", "Party hat"]),
        (
            CAT.replace("o Body\nusemtl skin", "usemtl skin").replace("\no Body\nusemtl fur", ""),
            ["cat", "Party hat", "Body"],
        ),
        (CAT.replace("o Party hat", "o Hat\ng brim\ng tip"), ["Body", "Hat"]),
        (CAT.replace("o Party hat", "o"), ["Body", "cat"]),
        (CAT.replace("o Party hat", "o " + "long " * 1000), ["Body", ("long " * 36).strip()]),
    ],
    ids=["groups", "faces before the first object", "groups of objects", "no name", "a long name"],
)
def test_objects_are_named_as_their_file_has_them(tmp_path: Path, text: str, names: list[str]) -> None:
    document, found, _told = opened(tmp_path / "cat.obj", text)
    assert names_of(document, found) == names


def test_a_single_group_is_the_whole_and_called_as_its_file(tmp_path: Path) -> None:
    document, found, _told = opened(tmp_path / "chair.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng default\nf 1 2 3\n")
    assert [bone.name for bone in document.rig.bones] == names_of(document, found) == ["chair"]


def test_more_objects_than_are_drawn_become_one_part_and_nothing_is_lost(tmp_path: Path) -> None:
    faces = "".join(f"o {number}\nf 1 2 3\n" for number in range(3 * MOST_PARTS))
    document, found, told = opened(tmp_path / "dust.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + faces)
    names = names_of(document, found)
    assert names == [*map(str, range(MOST_APART)), "dust"] and not found.left_out
    assert sum(len(part.triangles) for part in found.parts) == 3 * MOST_PARTS
    assert f"the first {MOST_APART} are parts of their own, and the others are one" in told.words[0]


def test_objects_of_many_materials_are_drawn_whole(tmp_path: Path) -> None:
    """Thirty objects of 300 materials each would be 9000 parts, of which 2000 are drawn."""
    (tmp_path / "dust.mtl").write_text("".join(f"newmtl {number}\n" for number in range(300)))
    faces = "".join(f"o {body}\n" + "".join(f"usemtl {each}\nf 1 2 3\n" for each in range(300)) for body in range(30))
    document, found, told = opened(tmp_path / "dust.obj", "mtllib dust.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n" + faces)
    assert sum(len(part.triangles) for part in found.parts) == 9000 and not found.left_out
    assert names_of(document, found) == ["0", "1", "2", "dust"] and "the first 3 are parts" in told.words[0]


def test_a_million_objects_without_faces_are_none(tmp_path: Path) -> None:
    empty = "".join(f"o {number}\n" for number in range(1_000_000))
    document, found, told = opened(tmp_path / "a.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\n{empty}f 1 2 3\n")
    assert names_of(document, found) == ["999999"] and not told.words


def test_objects_that_share_points_are_bound_as_one_surface(tmp_path: Path) -> None:
    """A bar of two objects on two bones: where they meet their points have the same weights, and both names stay."""
    rows = [(x, y, z) for y in range(5) for x, z in ((-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2))]
    lines = [f"v {x} {y} {z}" for x, y, z in rows]
    for ring in range(4):
        lines += [f"o {'Foot' if ring < 2 else 'Leg'}"] if ring in (0, 2) else []
        low = 4 * ring
        lines += [
            f"f {low + side + 1} {low + 4 + side + 1} {low + 4 + (side + 1) % 4 + 1} {low + (side + 1) % 4 + 1}"
            for side in range(4)
        ]
    lines += ["o Foot", "f 1 2 3 4", "o Leg", "f 20 19 18 17", ""]
    bar, _found, _told = opened(tmp_path / "bar.obj", "\n".join(lines))
    bones = (
        rigs.Bone("low", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 2.0)),
        rigs.Bone("high", parent="low", head=(0.0, 0.0, 2.0), tail=(0.0, 0.0, 4.0)),
    )
    bound = bound_figure(bar.figure, rigs.Figure(name="legs", rig=rigs.Rig(bones)))
    assert bound.source is not None and bound.source.file is not None
    made = character(Path(bound.source.file.path))
    assert [part.name for part in parts_of(made, bound.source)] == ["Foot", "Leg"]
    seam = []
    for part in made.parts:
        assert part.joints is not None and part.weights is not None
        whole = np.zeros((len(part.positions), 2))
        for place in range(part.joints.shape[1]):
            np.add.at(whole, (np.arange(len(whole)), part.joints[:, place]), part.weights[:, place])
        at = part.positions[:, 1] == 2.0
        seam.append({tuple(row) for row in np.round(np.column_stack([part.positions[at], whole[at]]), 5).tolist()})
    assert len(seam[0]) == 4 and seam[0] == seam[1]
