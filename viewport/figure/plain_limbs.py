"""The turned limbs of bones whose names say nothing, those of a whole figure at once."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.lathe import turned_limbs

Floats = NDArray[np.float64]

_TAPER = 0.07
"""Radius of a plain limb against the length that is left of its chain: about that of human arms and legs."""

_PLACES = np.array((0.1, 0.18, 0.34, 0.65, 0.84, 0.93))
"""Places along a limb at which its radii are given, in parts of its length."""

BEAD = 0.93
"""Radius of the bead at the head against that of the limb there."""


class PlainLimbs(msgspec.Struct, frozen=True, eq=False):
    """The limbs that bones would be turned into if their names said nothing, by row."""

    thick: Floats
    """Radius (n,) at the head, metres."""
    thin: Floats
    """Radius (n,) at the tail."""
    keys: Floats
    """The outlines that they are turned from (n, k, 4)."""


def plain_limbs(lengths: Floats, remaining: Floats) -> PlainLimbs:
    """The limbs of bones of these `lengths` (n,), metres.

    `remaining` (n,) is the length of the longest chain that begins with each.
    """
    thick = np.minimum(np.maximum(_TAPER * remaining, 0.09 * lengths), 1.2 * lengths)
    thin = np.maximum(np.maximum(_TAPER * (remaining - lengths), 0.06 * lengths), 0.3 * thick)
    thin = np.minimum(thin, thick)
    profile = np.stack((thick * 0.72, thick * 0.92, thick * 1.06, (thick + thin) / 2, thin, thin * 0.78), axis=1)
    return PlainLimbs(thick, thin, turned_limbs(lengths, _PLACES, profile))
