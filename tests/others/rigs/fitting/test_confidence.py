"""Tests of how sure the map of a body is, held against characters whose files say themselves which bone is which
part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pantin.rigs.fitting.by_name import parts_by_name
from pantin.rigs.fitting.mapping.body_map import CHECK, body_map
from pantin.rigs.fitting.mapping.evidence import NAMED
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.formats import gltf
from tests.others.samples import SAMPLES
from tests.rigs.skeletons import nameless

NAMES = {
    "vrm/cool_loops.vrm": (40, 0),
    "vrm/debug_robot.vrm": (44, 0),
    "vrm/godette.vrm": (18, 4),
    "vrm/vrmc_override.vrm": (18, 0),
    "vrm/hips_spine_twisting.vrma": (14, 0),
    "vrm/test.vrma": (42, 0),
}
"""How many parts names tell right, and how many wrong: a metacarpal of two fingers was taken for the first phalanx."""

PARTS = {
    "UpperLeg": "thigh",
    "LowerLeg": "shin",
    "Foot": "foot",
    "Toes": "toe",
    "Shoulder": "shoulder",
    "UpperArm": "upper_arm",
    "LowerArm": "forearm",
    "Hand": "hand",
    "Eye": "eye",
    **{
        f"{finger}{joint}": f"{finger.lower()}_{number}"
        for finger in ("Index", "Middle", "Ring", "Little")
        for number, joint in enumerate(("Proximal", "Intermediate", "Distal"), 1)
    },
}
"""What VRM calls the parts of one side. Thumbs are left out: their joints have other names in its two versions."""


def told_by_file(path: Path) -> dict[str, str]:
    """The bones of the parts that a VRM file names."""
    data = path.read_bytes()
    document = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    names = [node.get("name", "") for node in document["nodes"]]
    extensions: dict[str, Any] = document["extensions"]
    if "VRM" in extensions:
        nodes = {bone["bone"]: bone["node"] for bone in extensions["VRM"]["humanoid"]["humanBones"]}
    else:
        described = extensions.get("VRMC_vrm") or extensions["VRMC_vrm_animation"]
        nodes = {bone: where["node"] for bone, where in described["humanoid"]["humanBones"].items()}
    roles = {f"{side}{word}": f"{part}.{side[0].upper()}" for word, part in PARTS.items() for side in ("left", "right")}
    roles |= {"hips": "hips", "head": "head"}
    return {roles[bone]: names[node] for bone, node in nodes.items() if bone in roles}


@pytest.mark.parametrize("file", NAMES)
def test_names_tell_the_parts_that_the_file_does(file: str) -> None:
    rig, told = gltf.read(SAMPLES / file).rig, told_by_file(SAMPLES / file)
    named = parts_by_name(Tree(rig))[0]
    known = {each: bone for each, bone in told.items() if each in named and bone in rig.by_name}
    right = sum(named[each] == bone for each, bone in known.items())
    assert (right, len(known) - right) == NAMES[file]


@pytest.mark.parametrize("file", ["vrm/cool_loops.vrm", "vrm/debug_robot.vrm", "vrm/test.vrma"])
def test_parts_that_are_wrong_where_names_say_nothing_are_to_be_checked(file: str) -> None:
    rig, told = gltf.read(SAMPLES / file).rig, told_by_file(SAMPLES / file)
    renamed, old = nameless(rig)
    found = {each: part for each, part in body_map(renamed).found.items() if part.bone and each in told}
    wrong = {each for each, part in found.items() if old[str(part.bone)] != told[each]}
    assert all(found[each].confidence < CHECK for each in wrong), wrong
    assert sum(part.confidence >= CHECK for part in found.values()) > len(found) / 2


def test_how_far_names_are_believed_is_how_often_they_are_right() -> None:
    """One right and one wrong are added, so that a few files prove little."""
    right, wrong = (sum(counts) for counts in zip(*NAMES.values(), strict=True))
    assert round((right + 1) / (right + wrong + 2), 2) == NAMED
