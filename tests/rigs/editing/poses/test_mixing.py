"""Poses mixed: arcs, lines and equal factors, between two poses and beyond them."""

from __future__ import annotations

from math import cos, inf, nan, radians, sin

import numpy as np
import pytest
from hypothesis import assume, given

from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.flipping import flipped
from pantin.rigs.editing.poses.mixing import between, check_amount, part_way, targets
from tests.rigs.skeletons import person
from tests.rigs.strategies import numbers, quaternions, relaxed, transforms

PERSON = Document.of(person())


def mixed(document: Document, pose, amount: float, flip: bool = False, bones=None) -> Document:
    """The document with its own numbers `amount` of the way to those of the pose."""
    check_amount(amount)
    return part_way(document, targets(document.rig, pose, flip, bones), amount)


def about_x(degrees: float) -> tuple[float, float, float, float]:
    half = radians(degrees) / 2
    return (sin(half), 0.0, 0.0, cos(half))


def turn_between(a, b) -> float:
    """The angle from one rotation to another, radians."""
    apart = rot.matrix_from_quaternion(a.rotation).T @ rot.matrix_from_quaternion(b.rotation)
    axis = np.array([apart[2, 1] - apart[1, 2], apart[0, 2] - apart[2, 0], apart[1, 0] - apart[0, 1]]) / 2
    return float(np.arctan2(np.linalg.norm(axis), (np.trace(apart) - 1.0) / 2))


@pytest.mark.parametrize(("amount", "degrees"), [(-1.0, -60.0), (0.25, 15.0), (0.5, 30.0), (1.5, 90.0), (2.0, 120.0)])
def test_rotations_go_along_the_arc_and_beyond(amount: float, degrees: float) -> None:
    found = mixed(PERSON, {"head": Transform(rotation=about_x(60.0))}, amount).figure.pose.bones["head"]
    np.testing.assert_allclose(found.rotation, about_x(degrees), atol=1e-12)


@given(transforms(), transforms(), numbers(0.0, 1.0))
@relaxed
def test_a_part_of_the_arc_turns_by_that_part(start: Transform, end: Transform, amount: float) -> None:
    whole = turn_between(start, end)
    assume(whole < 3.1)
    part = between(start, end, amount)
    assert turn_between(start, part) == pytest.approx(amount * whole, abs=1e-7)
    assert turn_between(part, end) == pytest.approx((1.0 - amount) * whole, abs=1e-7)


@given(transforms(), transforms())
@relaxed
def test_the_ends_are_exact(start: Transform, end: Transform) -> None:
    assert between(start, end, 0.0) is start and between(start, end, 1.0) is end


def test_places_go_along_a_line_and_sizes_by_equal_factors() -> None:
    start, end = Transform((0.0, 0.0, 1.0)), Transform((0.4, 0.0, 1.0), scale=(4.0, 1.0, -1.0))
    half, away = between(start, end, 0.5), between(start, end, -1.0)
    assert half.location == (0.2, 0.0, 1.0) and half.scale == (2.0, 1.0, 0.0)
    assert away.location == (-0.4, 0.0, 1.0) and away.scale == (0.25, 1.0, 3.0)


def test_only_bones_that_the_pose_names_and_that_are_asked_for_change() -> None:
    pose = {"head": Transform(rotation=about_x(20.0)), "hand.L": Transform(rotation=about_x(40.0)), "none": Transform()}
    assert mixed(PERSON, pose, 1.0).figure.pose.bones == {name: pose[name] for name in ("head", "hand.L")}
    assert mixed(PERSON, pose, 1.0, bones=("hand.L", "foot.L")).figure.pose.bones == {"hand.L": pose["hand.L"]}
    turned = with_transforms(PERSON, {name: pose[name] for name in ("head", "hand.L")})
    assert mixed(PERSON, pose, 1.0, flip=True) == flipped(turned)


@given(quaternions())
@relaxed
def test_rotations_of_another_length_are_rotations(turn: tuple[float, float, float, float]) -> None:
    longer = Transform(rotation=tuple(3.0 * part for part in turn))
    np.testing.assert_allclose(mixed(PERSON, {"head": longer}, 1.0).figure.transform("head").rotation, turn, atol=1e-9)


@pytest.mark.parametrize(
    ("pose", "amount", "told"),
    [
        ({"none": Transform()}, 1.0, "The pose has no bone of this rig"),
        ({}, 1.0, "The pose has no bone of this rig"),
        ({"head": Transform((nan, 0.0, 0.0))}, 1.0, 'The pose of "head" holds a number that is none'),
        ({"head": Transform(scale=(1.0, inf, 1.0))}, 1.0, 'The pose of "head" holds a number that is none'),
        ({"head": Transform(rotation=(0.0, 0.0, 0.0, 0.0))}, 1.0, 'The rotation of "head" is a quaternion of zeros'),
        ({"head": Transform()}, nan, "Poses are mixed by -1 to 2, not by nan"),
        ({"head": Transform()}, 2.5, "Poses are mixed by -1 to 2, not by 2.5"),
    ],
)
def test_what_is_no_pose_is_told_in_one_sentence(pose: dict[str, Transform], amount: float, told: str) -> None:
    with pytest.raises(ValueError, match=told) as error:
        mixed(PERSON, pose, amount)
    assert str(error.value).endswith(".") and ". " not in str(error.value)


def test_a_pose_of_none_of_the_bones_asked_for_is_told() -> None:
    with pytest.raises(ValueError, match="none of the selected bones"):
        mixed(PERSON, {"head": Transform(rotation=about_x(20.0))}, 1.0, bones=("hand.L",))
