"""The skeleton of a person is found in a mesh whose joints are known: within 3 % of the height, however it stands."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.bodies import body_points
from pantin.rigs.bodies.drawing import person_in_mesh, placed_in
from pantin.rigs.fitting import figure_in
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name
from tests.rigs.bodies.capsules import Floats, Mesh, capsule, joined, person, turned

MAIN = ("hips", "spine", "chest", "neck", "head")
SIDES = ("upper_arm", "forearm", "hand", "thigh", "shin", "foot")


def placed(mesh: Mesh) -> Rig:
    """Return the skeleton that is found in a mesh, from points that are found, too."""
    body, points = body_points.found(*mesh)
    return placed_in(body, points).rig


def head(rig: Rig, part: str) -> Floats:
    """Return where the bone begins that is this part of the body, as fitting finds it."""
    body = figure_in(rig)
    trunk = dict(zip(("spine", "chest", "neck"), (*body.spine, *body.neck), strict=True))
    return np.array(rig.by_name[body.bones.get(part) or trunk[part]].head)


def errors(rig: Rig, joints: dict[str, Floats]) -> dict[str, float]:
    """Return how far main joints are from where they should be, of the height from the feet to the head."""
    height = float(joints["head"][2] - joints["foot.L"][2]) / 0.84
    names = [*MAIN, *(f"{name}.{side}" for name in SIDES for side in "LR")]
    return {name: float(np.linalg.norm(head(rig, name) - joints[name])) / height for name in names}


def near(rig: Rig, joints: dict[str, Floats], most: float = 0.03, worst: float = 0.07) -> None:
    """Hold a skeleton against the joints of a body."""
    found = errors(rig, joints)
    assert float(np.mean(list(found.values()))) <= most, found
    assert max(found.values()) <= worst, found


@pytest.mark.parametrize("drop", [0.0, 0.35, 0.75], ids=["T-pose", "hanging a little", "A-pose"])
def test_points_and_joints_are_found(drop: float) -> None:
    mesh, joints = person(drop)
    near(placed(mesh), joints)


@pytest.mark.parametrize("degrees", [37.0, 90.0, 180.0, 251.0])
def test_a_body_that_looks_another_way(degrees: float) -> None:
    mesh, joints = turned(*person(0.35), degrees)
    near(placed(mesh), joints)


@pytest.mark.parametrize("size", [0.01, 100.0])
def test_a_body_in_other_units(size: float) -> None:
    mesh, joints = turned(*person(), 0.0, size)
    near(placed(mesh), joints)


def test_an_arm_that_is_raised() -> None:
    mesh, joints = person(0.6, raised=0.9)
    near(placed(mesh), joints)


def test_pieces_that_lie_in_or_around_the_body() -> None:
    mesh, joints = person(0.3)
    eyes = [capsule((side * 0.035, -0.09, 1.66), (side * 0.035, -0.091, 1.66), 0.015) for side in (-1, 1)]
    shirt = [capsule((side * 0.06, 0.0, 1.0), (side * 0.06, 0.0, 1.36), 0.115) for side in (-1, 1)]
    button = capsule((0.0, -0.14, 1.2), (0.0, -0.141, 1.2), 0.005)
    near(placed(joined([mesh, *eyes, *shirt, button])), joints)


def test_a_mesh_with_holes() -> None:
    (points, triangles), joints = person(0.3)
    kept = np.random.default_rng(5).random(len(triangles)) > 0.08
    near(placed((points, triangles[kept])), joints)


def test_hands_get_the_fingers_that_the_mesh_has() -> None:
    mesh, joints = person(0.3)
    rig = placed(mesh)
    for finger in ("thumb", "index", "middle", "ring", "little"):
        for side in "LR":
            assert f"{finger}_3.{side}" in figure_in(rig).bones
    hand = joints["hand.L"]
    index, little = head(rig, "index_1.L"), head(rig, "little_1.L")
    assert index[1] < hand[1] < little[1]  # the thumb's side is to the front


def test_mittens_get_no_fingers() -> None:
    mesh, _joints = person(0.3, fingers=False)
    assert not [bone.name for bone in placed(mesh).bones if "Proximal" in bone.name]


def test_a_mitten_with_a_thumb_has_its_thumb_in_front() -> None:
    """The thumb is told by how far it reaches: both parts of a mitten begin to be seen in the same place."""
    (points, triangles), joints = person(fingers=False)
    hands = []
    for side, sign in (("L", 1.0), ("R", -1.0)):
        wrist = joints[f"hand.{side}"]
        palm, tip, thumb, end = (
            wrist + np.array((sign * x, y, 0.0)) for x, y in ((0.05, 0.02), (0.17, 0.02), (0.04, -0.02), (0.06, -0.11))
        )
        hands += [capsule(palm, tip, 0.03), capsule(thumb, end, 0.014)]
    rig = placed(joined([(points, triangles), *hands]))
    for side in "LR":
        thumb, index = (head(rig, f"{finger}_3.{side}") for finger in ("thumb", "index"))
        assert thumb[1] < index[1] - 0.05


@pytest.mark.parametrize("bow", [-0.03, 0.03])
def test_knees_fold_forward_also_where_legs_are_bowed(bow: float) -> None:
    (points, triangles), joints = person(0.3)
    below = points[:, 2] < 0.9
    aside = np.exp(-(((points[:, 2] - joints["shin.L"][2]) / 0.18) ** 2)) * bow
    points = points + np.stack([np.sign(points[:, 0]) * aside * below, 0.0 * aside, 0.0 * aside], axis=1)
    rig = placed((points, triangles))
    for side in "LR":
        hip, knee, ankle = (head(rig, f"{part}.{side}") for part in ("thigh", "shin", "foot"))
        along = (ankle - hip) / np.linalg.norm(ankle - hip)
        out = (knee - hip) - along * ((knee - hip) @ along)
        assert -out[1] > 0.95 * np.linalg.norm(out)


def test_a_large_head_and_hands_beside_the_feet() -> None:
    """The corners of the head are as far from the middle as hands that hang low."""
    (points, triangles), joints = person(1.3, fingers=False)
    head_box = [
        capsule((side * 0.25, y, z), (side * 0.26, y, z), 0.2)
        for side in (-1, 1)
        for y in (-0.1, 0.1)
        for z in (1.8, 2.1)
    ]
    _body, marks = body_points.found(*joined([(points, triangles), *head_box]))
    for side in "LR":
        assert np.linalg.norm(np.array(marks[f"wrist.{side}"]) - joints[f"hand.{side}"]) < 0.12
        assert np.linalg.norm(np.array(marks[f"ankle.{side}"]) - joints[f"foot.{side}"]) < 0.12
    assert 1.5 < marks["chin"][2] < 1.75


def test_a_pack_and_sleeves_leave_spine_and_shoulders_where_they_are() -> None:
    mesh, joints = person()
    pack = capsule((0.0, 0.16, 1.10), (0.0, 0.16, 1.34), 0.09)
    sleeves = [capsule((sign * 0.20, 0.0, 1.44), (sign * 0.34, 0.0, 1.44), 0.075) for sign in (-1.0, 1.0)]
    rig = placed(joined([mesh, pack, *sleeves]))
    near(rig, joints)
    assert errors(rig, joints)["chest"] <= 0.02


def test_both_sides_are_images_of_each_other() -> None:
    mesh, _joints = person(0.3)
    rig = placed(mesh)
    for bone in rig.bones:
        other = rig.by_name[mirrored_name(bone.name)]
        assert np.allclose(np.array(bone.head) * (-1, 1, 1), other.head, atol=0.05), bone.name


def test_bones_are_called_as_in_vrm_and_hang_on_each_other() -> None:
    rig = placed(person()[0])
    parents = {bone.name: bone.parent for bone in rig.bones}
    assert (parents["leftUpperLeg"], parents["rightShoulder"]) == ("hips", "chest")
    assert parents["leftThumbMetacarpal"] == "leftHand"
    assert rig.by_name["leftLowerLeg"].head == rig.by_name["leftUpperLeg"].tail


def test_points_that_are_given_count_more_than_those_found() -> None:
    mesh, joints = person()
    _body, points = body_points.found(*mesh)
    given = {**points, "elbow.L": (0.40, 0.0, 1.44), "elbow.R": (-0.40, 0.0, 1.44)}
    rig = person_in_mesh(*mesh, given).rig
    assert np.allclose(head(rig, "forearm.L"), (0.40, 0.0, 1.44), atol=0.01)
    near(rig, joints)


def test_a_body_that_is_seen_from_behind_is_turned_round() -> None:
    mesh, _joints = person()
    body, points = body_points.found(*mesh)
    other, swapped = body_points.turned_round(body, points)
    assert np.allclose(other.frame.axes[0], -body.frame.axes[0])
    assert np.allclose(swapped["wrist.L"], points["wrist.R"], atol=0.02)


ONE_SENTENCE = 1


@pytest.mark.parametrize(
    "mesh",
    [
        (np.empty((0, 3)), np.empty((0, 3), np.intp)),
        (np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])),
        (np.zeros((3, 3)), np.array([[0, 1, 2]])),
        (np.full((3, 3), np.nan), np.array([[0, 1, 2]])),
        capsule((0, 0, 1), (0, 0, 1.001), 0.5),
        capsule((0, 0, 0), (0, 0, 2), 0.2),
    ],
    ids=["empty", "plane", "one point", "not a number", "ball", "pole"],
)
def test_what_is_no_body_is_said_in_one_sentence(mesh: Mesh) -> None:
    with pytest.raises(ValueError) as told:
        body_points.found(*mesh)
    assert str(told.value).count(".") == ONE_SENTENCE and str(told.value).endswith(".")


def test_points_in_the_wrong_order_are_said_in_one_sentence() -> None:
    mesh, _joints = person()
    _body, points = body_points.found(*mesh)
    with pytest.raises(ValueError, match="above the crotch"):
        person_in_mesh(*mesh, {**points, "chin": (0.0, 0.0, 0.2)})
    same = {**points, "wrist.R": points["wrist.L"], "ankle.R": points["ankle.L"]}
    with pytest.raises(ValueError, match="Left and right"):
        person_in_mesh(*mesh, same)


def test_a_ball_has_usual_points_to_be_dragged() -> None:
    _body, points = body_points.usual(*capsule((0, 0, 1), (0, 0, 1.001), 0.5))
    assert points["wrist.L"][0] > 0.0 > points["wrist.R"][0]
