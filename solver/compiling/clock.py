"""The time, read inside kernels: how long each group of goals took to solve. No result depends on it.

Compiled, the operating system is asked (`intrinsics`), which takes nanoseconds. Calling Python's `perf_counter` from a
compiled kernel takes microseconds, which is much beside an evaluation: it reads the clock twice for each group.
"""

from __future__ import annotations

from time import perf_counter


def microseconds() -> float:
    """The time since some moment in the past, µs."""
    return perf_counter() * 1e6
