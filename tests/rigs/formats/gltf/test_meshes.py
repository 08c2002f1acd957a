"""Meshes of glTF files: parts, skins, weights and morph targets as the file means them, by numbers done by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character, Part
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, TWO_TRIANGLES, MeshFile, moved_by


def only(found: Character) -> Part:
    (part,) = found.parts
    return part


def triangles_of(part: Part) -> set[tuple[tuple[float, ...], ...]]:
    """The triangles of a part as places, each begun at its least corner, so that they can be compared."""
    found = set()
    for corners in part.positions[part.triangles].tolist():
        places = [tuple(corner) for corner in corners]
        first = places.index(min(places))
        found.add(tuple(places[first:] + places[:first]))
    return found


@pytest.mark.parametrize(
    ("mode", "positions", "corners"),
    [
        (4, SQUARE, TWO_TRIANGLES),
        (4, [SQUARE[corner] for corner in TWO_TRIANGLES], None),
        (5, [SQUARE[0], SQUARE[1], SQUARE[3], SQUARE[2]], None),
        (6, SQUARE, (0, 1, 2, 3)),
    ],
    ids=["indexed", "not indexed", "strip", "fan"],
)
def test_triangles_are_read_however_their_corners_follow_each_other(tmp_path, mode, positions, corners) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(positions, corners, mode=mode))
    part = only(character(file.written(tmp_path / "a.glb")))
    areas = np.cross(*(part.positions[part.triangles[:, n]] - part.positions[part.triangles[:, 0]] for n in (1, 2)))
    assert len(part.triangles) == 2 and (areas[:, 2] == 1.0).all()  # all face the viewer
    assert {point for each in triangles_of(part) for point in each} == set(SQUARE)


def test_all_parts_of_the_scene_are_read_and_no_others(tmp_path) -> None:
    nodes = ({"mesh": 0, "children": [1]}, {"mesh": 0, "name": "again"}, {"mesh": 1})
    file = MeshFile(*nodes, scene=1, scenes=[{"nodes": [2]}, {"nodes": [0]}])
    file.mesh(file.primitive(material=1), file.primitive(), name="body")
    file.mesh(file.primitive())
    file.entries["materials"] = [{"name": "skin"}, {"name": "cloth"}]
    found = character(file.written(tmp_path / "a.glb"))
    assert [(part.node, part.mesh, part.name, part.material) for part in found.parts] == [
        (0, 0, "body", 1),
        (0, 0, "body", None),
        (1, 0, "body", 1),
        (1, 0, "body", None),
    ]
    assert found.parts[0].positions is found.parts[2].positions  # nodes share what they have in common
    assert [material.name for material in found.materials] == ["skin", "cloth"] and found.left_out == ()


def test_floats_lie_in_the_data_of_the_file(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(NORMAL=FACING, TEXCOORD_0=[(0, 0), (1, 0), (1, 1), (0, 1)]))
    part = only(character(file.written(tmp_path / "a.glb")))
    for each in (part.positions, part.normals, part.uvs[0], part.triangles):
        assert not each.flags.owndata and not each.flags.writeable


def test_skins_keep_their_own_inverse_binds(tmp_path) -> None:
    file = MeshFile({"children": [1]}, {"translation": [0, 2, 0]}, {"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 1})
    weights = {"JOINTS_0": [(0, 1, 0, 0)] * 4, "WEIGHTS_0": [(0.5, 0.5, 0, 0)] * 4}
    file.mesh(file.primitive(**weights))
    file.skin([0, 1], [np.eye(4), moved_by(0, -2, 0)])
    file.skin([1, 0], [moved_by(0, -3, 0), np.eye(4)])
    found = character(file.written(tmp_path / "a.glb"))
    assert [part.skin for part in found.parts] == [0, 1] and [skin.joints for skin in found.skins] == [(0, 1), (1, 0)]
    assert [skin.inverse_binds[:, 1, 3].tolist() for skin in found.skins] == [[0.0, -2.0], [-3.0, 0.0]]


def test_weights_are_one_over_all_sets(tmp_path) -> None:
    file = MeshFile({}, {}, {}, {"mesh": 0, "skin": 0})
    sets = {
        "JOINTS_0": [(0, 0, 0, 0)] * 4,
        "WEIGHTS_0": [(0.6, 0, 0, 0)] * 4,
        "JOINTS_1": [(1, 2, 0, 0)] * 4,
        "WEIGHTS_1": [(0.1, 0.1, 0, 0)] * 4,
    }
    file.mesh(file.primitive(**sets))
    file.skin([0, 1, 2])
    part = only(character(file.written(tmp_path / "a.glb")))
    by_joint = np.zeros((len(part.positions), 3))
    for column in range(part.joints.shape[1]):
        by_joint[np.arange(len(by_joint)), part.joints[:, column]] += part.weights[:, column]
    assert np.abs(by_joint - (0.75, 0.125, 0.125)).max() < 1e-6


def test_a_corner_without_weights_follows_the_nearest_joint(tmp_path) -> None:
    file = MeshFile({}, {"translation": [0, 1, 0]}, {"mesh": 0, "skin": 0})
    weights = {"JOINTS_0": [(0, 0, 0, 0)] * 4, "WEIGHTS_0": [(1, 0, 0, 0)] * 3 + [(0, 0, 0, 0)]}
    file.mesh(file.primitive(NORMAL=FACING, **weights), name="cape")
    file.skin([0, 1], [np.eye(4), moved_by(0, -1, 0)])
    found = character(file.written(tmp_path / "a.glb"))
    part = only(found)
    assert part.joints[3, 0] == 1 and part.weights[3].tolist() == [1.0, 0.0, 0.0, 0.0]
    assert found.left_out == ('1 corner of the mesh "cape" has no weights; it follows the nearest joint.',)


def test_a_surface_without_normals_is_flat(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], (0, 1, 2, 0, 3, 1)))
    part = only(character(file.written(tmp_path / "a.glb")))
    assert part.triangles.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert part.normals.tolist() == [[0.0, 0.0, 1.0]] * 3 + [[0.0, 1.0, 0.0]] * 3


def test_normals_of_any_length_become_one_long(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(NORMAL=[(0, 0, 2), (0, 3, 4), (0, 0, 0), (np.nan, 0, 0)]))
    part = only(character(file.written(tmp_path / "a.glb")))
    assert np.abs(part.normals - [(0, 0, 1), (0, 0.6, 0.8), (0, 0, 1), (0, 0, 1)]).max() < 1e-6


def test_whole_numbers_are_parts_of_the_largest_where_they_are_normalised(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    primitive = file.primitive(NORMAL=FACING)
    primitive["attributes"]["POSITION"] = file.data.add(
        [(0, 0, 0, 9), (32767, 0, 0, 9), (32767, 32767, 0, 9), (-32768, 32767, 0, 9)], 5122, normalized=True
    )
    file.data.accessors[-1]["type"] = "VEC3"  # the fourth is what makes a row as long as glTF asks
    file.data.views[-1]["byteStride"] = 8
    primitive["attributes"]["COLOR_0"] = file.data.add([(255, 0, 51, 255)] * 4, 5121, normalized=True)
    file.mesh(primitive)
    part = only(character(file.written(tmp_path / "a.glb")))
    assert part.positions.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [-1, 1, 0]]
    assert np.abs(part.colours - (1.0, 0.0, 0.2, 1.0)).max() < 1e-6


def test_single_rows_replace_those_of_an_accessor(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    primitive = file.primitive(NORMAL=FACING)
    primitive["attributes"]["POSITION"] = file.sparse(4, [2], [(5, 6, 7)], primitive["attributes"]["POSITION"])
    file.mesh(primitive)
    part = only(character(file.written(tmp_path / "a.glb")))
    assert part.positions.tolist() == [[0, 0, 0], [1, 0, 0], [5, 6, 7], [0, 1, 0]]


def test_surfaces_that_share_their_corners_have_their_own(tmp_path) -> None:
    """The mesh has eight corners in one table, as exporters write it, and a material for each half of them."""
    file = MeshFile({}, {"mesh": 0, "skin": 0})
    places = [(float(x), float(y), 0.0) for x in range(4) for y in range(2)]
    weights = {"JOINTS_0": [(n, 0, 0, 0) for n in range(8)], "WEIGHTS_0": [(1, 0, 0, 0)] * 8}
    first = file.primitive(places, (0, 2, 1), NORMAL=[(0, 0, 1)] * 8, TEXCOORD_0=[(n, n) for n in range(8)], **weights)
    moved = {"POSITION": file.sparse(8, [1, 6], [(0, 0, 1), (0, 0, 2)])}
    second = {**first, "indices": file.data.add((7, 6, 5), 5125)}
    file.mesh({**first, "targets": [moved]}, {**second, "targets": [moved]})
    file.skin([0] * 8)
    one, other = character(file.written(tmp_path / "a.glb")).parts
    assert one.positions.tolist() == [[0, 0, 0], [0, 1, 0], [1, 0, 0]] and one.triangles.tolist() == [[0, 2, 1]]
    assert other.positions.tolist() == [[2, 1, 0], [3, 0, 0], [3, 1, 0]] and other.triangles.tolist() == [[2, 1, 0]]
    assert other.uvs[0].tolist() == [[5, 5], [6, 6], [7, 7]] and other.joints[:, 0].tolist() == [5, 6, 7]
    assert (one.targets.rows.tolist(), other.targets.rows.tolist()) == ([1], [1])
    assert (one.targets.positions.tolist(), other.targets.positions.tolist()) == ([[0, 0, 1]], [[0, 0, 2]])


# Morph targets


def test_targets_hold_the_corners_that_they_move(tmp_path) -> None:
    file = MeshFile({"mesh": 0, "weights": [0.25]})
    primitive = file.primitive(NORMAL=FACING)
    dense = file.data.add([(0, 0, 0), (0, 1e-9, 0), (0, 2, 0), (0, 0, 0)])
    turned = file.data.add([(0, 0, 0)] * 3 + [(0, 1, 0)])
    primitive["targets"] = [{"POSITION": dense, "NORMAL": turned}, {"POSITION": file.sparse(4, [3], [(0, 0, 3)])}, {}]
    file.mesh(primitive, extras={"targetNames": ["smile", "blink"]}, weights=[1, 1, 1])
    found = character(file.written(tmp_path / "a.glb"))
    targets = only(found).targets
    assert targets.firsts.tolist() == [0, 2, 3, 3] and targets.rows.tolist() == [2, 3, 3]
    assert targets.positions.tolist() == [[0, 2, 0], [0, 0, 0], [0, 0, 3]]
    assert targets.normals.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    (morphs,) = found.morphs
    assert (morphs.node, morphs.names, morphs.weights) == (0, ("smile", "blink", "2"), (0.25, 0.0, 0.0))


def test_flat_normals_turn_with_a_target(tmp_path) -> None:
    """The square's second triangle is stood upright by moving its one corner of its own."""
    file = MeshFile({"mesh": 0})
    primitive = file.primitive([(0, 0, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)], (0, 1, 2, 0, 2, 3))
    primitive["targets"] = [{"POSITION": file.sparse(4, [3], [(1, 0, 1)])}]
    file.mesh(primitive)
    part = only(character(file.written(tmp_path / "a.glb")))
    assert part.targets.rows.tolist() == [3, 4, 5]
    assert part.targets.positions.tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 1]]
    assert (part.normals[3:] + part.targets.normals).tolist() == [[1.0, 0.0, 0.0]] * 3


# What is damaged is left out, and said


def test_a_file_without_meshes_has_no_parts(tmp_path) -> None:
    found = character(MeshFile({}).written(tmp_path / "a.glb"))
    assert found.parts == () and found.left_out == ()


def test_what_is_no_gltf_is_one_sentence(tmp_path) -> None:
    (tmp_path / "a.glb").write_bytes(b"glTF")
    with pytest.raises(Unreadable):
        character(tmp_path / "a.glb")


@pytest.mark.parametrize("count", [2**31, 2**32 - 1])
def test_counts_that_the_file_does_not_have_make_no_arrays(tmp_path, count) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive())
    file.data.accessors[0]["count"] = count
    found = character(file.written(tmp_path / "a.glb"))
    assert found.parts == () and len(found.left_out) == 1


def test_numbers_from_nowhere_are_as_many_as_one_file_may_have(tmp_path) -> None:
    """Each accessor without data asks for 16 million rows of zeros."""
    file = MeshFile({"mesh": 0})
    for _number in range(20):
        primitive = file.primitive()
        file.data.accessors.append({"componentType": 5126, "count": 16_000_000, "type": "VEC3"})
        primitive["attributes"]["POSITION"] = len(file.data.accessors) - 1
        if not file.entries["meshes"]:
            file.mesh()
        file.entries["meshes"][0]["primitives"].append(primitive)
    found = character(file.written(tmp_path / "a.glb"))
    assert len(found.parts) <= 1 and "too many to open" in found.left_out[-1]


def test_triangles_with_corners_that_are_nowhere_are_left_out(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(corners=(0, 1, 2, 0, 2, 2**32 - 1), NORMAL=FACING), name="body")
    found = character(file.written(tmp_path / "a.glb"))
    assert only(found).triangles.tolist() == [[0, 1, 2]]
    assert found.left_out == ('1 triangle of the mesh "body" is left out, because it has a corner that is nowhere.',)


def test_places_that_are_not_finite_take_their_triangles_along(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive([*SQUARE[:3], (0, np.nan, 0)], NORMAL=FACING))
    found = character(file.written(tmp_path / "a.glb"))
    assert only(found).triangles.tolist() == [[0, 1, 2]] and np.isfinite(only(found).positions).all()


def test_weights_that_are_no_numbers_count_nothing(tmp_path) -> None:
    file = MeshFile({}, {"translation": [9, 0, 0]}, {"mesh": 0, "skin": 0})
    weights = {
        "JOINTS_0": [(0, 1, 700, 0)] * 4,
        "WEIGHTS_0": [(np.nan, 1, 0, 0), (1, -1, 0, 0), (0.5, 0, 0.5, 0), (np.inf, 0, 0, 0)],
    }
    file.mesh(file.primitive(NORMAL=FACING, **weights))
    file.skin([0, 1], [np.eye(4), moved_by(-9, 0, 0)])
    found = character(file.written(tmp_path / "a.glb"))
    part = only(found)
    assert part.weights.tolist() == [[0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    assert (part.joints < 2).all() and len(found.left_out) == 2


def test_a_skin_that_is_damaged_leaves_the_rest(tmp_path) -> None:
    file = MeshFile({}, {"mesh": 0, "skin": 0, "name": "body"}, {"mesh": 0, "name": "sword"})
    file.mesh(file.primitive(JOINTS_0=[(0, 0, 0, 0)] * 4, WEIGHTS_0=[(1, 0, 0, 0)] * 4))
    file.skin([0], [np.full((4, 4), np.nan)])
    found = character(file.written(tmp_path / "a.glb"))
    assert [part.node for part in found.parts] == [2] and "its skin is damaged" in found.left_out[0]


def test_a_skin_whose_numbers_lie_in_a_file_that_is_gone_says_which(tmp_path) -> None:
    file = MeshFile({}, {"mesh": 0, "skin": 0})
    file.mesh(file.primitive(JOINTS_0=[(0, 0, 0, 0)] * 4, WEIGHTS_0=[(1, 0, 0, 0)] * 4), name="body")
    file.skin([0], [np.eye(4)])
    data = file.written(tmp_path / "a.glb").read_bytes()
    plain = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    plain["buffers"][0]["uri"] = "a.bin"
    (tmp_path / "a.gltf").write_text(json.dumps(plain))
    found = character(tmp_path / "a.gltf")
    assert found.parts == ()
    assert found.left_out[0].startswith('The mesh "body" is left out: "a.bin" belongs beside it and cannot be read;')


def test_what_a_surface_can_do_without_is_left_out_alone(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(NORMAL=FACING[:3], TEXCOORD_0=[(0, 0)] * 5), name="body")
    found = character(file.written(tmp_path / "a.glb"))
    part = only(found)
    assert part.uvs == () and len(part.triangles) == 2 and len(found.left_out) == 2


def test_targets_by_the_thousand_are_not_all_read(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    primitive = file.primitive(NORMAL=FACING)
    primitive["targets"] = [{"POSITION": file.sparse(4, [3], [(0, 0, 3)])}] * 100_000
    file.mesh(primitive, name="face")
    found = character(file.written(tmp_path / "a.glb"))
    assert len(only(found).targets.firsts) == 5001 and len(found.morphs[0].names) == 5000
    assert "100000 morph targets" in found.left_out[0]


def test_a_mesh_at_twenty_thousand_nodes_is_not_drawn_at_all_of_them(tmp_path) -> None:
    file = MeshFile(*[{"mesh": 0}] * 20_000)
    file.mesh(file.primitive(NORMAL=FACING))
    found = character(file.written(tmp_path / "a.glb"))
    assert len(found.parts) == 251 and "too many" in found.left_out[0]


def test_sentences_are_not_without_end(tmp_path: Path) -> None:
    file = MeshFile(*[{"mesh": number} for number in range(100)])
    file.mesh(file.primitive())
    found = character(file.written(tmp_path / "a.glb"))
    assert len(found.parts) == 1 and len(found.left_out) == 21 and found.left_out[-1].startswith("79 more")
