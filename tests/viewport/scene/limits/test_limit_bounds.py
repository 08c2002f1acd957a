"""The outlines of limits are those that the solver keeps to: on them a turn is allowed, a little outside it is not."""

from __future__ import annotations

from math import hypot, pi, radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.euler import bend_twist_sway, half_sines
from pantin.solver.compiling.layout import FREE
from pantin.viewport.scene.limits.limit_bounds import (
    about,
    arc,
    at_bound,
    hinge_axis,
    pointing,
    swing_at_bound,
    swing_outlines,
)
from tests.rigs.strategies import numbers, quaternions, relaxed
from tests.solver import wrappers as kernels
from tests.solver.maths.joint_ranges import clamped, compared, coordinates, from_swing_twist, swing_twist

low, high = numbers(-3.0, -0.1), numbers(0.1, 3.0)
spans = st.tuples(low, high)
one_sided = spans | low.map(lambda a: (a, 0.0)) | high.map(lambda a: (0.0, a))
LOCKED = (0.0, 0.0)


def bounded(bend, sway, twist=None):
    """The lower and upper bounds as the solver has them."""
    ends = [(-FREE, FREE) if each is None else each for each in (bend, twist, sway)]
    return tuple(zip(*ends, strict=True))


def swing_of(u: np.ndarray) -> tuple[float, float]:
    """Half-angle sines as a rotation vector."""
    size = hypot(*u)
    k = 2.0 * np.arcsin(min(size, 1.0)) / size if size > 1e-12 else 2.0
    return float(u[0] * k), float(u[1] * k)


def is_out(bounds, u: np.ndarray) -> bool:
    sx, sz = swing_of(u)
    x, _, z, _ = clamped(*bounds, sx, 0.0, sz)
    return hypot(x - sx, z - sz) > 1e-9


@given(one_sided, one_sided)
@relaxed
def test_on_the_outline_a_swing_is_allowed_and_just_outside_it_is_not(bend, sway) -> None:
    bounds = bounded(bend, sway)
    [outline] = swing_outlines((bend, None, sway))
    for u in outline[::5]:
        assert not is_out(bounds, u * (1 - 1e-6))
        if hypot(*u) > 1e-3 and hypot(*u) < 0.998 and 0.0 not in (*bend, *sway):
            assert is_out(bounds, u * 1.002)


@pytest.mark.parametrize("axis", [0, 2])
@given(spans)
@relaxed
def test_a_limit_on_one_axis_alone_is_a_line_on_either_side(axis: int, ends) -> None:
    limits = (ends, None, None) if axis == 0 else (None, None, ends)
    bounds = bounded(limits[0], limits[2])
    outlines = swing_outlines(limits)
    assert len(outlines) == 2
    for outline in outlines:
        for u in outline[5:-5:7]:
            inside, outside = u.copy(), u.copy()
            inside[axis // 2] *= 1 - 1e-6
            outside[axis // 2] *= 1.01
            assert not is_out(bounds, inside)
            assert hypot(*outside) >= 1.0 or is_out(bounds, outside)


@pytest.mark.parametrize("axis", [0, 2])
@given(spans)
@relaxed
def test_a_hinge_ends_where_the_solver_stops_it(axis: int, ends) -> None:
    limits = (ends, None, LOCKED) if axis == 0 else (LOCKED, None, ends)
    assert hinge_axis(limits) == axis and swing_outlines(limits) == ()
    bounds = bounded(limits[0], limits[2])
    for end, out in zip(about(axis, ends), about(axis, [end * 1.01 for end in ends]), strict=True):
        assert not is_out(bounds, end * (1 - 1e-9)) and is_out(bounds, out)
    assert arc(ends)[0] == ends[0] and arc(ends)[-1] == ends[1]


@given(numbers(-2.5, 2.5), numbers(-1.5, 1.5))
@relaxed
def test_a_swing_points_where_its_rotation_takes_the_bone(bend: float, sway: float) -> None:
    q = from_swing_twist(bend, 0.3, sway)
    expected = kernels.rotate(q, (0.0, 1.0, 0.0))
    np.testing.assert_allclose(pointing(half_sines(bend, sway))[0], expected, atol=1e-9)


@given(quaternions(), one_sided, one_sided)
@relaxed
def test_a_joint_stands_at_its_bound_where_the_solver_says_so(q, bend, sway) -> None:
    held = clamped(*bounded(bend, sway), *swing_twist(q))
    x, _, z, _ = held
    lower, upper = bounded(bend, sway)
    _, _, *normal = kernels.clamp_coordinates(compared(lower), compared(upper), coordinates((x, z), 0.0))
    expected = normal != [0.0, 0.0]
    near_rest = hypot(x, z) < 1e-6
    assert near_rest or swing_at_bound((bend, None, sway), (x, z), 1e-6) == expected
    assert not swing_at_bound((bend, None, sway), (0.5 * x, 0.5 * z), 1e-6) or 0.0 in (*bend, *sway)


def test_what_is_free_or_locked_has_no_outline() -> None:
    assert swing_outlines((None, None, None)) == () and hinge_axis((None, None, None)) is None
    assert swing_outlines((LOCKED, None, LOCKED)) == () and hinge_axis((LOCKED, None, LOCKED)) is None
    assert hinge_axis((LOCKED, None, None)) == 2, "a free axis beside a locked one is a hinge without ends"


def test_both_ends_of_a_range_are_bounds_and_a_locked_axis_has_none() -> None:
    limits = ((-1.0, 2.0), LOCKED, None)
    assert at_bound(limits, 0, 2.0, 1e-6) and at_bound(limits, 0, -1.1, 1e-6) and not at_bound(limits, 0, 1.9, 1e-6)
    assert not at_bound(limits, 1, 0.0, 1e-6) and not at_bound(limits, 2, pi, 1e-6)


def test_turns_are_split_as_the_solver_splits_them() -> None:
    q = from_swing_twist(radians(40), radians(-70), radians(25))
    np.testing.assert_allclose(bend_twist_sway(q), swing_twist(q), atol=1e-12)
