"""Random numbers, vectors and rotations for Hypothesis."""

from __future__ import annotations

from functools import cache
from math import sqrt

from hypothesis import strategies as st


@cache
def numbers(lower: float, upper: float) -> st.SearchStrategy[float]:
    return st.floats(lower, upper, allow_nan=False)


@cache
def vectors(reach: float = 100.0) -> st.SearchStrategy[tuple[float, ...]]:
    return st.tuples(*[numbers(-reach, reach)] * 3)


@cache
def quaternions() -> st.SearchStrategy[tuple[float, ...]]:
    """Rotations: four numbers brought to length 1."""
    four = st.tuples(*[numbers(-1.0, 1.0)] * 4).filter(lambda parts: sum(part * part for part in parts) > 1e-3)
    return four.map(lambda parts: tuple(part / sqrt(sum(other * other for other in parts)) for part in parts))
