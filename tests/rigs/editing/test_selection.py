"""Selections by what bones are to each other."""

from __future__ import annotations

import msgspec
from hypothesis import given

from pantin.rigs import Document
from pantin.rigs.editing.selection import (
    children,
    every,
    inverted,
    linked,
    mirrored,
    none,
    parents,
    select,
    selectable,
    toggled,
)
from pantin.rigs.editing.visibility import hide, set_selectable
from pantin.rigs.sides import mirrored_name
from tests.rigs import samples
from tests.rigs.samples import document
from tests.rigs.strategies import documents, relaxed

ARMS = Document.of(samples.ARMS)


def chosen(document: Document) -> tuple[tuple[str, ...], str | None]:
    return document.selected, document.active


def test_all_and_none() -> None:
    assert every(document()).selected == ("hips", "thigh.L", "shin.L", "foot_ik.L", "knee_pole.L")
    assert chosen(none(document())) == ((), None)


def test_what_is_hidden_or_kept_from_clicks_is_not_in_all() -> None:
    before = set_selectable(hide(document(), ["hips"]), ["shin.L"], False)
    assert selectable(before.rig) == ("thigh.L", "foot_ik.L", "knee_pole.L")
    assert every(before).selected == selectable(before.rig)


def test_one_more_and_one_less() -> None:
    two = toggled(select(document(), ["hips"]), "shin.L")
    assert chosen(two) == (("hips", "shin.L"), "shin.L")
    assert chosen(toggled(two, "shin.L")) == (("hips",), "hips")
    assert chosen(toggled(toggled(two, "shin.L"), "hips")) == ((), None)


def test_inverted() -> None:
    assert inverted(document()).selected == ("thigh.L", "foot_ik.L", "knee_pole.L")


def test_parents_and_children() -> None:
    at_hand = select(ARMS, ["hand.L"])
    assert chosen(parents(at_hand)) == (("arm.L",), "arm.L")
    assert chosen(parents(at_hand, extend=True)) == (("hand.L", "arm.L"), "arm.L")
    assert chosen(parents(select(ARMS, ["spine"]))) == (("spine",), "spine")
    assert chosen(children(select(ARMS, ["arm.R"]))) == (("hand.R",), "hand.R")
    assert chosen(children(at_hand)) == (("hand.L",), "hand.L")
    assert chosen(children(select(ARMS, ["spine"]))) == (("arm.L",), "arm.L"), "a bone before a handle"


def test_linked_follows_parents_both_ways() -> None:
    assert linked(ARMS, ["hand.L"]).selected == ("spine", "ribs", "arm.L", "hand.L", "arm.R", "hand.R")
    assert linked(select(ARMS, ["prop.L"]), ["spine"]).selected[-1] == "prop.L"


def test_mirrored() -> None:
    assert chosen(mirrored(select(ARMS, ["arm.L", "spine", "prop.L"], "arm.L"))) == (
        ("arm.R", "spine", "prop.L"),
        "arm.R",
    )
    assert mirrored(select(ARMS, ["arm.L"]), extend=True).selected == ("arm.L", "arm.R")


def _both_sides(document: Document) -> Document:
    """The same bones, and for each a partner that it does not have yet."""
    twins = {mirrored_name(bone.name): bone for bone in document.rig.bones}
    added = tuple(
        msgspec.structs.replace(bone, name=name, parent=None)
        for name, bone in twins.items()
        if name not in document.rig.by_name
    )
    rig = msgspec.structs.replace(document.rig, bones=(*document.rig.bones, *added))
    return document.with_rig(rig)


@given(documents())
@relaxed
def test_mirrored_twice_is_the_same(document: Document) -> None:
    before = select(_both_sides(document), document.selected)
    assert mirrored(mirrored(before)) == before


@given(documents())
@relaxed
def test_inverted_twice_is_what_can_be_selected_of_it(document: Document) -> None:
    can_be = selectable(document.rig)
    assert set(inverted(inverted(document)).selected) == set(document.selected) & set(can_be)
