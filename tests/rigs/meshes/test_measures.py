"""Tests of the height and the front of people, of animals that were taken for people who lie, and of nobody."""

from __future__ import annotations

from math import pi, radians

import numpy as np
import pytest

from pantin.rigs.meshes.measures import Facing, Measures, measured_bones, raised, turned_by
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.skeletons import bare, heading_to, person, turned


def test_a_person_is_measured_by_its_bones() -> None:
    rig = person(fingers=False)
    found = measured_bones(rig)
    ends = np.array([(bone.head, bone.tail) for bone in rig.bones])
    assert found.height == pytest.approx(np.ptp(ends[..., 2])) and found.depth == pytest.approx(np.ptp(ends[..., 1]))
    assert (found.facing, found.is_person, found.on_skin) == ("front", True, False)


@pytest.mark.parametrize(("degrees", "facing"), ((0, "front"), (90, "left"), (180, "back"), (-90, "right")))
def test_a_person_looks_where_it_is_turned(degrees: float, facing: Facing) -> None:
    assert measured_bones(heading_to(person(fingers=False), degrees)).facing == facing
    assert turned_by("front", radians(degrees)) == facing
    assert turned_by(facing, radians(-degrees)) == "front"


def test_a_person_that_lies_is_measured_standing_once_it_is_turned_upright() -> None:
    standing, lying = (measured_bones(rig) for rig in (person(fingers=False), turned(person(fingers=False))))
    assert lying.facing == "down" and lying.height < standing.height
    upright = lying.turned_upright()
    assert upright.height == pytest.approx(standing.height) and upright.facing == "front"
    assert upright.turned_upright(up=False) == lying


@pytest.mark.parametrize("facing", ("front", "up", "back", "down", "left", "right", "unknown"))
def test_turning_upright_and_back_leads_to_the_same(facing: Facing) -> None:
    assert raised(raised(facing), up=False) == facing


def test_who_looks_up_looks_up_however_it_is_turned() -> None:
    assert turned_by("up", pi) == "up"


def test_an_animal_is_no_person_that_lies() -> None:
    """Whatever a skeleton on four legs is taken for: its legs go down to the floor."""
    rig = bare(TEMPLATES["quadruped"]())
    found = measured_bones(rig)
    assert not found.is_person and found.facing == "front"


def test_nobody_looks_nowhere() -> None:
    chain = Rig(bones=(Bone(name="a", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.5)),))
    assert measured_bones(chain) == Measures(0.5, "unknown", is_person=False, on_skin=False)
    assert measured_bones(Rig()).height == 0.0


def test_a_toy_is_believed_and_a_person_as_small_is_not() -> None:
    toy = Measures(0.1, "unknown", is_person=False)
    assert not toy.doubts_at(1.0) and replace_person(toy).doubts_at(1.0)
    assert replace_person(toy).doubts_at(100.0) and not replace_person(toy).doubts_at(17.0)
    assert not Measures(0.0, "unknown").doubts_at(1.0)


def replace_person(measures: Measures) -> Measures:
    return measures._replace(is_person=True)
