"""Tests of what is hidden and what clicks take: edits of the bones, and of the selection where it has to follow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Document
from pantin.rigs.editing.visibility import (
    hide,
    hide_others,
    make_selectable_only,
    set_selectable,
    show_all,
    show_only,
)
from tests.rigs.samples import document
from tests.rigs.strategies import documents, relaxed


def hidden(document: Document) -> set[str]:
    return {bone.name for bone in document.rig.bones if bone.hidden}


def kept_from_clicks(document: Document) -> set[str]:
    return {bone.name for bone in document.rig.bones if not bone.selectable}


def test_what_is_hidden_is_not_selected_any_more() -> None:
    after = hide(document(), ["shin.L", "gone"])
    assert hidden(after) == {"shin.L"}
    assert (after.selected, after.active) == (("hips",), "hips")
    assert hidden(hide(after, ["shin.L"], hidden=False)) == set()


def test_bones_that_do_not_change_stay_the_same_objects() -> None:
    before = document()
    after = hide(before, ["shin.L"])
    assert [new is old for new, old in zip(after.rig.bones, before.rig.bones, strict=True)].count(False) == 1
    assert hide(after, ["shin.L"]) is after
    assert set_selectable(before, ["hips"], True) is before


def test_hiding_others_keeps_the_selected() -> None:
    after = hide_others(document())
    assert hidden(after) == {"thigh.L", "foot_ik.L", "knee_pole.L"}
    assert after.selected == document().selected


def test_only_some_shown_or_only_some_taken_by_clicks() -> None:
    before = hide(document(), ["thigh.L"])
    assert hidden(show_only(before, ["thigh.L"])) == {"hips", "shin.L", "foot_ik.L", "knee_pole.L"}
    before = set_selectable(document(), ["thigh.L"], False)
    assert kept_from_clicks(make_selectable_only(before, ["thigh.L"])) == {"hips", "shin.L", "foot_ik.L", "knee_pole.L"}


def test_showing_all_selects_what_was_hidden() -> None:
    after = show_all(hide(document(), ["shin.L", "foot_ik.L"]))
    assert hidden(after) == set() and after.selected == ("shin.L", "foot_ik.L")
    assert show_all(after) is after


def test_what_clicks_do_not_take_is_not_selected_any_more() -> None:
    after = set_selectable(document(), ["hips"], False)
    assert kept_from_clicks(after) == {"hips"}
    assert (after.selected, after.active) == (("shin.L",), "shin.L")


EDITS: list[Callable[[Document, list[str]], Document]] = [
    hide,
    show_only,
    make_selectable_only,
    lambda document, names: set_selectable(document, names, False),
]


@pytest.mark.parametrize("edit", EDITS)
@given(documents(), st.data())
@relaxed
def test_nothing_else_changes_and_twice_is_once(
    edit: Callable[[Document, list[str]], Document], before: Document, data: st.DataObject
) -> None:
    names = data.draw(st.lists(st.sampled_from([bone.name for bone in before.rig.bones])))
    after = edit(before, names)
    assert edit(after, names) is after
    assert after.figure.pose.bones is before.figure.pose.bones and after.rig.constraints is before.rig.constraints
    assert [bone.name for bone in after.rig.bones] == [bone.name for bone in before.rig.bones]
    assert set(after.selected) <= set(before.selected)
