"""Single vectors: what is across a line, how long and where to they point, and steps that leave and arrive softly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.vectors import (
    FRONT,
    LEFT,
    across,
    angle_between,
    cross,
    eased,
    four,
    heading_of,
    length,
    smoothstep,
    three,
    unit,
)
from tests.rigs.strategies import relaxed

part = st.floats(-1.0, 1.0).map(lambda number: round(number, 6))
vectors = st.tuples(part, part, part).filter(lambda v: float(np.linalg.norm(v)) > 1e-3)


@given(v=vectors, line=vectors)
@relaxed
def test_what_is_across_a_line_is_square_to_it(v: tuple[float, ...], line: tuple[float, ...]) -> None:
    along = unit(np.array(line))
    assert length(along) == pytest.approx(1.0)
    assert float(across(np.array(v), along) @ along) == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_array_equal(cross(np.array(v), along), np.cross(v, along))


def test_headings_begin_ahead_and_grow_to_the_left() -> None:
    assert heading_of(FRONT) == 0.0
    assert heading_of(LEFT) == pytest.approx(np.pi / 2)
    assert heading_of(2.0 * FRONT - 2.0 * LEFT) == pytest.approx(-np.pi / 4)


def test_steps_leave_and_arrive_softly() -> None:
    assert [smoothstep(x) for x in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]
    assert smoothstep(0.01) == pytest.approx(0.0003, abs=3e-6)
    assert [eased(x, 2.0, 4.0) for x in (1.0, 2.0, 3.0, 4.0, 9.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_documents_hold_tuples() -> None:
    assert three(np.array((1, 2, 3))) == (1.0, 2.0, 3.0)
    assert four(np.array((1, 2, 3, 4))) == (1.0, 2.0, 3.0, 4.0)


def test_angles_between_vectors_are_told_to_the_last_digit_also_small_ones() -> None:
    for angle in (0.0, 1e-10, 0.3, np.pi / 2, np.pi - 1e-10, np.pi):
        turned = 3.0 * np.array((np.cos(angle), np.sin(angle), 0.0))
        assert angle_between(np.array((0.5, 0.0, 0.0)), turned) == pytest.approx(angle, abs=1e-15)
