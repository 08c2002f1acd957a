"""Grounds to stand on: slopes, steps and fields of heights."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from pantin.rigs.ground.kinds import Ground, Heights, Slope, Steps

NUMBERS = st.floats(-1.0, 1.0)

HEADINGS = st.floats(-np.pi, np.pi)

RISES = st.floats(0.02, 0.3) | st.floats(-0.3, -0.02)

GROUNDS: st.SearchStrategy[Ground] = st.one_of(
    st.builds(Slope, height=st.floats(-0.1, 0.1), angle=st.floats(-0.6, 0.6), heading=HEADINGS),
    st.builds(Steps, rise=RISES, tread=st.floats(0.1, 0.5), count=st.integers(1, 8), start=NUMBERS, heading=HEADINGS),
    st.lists(st.floats(-0.15, 0.15), min_size=36, max_size=36).map(
        lambda numbers: Heights(rows=tuple(tuple(numbers[n : n + 6]) for n in range(0, 36, 6)), cell=0.25)
    ),
)
