"""VRM of other people: each bone of their maps is the part that the file says, whatever its name; and their faces."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from pantin.rigs import read
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.expressions import materials_of, strengths, weights_of
from tests.others.samples import SAMPLES

FILES = sorted([*(SAMPLES / "vrm").glob("*.vrm"), *(SAMPLES / "vrm").glob("*.vrma")])
MIDDLE = {"hips": "hips", "head": "head", "jaw": "jaw"}
SIDED = {
    "Eye": "eye",
    "Shoulder": "shoulder",
    "UpperArm": "upper_arm",
    "LowerArm": "forearm",
    "Hand": "hand",
    "UpperLeg": "thigh",
    "LowerLeg": "shin",
    "Foot": "foot",
    "Toes": "toe",
}
PHALANGES = ("Proximal", "Intermediate", "Distal")
THUMB = ("Metacarpal", "Proximal", "Distal")


def parts_of(path: Path) -> tuple[dict[str, Any], bytes]:
    data = path.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + size]), data[20 + size :]


def mapped(plain: dict[str, Any]) -> tuple[dict[str, int], bool]:
    """The nodes of the humanoid map by its own names, and whether it is the one before 1.0."""
    found = plain["extensions"]
    if "VRM" in found:
        return {each["bone"]: each["node"] for each in found["VRM"]["humanoid"]["humanBones"]}, True
    new = found.get("VRMC_vrm") or found["VRMC_vrm_animation"]
    return {name: each["node"] for name, each in new["humanoid"]["humanBones"].items()}, False


def roles(is_old: bool) -> dict[str, str]:
    """What each bone of the standard is here, but for spines and necks, which are chains."""
    found = dict(MIDDLE)
    for side, letter in (("left", "L"), ("right", "R")):
        found |= {side + name: f"{part}.{letter}" for name, part in SIDED.items()}
        for finger in ("Thumb", "Index", "Middle", "Ring", "Little"):
            names = THUMB if finger == "Thumb" and not is_old else PHALANGES
            found |= {f"{side}{finger}{name}": f"{finger.lower()}_{n}.{letter}" for n, name in enumerate(names, 1)}
    return found


@pytest.mark.parametrize("nameless", [False, True], ids=["as it is", "nameless"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_part_is_the_one_that_the_file_says(path: Path, nameless: bool, tmp_path: Path) -> None:
    plain, rest = parts_of(path)
    if nameless:
        for number, node in enumerate(plain["nodes"]):
            node["name"] = f"n{number * 7919 % 10007}"
        text = json.dumps(plain).encode()
        text += b" " * (-len(text) % 4)
        head = struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(rest), len(text), b"JSON")
        path = tmp_path / path.name
        path.write_bytes(head + text + rest)
    figure, (nodes, is_old) = read(path).figure, mapped(plain)
    assert figure.source is not None
    bone_of = {number: node.bone for number, node in enumerate(figure.source.nodes)}
    body, known = figure_in(figure.rig), roles(is_old)
    for name, node in nodes.items():
        if name in known:
            assert body.bones.get(known[name]) == bone_of[node], name
        else:
            assert bone_of[node] in (*body.spine, *body.neck), name


def test_a_binary_smile_puts_out_the_blink_it_overrides() -> None:
    """The sample of the standard: a smile is there or not, and weakens the blink as far as it is there."""
    found = character(SAMPLES / "vrm" / "vrmc_override.vrm")
    assert strengths(found.expressions, {"happy": 0.4, "blink": 0.8}) == {"happy": 0.0, "blink": 0.8}
    assert strengths(found.expressions, {"happy": 0.6, "blink": 0.8}) == {"happy": 1.0, "blink": 0.0}
    assert len(materials_of(found, {"happy": 1.0})) > 0 == len(materials_of(found, {}))


def test_presets_of_either_version_find_the_same_face() -> None:
    found = character(SAMPLES / "vrm" / "godette.vrm")
    (smile,) = weights_of(found, {"Joy": 0.5}).values()
    assert weights_of(found, {"happy": 0.5}) == weights_of(found, {"JOY": 0.5}) != {}
    assert max(smile) == pytest.approx(0.25)  # 50 of 100 in the file
