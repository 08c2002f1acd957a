"""Limits of joints, and turns within and beyond them."""

from __future__ import annotations

from math import hypot, pi

from hypothesis import strategies as st

from pantin.solver.compiling.layout import FREE
from tests.rigs.strategies import numbers

UNBOUNDED, LOCKED = (-FREE, FREE), (0.0, 0.0)

low, high = numbers(-pi, -0.05), numbers(0.05, pi)

one_sided = low.map(lambda a: (a, 0.0)) | high.map(lambda a: (0.0, a))

ranges = st.just(UNBOUNDED) | st.just(LOCKED) | one_sided | st.tuples(low, high)

bounds = st.tuples(ranges, ranges, ranges).map(lambda found: tuple(zip(*found, strict=True)))
"""The lower and the upper bounds of a joint; each axis free, locked, open to one side or to both."""

turns = numbers(-3.1, 3.1)

swings = st.tuples(turns, turns).filter(lambda s: hypot(*s) < 3.1)
