"""Joint limits: the split into swing and twist, what is drawn back into the bounds, and the coordinates of that.

Bounds are held against formulas written anew here: twist between two angles, swing in an ellipse of half-angle sines;
derivatives against differences.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.solver.compiling.layout import FREE
from tests.rigs.strategies import numbers, quaternions, relaxed
from tests.solver import wrappers as kernels
from tests.solver.maths.joint_ranges import (
    UNBOUNDED,
    bounds,
    clamped,
    compared,
    coordinates,
    from_swing_twist,
    swing_twist,
    swings,
    turns,
)

STEP = 1e-6


def is_bounded(lower, upper, a) -> bool:
    return (lower[a], upper[a]) != UNBOUNDED


def overshoot(lower, upper, sx, t, sz) -> float:
    """Return how far a turn is out of its bounds, in half-angle sines and radians; 0 inside."""
    out = max(t - upper[1], lower[1] - t, 0.0)
    angle = hypot(sx, sz)
    ux, uz = (sin(angle / 2) / angle * s for s in (sx, sz)) if angle > 0.0 else (0.0, 0.0)
    edges = [sin(min(abs(upper[a] if u >= 0.0 else lower[a]), pi) / 2) for a, u in ((0, ux), (2, uz))]
    held = [is_bounded(lower, upper, a) for a in (0, 2)]
    if all(held) and min(edges) > 0.0:
        return max(out, hypot(ux / edges[0], uz / edges[1]) - 1.0)
    return max(out, *(abs(u) - edge for u, edge, bounded in zip((ux, uz), edges, held, strict=True) if bounded), 0.0)


def well_inside(lower, upper, swing, t) -> tuple[float, ...]:
    """A turn on the way from rest to the bound; all of that way is allowed."""
    return tuple(0.9 * turn for turn in clamped(lower, upper, swing[0], t, swing[1])[:3])


@given(swings, turns)
@relaxed
def test_they_make_the_same_turn(swing, t) -> None:
    c = coordinates(swing, t)
    turn = kernels.rotation_of(c)
    np.testing.assert_allclose(turn, from_swing_twist(swing[0], t, swing[1]), atol=1e-12)
    np.testing.assert_allclose(kernels.coordinates_of(turn), c, atol=1e-6)
    np.testing.assert_allclose(kernels.coordinates_of(tuple(-q for q in turn)), c, atol=1e-6)


def test_a_swing_of_half_a_turn_has_no_twist() -> None:
    x, t, z = kernels.coordinates_of((0.6, 0.0, 0.8, 0.0))
    assert t == 0.0
    assert hypot(x, z) == pytest.approx(4.0)


@given(quaternions())
@relaxed
def test_join_undoes_split(q) -> None:
    assume(hypot(q[1], q[3]) > 1e-6)
    again = np.array(from_swing_twist(*swing_twist(q)))
    assert abs(again @ np.array(q)) == pytest.approx(1.0, abs=1e-9)


@given(quaternions())
@relaxed
def test_twist_is_about_the_bone_and_swing_is_not(q) -> None:
    assume(hypot(q[1], q[3]) > 1e-6)
    sx, t, sz = swing_twist(q)
    assert from_swing_twist(sx, 0.0, sz)[1] == 0.0
    assert abs(
        np.array([0.0, sin(t / 2), 0.0, np.cos(t / 2)]) @ np.array(from_swing_twist(0.0, t, 0.0))
    ) == pytest.approx(1.0)
    assert abs(sin(t - 2.0 * atan2(q[1], q[3]))) < 1e-9


def test_twist_of_half_a_turn_of_swing_is_none() -> None:
    sx, t, sz = swing_twist((0.6, 0.0, 0.8, 0.0))
    assert t == 0.0
    assert hypot(sx, sz) == pytest.approx(pi)


@given(bounds, swings, turns)
@relaxed
def test_what_is_drawn_back_is_inside(found, swing, t) -> None:
    lower, upper = found
    *turn, hit = clamped(lower, upper, swing[0], t, swing[1])
    assert overshoot(lower, upper, *turn) <= 1e-9
    assert hit == (overshoot(lower, upper, swing[0], t, swing[1]) > 0.0) or turn == pytest.approx(
        (swing[0], t, swing[1])
    )


@given(bounds, swings, turns)
@relaxed
def test_what_is_inside_stays_as_it_is(found, swing, t) -> None:
    lower, upper = found
    inside = well_inside(lower, upper, swing, t)
    *turn, hit = clamped(lower, upper, *inside)
    assert not hit and turn == pytest.approx(inside)


@given(bounds, swings, turns)
@relaxed
def test_drawing_back_twice_is_drawing_back_once(found, swing, t) -> None:
    lower, upper = found
    once = clamped(lower, upper, swing[0], t, swing[1])[:3]
    np.testing.assert_allclose(clamped(lower, upper, *once)[:3], once, atol=1e-9)


@given(bounds, swings, turns, swings)
@relaxed
def test_a_small_change_makes_a_small_change(found, swing, t, step) -> None:
    lower, upper = found
    here = clamped(lower, upper, swing[0], t, swing[1])[:3]
    there = clamped(lower, upper, swing[0] + 1e-7 * step[0], t, swing[1] + 1e-7 * step[1])[:3]
    np.testing.assert_allclose(here, there, atol=1e-4)


@given(bounds, swings, turns)
@relaxed
def test_locked_axes_stay_at_rest(found, swing, t) -> None:
    lower, upper = found
    turn = clamped(lower, upper, swing[0], t, swing[1])[:3]
    assert all(abs(turn[a]) < 1e-12 for a in range(3) if lower[a] == upper[a] == 0.0)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_bound_at_rest_leaves_the_other_side_open(axis, side) -> None:
    lower, upper, turn = [-FREE] * 3, [FREE] * 3, [0.0] * 3
    lower[axis], upper[axis] = min(side, 0.0), max(side, 0.0)
    turn[axis] = 0.9 * side
    *found, hit = clamped(tuple(lower), tuple(upper), *turn)
    assert not hit and found == pytest.approx(turn)
    turn[axis] = -0.9 * side
    *found, hit = clamped(tuple(lower), tuple(upper), *turn)
    assert hit
    assert found == [0.0, 0.0, 0.0]


@given(bounds, quaternions())
@relaxed
def test_rotations_are_brought_inside_and_allowed_ones_are_kept(found, q) -> None:
    lower, upper = found
    assume(hypot(q[1], q[3]) > 1e-3)
    low, high = compared(lower), compared(upper)
    held = kernels.clamp_rotation(low, high, q)
    assert overshoot(lower, upper, *swing_twist(held)) <= 1e-7
    sx, t, sz = swing_twist(held)
    allowed = from_swing_twist(*well_inside(lower, upper, (sx, sz), t))
    np.testing.assert_allclose(kernels.clamp_rotation(low, high, allowed), allowed, atol=1e-12)


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
