"""Picking: what is meant by a pixel, on the sample figure and against the plain arithmetic of capsules."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.picking.joints import joints
from pantin.viewport.picking.picking import Hit, nearness, pick, pick_all
from pantin.viewport.picking.targets import Capsules, targets
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import Look
from tests.viewport.stages import (
    HEIGHT,
    LENS,
    WIDTH,
    look_at,
    seen_at,
    standing,
)

number = st.floats(-2, 2)
point = st.tuples(number, number, number)


def picked(look: Look, x: float, y: float, lens: Lens = LENS) -> Hit | None:
    return pick(targets(look), lens, x, y)


def close_up(look: Look, name: str, distance: float = 0.5) -> Lens:
    row = look.evaluated.index[name]
    target = tuple((look.evaluated.heads[row] + look.evaluated.tails[row]) / 2)
    return Lens(replace(Camera(), target=target, distance=distance), WIDTH, HEIGHT)


@pytest.mark.parametrize("name", ["head", "chest", "hips", "upper_arm.L", "forearm.R", "thigh.L", "shin.R", "foot.L"])
def test_the_middle_of_a_bone_picks_it(name: str) -> None:
    look = standing()
    hit = picked(look, *seen_at(look, name))
    assert hit is not None and hit.bone == name


@pytest.mark.parametrize("part", [0.5, 0.75])
@pytest.mark.parametrize("side", ["L", "R"])
def test_a_click_on_the_palm_takes_the_hand(side: str, part: float) -> None:
    look = standing()
    for lens in (LENS, close_up(look, f"hand.{side}", 2.0), close_up(look, f"hand.{side}", 0.8)):
        hit = picked(look, *seen_at(look, f"hand.{side}", part, lens), lens)
        assert hit is not None and hit.bone == f"hand.{side}"


@pytest.mark.parametrize("finger", ["index_2.L", "thumb_2.L", "thumb_3.R", "index_1.R"])
def test_fingers_are_reached_unless_the_figure_is_so_far_that_they_are_dots(finger: str) -> None:
    look = standing()
    small = Lens(replace(Camera(), distance=25.0), WIDTH, HEIGHT)
    for lens in (close_up(look, finger), LENS):
        hit = picked(look, *seen_at(look, finger, 0.5, lens), lens)
        assert hit is not None and hit.bone == finger
    far = picked(look, *seen_at(look, finger, 0.5, small), small)
    assert far is not None and far.bone in (f"hand.{finger[-1]}", f"hand_ik.{finger[-1]}")


IN_A_WINDOW = 804.0, 764.0
"""The view of a window of 1360 × 860 pixels."""


@pytest.mark.parametrize("tip", ["index_3.L", "middle_3.L", "thumb_3.L", "index_3.R", "middle_3.R", "thumb_3.R"])
def test_the_end_of_a_finger_is_taken_eight_pixels_around_it(tip: str) -> None:
    look = standing()
    lens = Lens(
        Camera().frame(np.concatenate([look.evaluated.heads, look.evaluated.tails]), *IN_A_WINDOW), *IN_A_WINDOW
    )
    head, tail = (np.array(seen_at(look, tip, part, lens)) for part in (0.0, 1.0))
    along = (tail - head) / np.linalg.norm(tail - head)
    side = np.array((along[1], -along[0]))
    taken = 0
    for turn in np.linspace(-0.9, 0.9, 7):
        at = tail + 7.5 * (np.cos(turn) * along + np.sin(turn) * side)
        hit = picked(look, *at, lens)
        assert hit is not None
        taken += hit.bone == tip
        nearest = [seen_at(look, hit.bone, part, lens) for part in np.linspace(0, 1, 20)]
        assert np.linalg.norm(np.array(nearest) - at, axis=1).min() <= 7.6, "another finger only where it is nearer"
    assert taken


@pytest.mark.parametrize(("joint", "above"), [("forearm", "upper_arm"), ("shin", "thigh")])
@pytest.mark.parametrize("side", ["L", "R"])
def test_a_press_on_the_ball_of_an_elbow_or_a_knee_takes_a_bone_beside_it(joint: str, above: str, side: str) -> None:
    look = standing()
    x, y = seen_at(look, f"{joint}.{side}", 0.0)
    for dx, dy in ((0, 0), (8, 0), (-8, 0), (0, 8), (0, -8), (6, 6), (-6, -6)):
        hit = picked(look, x + dx, y + dy)
        assert hit is not None and hit.bone in (f"{joint}.{side}", f"{above}.{side}")


@pytest.mark.parametrize("height", [HEIGHT, 800.0])
@pytest.mark.parametrize("finger", ["index_1.L", "middle_1.L", "ring_1.R"])
def test_a_press_on_a_knuckle_takes_the_finger_and_one_before_it_the_hand(finger: str, height: float) -> None:
    look, lens = standing(), Lens(Camera(), WIDTH, height)
    on, before = (picked(look, *seen_at(look, finger, part, lens), lens) for part in (0.4, -0.4))
    assert on is not None and on.bone.endswith(f"_1.{finger[-1]}"), "this one, or one that lies before it"
    assert before is not None and before.bone == f"hand.{finger[-1]}"


@pytest.mark.parametrize("name", ["neck", "toe.L"])
def test_short_but_thick_bones_keep_their_clicks(name: str) -> None:
    look = standing()
    hit = picked(look, *seen_at(look, name))
    assert hit is not None and hit.bone == name


@pytest.mark.parametrize("change", [{"hidden": True}, {"selectable": False}])
@pytest.mark.parametrize("name", ["hand.L", "elbow_pole.L", "hand_ik.L"])
def test_hidden_and_unselectable_bones_are_never_picked(name: str, change: dict) -> None:
    document = standing().document
    bones = tuple(msgspec.structs.replace(bone, **change) if bone.name == name else bone for bone in document.rig.bones)
    look = look_at(document.with_rig(msgspec.structs.replace(document.rig, bones=bones)))
    x, y = seen_at(look, name)
    for dx in range(-20, 21, 4):
        hit = picked(look, x + dx, y)
        assert hit is None or hit.bone != name


def test_all_that_lies_under_a_pixel_begins_with_what_is_picked_and_names_each_bone_once() -> None:
    look = standing()
    for name in ("chest", "hand.L", "head"):
        x, y = seen_at(look, name)
        bones = [hit.bone for hit in pick_all(targets(look), LENS, x, y)]
        assert bones[0] == picked(look, x, y).bone and len(bones) == len(set(bones))
    assert pick_all(targets(look), LENS, 5, 5) == ()


@pytest.mark.parametrize("name", ["elbow_pole.L", "knee_pole.R"])
def test_a_pole_is_picked_within_eight_pixels(name: str) -> None:
    look = standing()
    x, y = seen_at(look, name, 0.0)
    hit = picked(look, x + 9, y)
    assert hit is not None and hit.bone == name


def test_a_ring_is_picked_on_its_line_and_a_little_beside_it_but_not_inside() -> None:
    bone = Bone(name="handle", head=(0, 0, 1), tail=(0, -0.4, 1), kind="handle")
    look = look_at(Document.of(Rig(bones=(bone,))))
    lens = Lens(Camera(target=(0, 0, 1), yaw=0, pitch=0, distance=3), WIDTH, HEIGHT)
    radius = 0.3 / lens.pixel(np.array([0, 0, 1.0]))
    for away, expected in ((radius, True), (radius - 7, True), (radius + 7, True), (radius - 10, False), (0.0, False)):
        hit = picked(look, WIDTH / 2 + away, HEIGHT / 2, lens)
        assert (hit is not None) == expected


def test_the_body_can_be_grabbed_inside_a_handles_ring() -> None:
    look = standing()
    lens = close_up(look, "hand.L", 1.0)
    hit = picked(look, *seen_at(look, "hand.L", 0.5, lens), lens)
    assert hit is not None and hit.bone == "hand.L"


def test_nothing_is_picked_beside_the_figure_or_in_an_empty_rig() -> None:
    assert picked(standing(), 5, 5) is None
    assert picked(look_at(Document()), 400, 300) is None


def test_what_lies_behind_the_eye_is_not_picked() -> None:
    bone = Bone(name="behind", head=(0, -8, 0.9), tail=(0, -8, 1.1))
    look = look_at(Document.of(Rig(bones=(bone,))))
    lens = Lens(Camera(yaw=0, pitch=0, target=(0, 0, 1)), WIDTH, HEIGHT)
    assert picked(look, WIDTH / 2, HEIGHT / 2, lens) is None


def test_of_two_bones_the_one_in_front_is_picked() -> None:
    bones = tuple(Bone(name=name, head=(0, y, 0.5), tail=(0, y, 1.5)) for name, y in (("far", 0.5), ("near", -0.5)))
    look = look_at(Document.of(Rig(bones=bones)))
    lens = Lens(Camera(yaw=0, pitch=0, target=(0, 0, 1)), WIDTH, HEIGHT)
    hit = picked(look, WIDTH / 2, HEIGHT / 2, lens)
    assert hit is not None and hit.bone == "near"
    assert hit.point == pytest.approx([0, -0.5, 1], abs=1e-6)
    assert picked(look, WIDTH / 2, HEIGHT / 2, Lens(replace(lens.camera, yaw=np.pi), WIDTH, HEIGHT)).bone == "far"


@pytest.mark.parametrize(("yaw", "end"), [(0.0, End("near", "head")), (np.pi, End("far", "tail"))])
def test_of_joints_in_one_line_of_sight_the_one_in_front_is_taken(yaw: float, end: End) -> None:
    """Seen along a chain, whose joints share a pixel but for what rounding leaves."""
    near = Bone(name="near", head=(0, -0.5, 1), tail=(0, 0, 1))
    far = Bone(name="far", parent="near", head=(0, 0, 1), tail=(0, 0.5, 1), connected=True)
    found = joints(Rig(bones=(near, far)))
    for x in (WIDTH / 2, WIDTH / 2 + 0.7):
        row = found.at(Lens(Camera(yaw=yaw, pitch=1e-4, target=(0, 0, 1)), WIDTH, HEIGHT), x, HEIGHT / 2, small=False)
        assert row is not None and end in found.ends[row]


def test_a_bone_without_length_can_be_picked() -> None:
    look = look_at(Document.of(Rig(bones=(Bone(name="dot", head=(0, 0, 1), tail=(0, 0, 1)),))))
    hit = picked(look, *seen_at(look, "dot"))
    assert hit is not None and hit.bone == "dot"


@given(st.lists(st.tuples(point, point), min_size=1, max_size=6), point, st.tuples(number, number))
def test_distances_are_those_of_trying_every_place(segments: list, origin: tuple, turn: tuple) -> None:
    a, b = turn
    direction = np.array([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)])
    starts, ends = (np.array([segment[i] for segment in segments]) for i in (0, 1))
    found, _ = nearness(
        Capsules(np.arange(len(segments)), starts, ends, np.zeros(len(segments))), np.array(origin), direction
    )
    for start, end, distance in zip(starts, ends, found, strict=True):
        places = start + np.linspace(0, 1, 2001)[:, None] * (end - start) - origin
        tried = np.linalg.norm(places - (places @ direction)[:, None] * direction, axis=1).min()
        assert distance == pytest.approx(tried, abs=3e-3)
        assert distance <= tried + 1e-6


def test_two_thousand_bones_are_picked_as_one_by_one() -> None:
    chance = np.random.default_rng(3)
    heads = chance.uniform((-1, -1, 0), (1, 1, 2), (2000, 3))
    tails = heads + chance.normal(0, 0.05, (2000, 3))
    bones = tuple(
        Bone(name=f"b{i}", head=tuple(h), tail=tuple(t)) for i, (h, t) in enumerate(zip(heads, tails, strict=True))
    )
    look = look_at(Document.of(Rig(bones=bones)))
    for x, y in chance.uniform((250, 100), (650, 580), (20, 2)):
        hit = picked(look, x, y)
        if hit is not None:
            row = look.evaluated.index[hit.bone]
            origin, direction = LENS.ray(x, y)
            places = look.evaluated.heads[row] + np.linspace(0, 1, 200)[:, None] * (tails[row] - heads[row]) - origin
            away = np.linalg.norm(places - (places @ direction)[:, None] * direction, axis=1).min()
            assert away <= np.linalg.norm(tails[row] - heads[row]) + 8 * LENS.pixel(hit.point)
