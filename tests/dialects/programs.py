"""What each program writes: its names of joints, its axes and units, its rest pose and its format."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tests.dialects import bvh, glb
from tests.dialects.body import FINGERS, Body, Motion, person, posed, walk, z_up
from tests.rigs.skeletons import mirrored_side

FileOf = Callable[[str], Path]
"""The fixture that writes the file of a dialect, by its name."""
EXACT, ROUNDED = 3e-6, 2e-4
"""Metres by which what is read may be off: of floats of 32 bits and seven digits, and of rotations in whole numbers."""


class Dialect:
    """A person as one program writes it. `names` are those of the left side and of the middle, by part."""

    def __init__(
        self,
        title: str,
        names: dict[str, str],
        write: Callable[[Dialect], bytes],
        suffix: Literal[".bvh", ".glb", ".vrm"] = ".glb",
        lowered: float = 0.0,
        noise: float = 0.0,
        branches: tuple[str, ...] = (),
        vrm: Literal["", "0", "1"] = "",
        unit: float = 1.0,
        tolerance: float = EXACT,
        z_up: bool = False,
    ) -> None:
        """`title` is that of the convention; `unit` is what a metre measures when the file was read."""
        self.title, self.suffix, self.lowered, self.vrm = title, suffix, lowered, vrm
        self.unit, self.tolerance, self.z_up = unit, tolerance, z_up
        self._write = write
        sides = {part: f"{part}.L" for part in names if not _is_middle(part)}
        self.names = {sides.get(part, part): name for part, name in names.items()}
        self.names |= {f"{part}.R": mirrored_side(names[part]) for part in sides}
        turned = tuple(f"{part}.{side}" for part in branches for side in "LR")
        self.body: Body = person(tuple(self.names), lowered, noise, turned)

    @cached_property
    def motion(self) -> Motion:
        return walk(self.body, lowered=self.lowered)

    @cached_property
    def places(self) -> np.ndarray:
        """Return where joints are in each frame (f, n, 3), metres, Z up."""
        return z_up(posed(self.body, self.motion)[1])

    def stiff(self) -> Dialect:
        """Return the same person walking with legs that are straight where they touch the floor."""
        one = copy(self)
        one.__dict__.pop("places", None)
        one.motion = walk(self.body, lowered=self.lowered, sink=0.0)
        return one

    @property
    def order(self) -> list[str]:
        """The names of the file, in the order of the joints of the body."""
        return [self.names[part] for part in self.body.parts]

    def written(self, folder: Path) -> Path:
        """Return the path of a file of this person, walking."""
        path = folder / f"person{self.suffix}"
        path.write_bytes(self._write(self))
        return path


def _is_middle(part: str) -> bool:
    return part in ("hips", "spine", "chest", "upper_chest", "neck", "upper_neck", "head", "head_end")


def fingers(pattern: str, words: str, numbers: str = "1 2 3") -> dict[str, str]:
    """Return names of finger joints: `pattern` with a word for the finger, and a number or word for the joint."""
    return {
        f"{finger}_{n}": pattern.format(word, number)
        for finger, word in zip(FINGERS, words.split(), strict=True)
        for n, number in enumerate(numbers.split(), 1)
    }


def as_bvh(order: str) -> Callable[[Dialect], bytes]:
    return lambda one: bvh.written(one.body, one.motion, one.names, one.unit, order, not one.z_up).encode()


def as_glb(storage: glb.Storage = "float", **armature: Any) -> Callable[[Dialect], bytes]:
    made = glb.Armature(**armature)
    return lambda one: glb.written(one.body, one.motion, one.names, made, storage, vrm_of(one))


HUMAN_BONES = {
    "hips": "hips",
    "spine": "spine",
    "chest": "chest",
    "upper_chest": "upperChest",
    "neck": "neck",
    "head": "head",
    "shoulder": "Shoulder",
    "upper_arm": "UpperArm",
    "forearm": "LowerArm",
    "hand": "Hand",
    "thigh": "UpperLeg",
    "shin": "LowerLeg",
    "foot": "Foot",
    "toe": "Toes",
}
"""What VRM calls the parts, without the word for the side."""


def vrm_of(one: Dialect) -> dict[str, Any]:
    """Return the humanoid of a VRM file, in the form of its version."""
    nodes = {}
    for row, part in enumerate(one.body.parts):
        stem, _, side = part.partition(".")
        if stem in HUMAN_BONES:
            nodes[{"L": "left", "R": "right", "": ""}[side] + HUMAN_BONES[stem]] = row + 1
    if one.vrm == "0":
        return {"VRM": {"humanoid": {"humanBones": [{"bone": bone, "node": node} for bone, node in nodes.items()]}}}
    bones = {bone: {"node": node} for bone, node in nodes.items()}
    return {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": bones}}} if one.vrm else {}


MIXAMO = {
    "hips": "mixamorig:Hips",
    "spine": "mixamorig:Spine",
    "chest": "mixamorig:Spine1",
    "upper_chest": "mixamorig:Spine2",
    "neck": "mixamorig:Neck",
    "head": "mixamorig:Head",
    "head_end": "mixamorig:HeadTop_End",
    "shoulder": "mixamorig:LeftShoulder",
    "upper_arm": "mixamorig:LeftArm",
    "forearm": "mixamorig:LeftForeArm",
    "hand": "mixamorig:LeftHand",
    **fingers("mixamorig:LeftHand{}{}", "Thumb Index Middle Ring Pinky"),
    "thigh": "mixamorig:LeftUpLeg",
    "shin": "mixamorig:LeftLeg",
    "foot": "mixamorig:LeftFoot",
    "toe": "mixamorig:LeftToeBase",
    "toe_end": "mixamorig:LeftToe_End",
}
VROID = {
    "hips": "J_Bip_C_Hips",
    "spine": "J_Bip_C_Spine",
    "chest": "J_Bip_C_Chest",
    "upper_chest": "J_Bip_C_UpperChest",
    "neck": "J_Bip_C_Neck",
    "head": "J_Bip_C_Head",
    "shoulder": "J_Bip_L_Shoulder",
    "upper_arm": "J_Bip_L_UpperArm",
    "forearm": "J_Bip_L_LowerArm",
    "hand": "J_Bip_L_Hand",
    **fingers("J_Bip_L_{}{}", "Thumb Index Middle Ring Little"),
    "thigh": "J_Bip_L_UpperLeg",
    "shin": "J_Bip_L_LowerLeg",
    "foot": "J_Bip_L_Foot",
    "toe": "J_Bip_L_ToeBase",
}
VRM = {
    "hips": "hips",
    "spine": "spine",
    "chest": "chest",
    "upper_chest": "upperChest",
    "neck": "neck",
    "head": "head",
    "shoulder": "leftShoulder",
    "upper_arm": "leftUpperArm",
    "forearm": "leftLowerArm",
    "hand": "leftHand",
    "thigh": "leftUpperLeg",
    "shin": "leftLowerLeg",
    "foot": "leftFoot",
    "toe": "leftToes",
}
BLENDER = {
    "hips": "hips",
    "spine": "spine",
    "chest": "chest",
    "neck": "neck",
    "head": "head",
    "shoulder": "shoulder.L",
    "upper_arm": "upper_arm.L",
    "forearm": "forearm.L",
    "hand": "hand.L",
    **fingers("{}_{}.L", "thumb index middle ring little"),
    "thigh": "thigh.L",
    "shin": "shin.L",
    "foot": "foot.L",
    "toe": "toe.L",
}
UNREAL = {
    "hips": "pelvis",
    "spine": "spine_01",
    "chest": "spine_02",
    "upper_chest": "spine_03",
    "neck": "neck_01",
    "head": "head",
    "shoulder": "clavicle_l",
    "upper_arm": "upperarm_l",
    "upper_arm_twist": "upperarm_twist_01_l",
    "forearm": "lowerarm_l",
    "forearm_twist": "lowerarm_twist_01_l",
    "hand": "hand_l",
    **fingers("{}_{}_l", "thumb index middle ring pinky", "01 02 03"),
    "thigh": "thigh_l",
    "thigh_twist": "thigh_twist_01_l",
    "shin": "calf_l",
    "shin_twist": "calf_twist_01_l",
    "foot": "foot_l",
    "toe": "ball_l",
}
MAYA = {
    "hips": "Root_M",
    "spine": "Spine1_M",
    "chest": "Spine2_M",
    "upper_chest": "Chest_M",
    "neck": "Neck_M",
    "head": "Head_M",
    "head_end": "HeadEnd_M",
    "shoulder": "Scapula_L",
    "upper_arm": "Shoulder_L",
    "forearm": "Elbow_L",
    "hand": "Wrist_L",
    **fingers("{}Finger{}_L", "Thumb Index Middle Ring Pinky"),
    "thigh": "Hip_L",
    "shin": "Knee_L",
    "foot": "Ankle_L",
    "toe": "Toes_L",
    "toe_end": "ToesEnd_L",
}
ROKOKO = {
    "hips": "Hips",
    "spine": "Spine1",
    "chest": "Spine2",
    "upper_chest": "Spine3",
    "neck": "Neck",
    "head": "Head",
    "shoulder": "LeftShoulder",
    "upper_arm": "LeftArm",
    "forearm": "LeftForeArm",
    "hand": "LeftHand",
    "thigh": "LeftThigh",
    "shin": "LeftShin",
    "foot": "LeftFoot",
    "toe": "LeftToe",
}
CMU = {
    "hips": "Hips",
    "hip_joint": "LHipJoint",
    "thigh": "LeftUpLeg",
    "shin": "LeftLeg",
    "foot": "LeftFoot",
    "toe": "LeftToeBase",
    "spine": "LowerBack",
    "chest": "Spine",
    "upper_chest": "Spine1",
    "neck": "Neck",
    "upper_neck": "Neck1",
    "head": "Head",
    "shoulder": "LeftShoulder",
    "upper_arm": "LeftArm",
    "forearm": "LeftForeArm",
    "hand": "LeftHand",
    "index_1": "LeftFingerBase",
    "index_2": "LeftHandIndex1",
    "thumb_1": "LThumb",
}
MAKEHUMAN = {
    "hips": "root",
    "spine": "spine05",
    "chest": "spine03",
    "upper_chest": "spine01",
    "neck": "neck01",
    "head": "head",
    "shoulder": "clavicle.L",
    "upper_arm": "upperarm01.L",
    "upper_arm_twist": "upperarm02.L",
    "forearm": "lowerarm01.L",
    "forearm_twist": "lowerarm02.L",
    "hand": "wrist.L",
    **fingers("finger{}-{}.L", "1 2 3 4 5"),
    "thigh": "upperleg01.L",
    "thigh_twist": "upperleg02.L",
    "shin": "lowerleg01.L",
    "shin_twist": "lowerleg02.L",
    "foot": "foot.L",
    "toe": "toe1-1.L",
}
XSENS = {
    "hips": "Hips",
    "spine": "Chest",
    "chest": "Chest2",
    "upper_chest": "Chest3",
    "neck": "Neck",
    "head": "Head",
    "shoulder": "LeftCollar",
    "upper_arm": "LeftShoulder",
    "forearm": "LeftElbow",
    "hand": "LeftWrist",
    "thigh": "LeftHip",
    "shin": "LeftKnee",
    "foot": "LeftAnkle",
    "toe": "LeftToe",
}

TWISTS = ("upper_arm_twist", "forearm_twist", "thigh_twist", "shin_twist")

DIALECTS = {
    "Mixamo": Dialect("Mixamo", MIXAMO, as_glb(axes="bone", unit=100.0)),
    "VRM 0": Dialect("VRoid", VROID, as_glb(looks_back=True), ".vrm", vrm="0"),
    "VRM 1": Dialect("VRM", VRM, as_glb("normalized", axes="any"), ".vrm", vrm="1", tolerance=ROUNDED),
    "Blender": Dialect("Blender", BLENDER, as_glb("sparse", axes="bone"), lowered=0.8),
    "Unreal": Dialect("Unreal", UNREAL, as_glb(axes="any", unit=100.0, lying=True), lowered=0.7, branches=TWISTS),
    "Maya": Dialect("Advanced Skeleton", MAYA, as_glb("meshopt", axes="any", unit=10.0), noise=0.0005),
    "Rokoko": Dialect("Rokoko", ROKOKO, as_bvh("YXZ"), ".bvh", unit=100.0),
    "CMU": Dialect("CMU", CMU, as_bvh("ZYX"), ".bvh", noise=0.003, unit=1.0 / 0.056444),
    "MakeHuman": Dialect("MakeHuman", MAKEHUMAN, as_bvh("XYZ"), ".bvh", lowered=0.6, unit=10.0, z_up=True),
    "Xsens": Dialect("Xsens", XSENS, as_bvh("ZXY"), ".bvh", lowered=0.2, unit=100.0),
}
"""A person of each program, all of them walking the same walk."""
HANDS = [name for name, one in DIALECTS.items() if "ring_1.L" in one.names]
"""Those with five fingers."""
