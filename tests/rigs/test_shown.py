"""Tests of which bones are seen: hidden ones never, solo collections alone, else what one collection at least shows."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Rig
from pantin.rigs.collection import Collection
from pantin.rigs.editing.selection import selectable
from pantin.rigs.editing.visibility import hide, set_selectable, show_all
from tests.rigs.samples import document, leg
from tests.rigs.strategies import relaxed

NAMES = tuple(bone.name for bone in leg().rig.bones)


def with_groups(*groups: Collection) -> Rig:
    return msgspec.structs.replace(leg().rig, collections=groups)


LEG, CONTROLS = Collection("Leg", ("thigh.L", "shin.L")), Collection("Controls", ("foot_ik.L", "shin.L"))
HIDDEN = msgspec.structs.replace(LEG, hidden=True)


def test_without_collections_all_that_is_not_hidden_is_seen() -> None:
    assert leg().rig.shown == set(NAMES)
    assert hide(document(), ["hips"]).rig.shown == set(NAMES) - {"hips"}


def test_a_rig_keeps_what_is_seen_while_it_is_posed() -> None:
    rig = with_groups(HIDDEN)
    seen = rig.shown
    assert document().with_rig(rig).posed({}).rig.shown is seen
    assert hide(document().with_rig(rig), ["hips"]).rig.shown == rig.shown - {"hips"}


def test_a_bone_is_seen_where_one_of_its_collections_is() -> None:
    assert with_groups(HIDDEN, CONTROLS).shown == set(NAMES) - {"thigh.L"}
    assert with_groups(HIDDEN).shown == set(NAMES) - {"thigh.L", "shin.L"}


def test_solo_shows_its_bones_alone_even_where_they_are_hidden() -> None:
    solo = msgspec.structs.replace(HIDDEN, solo=True)
    assert with_groups(solo, CONTROLS).shown == {"thigh.L", "shin.L"}
    also = msgspec.structs.replace(CONTROLS, solo=True)
    assert with_groups(solo, also).shown == {"thigh.L", "shin.L", "foot_ik.L"}


def test_a_bone_that_is_hidden_itself_is_not_seen_in_solo() -> None:
    solo = document().with_rig(with_groups(msgspec.structs.replace(LEG, solo=True)))
    assert hide(solo, ["shin.L"]).rig.shown == {"thigh.L"}


def test_what_is_not_seen_cannot_be_selected() -> None:
    rig = with_groups(HIDDEN)
    assert selectable(rig) == ("hips", "foot_ik.L", "knee_pole.L")
    locked = set_selectable(document().with_rig(rig), ["hips"], False)
    assert selectable(locked.rig) == ("foot_ik.L", "knee_pole.L")


groups = st.builds(
    Collection,
    name=st.sampled_from("abcd"),
    bones=st.lists(st.sampled_from(NAMES), unique=True).map(tuple),
    hidden=st.booleans(),
    solo=st.booleans(),
)


@given(st.lists(groups, max_size=4, unique_by=lambda group: group.name), st.sets(st.sampled_from(NAMES)))
@relaxed
def test_showing_all_shows_all(collections: list[Collection], away: set[str]) -> None:
    before = document().with_rig(with_groups(*collections))
    hidden = hide(before, away)
    after = show_all(hidden)
    assert after.rig.shown == set(NAMES)
    missing = set(NAMES) - hidden.rig.shown
    assert set(after.selected) == missing or (not missing and after is hidden)
