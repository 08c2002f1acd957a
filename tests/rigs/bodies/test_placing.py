"""Templates inside meshes: joints of animals made of capsules, from wherever they look and however large they are."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.bodies import body_points
from pantin.rigs.bodies.held import without_held
from pantin.rigs.bodies.placing import KINDS, PERSON, Placed, kind_of
from pantin.rigs.meshes.measures import facing_of
from pantin.rigs.rig import Rig
from tests.rigs.bodies.animals import bird, box, cat, folded_bird, four_legged, of_boxes, snake
from tests.rigs.bodies.capsules import Floats, Mesh, capsule, joined, person, turned

NEAR = 0.09
"""Metres, of an animal of 86 cm at the back, 2 m long: joints lie within a limb, whose ends are its own."""


def placed(kind: str, mesh: Mesh, other: bool = False) -> Placed:
    return KINDS[kind].place(*mesh, other)


def head(rig: Rig, name: str) -> Floats:
    return np.array(rig.by_name[name].head)


def tail(rig: Rig, name: str) -> Floats:
    return np.array(rig.by_name[name].tail)


def far(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other))


@pytest.mark.parametrize(("degrees", "size"), [(0.0, 1.0), (180.0, 1.0), (90.0, 100.0), (35.0, 0.01)])
def test_an_animal_on_four_legs(degrees: float, size: float) -> None:
    mesh, joints = turned(*four_legged(), degrees, size)
    rig = placed("four_legged", mesh).rig
    for side in "LR":
        for name in ("upper_arm", "forearm", "front_paw", "front_toe", "thigh", "shin", "hock", "hind_paw"):
            assert far(head(rig, f"{name}.{side}"), joints[f"{name}.{side}"]) < 1.3 * NEAR * size, name
    for name in ("hips", "neck_1", "head"):
        assert far(head(rig, name), joints[name]) < 1.5 * NEAR * size, name
    assert far(tail(rig, "head"), joints["nose"]) < NEAR * size
    assert far(tail(rig, "tail_6"), joints["tail"]) < NEAR * size


def test_the_other_end_becomes_the_head_by_one_click() -> None:
    mesh, joints = four_legged()
    rig = placed("four_legged", mesh, other=True).rig
    assert far(tail(rig, "head"), joints["tail"]) < NEAR
    assert head(rig, "thigh.L")[0] < 0.0 < head(rig, "thigh.R")[0]


def test_without_a_tail_there_are_no_bones_of_one() -> None:
    made = placed("four_legged", four_legged(tail=False)[0])
    assert not [bone for bone in made.rig.bones if bone.name.startswith("tail")]
    assert "tail" not in made.words


@pytest.mark.parametrize("degrees", [0.0, 180.0])
def test_a_head_below_the_tail_is_the_head_all_the_same(degrees: float) -> None:
    mesh, _joints = turned(cat(), {}, degrees)
    rig = placed("four_legged", mesh).rig
    sign = 1.0 if degrees == 0.0 else -1.0
    assert sign * tail(rig, "head")[1] < -0.4 and tail(rig, "tail_6")[2] > 0.6


def test_an_animal_of_boxes_has_head_and_tail_in_its_middle() -> None:
    rig = placed("four_legged", of_boxes()).rig
    for name in ("head", "tail_6"):
        assert abs(tail(rig, name)[0]) < 0.03
    assert tail(rig, "head")[1] < -1.1 and 1.1 < tail(rig, "head")[2] < 1.4
    assert tail(rig, "tail_6")[1] > 0.6


def test_ears_that_are_none_get_no_bones() -> None:
    rig = placed("four_legged", four_legged()[0]).rig
    assert "ear.L" not in rig.by_name and "ear_tip.R" not in rig.by_name


def test_both_sides_are_mirror_images() -> None:
    rig = placed("four_legged", four_legged()[0]).rig
    for bone in rig.bones:
        if bone.name.endswith(".L"):
            other = rig.by_name[bone.name.replace(".L", ".R")]
            np.testing.assert_allclose(np.array(other.head) * (-1.0, 1.0, 1.0), bone.head, atol=5e-3)


@pytest.mark.parametrize("degrees", [0.0, 180.0, 270.0])
def test_a_bird(degrees: float) -> None:
    mesh, joints = turned(*bird(), degrees)
    rig = placed("winged", mesh).rig
    for side in "LR":
        assert far(head(rig, f"upper_arm.{side}"), joints[f"upper_arm.{side}"]) < 0.08
        assert far(head(rig, f"hand.{side}"), joints[f"hand.{side}"]) < 0.1
        assert far(tail(rig, f"hand.{side}"), joints[f"tip.{side}"]) < 0.08
        assert far(head(rig, f"hock.{side}"), joints[f"hock.{side}"]) < 0.07
        assert far(head(rig, f"foot.{side}"), joints[f"foot.{side}"]) < 0.05
    assert far(tail(rig, "beak"), joints["beak"]) < 0.04
    assert far(tail(rig, "tail_feather"), joints["tail"]) < 0.05


def test_a_bird_looks_where_its_head_is_and_lies_on_no_back() -> None:
    ways = [facing_of(placed("winged", turned(*bird(), degrees)[0]).rig) for degrees in (0.0, 90.0, 180.0)]
    assert ways == ["front", "left", "back"]


def test_a_chain_follows_what_winds() -> None:
    points, triangles = snake()
    rig = placed("chain", (points, triangles)).rig
    heads = np.array([bone.head for bone in rig.bones])
    wound = 0.12 * np.sin(5.0 * (heads[:, 1] + 1.0) / 2.0)
    assert np.abs(heads[:, 0] - wound).max() < 0.04
    assert heads[0, 1] < -0.95 and heads[-1, 1] > 0.8


@pytest.mark.parametrize("kind", ["hand", "robot_arm", "arm"])
def test_other_templates_are_as_large_as_the_mesh(kind: str) -> None:
    rig = placed(kind, capsule((0, 0, 1), (0, 0, 4), 0.5)).rig
    ends = np.array([(bone.head, bone.tail) for bone in rig.bones]).reshape(-1, 3)
    assert np.ptp(ends, axis=0).max() == pytest.approx(4.0, abs=0.1)
    assert ends[:, 2].min() == pytest.approx(0.5, abs=0.1)


def test_kinds_are_told_apart() -> None:
    assert kind_of(*four_legged()[0]) == "four_legged"
    assert kind_of(*bird()[0]) == "winged"
    assert kind_of(*snake()) == "chain"
    assert kind_of(*person()[0]) == PERSON
    assert kind_of(*capsule((0, 0, 1), (0, 0, 1.001), 0.5)) == PERSON


@pytest.mark.parametrize("degrees", [0.0, 90.0, 135.0, 180.0])
def test_a_bird_that_stands_with_folded_wings_is_told_from_people(degrees: float) -> None:
    mesh, _joints = turned(folded_bird(), {}, degrees)
    assert kind_of(*mesh) == "winged"


def test_a_bird_with_folded_wings_gets_legs_and_wings_at_its_sides() -> None:
    rig = placed("winged", folded_bird()).rig
    assert tail(rig, "beak")[1] < -0.34 and tail(rig, "tail_feather")[1] > 0.38
    for side, sign in (("L", 1.0), ("R", -1.0)):
        assert far(head(rig, f"foot.{side}"), np.array((0.05 * sign, 0.02, 0.03))) < 0.04
        assert 0.03 < sign * head(rig, f"forearm.{side}")[0] < 0.12


def zombie() -> Mesh:
    """Return a person with the arms before it."""
    points, triangles = person(drop=np.pi / 2)[0]
    arms = np.abs(points[:, 0]) > 0.165
    before = points.copy()
    before[arms] = (points[arms] - (0.0, 0.0, 1.44))[:, [0, 2, 1]] * (1.0, 1.0, -1.0) + (0.0, 0.0, 1.44)
    return before, triangles


PEOPLE = {
    "in a T": person()[0],
    "with the arms at the sides": person(drop=1.4)[0],
    "with the arms before it": zombie(),
    "in a robe": joined([person(drop=1.4)[0], capsule((0.0, 0.0, 0.3), (0.0, 0.0, 1.3), 0.3)]),
    "in a robe, in a T": joined([person()[0], capsule((0.0, 0.0, 0.3), (0.0, 0.0, 1.3), 0.3)]),
    "with a pack": joined([person(drop=1.0)[0], box((-0.25, 0.05, 0.9), (0.25, 0.55, 1.7))]),
}


@pytest.mark.parametrize("degrees", [0.0, 90.0, 135.0])
@pytest.mark.parametrize("mesh", PEOPLE.values(), ids=PEOPLE)
def test_people_are_people(mesh: Mesh, degrees: float) -> None:
    assert kind_of(*turned(mesh, {}, degrees)[0]) == PERSON


def armed(*things: Mesh) -> tuple[Mesh, dict[str, Floats]]:
    """Return a person in a T with things in the hands."""
    mesh, joints = person()
    return joined([mesh, *things]), joints


def sword(side: float, long: float = 1.6) -> Mesh:
    """Return a sword of two pieces, which points to the front."""
    end, guard, pommel, tip = ((0.78 * side, y, 1.44) for y in (-0.15, -0.2, 0.12, -long))
    return joined([capsule(guard, tip, 0.03), capsule(pommel, end, 0.025)])


def shield(side: float) -> Mesh:
    """Return a round shield of three pieces."""
    points, triangles = capsule((0.0, 0.0, 0.0), (0.0, 0.001, 0.0), 0.6)
    boss = capsule((0.85 * side, 0.0, 1.44), (0.85 * side, 0.001, 1.44), 0.12)
    grip = capsule((0.76 * side, -0.1, 1.44), (0.76 * side, 0.1, 1.44), 0.02)
    return joined([(points * (0.03, 1.0, 1.0) + (0.83 * side, 0.0, 1.44), triangles), boss, grip])


ARMED = {
    "two swords": armed(sword(1.0), sword(-1.0)),
    "a spear": armed(sword(-1.0, 2.4)),
    "a sword and a shield": armed(sword(-1.0), shield(1.0)),
    "a kit": armed(sword(1.0), sword(-1.0), sword(-1.0, 2.2), shield(1.0), shield(1.0)),
}


@pytest.mark.parametrize("degrees", [0.0, 90.0, 180.0])
@pytest.mark.parametrize("name", ARMED)
def test_people_who_hold_things_are_people_and_have_their_hands(name: str, degrees: float) -> None:
    mesh, joints = turned(*ARMED[name], degrees)
    assert kind_of(*mesh) == PERSON
    _body, points = body_points.found(*mesh)
    for side in "LR":
        wrist = np.array(points[f"wrist.{side}"])
        assert min(far(wrist, joints[f"hand.{other}"]) for other in "LR") < 0.08, points


def test_birds_whose_wings_are_pieces_of_their_own_hold_no_things() -> None:
    mesh, _joints = bird()
    assert np.array_equal(without_held(*person()[0]), person()[0][1])
    assert kind_of(*mesh) == "winged"


@pytest.mark.parametrize("kind", KINDS)
def test_what_has_no_inside_is_one_sentence(kind: str) -> None:
    flat = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])
    for mesh in (flat, (np.empty((0, 3)), np.empty((0, 3), np.intp)), (np.full((3, 3), np.nan), np.array([[0, 1, 2]]))):
        try:
            made = placed(kind, mesh)
        except ValueError as error:
            assert str(error).endswith(".") and "\n" not in str(error)
        else:
            assert np.isfinite([(bone.head, bone.tail) for bone in made.rig.bones]).all()
