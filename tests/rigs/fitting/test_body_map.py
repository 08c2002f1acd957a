"""The map of a body says which bone was taken for which part, how sure that is, and why."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.known_parts import assign
from pantin.rigs.fitting.mapping.body_map import CHECK, BodyMap, body_map
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import bare, nameless, person, renamed


def moved(rig: Rig, by: tuple[float, float, float], *names: str) -> Rig:
    """The rig with the joints between these bones and those above moved."""
    shift = np.array(by)
    bones = []
    for bone in rig.bones:
        if bone.name in names:
            bone = msgspec.structs.replace(bone, head=tuple((np.array(bone.head) + shift).tolist()))
        if any(rig.by_name[name].parent == bone.name for name in names):
            bone = msgspec.structs.replace(bone, tail=tuple((np.array(bone.tail) + shift).tolist()))
        bones.append(bone)
    return msgspec.structs.replace(rig, bones=tuple(bones))


def divided(rig: Rig, name: str, more: str) -> Rig:
    """The rig with a second bone in the lower half of one."""
    bone = rig.by_name[name]
    middle = tuple(((np.array(bone.head) + np.array(bone.tail)) / 2).tolist())
    bones = []
    for each in rig.bones:
        each = msgspec.structs.replace(each, parent=more) if each.parent == name else each
        bones.append(msgspec.structs.replace(each, tail=middle) if each.name == name else each)
    return msgspec.structs.replace(rig, bones=(*bones, Bone(more, name, middle, bone.tail)))


def table(found: BodyMap) -> dict[str, tuple[str, ...]]:
    return {each: part.bones for each, part in found.found.items()}


def test_every_part_of_a_person_has_its_bones_and_rows_have_two_sides() -> None:
    found = body_map(person())
    assert [row.title for row in found.rows if not row.paired] == ["Hips", "Spine", "Neck, head"]
    told = table(found)
    assert told["chest"] == ("spine", "chest") and told["head"] == ("neck", "head")
    assert told["forearm.L"] == ("forearm.L",) and len(told["fingers.R"]) == 15
    assert found.to_check == () and not found.empty and found.role_of_bone("neck") == "head"


def test_two_sources_that_agree_are_surer_than_one_and_names_than_shape() -> None:
    both = body_map(person()).found["forearm.L"]
    by_name = body_map(renamed(person(), {"shin.L": "s", "thigh.L": "t", "foot.L": "f"})).found["hand.L"]
    shaped = body_map(nameless(person(fingers=False))[0]).found["forearm.L"]
    assert 0.99 >= both.confidence >= by_name.confidence > shaped.confidence > CHECK
    assert both.why == "Name; mirror images" and shaped.why == "Shape alone; mirror images"


def test_a_name_that_the_shape_contradicts_is_less_sure_and_says_so() -> None:
    """Toes tell the front, and with it the sides: where all names have left for right, the shape is right."""
    sided = [name for name in person().by_name if name[-2:] in (".L", ".R")]
    swapped = {name: name[:-1] + ("R" if name.endswith("L") else "L") for name in sided}
    found = body_map(renamed(person(), swapped)).found["shin.L"]
    assert found.bone == "shin.R" and found.confidence < body_map(person()).found["shin.L"].confidence - 0.1
    assert found.why == 'Shape; "shin.L" is called so'


def test_a_knee_that_rests_bent_sideways_is_to_be_checked() -> None:
    hip, knee_at, ankle = (np.array(person().by_name[f"{part}.L"].head) for part in ("thigh", "shin", "foot"))
    straight = hip + (ankle - hip) * (knee_at - hip)[2] / (ankle - hip)[2]
    found = body_map(moved(person(), tuple((straight - knee_at + (0.008, 0.0, 0.0)).tolist()), "shin.L"))
    knee = found.found["shin.L"]
    assert knee.doubtful and knee.confidence == pytest.approx(0.8 * 0.99, abs=0.01) and "the wrong way" in knee.why
    assert found.to_check == ("shin.L",) and found.worse(found.rows[-3]).role == "shin.L"


def test_a_bone_that_divides_a_limb_is_told_and_shown() -> None:
    found = body_map(divided(person(), "forearm.R", "middle"))
    part = found.found["forearm.R"]
    assert part.bones == ("forearm.R", "middle") and part.doubtful and part.why.startswith("1 more bone")
    assert body_map(divided(person(), "forearm.R", "forearm_twist.R")).found["forearm.R"].confidence > CHECK


def test_a_limb_that_is_longer_on_one_side_is_told() -> None:
    longer = moved(person(), (0.0, 0.0, -0.08), "foot.L")
    assert body_map(longer).found["shin.L"].why.endswith("% longer than on the other side")
    assert body_map(longer).to_check == ("shin.L",)


def test_what_a_person_says_is_sure_and_what_is_missing_is_not() -> None:
    document = assign(Document.of(person()), "shoulder.L", None)
    told = body_map(assign(document, "hand.L", "hand.L").rig).found
    assert (told["hand.L"].confidence, told["hand.L"].why, told["hand.L"].assigned) == (1.0, "By hand", True)
    assert (told["shoulder.L"].bone, told["shoulder.L"].why) == (None, "By hand: there is none")
    assert not told["shoulder.L"].doubtful and not told["eye.L"].doubtful and told["eye.L"].confidence == 0.0


def test_nobody_is_found_in_a_box() -> None:
    found = body_map(Rig(bones=(Bone("box"),)))
    assert found.empty and "thigh.L" in found.to_check and "eye.L" not in found.to_check
    assert body_map(Rig()).empty


def test_animals_and_hands_have_rows_of_their_own() -> None:
    animal = body_map(bare(TEMPLATES["quadruped"]()))
    assert "Front paw" in [row.title for row in animal.rows] and animal.to_check == ()
    hand = body_map(bare(TEMPLATES["hand"]()))
    assert [row.title for row in hand.rows][:2] == ["Hand", "Thumb"] and not any(row.paired for row in hand.rows)
    assert all(len(hand.found[row.roles[0]].bones) == 3 for row in hand.rows[1:])


def test_a_head_without_a_neck_says_so() -> None:
    bones = tuple(
        msgspec.structs.replace(bone, parent="chest") if bone.name == "head" else bone
        for bone in person().bones
        if bone.name != "neck"
    )
    assert body_map(Rig(bones=bones)).found["head"].why == "Name; no neck below it"
