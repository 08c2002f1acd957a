"""Skins bound anew: from where joints were moved to at rest, with the joints that were drawn; meshes stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.app.files.character_file import character_of
from pantin.app.files.remaking import bound_again, twist_bones
from pantin.rigs.document import Document, End
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.formats.converted.content import Content, Node
from pantin.rigs.rig import Bone
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.tubes import opened, seen, tube, turned

ELBOW = 1.4
"""Where the elbow of the tube is moved to along X, from 1 m."""


def moved(document: Document) -> Document:
    """Return the tube with its elbow elsewhere at rest."""
    by = np.eye(4)
    by[0, 3] = ELBOW - 1.0
    return transformed(document, (End("forearm.L", "head"),), by)


def exported(document: Document, path: Path) -> Skinned:
    pantin.write(document, path)
    return Skinned(path.read_bytes())


def test_a_joint_that_is_moved_at_rest_moves_no_vertex_on_screen_or_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = opened(tube(), tmp_path, monkeypatch)
    edited = moved(document)
    np.testing.assert_allclose(seen(edited)[0], seen(document)[0], atol=1e-9)
    was, found = exported(document, tmp_path / "was.glb"), exported(edited, tmp_path / "edited.glb")
    np.testing.assert_allclose(found.vertices(found.worlds())["Tube"], was.vertices(was.worlds())["Tube"], atol=1e-6)
    [joint] = [n for n, node in enumerate(found.plain["nodes"]) if node["name"] == "forearm.L"]
    assert found.worlds()[joint][0, 3] == pytest.approx(ELBOW, abs=1e-6)


def test_weights_follow_the_joint_and_nothing_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = moved(opened(tube(), tmp_path, monkeypatch))
    assert moved_since_bound(document.figure) == {"upper_arm.L", "forearm.L"}
    made = bound_again(document)
    assert "Pantin made the weights" in made.said and not made.words
    assert not moved_since_bound(made.document.figure)
    assert made.document.figure.source.file.sha256 != document.figure.source.file.sha256
    np.testing.assert_allclose(seen(made.document)[0], seen(document)[0], atol=1e-6)
    read = exported(made.document, tmp_path / "again.glb")
    attributes = read.plain["meshes"][0]["primitives"][0]["attributes"]
    along = read.numbers(attributes["POSITION"])[:, 0]
    joints, weights = read.numbers(attributes["JOINTS_0"]), read.numbers(attributes["WEIGHTS_0"])
    names = [read.plain["nodes"][joint]["name"] for joint in read.plain["skins"][0]["joints"]]
    forearm = np.where(joints == names.index("forearm.L"), weights, 0.0).sum(axis=1)
    assert forearm[along < ELBOW - 0.3].max() < 0.05
    assert forearm[np.abs(along - 1.7) < 0.12].min() > 0.9
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-6)
    assert read.plain["asset"]["extras"]["madeByPantin"] == ["weights"]


def test_weights_are_pantins_own_again_after_some_were_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = opened(tube(), tmp_path, monkeypatch)
    bound = bound_again(moved(before)).document
    twisted = twist_bones(bound, names=("forearm.L",), count=2).document
    assert [character_of(each.figure).weighted for each in (before, bound, twisted)] == [
        "as its file",
        "by Pantin",
        "by Pantin",
    ]
    assert character_of(twist_bones(before, names=("forearm.L",), count=2).document.figure).weighted == "changed"


def test_skins_that_bind_a_mesh_otherwise_stay_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = moved(opened(tube(skins=2), tmp_path, monkeypatch))
    made = bound_again(document).document
    for after, before in zip(seen(made), seen(document), strict=True):
        np.testing.assert_allclose(after, before, atol=1e-6)


def test_a_pose_leaves_as_it_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bound_again(moved(opened(tube(), tmp_path, monkeypatch))).document
    posed = turned(made, "forearm.L", 60.0)
    read = exported(posed, tmp_path / "posed.glb")
    found = read.vertices(read.worlds())["Tube"]
    assert np.allclose(found[:, [0, 2, 1]] * (1.0, -1.0, 1.0), seen(posed)[0], atol=1e-6)
    still = seen(made)[0]
    bent = np.linalg.norm(seen(posed)[0] - still, axis=1)
    assert bent[still[:, 0] < ELBOW - 0.5].max() < 1e-6 < bent[still[:, 0] > 2.5].min()


def test_a_bone_that_was_drawn_gets_a_joint_and_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = opened(tube(), tmp_path, monkeypatch)
    hand = document.rig.by_name["hand.L"]
    tip = Bone("tip.L", parent="hand.L", head=(2.5, 0.0, 0.0), tail=(3.0, 0.0, 0.0))
    bones = [*(bone for bone in document.rig.bones if bone is not hand), hand, tip]
    drawn = document.with_rig(document.rig.changed(bones=tuple(bones)))
    assert moved_since_bound(drawn.figure) == {"tip.L"}
    made = bound_again(drawn).document
    np.testing.assert_allclose(seen(made)[0], seen(drawn)[0], atol=1e-6)
    posed = turned(made, "tip.L", 40.0)
    went = np.linalg.norm(seen(posed)[0] - seen(made)[0], axis=1)
    assert went[seen(made)[0][:, 0] < 1.9].max() < 1e-6 < 0.1 < went[seen(made)[0][:, 0] > 2.9].min()
    read = exported(posed, tmp_path / "tip.glb")
    found = read.vertices(read.worlds())["Tube"]
    assert np.allclose(found[:, [0, 2, 1]] * (1.0, -1.0, 1.0), seen(posed)[0], atol=1e-6)
    assert pantin.read(tmp_path / "tip.glb").rig.by_name["tip.L"].parent == "hand.L"


def test_what_lies_above_the_joints_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = moved(opened(tube(Node("Group", -1, (0.3, 0.2, 0.1), scale=(2.0, 2.0, 2.0))), tmp_path, monkeypatch))
    made = bound_again(document).document
    np.testing.assert_allclose(seen(made)[0], seen(document)[0], atol=1e-5)


def test_a_figure_without_mesh_or_skin_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tube()
    bare = Content(nodes=[replace(node, skin=None) for node in whole.nodes], meshes=whole.meshes)
    for document in (Document(), opened(bare, tmp_path, monkeypatch)):
        with pytest.raises(ValueError, match="mesh"):
            bound_again(document)
