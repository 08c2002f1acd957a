"""Collections: made, filled, renamed, hidden, solo, taken away; a bone that is not seen is not selected."""

from __future__ import annotations

import pytest

from pantin import rigs
from pantin.rigs import Document
from pantin.rigs.editing import visibility
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.collecting import (
    add_to_collection,
    collection_named,
    free_name,
    hide_collection,
    make_collection,
    move_to_collection,
    remove_collection,
    rename_collection,
    select_members,
    solo_collection,
    solo_only,
    take_from_collection,
)
from pantin.rigs.editing.visibility import set_selectable, show_collections
from tests.rigs.samples import document, is_one_sentence


def members(found: Document) -> dict[str, tuple[str, ...]]:
    return {group.name: group.bones for group in found.rig.collections}


def two() -> Document:
    return make_collection(make_collection(document(), "Leg", ["shin.L", "thigh.L"]), "All", ["shin.L", "hips"])


def test_bones_stand_in_the_order_of_the_rig_and_may_be_in_several() -> None:
    assert members(two()) == {"Leg": ("thigh.L", "shin.L"), "All": ("hips", "shin.L")}


def test_moving_leaves_bones_in_one_collection_and_makes_one_of_a_new_name() -> None:
    moved = move_to_collection(two(), ["shin.L", "foot_ik.L"], "Controls")
    assert members(moved) == {"Leg": ("thigh.L",), "All": ("hips",), "Controls": ("shin.L", "foot_ik.L")}
    assert members(move_to_collection(moved, ["shin.L"], "Leg"))["Leg"] == ("thigh.L", "shin.L")
    assert move_to_collection(moved, ["foot_ik.L"], "Controls") is moved


def test_adding_and_taking_out() -> None:
    more = add_to_collection(two(), ["hips"], "Leg")
    assert members(more) == {"Leg": ("hips", "thigh.L", "shin.L"), "All": ("hips", "shin.L")}
    assert members(take_from_collection(more, ["hips", "shin.L"], "Leg"))["Leg"] == ("thigh.L",)


def test_names_are_unique_and_not_empty() -> None:
    assert free_name(document().rig) == "Collection"
    assert free_name(make_collection(document(), "Collection").rig) == "Collection 2"
    for edit in (lambda: make_collection(two(), "Leg"), lambda: rename_collection(two(), "Leg", "All")):
        with pytest.raises(ValueError) as rejected:
            edit()
        assert is_one_sentence(str(rejected.value))
    for name in (" ", "x" * 201):
        with pytest.raises(ValueError):
            make_collection(document(), name)
    with pytest.raises(ValueError):
        hide_collection(document(), "Leg", True)


def test_renaming_and_removing_leave_the_bones_alone() -> None:
    renamed = rename_collection(two(), "Leg", "Limb")
    assert members(renamed)["Limb"] == ("thigh.L", "shin.L")
    assert rename_collection(two(), "Leg", "Leg") == two()
    gone = remove_collection(renamed, "Limb")
    assert list(members(gone)) == ["All"] and gone.rig.bones is renamed.rig.bones


def test_what_is_hidden_or_outside_solo_is_not_selected_any_more() -> None:
    assert hide_collection(two(), "Leg", True).selected == ("shin.L", "hips"), "another collection shows the shin"
    assert hide_collection(two(), "All", True).selected == ("shin.L",)
    alone = solo_collection(two(), "Leg", True)
    assert alone.selected == ("shin.L",) and alone.rig.shown == {"thigh.L", "shin.L"}
    assert solo_collection(alone, "Leg", False).rig.shown == {bone.name for bone in document().rig.bones}


def test_one_solo_ends_the_others() -> None:
    both = solo_collection(solo_collection(two(), "Leg", True), "All", True)
    assert [group.solo for group in solo_only(both, "All").rig.collections] == [False, True]


def test_members_that_clicks_take_are_selected() -> None:
    assert select_members(two(), "Leg").selected == ("thigh.L", "shin.L")
    assert select_members(set_selectable(two(), ["thigh.L"], False), "Leg").selected == ("shin.L",)


def test_showing_all_collections_leaves_hidden_bones_hidden() -> None:
    hidden = visibility.hide(hide_collection(two(), "Leg", True), ["hips"])
    after = show_collections(hidden)
    assert after.rig.shown == {bone.name for bone in document().rig.bones} - {"hips"}
    assert show_collections(after) is after


def test_a_renamed_bone_stays_where_it_is() -> None:
    assert members(rename(two(), "shin.L", "calf.L"))["Leg"] == ("thigh.L", "calf.L")


def test_collections_and_looks_are_kept_in_the_file(tmp_path) -> None:
    before = solo_collection(hide_collection(two(), "All", True), "Leg", True)
    rigs.write(before, tmp_path / "leg.rig.json")
    assert rigs.read(tmp_path / "leg.rig.json").rig.collections == before.rig.collections
    assert collection_named(before.rig, "Leg").solo
