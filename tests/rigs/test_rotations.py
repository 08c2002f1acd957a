"""Rotations obey the laws of their group in all three forms, one at a time and many at once, degenerate ones too.

What is expected is worked out another way: rotations as products of exponential series, quaternions by hand.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pantin.rigs import rotations as rot
from pantin.rigs.rotations import Floats
from tests.rigs.strategies import relaxed

X, Y, Z = np.eye(3)
SOME = 7
part = st.floats(-1.0, 1.0).map(lambda number: round(number, 6))


def some(width: int) -> st.SearchStrategy[Floats]:
    """Rows (SOME, width) of numbers, none of no length."""
    rows = arrays(np.float64, (SOME, width), elements=part)
    return rows.filter(lambda found: bool((np.linalg.norm(found, axis=1) > 1e-3).all()))


vectors = some(3)
quaternions = some(4).map(lambda q: q / np.linalg.norm(q, axis=1, keepdims=True))


def series(vector: Floats) -> Floats:
    """The exponential of a cross product (3, 3) by its power series, of a thousandth of it, squared ten times."""
    x, y, z = vector / 1024.0
    k = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    found = np.eye(3) + k + k @ k / 2.0 + k @ k @ k / 6.0 + k @ k @ k @ k / 24.0
    for _doubling in range(10):
        found = found @ found
    return found


def transposed(matrices: Floats) -> Floats:
    return np.swapaxes(matrices, -1, -2)


def assert_rotations(matrices: Floats) -> None:
    np.testing.assert_allclose(matrices @ transposed(matrices), np.broadcast_to(np.eye(3), matrices.shape), atol=1e-11)
    assert (np.linalg.det(matrices) > 0.0).all()


@given(v=vectors)
@relaxed
def test_a_rotation_vector_turns_as_the_power_series_of_its_cross_product(v: Floats) -> None:
    found = rot.exp(3.0 * v)
    assert_rotations(found)
    np.testing.assert_allclose(found, [series(3.0 * each) for each in v], atol=1e-11)


@given(a=quaternions, b=quaternions, c=quaternions)
@relaxed
def test_quaternions_are_a_group_and_their_matrices_the_same_one(a: Floats, b: Floats, c: Floats) -> None:
    np.testing.assert_allclose(rot.multiply(rot.multiply(a, b), c), rot.multiply(a, rot.multiply(b, c)), atol=1e-12)
    np.testing.assert_allclose(
        rot.multiply(a, a * (-1.0, -1.0, -1.0, 1.0)), np.tile((0, 0, 0, 1.0), (SOME, 1)), atol=1e-12
    )
    products = rot.matrix_from_quaternion(a) @ rot.matrix_from_quaternion(b)
    np.testing.assert_allclose(rot.matrix_from_quaternion(rot.multiply(a, b)), products, atol=1e-12)


@pytest.mark.parametrize("size", [1e-8, 1.0, 1e100, 1e200, 1e300])
def test_quaternions_of_any_length_are_normalised(size: float) -> None:
    expected = np.array((0.0, 0.6, 0.0, 0.8))
    found = rot.normalised((size * expected, (0.0, 0.0, 0.0, 0.0)))
    np.testing.assert_allclose(found, (expected, (0.0, 0.0, 0.0, 1.0)), rtol=1e-15)


@given(q=quaternions)
@relaxed
def test_matrices_give_their_quaternions_back(q: Floats) -> None:
    matrices = rot.matrix_from_quaternion(q)
    assert_rotations(matrices)
    found = rot.quaternion_from_matrix(matrices)
    np.testing.assert_allclose(np.abs(np.einsum("ni,ni->n", found, q)), 1.0, atol=1e-12)


@given(q=quaternions)
@relaxed
def test_rotations_come_back_from_their_vectors_which_are_no_longer_than_half_a_turn(q: Floats) -> None:
    matrices = rot.matrix_from_quaternion(q)
    found = rot.log(matrices)
    np.testing.assert_allclose(rot.exp(found), matrices, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), rot.angle(matrices), atol=1e-12)
    assert (rot.angle(matrices) <= np.pi + 1e-12).all()


@pytest.mark.parametrize("axis", [X, Y, Z, np.array((0.6, 0.0, 0.8)), np.array((-0.36, 0.48, 0.8))])
@pytest.mark.parametrize("angle", [0.0, 1e-15, 1e-9, 1e-4, 1.0, np.pi - 1e-4, np.pi - 1e-9, np.pi])
def test_no_angle_is_singular(axis: Floats, angle: float) -> None:
    matrix = rot.exp(angle * axis)
    np.testing.assert_allclose(matrix, series(angle * axis), atol=1e-11)
    found = rot.log(matrix)
    found = -found if angle == np.pi and found @ axis < 0.0 else found  # both axes of half a turn are right
    np.testing.assert_allclose(found, angle * axis, atol=1e-11)
    q = rot.quaternion_about(axis, angle)
    np.testing.assert_allclose(rot.matrix_from_quaternion(q), matrix, atol=1e-15)
    assert abs(float(q @ rot.quaternion_from_matrix(matrix))) == pytest.approx(1.0, abs=1e-15)


def test_angles_are_measured_to_the_last_digit_also_of_small_rotations() -> None:
    angles = np.array((0.0, 1e-9, 1e-5, 0.5, np.pi - 1e-5, np.pi))
    np.testing.assert_allclose(rot.angle(rot.exp(angles[:, None] * (0.6, 0.0, 0.8))), angles, atol=1e-15)


@given(v=vectors, d=vectors)
@relaxed
def test_the_left_jacobian_is_the_derivative_of_the_exponential(v: Floats, d: Floats) -> None:
    step = 1e-6
    ahead, behind = rot.exp(3.0 * v + step * d), rot.exp(3.0 * v - step * d)
    turned = rot.log(ahead @ transposed(behind)) / (2.0 * step)
    np.testing.assert_allclose(np.einsum("nij,nj->ni", rot.left_jacobian(3.0 * v), d), turned, atol=1e-7)


def test_the_left_jacobian_of_no_rotation_is_one() -> None:
    np.testing.assert_array_equal(rot.left_jacobian(np.zeros((2, 3))), np.tile(np.eye(3), (2, 1, 1)))


@given(a=vectors, b=vectors)
@relaxed
def test_the_shortest_arc_turns_one_direction_onto_another_about_what_is_square_to_both(a: Floats, b: Floats) -> None:
    arcs = rot.shortest_arc(a, b)
    u, v = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (a, b))
    assert_rotations(arcs)
    np.testing.assert_allclose(np.einsum("nij,nj->ni", arcs, u), v, atol=1e-6)
    turned = np.arctan2(np.linalg.norm(np.cross(u, v), axis=1), np.einsum("ni,ni->n", u, v))
    np.testing.assert_allclose(rot.angle(arcs), turned, atol=1e-6)


@pytest.mark.parametrize("off", [0.0, 1e-9, 1e-7, 1e-6, 1e-4, 1e-2])
def test_the_shortest_arc_between_opposite_directions_is_half_a_turn(off: float) -> None:
    there = np.array((off, -1.0, 0.0))
    arc = rot.shortest_arc(Y, there)
    assert_rotations(arc)
    np.testing.assert_allclose(arc @ Y, there / np.linalg.norm(there), atol=5e-7)
    np.testing.assert_allclose(arc, rot.shortest_arc(Y[None], there[None])[0], atol=1e-12)


def test_the_axis_of_a_half_turn_may_be_given() -> None:
    np.testing.assert_allclose(rot.shortest_arc(Y, -Y, X), np.diag((1.0, -1.0, -1.0)), atol=1e-15)
    np.testing.assert_allclose(rot.shortest_arc([Y, Y], [-Y, Z], [X, X])[0], np.diag((1.0, -1.0, -1.0)), atol=1e-15)


def test_what_has_no_direction_is_not_turned() -> None:
    np.testing.assert_array_equal(rot.shortest_arc(np.zeros(3), X), np.eye(3))
    np.testing.assert_array_equal(rot.shortest_arc([X, Y], [np.zeros(3), Y]), [np.eye(3), np.eye(3)])
    np.testing.assert_array_equal(rot.directions([np.zeros(3), 2.0 * Z]), [np.zeros(3), Z])
    np.testing.assert_array_equal(
        rot.normalised([[0.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0]]), [[0, 0, 0, 1], [0, 1, 0, 0]]
    )


@given(a=quaternions, b=quaternions, share=st.floats(-1.0, 2.0))
@relaxed
def test_an_arc_between_rotations_is_even_and_the_shorter_one(a: Floats, b: Floats, share: float) -> None:
    start, end = rot.matrix_from_quaternion(a), rot.matrix_from_quaternion(b)
    whole = rot.log(end @ transposed(start))
    sure = rot.angle(end @ transposed(start)) < np.pi - 1e-3  # of half a turn both ways round are the shorter one
    wanted = rot.exp(share * whole) @ start
    np.testing.assert_allclose(rot.matrix_from_quaternion(rot.slerp(a, b, share))[sure], wanted[sure], atol=1e-9)
    np.testing.assert_allclose(rot.interpolated(start, end, share), wanted, atol=1e-12)


def test_arcs_take_a_share_for_each_rotation() -> None:
    ends = rot.quaternion_about(Z, np.full(3, 0.8))
    found = rot.slerp(np.tile((0.0, 0.0, 0.0, 1.0), (3, 1)), ends, np.array((0.0, 0.25, 1.0)))
    np.testing.assert_allclose(found, rot.quaternion_about(Z, np.array((0.0, 0.2, 0.8))), atol=1e-12)


def test_signs_of_quaternions_follow_the_frame_before() -> None:
    turns = rot.quaternion_about(X, np.linspace(0.0, 7.0, 20))
    flipped = turns * np.where(np.arange(20) % 3 == 1, -1.0, 1.0)[:, None]
    np.testing.assert_array_equal(rot.without_sign_flips(flipped), turns)
    np.testing.assert_array_equal(rot.without_sign_flips(flipped[:1]), flipped[:1])
    assert rot.canonical(0.0, 0.6, 0.0, -0.8) == (0.0, -0.6, 0.0, 0.8)


@given(axes=arrays(np.float64, (SOME, 3, 3), elements=part))
@relaxed
def test_axes_are_made_square_keeping_y_and_the_plane_of_x(axes: Floats) -> None:
    found = rot.orthonormalised(axes)
    assert_rotations(found)
    x, y = axes[..., 0], axes[..., 1]
    long = np.linalg.norm(np.cross(x, y), axis=1) > 1e-2
    np.testing.assert_allclose(np.cross(found[..., 1], y)[long], 0.0, atol=1e-12)
    np.testing.assert_allclose(np.einsum("ni,ni->n", found[..., 2], x)[long], 0.0, atol=1e-12)
    assert (np.einsum("ni,ni->n", found[..., 0], x)[long] > 0.0).all()


@pytest.mark.parametrize("y", [np.zeros(3), X, -Y, 2.0 * Z, np.array((1.0, 1.0, 1.0))])
def test_axes_without_an_x_are_the_same_each_time(y: Floats) -> None:
    found = rot.axes_along(y, 3.0 * y)
    assert_rotations(found)
    np.testing.assert_allclose(found[:, 1], y / np.linalg.norm(y) if y.any() else Y, atol=1e-15)


@given(a=vectors, b=vectors, line=vectors, angle=st.floats(-3.0, 3.0))
@relaxed
def test_angles_about_a_line_are_those_of_what_is_across_it(a: Floats, b: Floats, line: Floats, angle: float) -> None:
    line = line / np.linalg.norm(line, axis=1, keepdims=True)
    off = a - np.einsum("ni,ni->n", a, line)[:, None] * line
    sure = np.linalg.norm(off, axis=1) > 1e-3
    turned = np.einsum("nij,nj->ni", rot.exp(angle * line), a) + np.einsum("ni,ni->n", b, line)[:, None] * line
    np.testing.assert_allclose(rot.signed_angle(a, turned, line)[sure], angle, atol=1e-9)


def test_angles_are_wrapped_to_half_a_turn() -> None:
    np.testing.assert_allclose(
        rot.wrapped(np.array((0.0, 4.0, -4.0, np.pi, 7.0))), (0.0, 4 - 2 * np.pi, 2 * np.pi - 4, -np.pi, 7 - 2 * np.pi)
    )


@pytest.mark.parametrize(
    ("form", "width"),
    [
        (rot.normalised, (4,)),
        (rot.matrix_from_quaternion, (4,)),
        (rot.quaternion_from_matrix, (3, 3)),
        (rot.log, (3, 3)),
        (rot.exp, (3,)),
        (rot.cross_matrix, (3,)),
        (rot.left_jacobian, (3,)),
        (rot.directions, (3,)),
        (rot.orthonormalised, (3, 3)),
        (lambda v: rot.shortest_arc(v, v[..., ::-1]), (3,)),
        (lambda q: rot.multiply(q, q[..., ::-1]), (4,)),
        (lambda q: rot.slerp(q, q[..., ::-1], 0.3), (4,)),
        (lambda v: rot.quaternion_about(v, v[..., 0]), (3,)),
    ],
)
def test_one_is_as_many(form: Callable[[Floats], Floats], width: tuple[int, ...]) -> None:
    given = np.random.default_rng(5).normal(size=(4, 5, *width))
    given = rot.normalised(given) if width == (4,) else rot.orthonormalised(given) if width == (3, 3) else given
    found = form(given)
    assert found.shape[:2] == (4, 5)
    for i, j in np.ndindex(4, 5):
        np.testing.assert_allclose(form(given[i, j]), found[i, j], atol=2e-15)


def test_one_matrix_gives_the_bits_of_many() -> None:
    q = rot.normalised(np.random.default_rng(6).normal(size=(200, 4)))
    many = rot.matrix_from_quaternion(q)
    assert all((rot.matrix_from_quaternion(each) == matrix).all() for each, matrix in zip(q, many, strict=True))
    found = rot.quaternion_from_matrix(many)
    assert all((rot.quaternion_from_matrix(matrix) == each).all() for each, matrix in zip(found, many, strict=True))
