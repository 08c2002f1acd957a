"""Lines through the middle of a solid, from one of its cubes to another: necks, tails, wings, legs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.person import slice_middle
from pantin.rigs.meshes.solid import Solid

Floats = NDArray[np.float64]

DETOUR = 1.18
"""Cubes count whose way over them is longer than the shortest by this at most: ears and horns beside it do not."""

BANDS = 24
"""Middles that a line has at most."""


def line_between(solid: Solid, begin: int, end: int, radius: float) -> Floats:
    """Return points (n, 3) along the way from a cube to another, each in the middle of the slice across that is nearer
    to it than `radius`; those of the two cubes are the first and the last.
    """
    from_begin, from_end = solid.distances([begin]), solid.distances([end])
    whole = float(from_begin[end])
    if not (np.isfinite(whole) and whole > 0.0):
        return solid.centres[[begin, end]]
    way = from_begin + from_end
    near = way <= DETOUR * whole
    bands = int(np.clip(whole / (2.0 * solid.step), 1, BANDS))
    place = np.minimum((from_begin / np.maximum(way, 1e-12) * bands).astype(np.intp), bands - 1)
    middles = [solid.centres[near & (place == band)] for band in range(1, bands - 1)]
    found = [each.mean(axis=0) for each in middles if len(each)]
    line = np.array([solid.centres[begin], *found, solid.centres[end]])
    for row in range(1, len(line) - 1):
        along = line[row + 1] - line[row - 1]
        length = float(np.linalg.norm(along))
        if length > 0.0:
            line[row] = slice_middle(solid, line[row], along / length, radius)
    return line


def at_shares(line: Floats, shares: Floats) -> Floats:
    """Return the points (k, 3) at these shares (k,) of the length of a line (n, 3)."""
    lengths = np.linalg.norm(np.diff(line, axis=0), axis=1)
    along = np.concatenate([(0.0,), np.cumsum(lengths)])
    if not along[-1] > 0.0:
        return np.repeat(line[:1], len(shares), axis=0)
    return np.stack([np.interp(shares, along / along[-1], line[:, axis]) for axis in range(3)], axis=1)


def share_of_bend(line: Floats, towards: Floats, least: float) -> float | None:
    """Return the share of the length of a line (n, 3) where it is farthest `towards` (3,) from straight.

    None where it is nowhere farther than `least` of its length.
    """
    shares = np.linspace(0.0, 1.0, 41)
    points = at_shares(line, shares)
    straight = points[:1] + shares[:, None] * (points[-1:] - points[:1])
    off = (points - straight) @ towards
    best = int(off.argmax())
    length = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
    return float(shares[best]) if off[best] > least * length else None
