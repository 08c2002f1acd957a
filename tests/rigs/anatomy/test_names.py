"""Tests of what a single name tells: its part and side, and whether it is no part of the body at all."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from pantin.rigs.anatomy import words
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import is_control, is_of_a_body, is_root, stem_of, stems_of
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.rig import Bone, Rig


@pytest.mark.parametrize(
    ("name", "word", "side"),
    [
        ("mixamorig:LeftForeArm", "forearm", "L"),
        ("mixamorig12:RightHandPinky3", "handpinky3", "R"),
        ("J_Bip_L_UpperArm", "upperarm", "L"),
        ("Bip01 R Calf", "calf", "R"),
        ("Bip01_L_Finger11", "finger11", "L"),
        ("DEF-spine.001", "spine1", ""),
        ("ORG-upper_arm.R", "upperarm", "R"),
        ("index_01_l", "index1", "L"),
        ("LThumb", "thumb", "L"),
        ("rShldr", "shldr", "R"),
        ("LowerBack", "lowerback", ""),
        ("lfemur", "femur", "L"),
        ("rhipjoint", "hipjoint", "R"),
        ("lowerback", "lowerback", ""),
        ("rear", "rear", ""),
        ("mElbowLeft", "elbow", "L"),
        ("ValveBiped.Bip01_L_UpperArm", "upperarm", "L"),
        ("右人指２", "人指2", "R"),
        ("__UpLeg_L", "", ""),
    ],
)
def test_a_name_is_stripped_to_its_part_and_side(name: str, word: str, side: str) -> None:
    assert stem_of(name) == (word, side)


def test_numbers_that_number_all_names_tell_nothing() -> None:
    """As Sketchfab puts them; a skeleton that numbers its spine alone means it."""
    counted = stems_of(("Hips_01", "Spine_02", "hand_l_03", "hand_r_04"))
    assert [stem.word for stem in counted.values()] == ["hips", "spine", "hand", "hand"]
    assert counted["hand_l_03"].side == "L"
    assert stems_of(("pelvis", "spine_01", "spine_02", "neck_01", "head", "root"))["spine_02"].word == "spine2"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("hind_paw.L", "foot"),
        ("frontPaw_R", "hand"),
        ("Paw.L", "paw"),
        ("metatarsus.R", "hock"),
        ("lCarpal2", "palm"),
        ("LeftIndexMetacarpal", "palm"),
        ("LeftThumbMetacarpal", "thumb"),
        ("righthandindex1", "index"),
        ("toe_middle_1.L", "toe"),
        ("HairBall_L", "tail"),
        ("tail_3", "tail"),
        ("upperarm_twist_01_l", "twist"),
        ("eye.l_Armature", "eye"),
        ("LeftEar", "ear"),
        ("Armature", None),
        ("root", None),
        ("LHipJoint", None),
        ("Bip01 Footsteps", None),
        ("l-ARMORIENT", None),
        ("string_4", None),
    ],
)
def test_a_name_of_no_convention_is_told_by_its_words(name: str, part: str | None) -> None:
    assert part_of(name) == part


def test_controls_ends_and_roots_are_no_parts_of_the_body() -> None:
    controls, ends = ("kneeIK", "PoleTarget", "ik_foot.L", "handslot.l", "spine_ctrl"), ("HeadTop_End", "L Toe0Nub")
    assert all(map(is_control, controls)) and all(map(is_root, ("Root", "Armature")))
    assert not any(map(is_of_a_body, (*controls, *ends)))
    assert all(map(is_of_a_body, ("lForearmBend", "spike", "hand.L")))
    assert parts_of(Rig(bones=tuple(Bone(name=name) for name in (*controls, *ends)))) == {}


def test_a_limb_that_says_no_more_is_told_from_its_root_on() -> None:
    names = ("arm-left", "arm-left.001", "arm-left.002")
    bones = tuple(Bone(name=name, parent=above) for name, above in zip(names, (None, *names), strict=False))
    assert tuple(parts_of(Rig(bones=bones)).values()) == ("upper_arm", "forearm", "hand")


def test_joints_tell_the_upper_bones_of_limbs() -> None:
    names = ("L_Hip", "L_Knee", "L_Collar", "L_Shoulder", "L_Elbow")
    bones = tuple(Bone(name=name, parent=above) for name, above in zip(names, (None, *names), strict=False))
    found = parts_of(Rig(bones=bones))
    assert [found[name] for name in names] == ["thigh", "shin", "shoulder", "upper_arm", "forearm"]


def test_metatarsals_of_a_person_are_no_hock() -> None:
    bones = (Bone(name="foot.L"), Bone(name="metatarsal1.L", parent="foot.L"), Bone(name="hock.R"))
    assert parts_of(Rig(bones=bones)) == {"foot.L": "foot", "hock.R": "hock"}


def test_names_that_differ_by_their_numbers_are_looked_through_for_words_once() -> None:
    rig = Rig(bones=tuple(Bone(name=f"thorn_{number}") for number in range(500)))
    with patch.object(words.re, "search", wraps=words.re.search) as search:
        assert parts_of(rig) == {}
    assert search.call_count <= len(words._WORDS)
