"""Springs of VRM files: both versions, every collider, and what names nothing or is nonsense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pantin.rigs import Document, read
from pantin.rigs.formats.gltf.springs import MOST_COLLIDERS, MOST_PAIRS
from pantin.rigs.rest import rest_matrices
from tests.rigs.formats.gltf.spring_files import HAIR, HEAD, HIPS, TAIL, file_of, nodes, springy


def in_armature(document: Document, bone: str, point: Any) -> Any:
    matrix = rest_matrices(document.rig.bones)[document.rig.rows[bone]]
    return matrix[:3, :3] @ point + matrix[:3, 3]


def test_what_a_file_of_1_0_says(tmp_path: Path) -> None:
    document = read(springy(tmp_path / "springy.vrm"))
    found = document.rig.springs
    hair, _ribbon, skirt, _tail = found.chains
    assert [joint.bone for joint in hair.joints] == ["hair_1", "hair_2", "hair_3"]
    assert (hair.name, hair.end, hair.colliders, hair.centre) == ("hair", "hair_4", ("body",), None)
    assert (skirt.colliders, skirt.centre) == (("floor", "hoop"), "hips")
    joint = hair.joints[0]
    assert (joint.stiffness, joint.gravity, joint.drag, joint.radius) == (0.6, 0.5, 0.5, 0.02)
    assert joint.direction == pytest.approx((0.0, 0.0, -1.0))
    body, floor, hoop = found.colliders
    capsule, sphere = body.colliders
    # Y up to Z up: the spine is at (0, 1.1, 0) of the file, the head at (0, 1.45, 0)
    assert in_armature(document, "spine", capsule.offset) == pytest.approx((0.0, -0.02, 1.1))
    assert in_armature(document, "spine", capsule.tail) == pytest.approx((0.0, 0.0, 1.5))
    assert in_armature(document, "head", sphere.offset) == pytest.approx((0.02, 0.0, 1.53))
    assert (capsule.shape, sphere.shape, floor.colliders[0].shape) == ("capsule", "sphere", "plane")
    assert hoop.colliders[0].inside and hoop.colliders[0].radius == pytest.approx(0.3)


def test_what_a_file_before_1_0_says(tmp_path: Path) -> None:
    group = {"stiffiness": 2.5, "gravityPower": 0.5, "gravityDir": {"x": 0, "y": -2, "z": 0}, "hitRadius": 0.02}
    group |= {"bones": [HAIR[0], TAIL[0], 99, "x"], "colliderGroups": [0, 7], "center": -1, "dragForce": 7}
    collider = {"offset": {"x": 0.1, "y": 0.2, "z": 0.3}, "radius": 0.1}
    old = {"secondaryAnimation": {"boneGroups": [group], "colliderGroups": [{"node": HEAD, "colliders": [collider]}]}}
    document = read(file_of(tmp_path / "old.vrm", {"VRM": old}))
    hair, tail = document.rig.springs.chains
    assert [joint.bone for joint in hair.joints] == ["hair_1", "hair_2", "hair_3", "hair_4"], "the tip swings too"
    assert [joint.bone for joint in tail.joints] == ["tail_1", "tail_2", "tail_3"]
    assert hair.end is None and hair.end_length == pytest.approx(0.07)
    joint = hair.joints[0]
    assert (joint.stiffness, joint.gravity, joint.drag) == (2.5, 1.0, 1.0), "a drag of 1 at most"
    assert joint.direction == pytest.approx((0.0, 0.0, -1.0))
    (sphere,) = document.rig.springs.colliders[0].colliders
    # depth is turned round in these files, and they look backwards: (0.1, 0.2, -0.3) becomes (-0.1, -0.3, 0.2)
    assert in_armature(document, "head", sphere.offset) == pytest.approx((-0.1, -0.3, 1.65))


def test_a_tree_of_bones_becomes_chains(tmp_path: Path) -> None:
    made = nodes()
    made[HAIR[1]]["children"] = [HAIR[2], TAIL[0]]
    made[HIPS]["children"].remove(TAIL[0])
    old = {"secondaryAnimation": {"boneGroups": [{"bones": [HAIR[0]]}]}}
    found = read(file_of(tmp_path / "old.vrm", {"VRM": old}, nodes=made)).rig.springs.chains
    assert [[joint.bone for joint in each.joints] for each in found] == [
        ["hair_1", "hair_2", "hair_3", "hair_4"],
        ["tail_1", "tail_2", "tail_3"],
    ]


NONSENSE: list[Any] = [None, 3, "x", [], {}, [None], [[]], [{}], [3], -1, 1e300, {"node": 99}, [{"node": -1}]]


@pytest.mark.parametrize("plain", NONSENSE)
@pytest.mark.parametrize("key", ["springs", "colliders", "colliderGroups", "joints", "node", "shape", "center"])
def test_nonsense_is_left_out(tmp_path: Path, key: str, plain: Any) -> None:
    spring: dict[str, Any] = {"joints": [{"node": HAIR[0]}, {"node": HAIR[1]}], "colliderGroups": [0]}
    collider: dict[str, Any] = {"node": HEAD, "shape": {"sphere": {"radius": 0.1}}}
    whole: dict[str, Any] = {"springs": [spring], "colliders": [collider], "colliderGroups": [{"colliders": [0]}]}
    for each in (spring, collider, whole, spring["joints"][0], collider["shape"]["sphere"], whole["colliderGroups"][0]):
        if key in each:
            before = each[key]
            each[key] = plain
            read(file_of(tmp_path / "odd.vrm", {"VRMC_springBone": whole}))
            each[key] = before


def test_counts_are_bounded(tmp_path: Path) -> None:
    colliders = [{"node": HEAD, "shape": {"sphere": {"radius": 0.1}}}] * 5000
    groups = [{"colliders": list(range(1900))}] * 200
    springs = [{"joints": [{"node": node} for node in HAIR], "colliderGroups": list(range(200))}] * 300
    whole = {"springs": springs, "colliders": colliders, "colliderGroups": groups}
    found = read(file_of(tmp_path / "many.vrm", {"VRMC_springBone": whole})).rig.springs
    assert len(found.chains) == 1, "each bone swings once"
    assert sum(len(each.colliders) for each in found.colliders) <= MOST_COLLIDERS
    pairs = sum(len(each.colliders) for each in found.colliders) * len(found.chains[0].joints)
    assert pairs <= MOST_PAIRS


def test_a_file_without_springs_has_none(tmp_path: Path) -> None:
    assert read(file_of(tmp_path / "none.vrm", {"VRMC_vrm": {}})).rig.springs.chains == ()
