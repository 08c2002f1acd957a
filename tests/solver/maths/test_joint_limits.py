"""Joint limits: the split into swing and twist, and what is drawn back into the bounds.

Bounds are held against formulas written anew here: twist between two angles, swing in an ellipse of half-angle sines.
"""

from __future__ import annotations

from math import atan2, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import assume, given

from pantin.solver.compiling.layout import FREE
from tests.rigs.strategies import quaternions, relaxed
from tests.solver import wrappers as kernels
from tests.solver.maths.joint_ranges import UNBOUNDED, bounds, swings, turns


def is_bounded(lower, upper, a) -> bool:
    return (lower[a], upper[a]) != UNBOUNDED


def overshoot(lower, upper, sx, t, sz) -> float:
    """How far a turn is out of its bounds, in half-angle sines and radians; 0 inside."""
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
    return tuple(0.9 * turn for turn in kernels.clamped(lower, upper, swing[0], t, swing[1])[:3])


@given(swings, turns)
@relaxed
def test_split_undoes_join(swing, t) -> None:
    q = kernels.from_swing_twist(swing[0], t, swing[1])
    np.testing.assert_allclose(kernels.swing_twist(q), (swing[0], t, swing[1]), atol=1e-7)


@given(quaternions())
@relaxed
def test_join_undoes_split(q) -> None:
    assume(hypot(q[1], q[3]) > 1e-6)
    again = np.array(kernels.from_swing_twist(*kernels.swing_twist(q)))
    assert abs(again @ np.array(q)) == pytest.approx(1.0, abs=1e-9)


@given(quaternions())
@relaxed
def test_twist_is_about_the_bone_and_swing_is_not(q) -> None:
    assume(hypot(q[1], q[3]) > 1e-6)
    sx, t, sz = kernels.swing_twist(q)
    assert kernels.from_swing_twist(sx, 0.0, sz)[1] == 0.0
    assert abs(
        np.array([0.0, sin(t / 2), 0.0, np.cos(t / 2)]) @ np.array(kernels.from_swing_twist(0.0, t, 0.0))
    ) == pytest.approx(1.0)
    assert abs(sin(t - 2.0 * atan2(q[1], q[3]))) < 1e-9


def test_twist_of_half_a_turn_of_swing_is_none() -> None:
    sx, t, sz = kernels.swing_twist((0.6, 0.0, 0.8, 0.0))
    assert t == 0.0
    assert hypot(sx, sz) == pytest.approx(pi)


@given(bounds, swings, turns)
@relaxed
def test_what_is_drawn_back_is_inside(found, swing, t) -> None:
    lower, upper = found
    *turn, hit = kernels.clamped(lower, upper, swing[0], t, swing[1])
    assert overshoot(lower, upper, *turn) <= 1e-9
    assert hit == (overshoot(lower, upper, swing[0], t, swing[1]) > 0.0) or turn == pytest.approx(
        (swing[0], t, swing[1])
    )


@given(bounds, swings, turns)
@relaxed
def test_what_is_inside_stays_as_it_is(found, swing, t) -> None:
    lower, upper = found
    inside = well_inside(lower, upper, swing, t)
    assert kernels.clamped(lower, upper, *inside) == (*inside, False)


@given(bounds, swings, turns)
@relaxed
def test_drawing_back_twice_is_drawing_back_once(found, swing, t) -> None:
    lower, upper = found
    once = kernels.clamped(lower, upper, swing[0], t, swing[1])[:3]
    np.testing.assert_allclose(kernels.clamped(lower, upper, *once)[:3], once, atol=1e-9)


@given(bounds, swings, turns, swings)
@relaxed
def test_a_small_change_makes_a_small_change(found, swing, t, step) -> None:
    lower, upper = found
    here = kernels.clamped(lower, upper, swing[0], t, swing[1])[:3]
    there = kernels.clamped(lower, upper, swing[0] + 1e-7 * step[0], t, swing[1] + 1e-7 * step[1])[:3]
    np.testing.assert_allclose(here, there, atol=1e-4)


@given(bounds, swings, turns)
@relaxed
def test_locked_axes_stay_at_rest(found, swing, t) -> None:
    lower, upper = found
    turn = kernels.clamped(lower, upper, swing[0], t, swing[1])[:3]
    assert all(abs(turn[a]) < 1e-12 for a in range(3) if lower[a] == upper[a] == 0.0)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_bound_at_rest_leaves_the_other_side_open(axis, side) -> None:
    lower, upper, turn = [-FREE] * 3, [FREE] * 3, [0.0] * 3
    lower[axis], upper[axis] = min(side, 0.0), max(side, 0.0)
    turn[axis] = 0.9 * side
    assert kernels.clamped(tuple(lower), tuple(upper), *turn) == (*turn, False)
    turn[axis] = -0.9 * side
    *found, hit = kernels.clamped(tuple(lower), tuple(upper), *turn)
    assert hit
    assert found == [0.0, 0.0, 0.0]


@given(bounds, quaternions())
@relaxed
def test_rotations_are_brought_inside_and_allowed_ones_are_kept(found, q) -> None:
    lower, upper = found
    assume(hypot(q[1], q[3]) > 1e-3)
    held = kernels.clamp_rotation(lower, upper, q)
    assert overshoot(lower, upper, *kernels.swing_twist(held)) <= 1e-7
    sx, t, sz = kernels.swing_twist(held)
    allowed = kernels.from_swing_twist(*well_inside(lower, upper, (sx, sz), t))
    np.testing.assert_allclose(kernels.clamp_rotation(lower, upper, allowed), allowed, atol=1e-12)


@given(bounds, swings)
@relaxed
def test_a_joint_slides_along_its_bound(found, swing) -> None:
    """Square to the outward normal the bound curves away only in the second order."""
    lower, upper = found
    sx, _, sz, hit = kernels.clamped(lower, upper, swing[0], 0.0, swing[1])
    assume(hit and abs(sx) > 1e-3 and abs(sz) > 1e-3)
    nx, nz = kernels.limit_normal(lower, upper, sx, sz)
    assert hypot(nx, nz) == pytest.approx(1.0)
    assert nx * sx + nz * sz > 0.0
    step = 1e-5
    for side in (-step, step):
        assert abs(overshoot(lower, upper, sx - side * nz, 0.0, sz + side * nx)) < 1e-7
