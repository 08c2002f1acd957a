"""A loaded person gets controls and limits in one go, and stands as before."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin import solver
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import space_of
from pantin.rigs.editing.pins import pins_of_skeleton
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats import native
from pantin.rigs.pose import Transform
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Bone, KnownPart, Rig
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.limbs.limbs import without
from pantin.solver.edits.limbs.person_controls import fit_again, rig_person
from tests.rigs.samples import plain
from tests.rigs.skeletons import (
    CONVENTIONS,
    heading_to,
    named_by,
    person,
    renamed,
    with_eyes,
)
from tests.rigs.strategies import relaxed
from tests.solver.edits.moved_parts import moved


def controls(rig: Rig) -> dict[str, int]:
    kinds = [bone.kind for bone in rig.bones]
    return {kind: kinds.count(kind) for kind in ("handle", "pole")}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_person_of_any_convention_gets_its_controls(convention: str) -> None:
    rig = renamed(person(), named_by(person(), CONVENTIONS[convention]))
    made, told = rig_person(Document.of(rig))
    assert moved(Document.of(rig), made) == {}
    assert controls(made.rig) == {"handle": 7, "pole": 4}
    assert [limb.kind for limb in made.rig.limbs] == ["spine", "limb", "limb", "limb", "limb", "spine"]
    assert problems_of(made.rig) == () and "; no " not in told
    assert all(goal.reached for goal in solver.evaluate(made).goals)


@given(
    measures=st.fixed_dictionaries({name: st.floats(0.6, 1.7) for name in ("legs", "trunk", "arms", "hands", "neck")})
)
@relaxed
def test_nobody_moves_whatever_their_proportions(measures: dict[str, float]) -> None:
    document = Document.of(person(fingers=False, **measures))
    made, _ = rig_person(document)
    assert moved(document, made) == {}
    assert native.parse(native.text(made.scene).encode()) == made.scene


def test_nobody_moves_who_is_posed() -> None:
    turn = Transform(rotation=(0.2, 0.1, 0.0, np.sqrt(1 - 0.05)))
    document = with_transforms(Document.of(person()), {"upper_arm.L": turn, "thigh.R": turn, "spine": turn})
    assert moved(document, rig_person(document)[0]) == {}


@pytest.mark.parametrize(("end", "above", "keeps"), (("foot.L", "shin.L", True), ("hand.L", "forearm.L", False)))
def test_a_foot_keeps_its_rotation_and_a_hand_follows_the_forearm(end, above, keeps) -> None:
    made, _ = rig_person(Document.of(person()))
    handle = end.replace(".", "_ik.")
    before = solver.evaluate(made)
    lifted = with_transforms(made, {handle: Transform(location=(0.0, -0.10, 0.0))})
    after = solver.evaluate(lifted)
    np.testing.assert_allclose(after.matrix(end)[:3, 3], after.matrix(handle)[:3, 3], atol=1e-5)
    turned = np.abs(after.matrix(end)[:3, :3] - before.matrix(end)[:3, :3]).max()
    bent = [np.linalg.inv(each.matrix(above))[:3, :3] @ each.matrix(end)[:3, :3] for each in (before, after)]
    assert (turned < 1e-5) == keeps and (np.abs(bent[1] - bent[0]).max() < 1e-5) != keeps


def test_hands_are_held_by_the_chest_and_feet_by_nothing_of_the_body() -> None:
    made, _ = rig_person(Document.of(person()))
    held = {limb.name: space_of(made.rig, limb) for limb in made.rig.limbs if limb.kind == "limb"}
    assert held["hand.L"] == held["hand.R"] == "chest"
    assert held["foot.L"] == held["foot.R"] not in ("hips", "chest")


def test_the_head_turns_with_its_handle_and_the_chest_takes_it_along() -> None:
    made, _ = rig_person(Document.of(person()))
    turn = Transform(rotation=(0.0, np.sin(0.2), 0.0, np.cos(0.2)))
    before = solver.evaluate(made)
    by_head, by_chest = (solver.evaluate(with_transforms(made, {name: turn})) for name in ("head_ik", "chest_ik"))
    assert not np.allclose(by_head.matrix("head"), before.matrix("head"), atol=0.1)
    np.testing.assert_allclose(by_head.matrix("chest"), before.matrix("chest"), atol=1e-6)
    assert not np.allclose(by_chest.matrix("head"), before.matrix("head"), atol=0.1)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_eyes_of_any_convention_look_at_handles_ahead(convention: str) -> None:
    rig = with_eyes(person())
    names = named_by(rig, CONVENTIONS[convention])
    before = Document.of(renamed(rig, names))
    made, _ = rig_person(before)
    assert moved(before, made) == {} and problems_of(made.rig) == ()
    assert controls(made.rig) == {"handle": 10, "pole": 4}
    eyes, look = tuple(names.get(name, name) for name in ("eye.L", "eye.R")), made.rig.limbs[-1]
    assert look.kind == "aim" and look.bones == eyes
    master = look.controls[0]
    aside = solver.evaluate(with_transforms(made, {master: Transform(location=(0.3, 0.0, 0.0))}))
    for eye, target in zip(eyes, look.controls[1:], strict=True):
        way = aside.tails[aside.index[eye]] - aside.heads[aside.index[eye]]
        wanted = aside.heads[aside.index[target]] - aside.heads[aside.index[eye]]
        assert way @ wanted == pytest.approx(np.linalg.norm(way) * np.linalg.norm(wanted), rel=1e-6)
        assert np.abs(way / np.linalg.norm(way) @ (1.0, 0.0, 0.0)) > 0.1


def test_eyes_look_where_the_body_looks() -> None:
    made, _ = rig_person(Document.of(heading_to(with_eyes(person()), 180.0)))
    assert made.rig.limbs[-1].kind == "aim"
    assert all(made.rig.by_name[name].head[1] > 0.3 for name in made.rig.limbs[-1].controls)


def test_one_eye_looks_alone_and_an_eye_that_hangs_elsewhere_is_none() -> None:
    rig = with_eyes(person())
    one = replace(rig, bones=rig.bones[:-1])
    assert rig_person(Document.of(one))[0].rig.limbs[-1].bones == ("eye.L",)
    loose = replace(rig, bones=tuple(replace(b, parent=None) if "eye" in b.name else b for b in rig.bones))
    assert [limb.kind for limb in rig_person(Document.of(loose))[0].rig.limbs].count("aim") == 0


def test_who_is_no_person_is_rejected_in_one_sentence() -> None:
    from pantin.rigs.templates import TEMPLATES

    with pytest.raises(ValueError, match="only 0 of four limbs can be told; select a hand or foot"):
        rig_person(Document.of(TEMPLATES["tentacle"]()))


def test_parts_that_hang_on_nothing_are_named() -> None:
    rig = person()
    loose = ("upper_arm.L", "upper_arm.R", "thigh.L", "thigh.R")
    parted = (replace(bone, parent=None, connected=False) if bone.name in loose else bone for bone in rig.bones)
    with pytest.raises(ValueError, match="hang on nothing; give them parents first") as failed:
        rig_person(Document.of(replace(rig, bones=tuple(parted))))
    assert all(f'"{name}"' in str(failed.value) for name in loose)


def test_who_has_limbs_already_is_rejected() -> None:
    made, _ = rig_person(Document.of(person()))
    with pytest.raises(ValueError, match="already"):
        rig_person(made)
    bare = without(made, made.rig.limbs)
    assert controls(bare.rig) == {"handle": 0, "pole": 0} and moved(made, bare) == {}


def test_controls_that_came_with_a_file_are_hidden_and_bones_that_hang_on_the_body_stay() -> None:
    rig = person()
    more = [
        Bone("handIK.L", None, (0.6, 0.0, 1.0), (0.6, 0.0, 1.4)),
        Bone("cape", None, (0.0, 0.3, 1.0), (0.0, 0.3, 0.5)),
    ]
    held = Bone("swordSlot", "hand.R", rig.by_name["hand.R"].tail, (0.0, 0.0, 0.0))
    made, told = rig_person(Document.of(replace(rig, bones=(*rig.bones, *more, held))))
    assert [bone.name for bone in made.rig.bones if bone.hidden] == ["handIK.L"]
    assert told.endswith("; 1 control of the file is hidden")


def test_feet_that_are_pinned_already_are_not_pinned_twice() -> None:
    bare = plain(TEMPLATES["humanoid"]())
    pinned = bare.with_rig(bare.rig.changed(pins=pins_of_skeleton(bare.rig)))
    made, _said = rig_person(pinned)
    assert [pin.bone for pin in made.rig.pins] == ["foot.L", "foot.R"] == [pin.bone for pin in pinned.rig.pins]


def test_controls_limits_and_pins_follow_what_a_person_says() -> None:
    rig = renamed(person(), {"hand.L": "hook", "thumb_1.L": "hand.L", "foot.R": "end.R", "toe.R": "foot.R"})
    said = Document.of(rig.changed(parts=(KnownPart("hand.L", "hook"), KnownPart("foot.R", "end.R"))))
    wrong, made = rig_person(Document.of(rig))[0].rig, rig_person(said)[0]
    right = made.rig
    ends = [[limb.bones[-1] for limb in each.limbs if limb.kind == "limb"] for each in (wrong, right)]
    assert ends == [["foot.L", "foot.R", "hand.L", "hand.R"], ["foot.L", "end.R", "hook", "hand.R"]]
    assert [pin.bone for pin in right.pins] == ["foot.L", "end.R"]
    assert right.by_name["hook"].joint == rig_person(Document.of(person()))[0].rig.by_name["hand.L"].joint
    assert moved(said, made) == {} and right.parts == said.rig.parts


def test_a_figure_is_fitted_again_to_what_was_said_since() -> None:
    made, _ = rig_person(Document.of(person()))
    again, _ = fit_again(made.with_rig(made.rig.changed(parts=(KnownPart("head", "neck"),))))
    assert controls(again.rig) == controls(made.rig) and problems_of(again.rig) == ()
    assert moved(made, without(again, again.rig.limbs)) == {}
    assert [rig.limbs[-1].bones for rig in (made.rig, again.rig)] == [("neck", "head"), ("neck",)]
