"""The coordinates of bounded joints: the same turns and the same bounds as in swings and twists, without their sines.

Held against `limits`, which has its own tests, and against differences.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, tan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.solver.compiling.layout import FREE
from tests.rigs.strategies import numbers, relaxed
from tests.solver import wrappers as kernels
from tests.solver.maths.joint_ranges import UNBOUNDED, bounds, swings, turns

STEP = 1e-6


def coordinates(swing, t) -> tuple[float, float, float]:
    """4·tan(θ/4) of swing and twist."""
    angle = hypot(*swing)
    k = 4.0 * tan(angle / 4.0) / angle if angle > 0.0 else 1.0
    return (swing[0] * k, 4.0 * tan(t / 4.0), swing[1] * k)


def compared(bound: tuple[float, float, float]) -> tuple[float, float, float]:
    """A bound as coordinates are compared with it."""
    x, y, z = (max(min(angle, pi), -pi) for angle in bound)
    found = (sin(x / 2.0), 4.0 * tan(y / 4.0), sin(z / 2.0))
    return tuple(b if abs(b) >= FREE else c for b, c in zip(bound, found, strict=True))


@given(swings, turns)
@relaxed
def test_they_make_the_same_turn(swing, t) -> None:
    c = coordinates(swing, t)
    turn = kernels.rotation_of(c)
    np.testing.assert_allclose(turn, kernels.from_swing_twist(swing[0], t, swing[1]), atol=1e-12)
    np.testing.assert_allclose(kernels.coordinates_of(turn), c, atol=1e-6)
    np.testing.assert_allclose(kernels.coordinates_of(tuple(-q for q in turn)), c, atol=1e-6)


def test_a_swing_of_half_a_turn_has_no_twist() -> None:
    x, t, z = kernels.coordinates_of((0.6, 0.0, 0.8, 0.0))
    assert t == 0.0
    assert hypot(x, z) == pytest.approx(4.0)


@given(bounds, swings, turns)
@relaxed
def test_they_are_drawn_back_to_where_angles_are(found, swing, t) -> None:
    lower, upper = found
    sx, st_, sz, _ = kernels.clamped(lower, upper, swing[0], t, swing[1])
    held, _, _, _ = kernels.clamp_coordinates(compared(lower), compared(upper), coordinates(swing, t))
    np.testing.assert_allclose(held, coordinates((sx, sz), st_), atol=1e-7)


@given(bounds, swings, turns)
@relaxed
def test_drawing_back_twice_is_drawing_back_once(found, swing, t) -> None:
    lower, upper = compared(found[0]), compared(found[1])
    once = kernels.clamp_coordinates(lower, upper, coordinates(swing, t))[0]
    np.testing.assert_allclose(kernels.clamp_coordinates(lower, upper, once)[0], once, atol=1e-12)


@given(swings, turns)
@relaxed
def test_columns_are_how_the_joint_turns(swing, t) -> None:
    c = np.array(coordinates(swing, t))
    for a, column in enumerate(kernels.rotation_columns(tuple(c))):
        step = STEP * np.eye(3)[a]
        after, before = kernels.rotation_of(tuple(c + step)), kernels.rotation_of(tuple(c - step))
        turned = kernels.logarithm(kernels.multiply(after, kernels.inverse(before)))
        np.testing.assert_allclose(column, np.array(turned) / (2.0 * STEP), atol=1e-7)


@given(swings, turns)
@relaxed
def test_columns_change_as_the_coordinates_grow(swing, t) -> None:
    """What Newton's method takes of them: each pair of coordinates both ways, half each."""
    c, along = np.array(coordinates(swing, t)), np.array((0.3, -0.8, 0.5))
    rates = np.empty((3, 3))
    for a in range(3):
        step = STEP * np.eye(3)[a]
        after, before = kernels.rotation_columns(tuple(c + step)), kernels.rotation_columns(tuple(c - step))
        rates[a] = (np.array(after) - np.array(before)) @ along / (2.0 * STEP)
    both = 0.5 * (rates + rates.T)
    found = kernels.column_rates(tuple(c), tuple(along), kernels.rotation_columns(tuple(c)))
    np.testing.assert_allclose(found, both[np.triu_indices(3)], atol=1e-7)


wide = st.tuples(numbers(-1.0, -0.2), numbers(0.2, 1.0))
sides = st.tuples(wide, wide) | st.tuples(wide, st.just(UNBOUNDED)) | st.tuples(st.just(UNBOUNDED), wide)
outwards = st.tuples(numbers(1.2, 3.0), numbers(0.2, pi / 2 - 0.2), st.integers(0, 3)).map(
    lambda drawn: (drawn[0] * cos(drawn[1] + drawn[2] * pi / 2), drawn[0] * sin(drawn[1] + drawn[2] * pi / 2))
)
"""Swings that most bounds of `sides` stop, in every quadrant."""


@given(sides, outwards, st.booleans())
@relaxed
def test_the_normal_is_square_to_the_bound(found, swing, left) -> None:
    """A small step along the bound leaves it only in the second order; the normal points out."""
    (low_x, high_x), (low_z, high_z) = found
    lower, upper = compared((low_x, -1.0, low_z)), compared((high_x, 1.0, high_z))
    (x, _, z), hit, nx, nz = kernels.clamp_coordinates(lower, upper, coordinates(swing, 0.0))
    assume(hit and (nx, nz) != (0.0, 0.0) and min(abs(x), abs(z)) >= 1e-2)
    assert hypot(nx, nz) == pytest.approx(1.0)
    assert nx * x + nz * z > 0.0
    side = 1e-5 if left else -1e-5
    (hx, _, hz), _, _, _ = kernels.clamp_coordinates(lower, upper, (x - side * nz, 0.0, z + side * nx))
    assert hypot(hx - (x - side * nz), hz - (z + side * nx)) < 1e-7


@given(sides, outwards, st.booleans())
@relaxed
def test_the_curvature_of_a_bound_is_how_its_normal_turns(found, swing, left) -> None:
    """What Newton's method takes of a swing that slides along its bound, one way and the other."""
    (low_x, high_x), (low_z, high_z) = found
    lower, upper = compared((low_x, -1.0, low_z)), compared((high_x, 1.0, high_z))
    held, hit, nx, nz = kernels.clamp_coordinates(lower, upper, coordinates(swing, 0.0))
    assume(hit and (nx, nz) != (0.0, 0.0) and min(abs(held[0]), abs(held[2])) >= 1e-2)
    dx, dz = (nz, -nx) if left else (-nz, nx)
    normals = [
        kernels.clamp_coordinates(lower, upper, (held[0] + step * dx, 0.0, held[2] + step * dz))[2:]
        for step in (-1e-4, 1e-4)
    ]
    assume((0.0, 0.0) not in normals)
    turned = ((normals[1][0] - normals[0][0]) * dx + (normals[1][1] - normals[0][1]) * dz) / 2e-4
    assert kernels.limit_curvature(lower, upper, held, dx, dz) == pytest.approx(turned, abs=1e-4)


def test_a_bound_at_rest_is_straight() -> None:
    assert kernels.limit_curvature((0.0, -1.0, -0.5), (0.0, 1.0, 0.5), (0.0, 0.0, 1.0), 0.0, 1.0) == 0.0


@given(st.floats(-pi, pi), st.tuples(*[st.floats(0.01, 1.0)] * 3), st.tuples(*[st.floats(-1.0, 1.0)] * 3))
@relaxed
def test_a_step_to_the_bound_ends_on_the_limit_however_stiff_the_joint(angle, mobility, point) -> None:
    """The line through (x, z) at right angles to the normal, wherever along it the step goes."""
    nx, nz, (x, z, along) = cos(angle), sin(angle), point
    sx, sz, reach = kernels.bound_of_step(nx, nz, mobility, x, z)
    step = (reach * sx - along * sz, reach * sz + along * sx)
    assert nx * mobility[0] * step[0] + nz * mobility[2] * step[1] == pytest.approx(nx * x + nz * z, abs=1e-12)


def test_a_joint_that_cannot_move_has_no_bound() -> None:
    assert kernels.bound_of_step(0.6, 0.8, (0.0, 1.0, 0.0), 0.1, 0.2) == (0.0, 0.0, 0.0)
