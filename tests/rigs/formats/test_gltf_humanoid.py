"""VRM: the humanoid map of the file decides which bone is which part, whatever names and shape tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs.fitting.recognition import figure_in
from tests.cases import case
from tests.rigs.formats.gltf_files import glb, parts

PARTS = {
    "hips": "hips",
    "head": "head",
    "leftUpperArm": "upper_arm.L",
    "leftLowerArm": "forearm.L",
    "leftHand": "hand.L",
    "rightUpperArm": "upper_arm.R",
    "rightLowerArm": "forearm.R",
    "rightHand": "hand.R",
    "leftUpperLeg": "thigh.L",
    "leftLowerLeg": "shin.L",
    "rightFoot": "foot.R",
    "rightToes": "toe.R",
    "leftIndexProximal": "index_1.L",
    "leftThumbMetacarpal": "thumb_1.L",
}
FILE = case("names-nothing-hair.vrm")


def plain() -> dict:
    return parts(FILE.read_bytes())[0]


def parts_in(path: Path) -> dict[str, str]:
    return dict(figure_in(rigs.read(path).rig).bones)


def expected(file: dict) -> dict[str, str]:
    bones = file["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
    return {part: file["nodes"][bones[name]["node"]]["name"] for name, part in PARTS.items()}


def test_pigtails_are_no_arms_where_the_file_says_which_bones_are() -> None:
    assert expected(plain()).items() <= parts_in(FILE).items()


@pytest.mark.parametrize("version", ["0.x", "animation"])
def test_the_other_maps_decide_as_well(tmp_path: Path, version: str) -> None:
    """The first joint of a thumb has another name before 1.0."""
    file, path = plain(), tmp_path / ("figure.vrm" if version == "0.x" else "figure.vrma")
    bones = file["extensions"].pop("VRMC_vrm")["humanoid"]["humanBones"]
    if version == "0.x":
        named = {name.replace("ThumbProximal", "ThumbIntermediate"): each for name, each in bones.items()}
        named = {name.replace("ThumbMetacarpal", "ThumbProximal"): each for name, each in named.items()}
        old = [{"bone": name, "node": each["node"]} for name, each in named.items()]
        file["extensions"]["VRM"] = {"humanoid": {"humanBones": old}}
        file["extensionsUsed"] = ["VRM"]
    else:
        file["extensions"]["VRMC_vrm_animation"] = {"humanoid": {"humanBones": bones}}
        file["extensionsUsed"] = ["VRMC_vrm_animation"]
    path.write_bytes(glb(file))
    assert expected(plain()).items() <= parts_in(path).items()


@pytest.mark.parametrize(
    "bent", [[], {"humanoid": 5}, {"humanoid": {"humanBones": {"hips": 3, "head": {"node": "x"}}}}]
)
def test_a_map_that_is_bent_keeps_no_skeleton_away(tmp_path: Path, bent: object) -> None:
    file, path = plain(), tmp_path / "figure.vrm"
    file["extensions"]["VRMC_vrm"] = bent
    path.write_bytes(glb(file))
    assert len(rigs.read(path).rig.bones) == len(file["nodes"]) and not rigs.read(path).rig.parts


def test_parts_that_are_found_anyway_are_not_written_down(tmp_path: Path) -> None:
    """Names tell them, so that nothing has to be remembered."""
    file, path = plain(), tmp_path / "figure.vrm"
    for name, bone in file["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].items():
        file["nodes"][bone["node"]]["name"] = name
    path.write_bytes(glb(file))
    assert not rigs.read(path).rig.parts and figure_in(rigs.read(path).rig).bones["hand.L"] == "leftHand"


def test_every_phalanx_is_the_one_of_the_file_where_others_hang_beside_it(tmp_path: Path) -> None:
    """Chains that fork tell nothing: a longer one is drawn from the first joint of each finger."""
    file, path = plain(), tmp_path / "figure.vrm"
    bones = file["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
    expected_parts = {}
    for finger in ("Index", "Middle", "Ring", "Little"):
        first = bones[f"left{finger}Proximal"]["node"]
        longer = len(file["nodes"])
        chain = [{"name": f"x{longer + k}", "translation": [0.01, 0.0, 0.01]} for k in range(4)]
        for number, node in enumerate(chain[:-1]):
            node["children"] = [longer + number + 1]
        file["nodes"] += chain
        file["nodes"][first]["children"] = [longer, *file["nodes"][first].get("children", [])]
        for number, name in enumerate(("Proximal", "Intermediate", "Distal"), 1):
            if f"left{finger}{name}" in bones:
                node = bones[f"left{finger}{name}"]["node"]
                expected_parts[f"{finger.lower()}_{number}.L"] = file["nodes"][node]["name"]
    path.write_bytes(glb(file))
    assert len(expected_parts) >= 8
    assert expected_parts.items() <= parts_in(path).items()
