"""Twist bones in the skin of a file: weights are split along the bone, and a turn of 170° leaves most of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.character_file import character_of
from pantin.app.files.remaking import twist_bones
from pantin.rigs.formats.converted.content import Node
from pantin.rigs.formats.gltf.twist_joints import shares_of, spread
from pantin.rigs.pose import Transform
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.tubes import RINGS, ROUND, opened, seen, tube, turned


def smallest(found: np.ndarray) -> float:
    """The smallest area of a ring against that at rest, where rings stay in their planes."""
    ring = found.reshape(RINGS, ROUND, 3)
    middle = ring - ring.mean(axis=1, keepdims=True)
    crosses = np.cross(middle, np.roll(middle, -1, axis=1)).sum(axis=1)
    areas = 0.5 * np.linalg.norm(crosses, axis=-1)
    return float(areas.min() / areas.max())


@pytest.mark.parametrize("bone", ["hand.L", "forearm.L"])
def test_a_forearm_that_turns_by_170_degrees_keeps_most_of_its_section(
    bone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened(tube(), tmp_path, monkeypatch)
    after = twist_bones(before, names=("forearm.L",), count=5)
    assert not after.words
    assert after.said == "5 twist bones have weights of 528 vertices, made by Pantin of those of their bones."
    assert np.allclose(seen(before)[0], seen(after.document)[0], atol=1e-7)
    assert smallest(seen(turned(before, bone, 170.0))[0]) < 0.02
    assert smallest(seen(turned(after.document, bone, 170.0))[0]) > 0.8
    assert smallest(seen(turned(twist_bones(before, names=("forearm.L",), count=4).document, bone, 170.0))[0]) > 0.7


def test_they_leave_in_clips_and_as_posed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = twist_bones(opened(tube(), tmp_path, monkeypatch), names=("forearm.L",), count=5).document
    posed = turned(document, "hand.L", 170.0)
    pantin.write(posed, tmp_path / "posed.glb")
    read = Skinned((tmp_path / "posed.glb").read_bytes())
    found = read.vertices(read.worlds())["Tube"]
    assert np.allclose(found[:, [0, 2, 1]] * (1.0, -1.0, 1.0), seen(posed)[0], atol=1e-6)
    assert pantin.read(tmp_path / "posed.glb").rig.by_name.keys() >= {f"forearm_twist_{k}.L" for k in range(1, 6)}


def test_skins_that_share_a_mesh_and_bind_it_otherwise_get_meshes_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened(tube(skins=2), tmp_path, monkeypatch)
    after = twist_bones(before, names=("forearm.L",), count=3).document
    for one, other in zip(seen(before), seen(after), strict=True):
        assert np.allclose(one, other, atol=1e-6)
    assert len(character_of(after.figure).parts) == 2


def test_a_mirrored_root_and_a_joint_without_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Node("Root", scale=(-2.0, 2.0, 2.0))
    before = opened(tube(root), tmp_path, monkeypatch)
    after = twist_bones(before, names=("forearm.L",), count=4).document
    assert np.allclose(seen(before)[0], seen(after)[0], atol=1e-6)
    bent = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
    one, other = (seen(pantin.posed(each, {"forearm.L": bent}))[0] for each in (before, after))
    assert np.allclose(one, other, atol=1e-5)


def test_a_figure_at_another_rest_and_in_a_pose_gets_them_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = pantin.pose_as_rest(turned(opened(tube(), tmp_path, monkeypatch), "upper_arm.L", 40.0))
    after = twist_bones(before, names=("forearm.L",), count=4).document
    assert np.allclose(seen(before)[0], seen(after)[0], atol=1e-6)
    again = pantin.pose_as_rest(turned(after, "hand.L", 90.0))
    assert np.allclose(seen(turned(after, "hand.L", 90.0))[0], seen(again)[0], atol=1e-6)


def test_weights_go_to_the_two_that_are_nearest() -> None:
    which, shares = shares_of(np.array((-0.2, 0.0, 0.25, 0.5, 0.9, 1.5)), 3)
    whole = np.zeros((6, 3))
    np.add.at(whole, (np.arange(6)[:, None], which), shares)
    assert whole == pytest.approx(
        np.array(((1, 0, 0), (1, 0, 0), (0.5, 0.5, 0), (0, 1, 0), (0, 0.2, 0.8), (0, 0, 1.0))), abs=1e-12
    )


def test_long_gaps_between_vertices_take_a_part_of_the_twist_alone() -> None:
    places, parts = spread(np.linspace(0.0, 1.0, 30))
    assert parts == pytest.approx(places, abs=1e-9)
    places, parts = spread(np.array((0.0, 0.08, 0.16, 0.88, 0.96, 1.0)))
    assert np.diff(parts).max() == pytest.approx(0.25, abs=1e-6) and parts[-1] == 1.0
