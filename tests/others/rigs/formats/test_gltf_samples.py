"""Other people's glTF files: joints stand where they do elsewhere, and what is broken is one sentence."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.anatomy.names import has_word
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_lengths, rest_matrices
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.gltf_files import z_up
from tests.rigs.samples import is_one_sentence

FIGURES = sorted((*(SAMPLES / "glb").glob("*.gl*"), *(SAMPLES / "vrm").glob("*.vrm*")))
HOSTILE = sorted((SAMPLES / "hostile").glob("*.gl*"))
OLD_VRM = {"bone_child_mesh.vrm", "cool_loops.vrm", "godette.vrm"}
"""They were written before VRM 1.0 and look along -Z."""
MUST_LOAD = {"00_control_valid.glb", "deep_chain_5000_joints.glb"}

PACKED = Path(__file__).with_name("Fox_meshopt.glb.json")
"""Where the joints of the packed Fox stand by another decoder: what is in SAMPLES of it has no motion."""


def animations_of(truth: Path) -> list[dict]:
    """The animations of a file of places, with samples at some times each."""
    return json.loads(truth.read_text("utf-8"))["direct"]["animations"]


def test_there_are_samples() -> None:
    assert len(FIGURES) > 10 and len(HOSTILE) > 10


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_joints_stand_where_they_do_elsewhere(path: Path) -> None:
    rig = sample(path).rig
    nodes = json.loads((SAMPLES / "truth" / f"{path.name}.json").read_text("utf-8"))["direct"]["nodes"]
    turned = (-1.0, -1.0, 1.0) if path.name in OLD_VRM else (1.0, 1.0, 1.0)
    joints = [node for node in nodes if node["is_joint"]] or nodes
    expected = z_up(np.array([node["rest_world"] for node in joints])[:, :3, 3]) * turned
    heads = np.array([bone.head for bone in rig.bones])
    assert len(heads) == len(expected)
    assert max(np.abs(heads - place).max(axis=1).min() for place in expected) < 1e-4
    times = Counter(node["name"] for node in joints)
    for node, place in zip(joints, expected, strict=True):
        if node["name"] and times[node["name"]] == 1:
            np.testing.assert_allclose(rig.by_name[node["name"]].head, place, atol=1e-4, err_msg=node["name"])


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_joints_move_as_they_do_elsewhere(path: Path) -> None:
    known = animations_of(PACKED if path.name == PACKED.stem else SAMPLES / "truth" / f"{path.name}.json")
    figure = sample(path).figure
    rig = figure.rig
    size = float(np.linalg.norm(np.ptp([bone.head for bone in rig.bones], axis=0))) or 1.0
    assert len(figure.clips) == len(known) and figure.source is not None
    node_of = {node.bone: str(index) for index, node in enumerate(figure.source.nodes) if node.bone is not None}
    for clip, animation in zip(figure.clips, known, strict=True):
        stands = forward_kinematics(rig.bones, np.array(clip.frames, float))
        for moment in animation.get("samples", ()):
            frame = moment["time"] * clip.rate
            assert abs(frame - round(frame)) < 0.02, "the rate fits the keys"
            places = z_up(np.array([moment["positions"][node_of[bone.name]] for bone in rig.bones]))
            np.testing.assert_allclose(stands[round(frame), :, :3, 3], places, atol=1e-6 * size)


def test_packing_by_meshopt_moves_joints_by_more_than_reading_it() -> None:
    """The packed Fox says otherwise than Fox.glb, to which its keys were rounded: the difference is in the file."""
    apart = [
        np.linalg.norm(np.subtract(places, sample["positions"][node]))
        for packed, whole in zip(animations_of(PACKED), animations_of(SAMPLES / "truth" / "Fox.glb.json"), strict=True)
        for here, sample in zip(packed["samples"], whole["samples"], strict=True)
        for node, places in here["positions"].items()
    ]
    size = np.linalg.norm(np.ptp([bone.head for bone in sample("glb/Fox.glb").rig.bones], axis=0))
    assert 1e-4 * size < max(apart) < 2e-4 * size


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_bones_have_lengths_and_chains_are_connected(path: Path) -> None:
    figure = sample(path).figure
    rig = figure.rig
    size = float(np.linalg.norm(np.ptp([bone.head for bone in rig.bones], axis=0)))
    assert (rest_lengths(rig.bones) > 1e-6 * size).all()
    assert np.isfinite(rest_matrices(rig.bones)).all()
    leaving = {
        bone
        for clip in figure.clips
        for n, bone in enumerate(clip.bones)
        if (np.abs(clip.frames[:, n, :3]) > 1e-6 * size).any()
    }
    for bone in rig.bones:
        children = rig.children.get(bone.name, ())
        goes_on = len(children) == 1 and not has_word(children[0].name, "eye")
        if goes_on and not np.allclose(children[0].head, bone.head):
            assert children[0].head == bone.tail and children[0].connected == (children[0].name not in leaving)
    assert not [problem for problem in problems_of(rig) if problem.severity == "error"]


@pytest.mark.parametrize("path", sorted((SAMPLES / "vrm").glob("*.vrm")), ids=lambda path: path.name)
def test_whoever_is_opened_looks_to_the_front(path: Path) -> None:
    rig = sample(path).rig
    figure = person_figure_in(rig)
    toes = [(rig.by_name[figure.bones[f"foot.{side}"]], rig.by_name[figure.bones[f"toe.{side}"]]) for side in "LR"]
    assert all(toe.head[1] < foot.head[1] for foot, toe in toes)


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_what_was_opened_can_be_saved(tmp_path: Path, path: Path) -> None:
    """Its own file is looked for beside the rig from then on: no rig file holds the path of a folder elsewhere."""
    document = sample(path)
    source = document.figure.source
    assert source is not None and source.file is not None
    rigs.write(document, tmp_path / "figure.rig.json")
    beside = replace(source, file=replace(source.file, path=str(tmp_path / path.name)))
    assert rigs.read(tmp_path / "figure.rig.json") == document.with_figure(replace(document.figure, source=beside))


@pytest.mark.parametrize(
    ("name", "end", "chain"),
    [
        ("CesiumMan.glb", "Skeleton_arm_joint_L__2_", 3),
        ("CesiumMan.glb", "leg_joint_R_5", 4),
        ("RobotExpressive.glb", "Palm2.L", 4),
        ("RobotExpressive.glb", "LowerLeg.R", 2),
    ],
)
def test_limbs_can_be_pulled_as_chains(name: str, end: str, chain: int) -> None:
    rig = sample(f"glb/{name}").rig
    bone, connected = rig.by_name[end], 1
    while bone.connected:
        bone, connected = rig.by_name[bone.parent], connected + 1
    assert connected == chain


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.name)
def test_a_bent_file_loads_or_is_one_sentence(path: Path) -> None:
    try:
        rig = rigs.read(path).rig
    except Unreadable as error:
        assert path.name not in MUST_LOAD
        assert str(error) == f"{path}: {error.where}: {error.what}"
        assert is_one_sentence(error.what)
    else:
        assert np.isfinite(rest_matrices(rig.bones)).all()
