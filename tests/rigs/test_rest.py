"""Rest frames: what head, tail and roll mean, also where a bone has no direction or points straight down -Y."""

from __future__ import annotations

import json
from math import pi

import numpy as np
import pytest
from hypothesis import given

from pantin.rigs import Bone
from pantin.rigs.rest import rest_frame, rest_height, rest_lengths, rest_matrices, roll_of
from tests.rigs.skeletons import person
from tests.rigs.strategies import forests, numbers, relaxed, vectors
from tests.sources import ORACLE

BLENDER = (
    # head, tail, roll and the rest frame, row by row, that Blender 5.0.1 gives for them
    (
        (0.783739746, -0.508653998, -0.149367079),
        (0.876782835, -1.1894455, -0.657468379),
        1.77822053,
        (
            (-0.505437315, 0.108876288, 0.855965972),
            (-0.559398353, -0.796641707, -0.2289868),
            (0.65696764, -0.594564915, 0.463557929),
        ),
    ),
    (
        (0.876782835, -1.1894455, -0.657468379),
        (1.26465368, -1.10810113, 0.498653591),
        -2.74638653,
        (
            (-0.944130778, 0.317364663, -0.0888569951),
            (-0.0712938756, 0.0665577203, 0.995232046),
            (0.3217659, 0.945964873, -0.0402131379),
        ),
    ),
)


@pytest.mark.parametrize(("head", "tail", "roll", "expected"), BLENDER)
def test_frames_are_those_that_riggers_know(head, tail, roll, expected) -> None:
    frame = rest_frame(head, tail, roll)
    np.testing.assert_allclose(frame[:3, :3], expected, atol=1e-6)
    np.testing.assert_array_equal(frame[:3, 3], head)


def test_frames_of_every_rig_that_blender_was_asked_about() -> None:
    for case in json.loads((ORACLE / "blender_cases.json").read_text("utf-8"))["cases"]:
        bones = [
            Bone(name=b["name"], parent=b["parent"], head=tuple(b["head"]), tail=tuple(b["tail"]), roll=b["roll"])
            for b in case["bones"]
        ]
        expected = np.array([bone["rest_matrix"] for bone in case["bones"]]).reshape(-1, 4, 4)
        np.testing.assert_allclose(rest_matrices(bones), expected, atol=1e-4, err_msg=case["id"])


@given(forests())
@relaxed
def test_frames_are_rigid_and_run_from_head_to_tail(bones) -> None:
    matrices = rest_matrices(bones)
    axes = matrices[:, :3, :3]
    np.testing.assert_allclose(axes.transpose(0, 2, 1) @ axes, np.broadcast_to(np.eye(3), axes.shape), atol=1e-9)
    np.testing.assert_allclose(np.linalg.det(axes), 1.0, atol=1e-9)
    tails = matrices[:, :3, 3] + axes[:, :, 1] * rest_lengths(bones)[:, None]
    np.testing.assert_allclose(tails, [bone.tail for bone in bones], atol=1e-8)


@given(vectors(), vectors(), numbers(-pi, pi))
@relaxed
def test_roll_is_found_again(head, tail, roll) -> None:
    frame = rest_frame(head, tail, roll)[:3, :3]
    np.testing.assert_allclose(np.exp(1j * roll_of(frame, frame[:, 1])), np.exp(1j * roll), atol=1e-7)


def test_without_roll_the_frame_is_world_space_turned_by_the_shortest_arc() -> None:
    np.testing.assert_allclose(rest_frame((0, 0, 0), (0, 2, 0), 0.0), np.eye(4), atol=1e-15)
    up = rest_frame((0, 0, 0), (0, 0, 1), 0.0)[:3, :3]
    np.testing.assert_allclose(up, [[1, 0, 0], [0, 0, -1], [0, 1, 0]], atol=1e-15)


@pytest.mark.parametrize("slant", [0.0, 1e-12, 1e-7, -1e-4])
def test_straight_down_y_the_frame_does_not_turn_with_rounding_noise(slant: float) -> None:
    frame = rest_frame((0, 0, 0), (slant, -1.0, slant / 2), 0.0)[:3, :3]
    np.testing.assert_allclose(frame, np.diag([-1.0, -1.0, 1.0]), atol=2e-4)
    np.testing.assert_allclose(frame.T @ frame, np.eye(3), atol=1e-12)


def test_near_down_y_the_frame_keeps_its_precision() -> None:
    frame = rest_frame((0, 0, 0), (3e-4, -1.0, 0.0), 0.0)[:3, :3]
    np.testing.assert_allclose(frame.T @ frame, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(frame[:, 0], [-1.0, -3e-4, 0.0], atol=1e-6)


def test_a_bone_without_length_takes_its_direction_from_above() -> None:
    bones = [
        Bone(name="tip", parent="middle", head=(3.0, 0.0, 0.0), tail=(3.0, 0.0, 0.0)),
        Bone(name="middle", parent="root", head=(2.0, 0.0, 0.0), tail=(2.0, 0.0, 0.0)),
        Bone(name="root", head=(0.0, 0.0, 0.0), tail=(2.0, 0.0, 0.0)),
        Bone(name="alone", head=(1.0, 1.0, 1.0), tail=(1.0, 1.0, 1.0)),
        Bone(name="orphan", parent="nobody", head=(1.0, 1.0, 1.0), tail=(1.0, 1.0, 1.0)),
    ]
    y_axes = rest_matrices(bones)[:, :3, 1]
    np.testing.assert_allclose(y_axes, [[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, 1]], atol=1e-12)


def test_roll_comes_closest_to_axes_that_do_not_run_along_the_bone() -> None:
    turned = rest_frame((0, 0, 0), (0.0, 1.0, 0.0), 0.7)[:3, :3]
    assert roll_of(turned, (0.1, 1.0, -0.1)) == pytest.approx(0.7, abs=0.02)
    upside_down = np.diag([1.0, -1.0, -1.0])
    assert roll_of(upside_down, (0.0, 1.0, 0.0)) == pytest.approx(pi)


def test_frames_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        rest_matrices([Bone(name="a")])[0, 0, 0] = 2.0


def test_no_bones_have_no_frames() -> None:
    assert rest_matrices(()).shape == (0, 4, 4)


def test_the_height_is_that_of_the_body_and_not_of_what_it_looks_at() -> None:
    """A point 5 m ahead, at which eyes look, is no part of a body; two bones that stand apart are all there is."""
    figure = person(fingers=False)
    tall = max(bone.tail[2] for bone in figure.bones) - min(min(bone.head[2], bone.tail[2]) for bone in figure.bones)
    looked_at = Bone("looked_at", parent="head", head=(0.0, -5.0, 1.6), tail=(0.0, -5.0, 1.7))
    for bones in (figure.bones, (*figure.bones, looked_at)):
        assert rest_height(bones) == pytest.approx(tall, abs=1e-9)
    apart = (Bone("left", head=(-2.0, 0.0, 0.0), tail=(-2.0, 1.0, 0.0)), Bone("right", head=(2.0, 0.0, 0.0)))
    assert rest_height(apart) == pytest.approx(4.0)
