"""Rotations are a group, and its exponential and logarithm undo each other."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.rigs.strategies import numbers, quaternions, relaxed
from tests.solver import wrappers as kernels

NONE = (0.0, 0.0, 0.0, 1.0)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
vectors = st.tuples(*[numbers(-10.0, 10.0)] * 3)
directions = vectors.filter(lambda v: np.linalg.norm(v) > 1e-3).map(lambda v: tuple((v / np.linalg.norm(v)).tolist()))
rotations = quaternions()


def close(a, b, tolerance: float = 1e-9) -> bool:
    return bool(np.allclose(a, b, rtol=0.0, atol=tolerance))


def same_turn(a, b, tolerance: float = 1e-9) -> bool:
    """Return whether two quaternions turn the same way: q and −q do."""
    return close(a, b, tolerance) or close(np.negative(a), b, tolerance)


@given(rotations, rotations, rotations)
@relaxed
def test_product_is_associative(a, b, c) -> None:
    left = kernels.multiply(kernels.multiply(a, b), c)
    assert close(left, kernels.multiply(a, kernels.multiply(b, c)))


@given(rotations)
@relaxed
def test_identity_and_inverse(q) -> None:
    assert kernels.multiply(q, NONE) == q
    assert kernels.multiply(NONE, q) == q
    assert close(kernels.multiply(q, kernels.inverse(q)), NONE)
    assert close(kernels.multiply(kernels.inverse(q), q), NONE)


@given(rotations, rotations, vectors)
@relaxed
def test_product_turns_first_by_the_right_one(a, b, v) -> None:
    assert close(kernels.rotate(kernels.multiply(a, b), v), kernels.rotate(a, kernels.rotate(b, v)))


@given(rotations)
@relaxed
def test_columns_are_the_turned_axes(q) -> None:
    for found, axis in zip(kernels.columns(q), (X, Y, Z), strict=True):
        assert close(found, kernels.rotate(q, axis), 1e-14)


@given(rotations, directions, numbers(-5e-9, 5e-9) | numbers(-1e-7, 1e-7))
@relaxed
def test_what_has_all_but_unit_length_is_brought_there_to_the_last_digits(q, line, off) -> None:
    longer = tuple((1.0 + off) * part for part in q)
    assert abs(np.linalg.norm(kernels.normalised(longer)) - 1.0) <= 5e-16
    longer = tuple((1.0 + off) * part for part in line)
    assert abs(np.linalg.norm(kernels.unit(longer, X)) - 1.0) <= 5e-16


@given(rotations, vectors, vectors)
@relaxed
def test_turning_keeps_lengths_angles_and_handedness(q, v, w) -> None:
    a, b = np.array(kernels.rotate(q, v)), np.array(kernels.rotate(q, w))
    assert a @ b == pytest.approx(np.dot(v, w), abs=1e-9)
    assert close(np.cross(a, b), kernels.rotate(q, tuple(np.cross(v, w).tolist())), 1e-8)


@given(directions, numbers(0.0, pi))
@relaxed
def test_exponential_is_the_turn_about_the_axis_by_the_angle(line, angle) -> None:
    q = kernels.exponential(tuple(angle * x for x in line))
    assert close(q, (*(x * sin(angle / 2) for x in line), cos(angle / 2)))
    assert close(q, kernels.axis_angle(line, angle))
    assert close(kernels.rotate(q, line), line)


@given(st.tuples(*[numbers(-pi, pi)] * 3))
@relaxed
def test_logarithm_undoes_the_exponential(v) -> None:
    assume(np.linalg.norm(v) < pi - 1e-6)
    assert close(kernels.logarithm(kernels.exponential(v)), v)


@given(rotations)
@relaxed
def test_exponential_undoes_the_logarithm(q) -> None:
    v = kernels.logarithm(q)
    assert np.linalg.norm(v) <= pi + 1e-12
    assert same_turn(kernels.exponential(v), q)
    assert close(v, kernels.logarithm(tuple(-x for x in q))) or np.linalg.norm(v) > pi - 1e-6


@pytest.mark.parametrize("size", [0.0, 1e-300, 1e-15, 1e-10, 1e-9, 1e-8, 1e-5])
def test_small_turns_lose_nothing(size) -> None:
    v = (0.6 * size, 0.0, -0.8 * size)
    assert np.allclose(kernels.logarithm(kernels.exponential(v)), v, rtol=1e-9, atol=0.0)


@given(directions, directions, directions)
@relaxed
def test_shortest_arc_arrives_and_is_shortest(a, b, spare) -> None:
    q = kernels.shortest_arc(a, b, spare)
    assert close(kernels.rotate(q, a), b, 1e-7)
    assert np.linalg.norm(kernels.logarithm(q)) == pytest.approx(np.arccos(np.clip(np.dot(a, b), -1, 1)), abs=1e-6)


@given(directions, directions)
@relaxed
def test_shortest_arc_between_opposites_is_half_a_turn_about_the_spare(a, spare) -> None:
    q = kernels.shortest_arc(a, tuple(-x for x in a), spare)
    assert close(kernels.rotate(q, a), np.negative(a))
    across = np.array(spare) - np.dot(spare, a) * np.array(a)
    if np.linalg.norm(across) > 1e-6:
        assert close(kernels.rotate(q, tuple(across.tolist())), across)


@given(directions, numbers(-3.1, 3.1))
@relaxed
def test_signed_angle_is_the_angle_that_was_turned(line, angle) -> None:
    a = kernels.perpendicular(line)
    b = kernels.rotate(kernels.axis_angle(line, angle), a)
    assert kernels.signed_angle(a, b, line) == pytest.approx(angle, abs=1e-9)


@given(rotations, rotations, numbers(0.0, 1.0))
@relaxed
def test_slerp_turns_evenly_on_the_shorter_arc(a, b, t) -> None:
    whole = np.linalg.norm(kernels.logarithm(kernels.multiply(b, kernels.inverse(a))))
    assume(whole < pi - 1e-3)
    between = kernels.slerp(a, b, t)
    assert np.linalg.norm(between) == pytest.approx(1.0)
    assert np.linalg.norm(kernels.logarithm(kernels.multiply(between, kernels.inverse(a)))) == pytest.approx(
        t * whole, abs=1e-6
    )
    assert same_turn(kernels.slerp(a, b, 0.0), a)
    assert same_turn(kernels.slerp(a, b, 1.0), b)


@given(rotations)
@relaxed
def test_axes_give_their_rotation_back(q) -> None:
    x, y, z = (kernels.rotate(q, line) for line in (X, Y, Z))
    assert same_turn(kernels.to_quaternion(x, y, z), q)
    assert same_turn(kernels.rotation_along_y(tuple(3.0 * n for n in x), tuple(0.2 * n for n in y)), q)


@given(vectors, vectors)
@relaxed
def test_upright_keeps_y_and_is_a_rotation_even_of_axes_without_a_direction(x, y) -> None:
    q = kernels.rotation_along_y(x, y)
    assert np.linalg.norm(q) == pytest.approx(1.0)
    if np.linalg.norm(y) > 1e-9:
        assert close(kernels.rotate(q, Y), y / np.linalg.norm(y))


@given(directions)
@relaxed
def test_perpendicular_is_so(line) -> None:
    found = kernels.perpendicular(line)
    assert np.linalg.norm(found) == pytest.approx(1.0)
    assert abs(np.dot(found, line)) < 1e-12


def test_what_has_no_direction_takes_the_other() -> None:
    assert kernels.unit((0.0, 0.0, 0.0), X) == X
    assert kernels.unit((0.0, -2.0, 0.0), X) == (0.0, -1.0, 0.0)
    assert kernels.normalised((0.0, 0.0, 0.0, 0.0)) == NONE
    assert close(kernels.normalised((0.0, 1.0, 0.0, 1.0)), (0.0, sqrt(0.5), 0.0, sqrt(0.5)))


@given(numbers(-30.0, 30.0))
@relaxed
def test_half_turned_is_the_same_angle_within_half_a_turn(angle) -> None:
    found = kernels.wrapped(angle)
    assert -pi <= found <= pi
    assert close((cos(found), sin(found)), (cos(angle), sin(angle)))
