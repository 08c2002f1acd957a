"""The table of kinds: what each declares, and that a new kind or field needs no other place on this side."""

from __future__ import annotations

from typing import Annotated, Self, get_args

import msgspec
import pytest
from msgspec.structs import replace

from pantin.rigs.constraints import KINDS, Constraint, Ik
from pantin.rigs.constraints.acting import Acting, Look
from pantin.rigs.constraints.mirroring import ANGLES, PLACES, negated, swapped
from pantin.rigs.fields import BoneName, Length, Position, field, fields_of
from pantin.rigs.references import follow, forget


class Spring(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="spring"):
    """A kind as small as it can be: the owner is pulled towards a point beside another bone."""

    look = Look("Spring", "track", "t2", "Is pulled towards a point.", ("target", "rest"))

    target: Annotated[BoneName | None, field("Target", "The bone that pulls.", refers_to="bone")] = None
    beside: Annotated[Position, field("Beside", "Where the point is, from the bone.", unit="m")] = (0.0, 0.0, 0.0)
    rest: Annotated[Length, field("Rest length", "How far away it comes to rest.", unit="m")] = 0.1

    def mirrored(self) -> Self:
        """With the point on the other side."""
        return replace(self, beside=negated(self.beside, PLACES))


def test_the_table_has_every_kind_once() -> None:
    assert set(KINDS) == set(get_args(Constraint)) and len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_kind_says_how_it_is_shown(kind: type[Constraint]) -> None:
    declared = {declared.name for declared in fields_of(kind)}
    assert kind.look.title and kind.look.help.endswith(".") and set(kind.look.order) <= declared


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_mirror_image_of_a_mirror_image_is_the_same(kind: type[Constraint]) -> None:
    constraint = kind(owner="hand.L")
    assert constraint.mirrored().mirrored() == constraint and constraint.mirrored().owner == "hand.L"


def test_ranges_are_turned_round_in_the_mirror() -> None:
    assert swapped((-1.0, None, 2.0), (3.0, 4.0, None), PLACES) == {
        "lower": (-3.0, None, 2.0),
        "upper": (1.0, 4.0, None),
    }
    assert swapped((-1.0, None, 2.0), (3.0, 4.0, None), ANGLES) == {
        "lower": (-1.0, -4.0, None),
        "upper": (3.0, None, -2.0),
    }
    assert Ik(owner="a", pole_angle=0.5).mirrored().pole_angle == -0.5


def test_a_new_kind_is_shown_mirrored_renamed_and_saved_by_its_declaration() -> None:
    spring = Spring(owner="hand.L", target="hips", beside=(0.1, 0.2, 0.3))
    assert [declared.title for declared in fields_of(Spring)] == ["Active", "Target", "Beside", "Rest length"]
    assert spring.mirrored().beside == (-0.1, 0.2, 0.3)
    assert follow(spring, {"hips": "pelvis"}).target == "pelvis" and forget(spring, ["hips"]).target is None
    data = msgspec.json.encode(spring)
    assert msgspec.json.decode(data)["type"] == "spring"
    assert msgspec.json.decode(data, type=Constraint | Spring) == spring
