"""The bones of a person in the names of every convention, as programs write them: fitting, limbs and figure agree."""

from __future__ import annotations

import pytest

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.anatomy.parts import ARM, BACKBONE, FINGERS, LEG, Part
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.limb_kinds import kind_for
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.sides import Side
from pantin.viewport.figure.anatomy import roles_of
from tests.rigs.skeletons import mirrored_side

TRUNK: tuple[Part, ...] = ("hips", "spine", "chest", "neck", "head")
LEFT: tuple[Part, ...] = (*ARM, *LEG, *FINGERS)

# One line for each convention: trunk from hips to head, arm, leg, the first bone of each finger from the thumb on.
NAMES: dict[str, tuple[str, str, str, str]] = {
    "Mixamo": (
        "mixamorig:Hips mixamorig:Spine mixamorig:Spine1 mixamorig:Neck mixamorig:Head",
        "mixamorig:LeftShoulder mixamorig:LeftArm mixamorig:LeftForeArm mixamorig:LeftHand",
        "mixamorig:LeftUpLeg mixamorig:LeftLeg mixamorig:LeftFoot mixamorig:LeftToeBase",
        "mixamorig:LeftHandThumb1 mixamorig:LeftHandIndex1 mixamorig:LeftHandMiddle1 mixamorig:LeftHandRing1 "
        "mixamorig:LeftHandPinky1",
    ),
    "HumanIK": (
        "Character1_Hips Character1_Spine Character1_Spine1 Character1_Neck Character1_Head",
        "Character1_LeftShoulder Character1_LeftArm Character1_LeftForeArm Character1_LeftHand",
        "Character1_LeftUpLeg Character1_LeftLeg Character1_LeftFoot Character1_LeftToeBase",
        "Character1_LeftHandThumb1 Character1_LeftHandIndex1 Character1_LeftHandMiddle1 Character1_LeftHandRing1 "
        "Character1_LeftHandPinky1",
    ),
    "Unity": (
        "Hips Spine Chest Neck Head",
        "LeftShoulder LeftUpperArm LeftLowerArm LeftHand",
        "LeftUpperLeg LeftLowerLeg LeftFoot LeftToes",
        "LeftThumbProximal LeftIndexProximal LeftMiddleProximal LeftRingProximal LeftLittleProximal",
    ),
    "VRM": (
        "hips spine chest neck head",
        "leftShoulder leftUpperArm leftLowerArm leftHand",
        "leftUpperLeg leftLowerLeg leftFoot leftToes",
        "leftThumbMetacarpal leftIndexProximal leftMiddleProximal leftRingProximal leftLittleProximal",
    ),
    "Rokoko": (
        "Hips Spine1 Spine4 Neck Head",
        "LeftShoulder LeftArm LeftForeArm LeftHand",
        "LeftThigh LeftShin LeftFoot LeftToe",
        "LeftFinger1Metacarpal LeftFinger2Proximal LeftFinger3Proximal LeftFinger4Proximal LeftFinger5Proximal",
    ),
    "VRoid": (
        "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_Neck J_Bip_C_Head",
        "J_Bip_L_Shoulder J_Bip_L_UpperArm J_Bip_L_LowerArm J_Bip_L_Hand",
        "J_Bip_L_UpperLeg J_Bip_L_LowerLeg J_Bip_L_Foot J_Bip_L_ToeBase",
        "J_Bip_L_Thumb1 J_Bip_L_Index1 J_Bip_L_Middle1 J_Bip_L_Ring1 J_Bip_L_Little1",
    ),
    "Unreal": (
        "pelvis spine_01 spine_02 neck_01 head",
        "clavicle_l upperarm_l lowerarm_l hand_l",
        "thigh_l calf_l foot_l ball_l",
        "thumb_01_l index_01_l middle_01_l ring_01_l pinky_01_l",
    ),
    "Rigify": (
        "spine spine.001 spine.003 spine.004 spine.006",
        "shoulder.L upper_arm.L forearm.L hand.L",
        "thigh.L shin.L foot.L toe.L",
        "thumb.01.L f_index.01.L f_middle.01.L f_ring.01.L f_pinky.01.L",
    ),
    "Rigify, deforming bones": (
        "DEF-spine DEF-spine.001 DEF-spine.003 DEF-spine.004 DEF-spine.006",
        "DEF-shoulder.L DEF-upper_arm.L DEF-forearm.L DEF-hand.L",
        "DEF-thigh.L DEF-shin.L DEF-foot.L DEF-toe.L",
        "DEF-thumb.01.L DEF-f_index.01.L DEF-f_middle.01.L DEF-f_ring.01.L DEF-f_pinky.01.L",
    ),
    "Blender": (
        "hips spine chest neck head",
        "clavicle.L upper_arm.L lower_arm.L hand.L",
        "upper_leg.L lower_leg.L foot.L toes.L",
        "thumb_1.L finger_index_1.L finger_middle_1.L finger_ring_1.L finger_pinky_1.L",
    ),
    "Biped of 3ds Max": (
        "Bip01 Pelvis,Bip01 Spine,Bip01 Spine1,Bip01 Neck,Bip01 Head",
        "Bip01 L Clavicle,Bip01 L UpperArm,Bip01 L Forearm,Bip01 L Hand",
        "Bip01 L Thigh,Bip01 L Calf,Bip01 L Foot,Bip01 L Toe0",
        "Bip01 L Finger0,Bip01 L Finger1,Bip01 L Finger2,Bip01 L Finger3,Bip01 L Finger4",
    ),
    "Daz Genesis 3 and 8": (
        "hip abdomenLower chestUpper neckLower head",
        "lCollar lShldrBend lForearmBend lHand",
        "lThighBend lShin lFoot lToe",
        "lThumb1 lIndex1 lMid1 lRing1 lPinky1",
    ),
    "Daz Genesis 2": (
        "hip abdomen chest neck head",
        "lCollar lShldr lForeArm lHand",
        "lThigh lShin lFoot lToe",
        "lThumb1 lIndex1 lMid1 lRing1 lPinky1",
    ),
    "Daz Genesis 9": (
        "hip spine1 spine2 neck1 head",
        "l_shoulder l_upperarm l_forearm l_hand",
        "l_thigh l_shin l_foot l_toes",
        "l_thumb1 l_index1 l_mid1 l_ring1 l_pinky1",
    ),
    "MakeHuman": (
        "root spine05 spine01 neck01 head",
        "clavicle.L upperarm01.L lowerarm01.L wrist.L",
        "upperleg01.L lowerleg01.L foot.L toe.L",
        "finger1-1.L finger2-1.L finger3-1.L finger4-1.L finger5-1.L",
    ),
    "MakeHuman, game engine": (
        "Hips Spine1 Spine2 Neck Head",
        "Clavicle_L UpArm_L LoArm_L Hand_L",
        "UpLeg_L LoLeg_L Foot_L Toe_L",
        "Thumb1_L Index1_L Middle1_L Ring1_L Pinky1_L",
    ),
    "CMU": (
        "Hips LowerBack Spine1 Neck Head",
        "LeftShoulder LeftArm LeftForeArm LeftHand",
        "LeftUpLeg LeftLeg LeftFoot LeftToeBase",
        "LThumb LeftHandIndex1",
    ),
    "Character Creator": (
        "CC_Base_Hip CC_Base_Waist CC_Base_Spine02 CC_Base_NeckTwist01 CC_Base_Head",
        "CC_Base_L_Clavicle CC_Base_L_Upperarm CC_Base_L_Forearm CC_Base_L_Hand",
        "CC_Base_L_Thigh CC_Base_L_Calf CC_Base_L_Foot CC_Base_L_ToeBase",
        "CC_Base_L_Thumb1 CC_Base_L_Index1 CC_Base_L_Mid1 CC_Base_L_Ring1 CC_Base_L_Pinky1",
    ),
    "Pantin": (
        "hips spine chest neck head",
        "shoulder.L upper_arm.L forearm.L hand.L",
        "thigh.L shin.L foot.L toe.L",
        "thumb_1.L index_1.L middle_1.L ring_1.L little_1.L",
    ),
}


def names_of(line: str) -> list[str]:
    return line.split(",") if "," in line else line.split()


def skeleton(convention: str) -> tuple[Rig, dict[str, tuple[Part, Side]]]:
    """The bones of a person named by a convention, and the part and the side of each."""
    trunk, *left = (names_of(line) for line in NAMES[convention])
    bones, expected = chained(trunk, TRUNK, "", None)
    chest, hips = trunk[2], trunk[0]
    for side in SIDES:
        arm, leg, fingers = ([mirrored_side(name) for name in names] if side == "R" else names for names in left)
        for names, parts, parent in ((arm, ARM, chest), (leg, LEG, hips)):
            more, told = chained(names, parts, side, parent)
            bones, expected = bones + more, expected | told
        for finger, name in zip(FINGERS, fingers, strict=False):
            bones.append(Bone(name=name, parent=arm[-1]))
            expected[name] = finger, side
    return Rig(bones=tuple(bones)), expected


def chained(
    names: list[str], parts: tuple[Part, ...], side: Side, parent: str | None
) -> tuple[list[Bone], dict[str, tuple[Part, Side]]]:
    bones = [Bone(name=name, parent=above) for name, above in zip(names, (parent, *names), strict=False)]
    return bones, {name: (part, side) for name, part in zip(names, parts, strict=True)}


@pytest.mark.parametrize("convention", NAMES)
def test_parts_and_sides_are_told(convention: str) -> None:
    rig, expected = skeleton(convention)
    parts = parts_of(rig)
    assert {name: (parts.get(name), stem_of(name).side) for name in expected} == expected


@pytest.mark.parametrize("convention", NAMES)
def test_the_person_that_is_fitted_has_the_same_parts(convention: str) -> None:
    rig, expected = skeleton(convention)
    figure = person_figure_in(rig)
    for name, (part, side) in expected.items():
        if part in FINGERS:
            assert figure.bones[role_of(f"{part}_1", side)] == name
        elif part in (*BACKBONE, "neck"):
            assert name in (figure.neck if part == "neck" else figure.spine)
        else:
            assert figure.bones[role_of(part, side)] == name


@pytest.mark.parametrize("convention", NAMES)
def test_limbs_are_made_of_the_same_parts(convention: str) -> None:
    rig, expected = skeleton(convention)
    places = dict(zip((*ARM[1:], *LEG[:3]), ("upper", "lower", "end") * 2, strict=True))
    for name, (part, _) in expected.items():
        told = limb_part(rig, name)
        assert (told and told.place) == places.get(part)
        assert told is None or told.member == ("arm" if part in ARM else "leg")
        if part in FINGERS and "inger" not in name:
            assert kind_for([name]) == "finger"


@pytest.mark.parametrize("convention", NAMES)
def test_the_wooden_figure_has_the_same_parts(convention: str) -> None:
    rig, expected = skeleton(convention)
    assert roles_of(rig) == {
        name: "finger" if part in FINGERS else part for name, (part, _) in expected.items() if part in (*TRUNK, *LEFT)
    }
