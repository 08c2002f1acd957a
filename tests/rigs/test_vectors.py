"""Vectors and rotations obey the laws of their groups, and quaternions and matrices are the same rotations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import across, matrix_of, multiply, quaternion_about, quaternion_of, three, unit
from tests.rigs.strategies import relaxed

part = st.floats(-1.0, 1.0).map(lambda number: round(number, 6))
vectors = st.tuples(part, part, part).filter(lambda v: float(np.linalg.norm(v)) > 1e-3)


def normalised(parts: tuple[float, ...]) -> Quaternion:
    x, y, z, w = (np.array(parts) / np.linalg.norm(parts)).tolist()
    return x, y, z, w


quaternions = st.tuples(part, part, part, part).filter(lambda q: float(np.linalg.norm(q)) > 1e-3).map(normalised)


@given(a=quaternions, b=quaternions)
@relaxed
def test_a_product_of_quaternions_is_that_of_their_matrices(a: Quaternion, b: Quaternion) -> None:
    np.testing.assert_allclose(matrix_of(multiply(a, b)), matrix_of(a) @ matrix_of(b), atol=1e-12)


@given(q=quaternions)
@relaxed
def test_a_matrix_gives_its_quaternion_back(q: Quaternion) -> None:
    matrix = matrix_of(q)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(3), atol=1e-12)
    assert abs(float(np.dot(quaternion_of(matrix), q))) == pytest.approx(1.0)


@given(v=vectors, line=vectors)
@relaxed
def test_what_is_across_a_line_is_square_to_it(v: tuple[float, ...], line: tuple[float, ...]) -> None:
    along = unit(np.array(line))
    assert float(np.linalg.norm(along)) == pytest.approx(1.0)
    assert float(across(np.array(v), along) @ along) == pytest.approx(0.0, abs=1e-12)


def test_a_turn_about_z_takes_x_to_y() -> None:
    half = 0.5**0.5
    assert three(matrix_of((0.0, 0.0, half, half)) @ (1.0, 0.0, 0.0)) == pytest.approx((0.0, 1.0, 0.0))


@given(v=vectors, line=vectors, angle=st.floats(-3.0, 3.0))
@relaxed
def test_a_rotation_about_an_axis_keeps_it_and_turns_what_is_across_it_by_the_angle(
    v: tuple[float, ...], line: tuple[float, ...], angle: float
) -> None:
    axis = unit(np.array(line))
    out = across(np.array(v), axis)
    turned = matrix_of(quaternion_about(axis, angle))
    np.testing.assert_allclose(turned @ axis, axis, atol=1e-12)
    np.testing.assert_allclose(turned @ out, np.cos(angle) * out + np.sin(angle) * np.cross(axis, out), atol=1e-12)
