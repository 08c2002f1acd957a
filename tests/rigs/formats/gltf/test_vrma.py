"""VRM animations: humanoid bones in their T-pose, turns from there, and values of expressions as places along X."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import rotations as rot
from pantin.rigs.formats.gltf import vrma
from pantin.rigs.motion.humanoid_motion import NEEDED, Humanoid, HumanoidClip, in_order, posed_humanoid
from pantin.rigs.tracking.humanoid import IN_VRM
from tests.readers.glb import Glb

BONES = in_order(NEEDED)


def humanoid() -> Humanoid:
    """A person whose bones begin one decimetre farther from the hips the farther down the list they are."""
    heads = {name: np.array((0.1 * place, -0.02 * place, 1.0)) for place, name in enumerate(BONES)}
    return Humanoid({name: name for name in BONES}, {name: np.eye(3) for name in BONES}, heads)


def clip(**expressions: tuple[float, ...]) -> HumanoidClip:
    """Three frames from the second on, each bone turned at random."""
    random = np.random.default_rng(5)
    turns = rot.normalised(random.normal(size=(3, len(BONES), 4)))
    hips = np.array(((0.0, 0.0, 1.0), (0.1, -0.2, 1.3), (0.0, 0.1, 0.9)))
    values = {name: np.array(each) for name, each in expressions.items()}
    return HumanoidClip("jump", 10.0, np.array((0.1, 0.2, 0.3)), turns, hips, values)


def written(folder: Path, *clips: HumanoidClip, **presets: str) -> Glb:
    path = folder / "jump.vrma"
    path.write_bytes(vrma.written(humanoid(), clips, presets))
    return Glb(path)


def test_bones_rest_without_a_turn_where_the_t_pose_has_them(tmp_path: Path) -> None:
    found = written(tmp_path, clip())
    extension = found.plain["extensions"]["VRMC_vrm_animation"]
    assert extension["specVersion"] == "1.0" and "expressions" not in extension
    named = {name: each["node"] for name, each in extension["humanoid"]["humanBones"].items()}
    assert list(named) == BONES and not {"leftEye", "rightEye"} & named.keys()
    assert all("rotation" not in node and "scale" not in node for node in found.plain["nodes"])
    rig = rigs.read(tmp_path / "jump.vrma").figure.rig
    for name, head in humanoid().heads.items():
        assert rig.by_name[name].head == pytest.approx(head, abs=1e-12)


def test_only_the_hips_have_places_and_each_bone_has_turns(tmp_path: Path) -> None:
    plain = written(tmp_path, clip(), clip()).plain
    assert len(plain["animations"]) == 2
    for animation in plain["animations"]:
        targets = [(each["target"]["node"], each["target"]["path"]) for each in animation["channels"]]
        assert [node for node, path in targets if path == "translation"] == [BONES.index("hips")]
        assert sorted(node for node, path in targets if path == "rotation") == list(range(len(BONES)))


def test_turns_are_those_of_armature_space_with_y_up(tmp_path: Path) -> None:
    """Bone by bone down the hierarchy of the standard, with rotations multiplied by hand."""
    worlds = written(tmp_path, clip()).moving()
    ours, z_up = posed_humanoid(humanoid(), clip()), np.array(((1.0, 0, 0), (0, 0, -1.0), (0, 1.0, 0)))
    for place, name in enumerate(BONES):
        np.testing.assert_allclose(worlds[name][:, :3, 3] @ z_up.T, ours[:, place, :3, 3], atol=1e-6)
        turned = z_up @ worlds[name][:, :3, :3] @ z_up.T
        np.testing.assert_allclose(turned, ours[:, place, :3, :3], atol=1e-6)


def test_expressions_have_nodes_whose_place_along_x_is_their_value(tmp_path: Path) -> None:
    made = clip(Joy=(0.0, 0.5, 1.0), Fun=(0.0, 0.0, 0.25), up=(1.0, 1.0, 1.0))
    found = written(tmp_path, made, clip(), Joy="happy", up="lookUp")
    extension = found.plain["extensions"]["VRMC_vrm_animation"]["expressions"]
    joy, fun = extension["preset"]["happy"]["node"], extension["custom"]["Fun"]["node"]
    assert extension == {"preset": {"happy": {"node": joy}}, "custom": {"Fun": {"node": fun}}}
    assert found.moving()["happy"][:, :3, 3].tolist() == [[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [1.0, 0.0, 0.0]]
    assert found.moving()["Fun"][:, 0, 3].tolist() == [0.0, 0.0, 0.25]
    assert len(found.plain["animations"][1]["channels"]) == len(BONES) + 1


def test_where_eyes_look_is_the_turn_of_a_node_from_straight_ahead(tmp_path: Path) -> None:
    """To the left is +X and ahead is +Z in such a file."""
    looks = np.radians(((0.0, 0.0), (90.0, 0.0), (0.0, 30.0)))
    found = written(tmp_path, replace(clip(), looks=looks))
    node = found.plain["extensions"]["VRMC_vrm_animation"]["lookAt"]["node"]
    assert found.plain["nodes"][node] == {"name": "lookAt"} and node in found.plain["scenes"][0]["nodes"]
    ahead = found.moving()["lookAt"][:, :3, 2]
    np.testing.assert_allclose(ahead, ((0, 0, 1), (1, 0, 0), (0, 0.5, np.sqrt(0.75))), atol=1e-6)
    assert "lookAt" not in written(tmp_path, clip()).plain["extensions"]["VRMC_vrm_animation"]


def test_names_are_those_of_vrm_1_0() -> None:
    """The first of three joints of a thumb is its metacarpal."""
    assert IN_VRM["leftThumbProximal"] == "leftThumbMetacarpal" and IN_VRM["leftThumbMetacarpal"] == "leftHand"
    assert IN_VRM["rightUpperArm"] == "rightShoulder" and IN_VRM["hips"] is None
    assert in_order(("leftEye", "head", "hips")) == ["hips", "head"]
