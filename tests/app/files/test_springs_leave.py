"""Springs that leave in files: in both versions of VRM and in any GLB, read again and with numbers of the JSON."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.files import export
from pantin.rigs import Document, Transform, read
from pantin.rigs.clip import Clip
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.springs import chain_set, put_springs, take_springs
from pantin.rigs.rig import Bone, Rig
from pantin.solver import evaluate
from pantin.solver.edits.poses.clips import frame_shown
from tests.rigs.formats.gltf.spring_files import ARM, HAIR, HEAD, HIPS, SPINE, TAIL, file_of, springy

OLD_GROUP: dict[str, Any] = {
    "comment": "locks",
    "stiffiness": 2.5,
    "gravityPower": 0.5,
    "gravityDir": {"x": 0, "y": -1, "z": 0},
    "dragForce": 0.4,
    "center": -1,
    "hitRadius": 0.02,
    "bones": [HAIR[0], TAIL[0]],
    "colliderGroups": [0],
}
OLD_BODY = {"node": HEAD, "colliders": [{"offset": {"x": 0.1, "y": 0.2, "z": 0.3}, "radius": 0.1}]}


def plain(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    found = json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]])
    assert isinstance(found, dict)
    return found


def old(tmp_path: Path) -> Document:
    animation = {"boneGroups": [OLD_GROUP], "colliderGroups": [OLD_BODY]}
    return read(file_of(tmp_path / "old.vrm", {"VRM": {"secondaryAnimation": animation}}))


def bowed(document: Document) -> Document:
    turn = Transform(rotation=(0.28, 0.0, 0.0, 0.96))
    return with_transforms(document, {"spine": turn, "head": turn} if "spine" in document.rig.by_name else {})


def pair(name: str, document: Document, folder: Path) -> tuple[dict[str, Any], Document]:
    """Write a document and return the JSON and what is read again, which looks the same."""
    export.write(document, folder / name)
    again, seen = read(folder / name), evaluate(document)
    found = evaluate(again)
    for bone in document.rig.bones:
        assert found.matrix(bone.name)[:3, 3] == pytest.approx(seen.matrix(bone.name)[:3, 3], abs=1e-6)
    return plain(folder / name), again


def changed(document: Document) -> Document:
    """A tail that sags, springs on an arm, no ribbon."""
    tail = next(place for place, each in enumerate(document.rig.springs.chains) if each.joints[0].bone == "tail_1")
    document = put_springs(chain_set(document, tail, {"gravity": 2.0}), ("arm",))
    return take_springs(document, ("ribbon_1",))


def test_springs_put_on_and_changed_leave_in_a_vrm(tmp_path: Path) -> None:
    path = springy(tmp_path / "springy.vrm")
    found, again = pair("out.vrm", bowed(changed(read(path))), tmp_path)
    before, after = plain(path)["extensions"]["VRMC_springBone"], found["extensions"]["VRMC_springBone"]
    assert [each["name"] for each in after["springs"]] == ["hair", "skirt", "tail", "arm"]
    assert after["springs"][0] == before["springs"][0], "what did not change stays to the letter"
    assert (after["colliders"], after["colliderGroups"]) == (before["colliders"], before["colliderGroups"])
    tail, arm = after["springs"][2:]
    assert [joint["node"] for joint in tail["joints"]] == list(TAIL)
    assert {joint["gravityPower"] for joint in tail["joints"][:-1]} == {2.0}
    assert tail["joints"][0]["gravityDir"] == [0.0, -1.0, 0.0]
    end = arm["joints"][1]["node"]
    assert arm["joints"][0]["node"] == ARM and end == len(plain(path)["nodes"]), "a node at the end of the last bone"
    assert found["nodes"][ARM]["children"] == [end]
    assert arm["colliderGroups"] == [0, 1, 2]
    assert [each.name for each in again.rig.springs.chains] == ["hair", "skirt", "tail", "arm"]


def test_a_vrm_before_1_0_keeps_its_kind_of_springs(tmp_path: Path) -> None:
    document = old(tmp_path)
    same, _again = pair("same.vrm", document, tmp_path)
    assert same["extensions"] == plain(tmp_path / "old.vrm")["extensions"]
    document = put_springs(chain_set(bowed(document), 1, {"stiffness": 0.3}), ("ribbon_1",))
    found, again = pair("out.vrm", document, tmp_path)
    assert "VRMC_springBone" not in found["extensions"]
    groups = found["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"]
    by_bone = {each["bones"][0]: each for each in groups}
    assert by_bone[HAIR[0]] == {**OLD_GROUP, "bones": [HAIR[0]]}
    assert by_bone[TAIL[0]]["stiffiness"] == 0.3 and by_bone[TAIL[0]]["colliderGroups"] == [0]
    assert len(groups) == 3 and len(again.rig.springs.chains) == 3


def test_what_a_vrm_before_1_0_cannot_leave_out_is_said(tmp_path: Path) -> None:
    document = put_springs(take_springs(old(tmp_path), ("hair_1",)), ("hair_1", "hair_2"))
    said = export.write(document, tmp_path / "out.vrm")
    assert said is not None and "hair_3" in said.lost and "before 1.0" in said.lost


def test_springs_taken_away_leave_nothing(tmp_path: Path) -> None:
    document = read(springy(tmp_path / "springy.vrm"))
    bones = [joint.bone for each in document.rig.springs.chains for joint in each.joints]
    found, again = pair("out.glb", take_springs(document, bones), tmp_path)
    assert "VRMC_springBone" not in found["extensions"] and found["extensionsUsed"] == ["VRMC_vrm"]
    assert again.rig.springs.chains == ()


@pytest.mark.parametrize("is_posed", [False, True])
def test_a_hand_built_rig_leaves_with_its_springs(tmp_path: Path, is_posed: bool) -> None:
    tail = [
        Bone(f"tail_{number}", "post", (0.0, 0.1 * number, 1.0), (0.0, 0.1 * number + 0.1, 1.0)) for number in range(3)
    ]
    tail = [replace(each, parent=f"tail_{number - 1}" if number else "post") for number, each in enumerate(tail)]
    rig = Rig(bones=(Bone("post", None, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)), *tail))
    document = chain_set(put_springs(Document.of(rig), ("tail_0",)), 0, {"gravity": 1.5, "stiffness": 1.0})
    if is_posed:
        document = with_transforms(document, {"post": Transform(rotation=(0.6, 0.0, 0.0, 0.8))})
    found, again = pair("out.glb", document, tmp_path)
    (spring,) = found["extensions"]["VRMC_springBone"]["springs"]
    names = [found["nodes"][joint["node"]]["name"] for joint in spring["joints"]]
    assert names == ["tail_0", "tail_1", "tail_2", "tail_2_end"]
    assert found["extensionsUsed"] == ["VRMC_springBone"]
    assert len(again.rig.bones) == len(rig.bones), "the end is no bone"
    gravity = {joint["gravityPower"] for joint in spring["joints"][:-1]}
    assert gravity == ({0.0} if is_posed else {1.5}), "it hangs already where it is posed"


def test_strengths_leave_in_lengths_of_the_file(tmp_path: Path) -> None:
    """A figure of 160 m: stiffness 1 of a person is 100 there."""
    rig = Rig(bones=tuple(Bone(n, p, (0.0, 0.0, a), (0.0, 0.0, b)) for n, p, a, b in _LONG))
    document = chain_set(put_springs(Document.of(rig), ("b",)), 0, {"stiffness": 1.0, "gravity": 0.5})
    found, _again = pair("out.glb", document, tmp_path)
    joint = found["extensions"]["VRMC_springBone"]["springs"][0]["joints"][0]
    assert (joint["stiffness"], joint["gravityPower"]) == pytest.approx((100.0, 50.0))


_LONG = (("a", None, 0.0, 80.0), ("b", "a", 80.0, 120.0), ("c", "b", 120.0, 160.0))


def test_what_hangs_in_a_posed_file_does_not_hang_further(tmp_path: Path) -> None:
    """The tail points along Y with stiffness 1.5 and is pulled down by 2: together 2.5, along how it hangs."""
    found, _again = pair("out.glb", bowed(changed(read(springy(tmp_path / "springy.vrm")))), tmp_path)
    tail = next(each for each in found["extensions"]["VRMC_springBone"]["springs"] if each["name"] == "tail")
    first, second, _end = tail["joints"]
    assert (first["stiffness"], first["gravityPower"]) == (pytest.approx(2.5), 0.0)
    assert second["gravityPower"] == 0.0


def test_a_clip_is_read_again_as_it_swings(tmp_path: Path) -> None:
    document = read(springy(tmp_path / "springy.vrm"))
    rows = np.zeros((20, 1, 10))
    rows[..., 7:] = 1.0
    angle = np.linspace(0.0, 1.2, 20)
    rows[:, 0, 3], rows[:, 0, 6] = np.sin(angle / 2.0), np.cos(angle / 2.0)
    clip = Clip.of("bow", 30.0, ["spine"], rows)
    document = bowed(document.with_figure(replace(document.figure, clips=(clip,))))
    export.write(document, tmp_path / "out.glb")
    again = read(tmp_path / "out.glb")
    (other,) = again.figure.clips
    for frame in (0, 7, 19):
        here, there = evaluate(frame_shown(document, clip, frame)), evaluate(frame_shown(again, other, frame))
        for bone in document.rig.bones:
            assert there.matrix(bone.name)[:3, 3] == pytest.approx(here.matrix(bone.name)[:3, 3], abs=1e-5)
    hair = next(n for n, each in enumerate(plain(tmp_path / "out.glb")["nodes"]) if each["name"] == "hair_1")
    channels = plain(tmp_path / "out.glb")["animations"][0]["channels"]
    assert hair in {each["target"]["node"] for each in channels}, "who knows no springs sees it swing"


def test_colliders_of_a_moved_bone_are_written_where_they_are(tmp_path: Path) -> None:
    document = read(springy(tmp_path / "springy.vrm"))
    body, *others = document.rig.springs.colliders
    capsule, sphere = body.colliders
    moved = replace(body, colliders=(capsule, replace(sphere, offset=(0.0, 0.3, 0.0), radius=0.2)))
    document = document.with_rig(
        document.rig.changed(springs=replace(document.rig.springs, colliders=(moved, *others)))
    )
    found, again = pair("out.vrm", document, tmp_path)
    made = found["extensions"]["VRMC_springBone"]
    assert len(made["colliderGroups"]) == 4 and made["springs"][0]["colliderGroups"] == [3]
    assert made["colliders"][-2]["node"] == SPINE and made["colliders"][-1]["shape"]["sphere"]["radius"] == 0.2
    (kept,) = (each for each in again.rig.springs.colliders if each.name.startswith("body"))
    assert kept.colliders[1].offset == pytest.approx((0.0, 0.3, 0.0))
    assert HIPS == 0
