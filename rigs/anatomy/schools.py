"""What programs and motion libraries call the bones of a person: one table for each naming convention.

Each table lists a part once, with the names of the left side and of the middle as users of that program write them.
`rigs.anatomy.names` understands sides, prefixes such as `mixamorig:` and leading zeros. Several names of one part are
divided by blanks: those of spine, neck and fingers from the hips or the hand outwards, of others the usual one first.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.rigs.anatomy.parts import FINGERS, Part


class School(msgspec.Struct, frozen=True, eq=False):
    """A naming convention: its title, and the names of each part, divided by blanks."""

    title: str
    names: Mapping[Part, str]


def _fingers(names: str, words: str) -> dict[Part, str]:
    """The names of the five fingers: `names` of one finger, with `*` in place of each of `words` from the thumb on."""
    return {finger: names.replace("*", word) for finger, word in zip(FINGERS, words.split(), strict=True)}


SCHOOLS: tuple[School, ...] = (
    School(
        "Mixamo",
        {
            "hips": "Hips",
            "spine": "Spine Spine1 Spine2",
            "neck": "Neck",
            "head": "Head",
            "eye": "LeftEye",
            "shoulder": "LeftShoulder",
            "upper_arm": "LeftArm",
            "forearm": "LeftForeArm",
            "hand": "LeftHand",
            "thigh": "LeftUpLeg",
            "shin": "LeftLeg",
            "foot": "LeftFoot",
            "toe": "LeftToeBase",
            **_fingers("LeftHand*1 LeftHand*2 LeftHand*3", "Thumb Index Middle Ring Pinky"),
        },
    ),
    School(
        "VRM",
        {
            "hips": "hips",
            "spine": "spine",
            "chest": "chest upperChest",
            "neck": "neck",
            "head": "head",
            "jaw": "jaw",
            "eye": "leftEye",
            "shoulder": "leftShoulder",
            "upper_arm": "leftUpperArm",
            "forearm": "leftLowerArm",
            "hand": "leftHand leftWrist",
            "thigh": "leftUpperLeg",
            "shin": "leftLowerLeg",
            "foot": "leftFoot",
            "toe": "leftToes",
            **_fingers("left*Proximal left*Intermediate left*Distal", "Thumb Index Middle Ring Little"),
            "thumb": "leftThumbMetacarpal leftThumbProximal leftThumbIntermediate leftThumbDistal",
        },
    ),
    School(
        "VRoid",
        {
            "hips": "J_Bip_C_Hips",
            "spine": "J_Bip_C_Spine",
            "chest": "J_Bip_C_Chest J_Bip_C_UpperChest",
            "neck": "J_Bip_C_Neck",
            "head": "J_Bip_C_Head",
            "eye": "J_Adj_L_FaceEye",
            "shoulder": "J_Bip_L_Shoulder",
            "upper_arm": "J_Bip_L_UpperArm",
            "forearm": "J_Bip_L_LowerArm",
            "hand": "J_Bip_L_Hand",
            "thigh": "J_Bip_L_UpperLeg",
            "shin": "J_Bip_L_LowerLeg",
            "foot": "J_Bip_L_Foot",
            "toe": "J_Bip_L_ToeBase",
            **_fingers("J_Bip_L_*1 J_Bip_L_*2 J_Bip_L_*3", "Thumb Index Middle Ring Little"),
        },
    ),
    School(
        "Unreal",
        {
            "hips": "pelvis",
            "spine": "spine_01 spine_02 spine_03 spine_04 spine_05",
            "neck": "neck_01 neck_02",
            "head": "head",
            "jaw": "FACIAL_C_Jaw",
            "eye": "FACIAL_L_Eye eye_l",
            "shoulder": "clavicle_l",
            "upper_arm": "upperarm_l",
            "forearm": "lowerarm_l",
            "hand": "hand_l wrist_l",
            "thigh": "thigh_l",
            "shin": "calf_l",
            "foot": "foot_l",
            "toe": "ball_l",
            **_fingers("*_01_l *_02_l *_03_l", "thumb index middle ring pinky"),
        },
    ),
    School(
        "Rigify",
        {
            "hips": "spine",
            "spine": "spine.001 spine.002 spine.003",
            "neck": "spine.004 spine.005",
            "head": "spine.006",
            "jaw": "jaw",
            "eye": "eye.L",
            "shoulder": "shoulder.L",
            "upper_arm": "upper_arm.L",
            "forearm": "forearm.L",
            "hand": "hand.L",
            "thigh": "thigh.L",
            "shin": "shin.L",
            "foot": "foot.L",
            "toe": "toe.L",
            **_fingers("f_*.01.L f_*.02.L f_*.03.L", "thumb index middle ring pinky"),
            "thumb": "thumb.01.L thumb.02.L thumb.03.L",
        },
    ),
    School(
        "CMU",
        {
            "hips": "Hips",
            "spine": "LowerBack Spine Spine1",
            "neck": "Neck Neck1",
            "head": "Head",
            "shoulder": "LeftShoulder",
            "upper_arm": "LeftArm",
            "forearm": "LeftForeArm",
            "hand": "LeftHand",
            "thigh": "LeftUpLeg",
            "shin": "LeftLeg",
            "foot": "LeftFoot",
            "toe": "LeftToeBase",
            "thumb": "LThumb",
            "index": "LeftHandIndex1",
        },
    ),
    School(
        "Blender",
        {
            "hips": "hips pelvis",
            "spine": "spine spine_1 spine_2",
            "chest": "chest",
            "neck": "neck neck_1 neck_2",
            "head": "head",
            "jaw": "jaw",
            "eye": "eye.L",
            "shoulder": "shoulder.L clavicle.L",
            "upper_arm": "upper_arm.L",
            "forearm": "forearm.L lower_arm.L",
            "hand": "hand.L wrist.L",
            "thigh": "thigh.L upper_leg.L",
            "shin": "shin.L lower_leg.L",
            "foot": "foot.L",
            "toe": "toe.L toes.L",
            **_fingers("*_1.L *_2.L *_3.L finger_*_1.L finger_*_2.L finger_*_3.L", "thumb index middle ring little"),
            "little": "little_1.L little_2.L little_3.L finger_pinky_1.L finger_pinky_2.L finger_pinky_3.L",
        },
    ),
    School(
        "Biped of 3ds Max",
        {
            "hips": "Bip01_Pelvis",
            "spine": "Bip01_Spine Bip01_Spine1 Bip01_Spine2",
            "neck": "Bip01_Neck",
            "head": "Bip01_Head",
            "shoulder": "Bip01_L_Clavicle",
            "upper_arm": "Bip01_L_UpperArm",
            "forearm": "Bip01_L_Forearm",
            "hand": "Bip01_L_Hand",
            "thigh": "Bip01_L_Thigh",
            "shin": "Bip01_L_Calf",
            "foot": "Bip01_L_Foot",
            "toe": "Bip01_L_Toe0",
            **_fingers("Bip01_L_Finger* Bip01_L_Finger*1 Bip01_L_Finger*2", "0 1 2 3 4"),
        },
    ),
    School(
        "MakeHuman",
        {
            "hips": "root Hips",
            "spine": "spine05 spine04 spine03 spine02 spine01",
            "neck": "neck01 neck02 neck03",
            "head": "head",
            "jaw": "jaw",
            "eye": "eye.L",
            "shoulder": "clavicle.L",
            "upper_arm": "upperarm01.L UpArm_L",
            "forearm": "lowerarm01.L LoArm_L",
            "hand": "wrist.L Hand_L",
            "thigh": "upperleg01.L UpLeg_L",
            "shin": "lowerleg01.L LoLeg_L",
            "foot": "foot.L",
            "toe": "Toe_L",
            **_fingers("finger*-1.L finger*-2.L finger*-3.L", "1 2 3 4 5"),
        },
    ),
    School(
        "Daz",
        {
            "hips": "hip pelvis",
            "spine": "abdomen abdomenLower abdomenUpper spine1 spine2 spine3 spine4",
            "chest": "chest chestLower chestUpper",
            "neck": "neck neckLower neckUpper neck1 neck2",
            "head": "head",
            "jaw": "lowerJaw",
            "eye": "lEye",
            "shoulder": "lCollar l_shoulder",
            "upper_arm": "lShldr lShldrBend l_upperarm",
            "forearm": "lForeArm lForearmBend",
            "hand": "lHand",
            "thigh": "lThigh lThighBend",
            "shin": "lShin",
            "foot": "lFoot",
            "toe": "lToe l_toes",
            **_fingers("l*1 l*2 l*3", "Thumb Index Mid Ring Pinky"),
        },
    ),
    School(
        "Character Creator",
        {
            "hips": "CC_Base_Hip CC_Base_Pelvis",
            "spine": "CC_Base_Waist CC_Base_Spine01 CC_Base_Spine02",
            "neck": "CC_Base_NeckTwist01 CC_Base_NeckTwist02",
            "head": "CC_Base_Head",
            "jaw": "CC_Base_JawRoot",
            "eye": "CC_Base_L_Eye",
            "shoulder": "CC_Base_L_Clavicle",
            "upper_arm": "CC_Base_L_Upperarm",
            "forearm": "CC_Base_L_Forearm",
            "hand": "CC_Base_L_Hand",
            "thigh": "CC_Base_L_Thigh",
            "shin": "CC_Base_L_Calf",
            "foot": "CC_Base_L_Foot",
            "toe": "CC_Base_L_ToeBase",
            **_fingers("CC_Base_L_*1 CC_Base_L_*2 CC_Base_L_*3", "Thumb Index Mid Ring Pinky"),
        },
    ),
)
"""The best known first: of two that fit a skeleton equally well the first is named. HumanIK and MotionBuilder name
bones as Mixamo does, Unity's humanoid as VRM does."""
