"""Conventions that name a bone after the joint where it begins, a shin "knee"; and those of MikuMikuDance.

The collarbone has a name of its own in these: a shoulder is no collarbone where an elbow hangs on it.
"""

from __future__ import annotations

from pantin.rigs.anatomy.convention import Convention, fingers
from pantin.rigs.anatomy.parts import Part


def _japanese_fingers() -> dict[Part, str]:
    """The fingers of MikuMikuDance, numbered with wide figures; the thumb from 0."""
    found = fingers("左*１ 左*２ 左*３", "親指 人指 中指 薬指 小指")
    return {**found, "thumb": "左親指０ 左親指１ 左親指２"}


JOINT_CONVENTIONS: tuple[Convention, ...] = (
    Convention(
        "Xsens",
        {
            "hips": "Hips",
            "spine": "Chest Chest2 Chest3 Chest4",
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
        },
    ),
    Convention(
        "SMPL",
        {
            "hips": "Pelvis",
            "spine": "Spine1 Spine2 Spine3",
            "neck": "Neck",
            "head": "Head",
            "jaw": "jaw",
            "eye": "left_eye_smplhf",
            "shoulder": "L_Collar",
            "upper_arm": "L_Shoulder",
            "forearm": "L_Elbow",
            "hand": "L_Wrist",
            "thigh": "L_Hip",
            "shin": "L_Knee",
            "foot": "L_Ankle",
            "toe": "L_Foot",
            **fingers("left_*1 left_*2 left_*3", "thumb index middle ring pinky"),
        },
    ),
    Convention(
        "Second Life",
        {
            "hips": "mPelvis",
            "spine": "mTorso",
            "chest": "mChest",
            "neck": "mNeck",
            "head": "mHead",
            "eye": "mEyeLeft",
            "shoulder": "mCollarLeft",
            "upper_arm": "mShoulderLeft",
            "forearm": "mElbowLeft",
            "hand": "mWristLeft",
            "thigh": "mHipLeft",
            "shin": "mKneeLeft",
            "foot": "mAnkleLeft",
            "toe": "mFootLeft mToeLeft",
            **fingers("mHand*1Left mHand*2Left mHand*3Left", "Thumb Index Middle Ring Pinky"),
        },
    ),
    Convention(
        "Advanced Skeleton",
        {
            "hips": "Root_M",
            "spine": "Spine1_M Spine2_M Spine3_M",
            "chest": "Chest_M",
            "neck": "Neck_M",
            "head": "Head_M",
            "jaw": "Jaw_M",
            "eye": "Eye_L",
            "shoulder": "Scapula_L",
            "upper_arm": "Shoulder_L",
            "forearm": "Elbow_L",
            "hand": "Wrist_L",
            "thigh": "Hip_L",
            "shin": "Knee_L",
            "foot": "Ankle_L",
            "toe": "Toes_L",
            **fingers("*Finger1_L *Finger2_L *Finger3_L", "Thumb Index Middle Ring Pinky"),
        },
    ),
    Convention(
        "Synty",
        {
            "hips": "Hips",
            "spine": "Spine_01 Spine_02 Spine_03",
            "neck": "Neck",
            "head": "Head",
            "shoulder": "Clavicle_L",
            "upper_arm": "Shoulder_L",
            "forearm": "Elbow_L",
            "hand": "Hand_L",
            "thigh": "UpperLeg_L",
            "shin": "LowerLeg_L",
            "foot": "Ankle_L",
            "toe": "Ball_L Toes_L",
            "thumb": "Thumb_01_L Thumb_02_L Thumb_03_L",
            "index": "IndexFinger_01_L IndexFinger_02_L IndexFinger_03_L",
            "middle": "Finger_01_L Finger_02_L Finger_03_L",
        },
    ),
    Convention(
        "ASF/AMC",
        {
            "hips": "root",
            "spine": "lowerback upperback thorax",
            "neck": "lowerneck upperneck",
            "head": "head",
            "shoulder": "lclavicle",
            "upper_arm": "lhumerus",
            "forearm": "lradius",
            "hand": "lwrist lhand",
            "thigh": "lfemur",
            "shin": "ltibia",
            "foot": "lfoot",
            "toe": "ltoes",
            "thumb": "lthumb",
        },
    ),
    Convention(
        "MikuMikuDance",
        {
            "hips": "下半身",
            "spine": "上半身 上半身2 上半身3",
            "neck": "首",
            "head": "頭",
            "eye": "左目",
            "shoulder": "左肩",
            "upper_arm": "左腕",
            "forearm": "左ひじ 左肘",
            "hand": "左手首",
            "thigh": "左足",
            "shin": "左ひざ 左膝",
            "foot": "左足首",
            "toe": "左つま先 左足先EX",
            **_japanese_fingers(),
        },
    ),
    Convention(
        "English MikuMikuDance",
        {
            "hips": "lower_body",
            "spine": "upper_body upper_body_2",
            "neck": "neck",
            "head": "head",
            "eye": "eye_L",
            "shoulder": "shoulder_L",
            "upper_arm": "arm_L",
            "forearm": "elbow_L",
            "hand": "wrist_L",
            "thigh": "leg_L",
            "shin": "knee_L",
            "foot": "ankle_L",
            "toe": "toe_L",
            **fingers("*1_L *2_L *3_L", "thumb fore middle third little"),
        },
    ),
)
