"""Symmetric posing: one side follows what was done to the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Document, Transform
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pins import pinned, unpinned
from pantin.rigs.editing.pose import reset, with_transforms
from pantin.rigs.editing.poses.flipping import flipped
from pantin.rigs.editing.poses.partners import on_the_left
from pantin.rigs.editing.poses.symmetric import posed_on_both_sides
from tests.rigs.skeletons import CONVENTIONS, named_by, person, renamed
from tests.rigs.strategies import relaxed, transforms

PERSON = Document.of(person())
BONES = [bone.name for bone in PERSON.rig.bones]
TURN, OTHER = Transform(rotation=(0.28, 0.0, 0.0, 0.96)), Transform((0.0, 0.1, 0.0), (0.0, 0.6, 0.0, 0.8))


@given(st.dictionaries(st.sampled_from(BONES), transforms(), min_size=1, max_size=4))
@relaxed
def test_what_was_posed_on_one_side_has_its_image_on_the_other(pose: dict[str, Transform]) -> None:
    one_sided = {name: each for name, each in pose.items() if name.endswith(".L")}
    after = posed_on_both_sides(PERSON, with_transforms(PERSON, one_sided))
    assert flipped(after) == after


def test_where_both_were_posed_and_in_the_middle_the_edit_is_right() -> None:
    after = with_transforms(PERSON, {"hand.L": TURN, "hand.R": OTHER, "head": OTHER})
    assert posed_on_both_sides(PERSON, after) is after


def test_what_was_not_touched_keeps_its_difference() -> None:
    before = with_transforms(PERSON, {"foot.L": TURN, "foot.R": OTHER})
    after = posed_on_both_sides(before, with_transforms(before, {"hand.L": TURN}))
    assert after.figure.pose.bones.keys() == {"foot.L", "foot.R", "hand.L", "hand.R"}
    assert (after.figure.pose.bones["foot.L"], after.figure.pose.bones["foot.R"]) == (TURN, OTHER)


def test_a_side_that_is_reset_resets_the_other() -> None:
    before = with_transforms(PERSON, {"hand.L": TURN, "hand.R": OTHER})
    assert posed_on_both_sides(before, reset(before, ["hand.L"])).figure.pose.bones == {}


def test_edits_of_bones_are_left_alone() -> None:
    after = rename(PERSON, "hand.L", "paw.L")
    assert posed_on_both_sides(PERSON, after) is after


def test_the_left_is_told_in_every_convention() -> None:
    expected = {bone for bone in BONES if bone.endswith(".L")}
    for convention in CONVENTIONS.values():
        called = named_by(PERSON.rig, convention)
        left = on_the_left(renamed(PERSON.rig, called))
        assert left == {called.get(name, name) for name in expected}, convention.title


def test_what_is_pinned_or_let_go_on_one_side_is_so_on_the_other() -> None:
    before = pinned(PERSON, ["foot.R", "head"], rotation=False)
    held = posed_on_both_sides(before, pinned(before, ["hand.L", "foot.L"], rotation=True))
    assert {(pin.bone, pin.rotation) for pin in held.rig.pins} == {
        *(("head", False), ("hand.L", True), ("hand.R", True), ("foot.L", True), ("foot.R", True))
    }
    free = posed_on_both_sides(held, unpinned(held, ["hand.R"]))
    assert {pin.bone for pin in free.rig.pins} == {"head", "foot.L", "foot.R"}


def test_pins_that_an_edit_gave_both_sides_stay_as_it_gave_them() -> None:
    after = pinned(pinned(PERSON, ["hand.L"], rotation=True), ["hand.R"], rotation=False)
    assert posed_on_both_sides(PERSON, after) is after
