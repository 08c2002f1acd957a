"""The time, read inside kernels: how long each group of goals took to solve. No result depends on it.

Compiled, the operating system is asked (`intrinsics`): a reading takes 29 ns. Calling Python's `perf_counter` from a
compiled kernel takes 3.9 µs, and the humanoid sample, which is evaluated in 10 µs, reads the clock ten times.
"""

from __future__ import annotations

from time import perf_counter


def microseconds() -> float:
    """The time since some moment in the past, µs."""
    return perf_counter() * 1e6
