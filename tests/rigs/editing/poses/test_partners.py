"""Partners of bones, in the names of every convention and without any names."""

from __future__ import annotations

import msgspec
import pytest

from pantin.rigs import Bone, Rig
from pantin.rigs.editing.poses.partners import on_the_left, partners_of
from pantin.rigs.sides import mirrored_name
from tests.rigs.samples import leg
from tests.rigs.skeletons import CONVENTIONS, named_by, nameless, person, renamed

PERSON = person()
PAIRS = {bone.name: mirrored_name(bone.name) for bone in PERSON.bones if mirrored_name(bone.name) != bone.name}


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_bones_have_partners_in_the_names_of_every_convention(convention: str) -> None:
    called = named_by(PERSON, CONVENTIONS[convention])
    named = {bone.name: called.get(bone.name, bone.name) for bone in PERSON.bones}
    assert partners_of(renamed(PERSON, called)) == {named[name]: named[other] for name, other in PAIRS.items()}


def test_bones_that_are_called_by_numbers_have_partners_by_their_places() -> None:
    rig, called = nameless(PERSON)
    assert {called[name]: called[other] for name, other in partners_of(rig).items()} == PAIRS


def test_how_near_images_have_to_be_goes_by_the_size_of_the_figure_wherever_it_stands() -> None:
    rig, called = nameless(PERSON)
    away = msgspec.structs.replace(
        rig,
        bones=tuple(
            msgspec.structs.replace(bone, head=(x, y + 5e3, z), tail=(a, b + 5e3, c))
            for bone in rig.bones
            for (x, y, z), (a, b, c) in [(bone.head, bone.tail)]
        ),
    )
    assert {called[name]: called[other] for name, other in partners_of(away).items()} == PAIRS


def test_of_partners_without_a_side_in_their_names_the_left_one_lies_to_the_left() -> None:
    rig, called = nameless(PERSON)
    assert {called[name] for name in on_the_left(rig)} == {name for name in PAIRS if name.endswith(".L")}


def test_a_bone_alone_on_its_side_has_none() -> None:
    assert partners_of(leg().rig) == {}


def test_bones_of_another_kind_or_in_one_place_are_no_partners() -> None:
    left, right = (Bone(name=name, head=(x, 0, 1), tail=(2 * x, 0, 1)) for name, x in (("one", 1.0), ("two", -1.0)))
    assert partners_of(Rig(bones=(left, right))) == {"one": "two", "two": "one"}
    twice = msgspec.structs.replace(right, name="three")
    assert partners_of(Rig(bones=(left, right, twice))) == {}
    assert partners_of(Rig(bones=(left, msgspec.structs.replace(right, kind="handle")))) == {}


def test_a_lone_letter_is_a_side_only_beside_its_partner() -> None:
    middle = Bone(name="LOD", tail=(0.0, 0.0, 1.0))
    assert partners_of(Rig(bones=(middle, msgspec.structs.replace(middle, name="Root")))) == {}
