"""Random numbers that are the same for every solve, so that the same document gives the same pose."""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.kernel import kernel

SEED = 20011
"""The seed of every solve; any number would do."""

MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""Of Knuth's linear congruential generator for his computer MMIX (The Art of Computer Programming, vol. 2)."""

UPPER_BITS = 24
"""Bits of the state that become the number: its lowest bits repeat soon, so the highest are taken."""


@kernel
def random_part(seed: np.uint64) -> tuple[np.uint64, float]:
    """Return the next seed, and a random number from 0 to 1."""
    seed = seed * np.uint64(MULTIPLIER) + np.uint64(INCREMENT)
    return seed, float(seed >> np.uint64(64 - UPPER_BITS)) / float(1 << UPPER_BITS)
