"""Skins that were bound in another pose than they rest in get other weights: what is seen at rest stays as it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.remaking import bound_again
from pantin.app.files.weight_transfer import with_weights_of
from pantin.rigs.document import Document
from pantin.rigs.formats.gltf.bound_at_rest import bound_at_rest
from pantin.rigs.formats.gltf.whole import taken_apart
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.arms import NAMES, Arm, arm_file, written_arm
from tests.rigs.formats.gltf.mesh_files import MeshFile

BENT = (0.0, 0.0, 0.5, np.sqrt(0.75))
"""The elbow as the file rests, turned by 60°; it was bound straight."""

TURNS = {"NORMAL": True, "TANGENT": False}


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def bulge(arm: Arm) -> tuple[np.ndarray, np.ndarray]:
    """Return what a morph target adds around the elbow: to places, and to normals."""
    near = np.clip(1.5 - np.abs(arm.positions[:, :1] - 1.0), 0.0, None)
    return near * arm.normals * 0.3 + near * (0.1, 0.0, 0.0), near * (0.4, 0.1, 0.0)


def bent_file(elbow: tuple[float, float, float, float] = BENT) -> MeshFile:
    """The arm, its elbow turned at rest, in two materials that share all vertices, with tangents and a morph target."""
    file, arm = arm_file(elbow), Arm()
    half = len(arm.triangles) // 2
    one = file.primitive(arm.positions, arm.triangles[:half].ravel(), **arm.skin, TANGENT=tangents(arm))
    places, turns = (file.data.add(each) for each in bulge(arm))
    one["targets"] = [{"POSITION": places, "NORMAL": turns}]
    other = {**one, "indices": file.data.add(arm.triangles[half:].ravel(), 5125)}
    file.mesh(one, other, name="Arm")
    return file


def tangents(arm: Arm) -> np.ndarray:
    return np.column_stack((np.tile((1.0, 0.0, 0.0), (len(arm.positions), 1)), np.ones(len(arm.positions))))


def file_of(document: Document) -> Skinned:
    source = document.figure.source
    assert source is not None and source.file is not None
    return Skinned(Path(source.file.path).read_bytes())


def at_rest(file: Skinned, morph: float = 0.0) -> np.ndarray:
    worlds = file.worlds()
    node = next(number for number, each in enumerate(file.plain["nodes"]) if "mesh" in each)
    found = file.vertices(worlds, {node: np.array([morph])})
    return np.concatenate([*found.values()])


def directions(file: Skinned, name: str, morph: float = 0.0) -> np.ndarray:
    """Return normals or tangents (v, 3) of the first primitive at rest, by the blended matrices: by their cofactors, or
    as they are.
    """
    part, worlds = file.plain["meshes"][0]["primitives"][0], file.worlds()
    skin = file.plain["skins"][0]
    moves = worlds[skin["joints"]] @ file.numbers(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    joints, weights = (file.numbers(part["attributes"][each]) for each in ("JOINTS_0", "WEIGHTS_0"))
    axes = np.einsum("vk,vkij->vij", weights, moves[joints.astype(int)])[:, :3, :3]
    values = file.numbers(part["attributes"][name])[:, :3]
    if name in part["targets"][0]:
        values = values + morph * file.numbers(part["targets"][0][name])
    turns = np.linalg.inv(axes).transpose(0, 2, 1) if TURNS[name] else axes
    found = np.einsum("vij,vj->vi", turns, values)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def test_a_skin_that_rests_bent_does_not_move_when_it_is_bound_again(tmp_path: Path) -> None:
    path = bent_file().written(tmp_path / "bent.glb")
    before, made = Skinned(path.read_bytes()), bound_again(pantin.read(path))
    after = file_of(made.document)
    assert not made.words
    weights = [
        each.numbers(each.plain["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]) for each in (before, after)
    ]
    assert np.abs(weights[0] - weights[1]).max() > 0.1, "others than those of the file"
    for morph in (0.0, 1.0, -0.5):
        np.testing.assert_allclose(at_rest(after, morph), at_rest(before, morph), atol=3e-6)
        np.testing.assert_allclose(directions(after, "NORMAL", morph), directions(before, "NORMAL", morph), atol=1e-5)
    np.testing.assert_allclose(directions(after, "TANGENT"), directions(before, "TANGENT"), atol=1e-5)
    sides = [
        file.numbers(file.plain["meshes"][0]["primitives"][0]["attributes"]["TANGENT"])[:, 3]
        for file in (before, after)
    ]
    np.testing.assert_array_equal(*sides)


def test_every_joint_leaves_the_mesh_alone_at_rest(tmp_path: Path) -> None:
    file = file_of(bound_again(pantin.read(bent_file().written(tmp_path / "bent.glb"))).document)
    skin = file.plain["skins"][0]
    binds = file.numbers(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
    rests = file.worlds()[skin["joints"]] @ binds
    np.testing.assert_allclose(rests, np.broadcast_to(rests[0], rests.shape), atol=1e-6)
    shared = [each["attributes"] for each in file.plain["meshes"][0]["primitives"]]
    assert shared[0] == shared[1], "the materials share their vertices still"


def test_two_skins_that_share_a_mesh_rest_each_where_they_did(tmp_path: Path) -> None:
    """One was bound as it rests, in another place, the other straight."""
    file = bent_file()
    plain = Skinned(file.written(tmp_path / "one.glb").read_bytes())
    worlds = plain.worlds()[:3]
    aside = np.eye(4)
    aside[2, 3] = 1.0
    file.skin([0, 1, 2], np.linalg.inv(worlds) @ aside)
    file.nodes.append({"name": "Other", "mesh": 0, "skin": 1})
    file.entries["scenes"] = [{"nodes": [0, 3, 4]}]
    path = file.written(tmp_path / "two.glb")
    before, after = Skinned(path.read_bytes()), file_of(bound_again(pantin.read(path)).document)
    for read in (before, after):  # of one name in the file
        for number in (3, 4):
            mesh = {**read.plain["meshes"][read.plain["nodes"][number]["mesh"]], "name": f"Arm {number}"}
            read.plain["meshes"].append(mesh)
            read.plain["nodes"][number]["mesh"] = len(read.plain["meshes"]) - 1
    one, other = (read.vertices(read.worlds()) for read in (before, after))
    assert one.keys() == other.keys() == {"Arm 3", "Arm 4"}
    for name in one:
        np.testing.assert_allclose(other[name], one[name], atol=3e-6)


def test_a_stiff_part_on_a_joint_stays(tmp_path: Path) -> None:
    file = bent_file()
    file.nodes[2]["children"] = [4]
    file.nodes.append({"name": "Ring", "mesh": file.mesh(file.primitive(), name="Ring"), "translation": [0.2, 0, 0]})
    path = file.written(tmp_path / "ring.glb")
    before, after = Skinned(path.read_bytes()), file_of(bound_again(pantin.read(path)).document)
    one, other = (read.vertices(read.worlds()) for read in (before, after))
    for name in ("Arm", "Ring"):
        np.testing.assert_allclose(other[name], one[name], atol=3e-6)


def test_what_is_squashed_flat_stays_so_and_keeps_its_mesh(tmp_path: Path) -> None:
    """A hand of scale 0 is seen as a point at the wrist; made large again in another program, it is there whole."""
    file = bent_file()
    file.nodes[2]["scale"] = [0.0, 0.0, 0.0]
    path = file.written(tmp_path / "flat.glb")
    before, after = Skinned(path.read_bytes()), file_of(bound_again(pantin.read(path)).document)
    np.testing.assert_allclose(at_rest(after), at_rest(before), atol=3e-6)
    for read in (before, after):
        read.plain["nodes"][2]["scale"] = [1.0, 1.0, 1.0]
    hand = np.flatnonzero(Arm().positions[:, 0] > 2.2)
    np.testing.assert_allclose(at_rest(after)[hand], at_rest(before)[hand], atol=3e-6)


def test_corners_without_weights_stay_where_they_are_shown(tmp_path: Path) -> None:
    file, arm = arm_file(BENT), Arm()
    arm.weights[arm.positions[:, 0] > 2.2] = 0.0
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    path = file.written(tmp_path / "lost.glb")
    arm.weights[arm.positions[:, 0] > 2.2] = 0.0, 0.0, 1.0, 0.0
    told = arm_file(BENT)  # they hang on the nearest joint
    told.mesh(told.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    shown = Skinned(told.written(tmp_path / "told.glb").read_bytes())
    after = file_of(bound_again(pantin.read(path)).document)
    np.testing.assert_allclose(at_rest(after), at_rest(shown), atol=3e-6)


def test_a_skin_that_is_bound_as_it_rests_stays_to_the_byte(tmp_path: Path) -> None:
    path = written_arm(tmp_path / "arm.glb")
    data, source = path.read_bytes(), pantin.read(path).figure.source
    assert source is not None
    assert bound_at_rest(taken_apart(data), source) == data


def test_numbers_that_are_nowhere_do_not_hinder_it(tmp_path: Path) -> None:
    """A morph target and tangents that the file does not hold are not shown; nor are they in the way."""
    file = bent_file()
    for part in file.entries["meshes"][0]["primitives"]:
        part["attributes"] = {**part["attributes"], "TANGENT": 900}
        part["targets"] = [*part["targets"], {"POSITION": 901}]
    path = file.written(tmp_path / "damaged.glb")
    before, after = Skinned(path.read_bytes()), file_of(bound_again(pantin.read(path)).document)
    for read in (before, after):
        for part in read.plain["meshes"][0]["primitives"]:
            part["targets"] = part["targets"][:1]
    np.testing.assert_allclose(at_rest(after, 0.7), at_rest(before, 0.7), atol=3e-6)


def test_weights_of_another_figure_leave_it_where_it_rests(tmp_path: Path) -> None:
    """The other one has but its upper arm's weight everywhere."""
    arm, other = Arm(), arm_file()
    arm.weights[:] = 1.0, 0.0, 0.0, 0.0
    other.mesh(other.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    theirs = pantin.read(other.written(tmp_path / "other.glb")).figure
    path = bent_file().written(tmp_path / "bent.glb")
    made = with_weights_of(pantin.read(path), other=lambda: theirs)
    before, after = Skinned(path.read_bytes()), file_of(made.document)
    np.testing.assert_allclose(at_rest(after, 1.0), at_rest(before, 1.0), atol=3e-6)
    attributes = after.plain["meshes"][0]["primitives"][0]["attributes"]
    joints, weights = (after.numbers(attributes[name]) for name in ("JOINTS_0", "WEIGHTS_0"))
    names = [after.plain["nodes"][joint]["name"] for joint in after.plain["skins"][0]["joints"]]
    assert names == [*NAMES]
    np.testing.assert_allclose(np.where(joints == 0, weights, 0.0).sum(axis=1), 1.0, atol=1e-6)
    assert after.plain["asset"]["extras"]["madeByPantin"] == ["changed weights"]
    assert "transferred by Pantin" in made.said
