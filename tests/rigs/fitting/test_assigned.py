"""Tests that what a person says about the parts of a body outranks names and shape, and is kept with the rig."""

from __future__ import annotations

import msgspec
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.known_parts import assign, unassign, why_not
from pantin.rigs.editing.pins import pins_of_skeleton
from pantin.rigs.fitting import figure_in, person_figure_in
from pantin.rigs.fitting.hands import hands_of
from pantin.rigs.formats import native
from pantin.rigs.rig import Bone, KnownPart, Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.fitting.assigning import saying
from tests.rigs.skeletons import bare, nameless, person, renamed


def test_what_is_said_outranks_the_name_and_the_rest_is_found_from_there() -> None:
    rig = renamed(person(), {"hand.L": "hook", "thumb_1.L": "hand.L"})
    assert person_figure_in(rig).bones["hand.L"] == "hand.L"
    found = person_figure_in(saying(rig, hand__L="hook")).bones
    assert found["hand.L"] == "hook" and found["forearm.L"] == "forearm.L"
    assert found["index_1.L"] == "index_1.L" and found["hand.R"] == "hand.R"


def test_a_part_that_is_said_not_to_be_there_is_left_out() -> None:
    figure = person_figure_in(saying(person(), shoulder__L=None))
    assert "shoulder.L" not in figure.bones and "shoulder.L" in figure.missing and "shoulder.R" in figure.bones


def test_found_parts_that_do_not_hang_on_what_is_said_are_looked_for_again() -> None:
    rig, old = nameless(person(fingers=False))
    new = {was: name for name, was in old.items()}
    found = person_figure_in(saying(rig, thigh__L=new["thigh.R"], thigh__R=new["thigh.L"])).bones
    assert (old[found["thigh.L"]], old[found["shin.L"]]) == ("thigh.R", "shin.R")
    assert (old[found["thigh.R"]], old[found["shin.R"]]) == ("thigh.L", "shin.L")


def test_a_finger_that_is_said_leaves_the_others_that_shape_tells() -> None:
    """Ring and little finger swapped by hand: the other three are found as before, and so are the sliders' fingers."""
    rig, old = nameless(person())
    new = {was: name for name, was in old.items()}
    before = person_figure_in(rig).bones
    told = saying(rig, ring_1__L=before["little_1.L"], little_1__L=before["ring_1.L"])
    after = person_figure_in(told).bones
    assert after["ring_3.L"] == before["little_3.L"] and after["little_3.L"] == before["ring_3.L"]
    kept = {each for each in before if "ring" not in each and "little" not in each}
    assert {each: after.get(each) for each in kept} == {each: before[each] for each in kept}
    without = saying(rig, thumb_1__L=None)
    assert not {each for each in person_figure_in(without).bones if each.startswith("thumb") and each.endswith(".L")}
    [left] = [hand for hand in hands_of(without) if hand.bone == new["hand.L"]]
    assert "thumb" not in left.fingers and len(left.fingers) == 4


def test_the_chest_and_with_it_the_back_can_be_said() -> None:
    rig = person()
    assert person_figure_in(rig).spine == ("spine", "chest")
    low = person_figure_in(saying(rig, chest="spine"))
    assert low.spine == ("spine",) and low.neck == ("chest", "neck") and "chest" not in low.bones
    assert person_figure_in(saying(rig, chest="thigh.L")).spine == ("spine", "chest"), "the arms do not hang on it"


def test_an_assignment_to_missing_bones_or_against_the_tree_counts_for_nothing() -> None:
    rig = person()
    assert person_figure_in(saying(rig, hand__L="nobody")) == person_figure_in(rig)
    swapped = person_figure_in(saying(rig, upper_arm__L="forearm.L", forearm__L="upper_arm.L"))
    assert swapped.bones["upper_arm.L"] == "forearm.L" and swapped.bones.get("forearm.L") != "upper_arm.L"


def test_an_animal_and_a_hand_follow_too() -> None:
    animal = bare(TEMPLATES["quadruped"]())
    said_paw = figure_in(saying(animal, foot__L="hock.L"))
    assert said_paw.kind == "quadruped" and said_paw.bones["foot.L"] == "hock.L"
    assert figure_in(saying(animal, chest="spine_2")).spine == ("spine_1", "spine_2")
    hand = bare(TEMPLATES["hand"]())
    other = next(name for name in hand.by_name if name.startswith("index_2"))
    side = other.partition(".")[2]
    told = figure_in(hand.changed(parts=(KnownPart(f"index_1.{side}" if side else "index_1", other),)))
    assert other in told.bones.values() and told.kind == "hand"


def test_an_edit_says_one_bone_for_one_part_and_can_be_taken_back() -> None:
    document = Document.of(person())
    crossed = assign(document, "hand.L", "hand.R")
    assert crossed.rig.parts == (KnownPart("hand.L", "hand.R"),)
    assert assign(crossed, "hand.R", "hand.R").rig.parts == (KnownPart("hand.R", "hand.R"),), "a bone is one part"
    twice = assign(assign(document, "hand.L", None), "hand.L", "hand.L")
    assert twice.rig.parts == (KnownPart("hand.L", "hand.L"),)
    assert unassign(twice, "hand.L", "hand.R") == document and unassign(document, "hand.L") is document


def test_the_other_side_is_said_too_where_nothing_was_found_of_it() -> None:
    limbs = {f"{part}.{side}": f"{odd}_{side}" for part, odd in (("thigh", "a"), ("shin", "b")) for side in "LR"}
    loose = renamed(person(), limbs)
    flat = Rig(bones=tuple(msgspec.structs.replace(bone, head=(0, 0, 0), tail=(0, 0, 1)) for bone in loose.bones))
    assert "thigh.R" not in person_figure_in(flat).bones
    once = assign(Document.of(flat), "thigh.L", "a_L")
    assert once.rig.parts == (KnownPart("thigh.L", "a_L"), KnownPart("thigh.R", "a_R"))
    assert assign(Document.of(person()), "hand.L", "hand.L").rig.parts == (KnownPart("hand.L", "hand.L"),)


@pytest.mark.parametrize(
    ("part", "bone", "why"),
    [
        ("head", "foot.L", 'it does not hang on "chest"'),
        ("hips", "spine", '"thigh.L" does not hang on it'),
        ("eye.L", "hips", 'it does not hang on "head"'),
        ("fingers.L", "hand.L", "cannot be chosen by itself"),
        ("hand.L", "nobody", "no bone of the body"),
        ("forearm.L", "hand.R", 'it does not hang on "upper_arm.L"'),
        ("hand.R", "hand.R", ""),
    ],
)
def test_why_a_bone_cannot_be_a_part(part: str, bone: str, why: str) -> None:
    document = Document.of(saying(person(), upper_arm__L="upper_arm.L"))
    assert (why in why_not(document.rig, part, bone)) and bool(why) == bool(why_not(document.rig, part, bone))
    if why:
        with pytest.raises(ValueError, match="cannot be"):
            assign(document, part, bone)


def test_it_is_saved_and_follows_the_names_of_bones() -> None:
    document = assign(Document.of(person()), "hand.L", "hand.L")
    assert native.parse(native.text(document.scene).encode()) == document.scene
    assert rename(document, "hand.L", "hook").rig.parts == (KnownPart("hand.L", "hook"),)
    gone = delete(document, ("hand.L",))
    assert gone.rig.parts == (KnownPart("hand.L"),)
    assert '"parts"' not in native.text(Document.of(person()).scene)


def test_an_animal_that_is_opened_is_pinned_by_four_feet_and_a_person_by_two() -> None:
    animal = bare(TEMPLATES["quadruped"]())
    assert {pin.bone for pin in pins_of_skeleton(animal)} == {
        f"{end}_paw.{side}" for end in ("front", "hind") for side in "LR"
    }
    assert {pin.bone for pin in pins_of_skeleton(person())} == {"foot.L", "foot.R"}
    assert pins_of_skeleton(Rig(bones=(Bone("box"),))) == ()


def test_no_bone_is_the_clavicle_of_both_sides() -> None:
    """Arms hang on the chest, and the bone below is said to be that: what lies between is no shoulder."""
    whole = person(fingers=False)
    bones = tuple(
        msgspec.structs.replace(bone, parent="chest" if bone.parent in ("shoulder.L", "shoulder.R") else bone.parent)
        for bone in whole.bones
        if not bone.name.startswith("shoulder")
    )
    rig = msgspec.structs.replace(whole, bones=bones)
    figure = person_figure_in(saying(rig, chest="spine"))
    assert figure.bones["upper_arm.L"] == "upper_arm.L" and figure.spine[-1] == "spine"
    assert not {"shoulder.L", "shoulder.R"} & figure.bones.keys()
