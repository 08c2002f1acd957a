"""Turning solids: a profile of rings becomes a closed, smooth surface with normals, many solids at a time.

A profile is a list of keys along the axis Y: (y, half width in X, half depth in Z, centre in Z). Between the keys runs
a smooth curve. `squareness` 2 gives ellipses, more gives rounder corners of a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Key = tuple[float, float, float, float]
POINT = 1e-4
"""Radius of the ends, metres relative to a profile of about a metre: a point, but one that keeps its direction."""


class Surface(msgspec.Struct, frozen=True):
    """Solids of one kind: vertices and unit normals (m, v, 3), and triangles (t, 3) that count within one solid."""

    vertices: Floats
    normals: Floats
    triangles: NDArray[np.uint32]


def turned(length: float, profile: Sequence[tuple[float, float]], flat: float = 1.0, bow: float = 0.0) -> list[Key]:
    """Keys of a limb with rounded ends: `profile` has (part of the length, radius), `bow` shifts its middle along Z."""
    first, last, end = profile[0][1], profile[-1][1], 0.55
    start_cap = [(-first * end * far, first * wide, first * wide) for far, wide in _CAP]
    limb = [(part * length, radius, radius * flat) for part, radius in profile]
    end_cap = [(length + last * end * far, last * wide, last * wide) for far, wide in reversed(_CAP)]
    keys = [*start_cap, *limb, *end_cap]
    return [(y, a, b, bow * sin(pi * min(max(y / length, 0.0), 1.0))) for y, a, b in keys]


def turned_limbs(lengths: Floats, places: Floats, radii: Floats) -> Floats:
    """The keys (n, k, 4) of n round limbs: as `turned`, each with its `radii` (n, p) at the same `places` (p,)."""
    first, last, end = radii[:, :1], radii[:, -1:], 0.55
    far, wide = np.array(_CAP).T
    y = (-first * end * far, lengths[:, None] * places, lengths[:, None] + last * end * far[::-1])
    width = np.concatenate((first * wide, radii, last * wide[::-1]), axis=1)
    return np.stack((np.concatenate(y, axis=1), width, width, np.zeros_like(width)), axis=-1)


def ball(radius: float) -> list[Key]:
    """Keys of a sphere around the origin."""
    return [(radius * height, radius * wide, radius * wide, 0.0) for height, wide in _ARC]


def balls(radii: Floats) -> Floats:
    """The keys (n, 9, 4) of n spheres around the origin."""
    height, wide = np.array(_ARC).T
    width = radii[:, None] * wide
    return np.stack((radii[:, None] * height, width, width, np.zeros_like(width)), axis=-1)


_ARC = [(sin(pi * n / 8 - pi / 2), max(cos(pi * n / 8 - pi / 2), 0.0)) for n in range(9)]
"""Heights and widths of half a turn, from the lower pole to the upper one."""


def loft(keys: Floats, squareness: Floats, rings: int, radial: int) -> Surface:
    """Lofts m profiles of k keys each (m, k, 4) into surfaces of `rings` + 1 rings with `radial` vertices."""
    y0, y1 = keys[:, :1, 0], keys[:, -1:, 0]
    spread = 0.5 - 0.5 * np.cos(np.pi * np.arange(rings + 1) / rings)
    along = y0 + (y1 - y0) * spread
    width, depth, centre = (_curve(keys[:, :, 0], keys[:, :, channel], along) for channel in (1, 2, 3))
    width[:, [0, -1]] = depth[:, [0, -1]] = 0.0
    angle = np.arange(radial) / radial * 2 * np.pi
    power = (2.0 / squareness)[:, None, None]
    across = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power
    front = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power
    point = POINT * (y1 - y0)
    vertices = np.stack(
        [
            np.maximum(width, point)[:, :, None] * across,
            np.broadcast_to(along[:, :, None], (*along.shape, radial)),
            centre[:, :, None] + np.maximum(depth, point)[:, :, None] * front,
        ],
        axis=-1,
    )
    normals = _normals(vertices)
    count = len(keys)
    return Surface(vertices.reshape(count, -1, 3), normals.reshape(count, -1, 3), _triangles(rings, radial))


Shape = tuple[tuple[Key, ...], float]
"""The outline that a solid is turned from: its keys, and its squareness."""

_MOST_TURNED = 512
_turned: dict[tuple[Shape, int, int], tuple[Floats, Floats]] = {}
"""Vertices and normals of solids that were turned, by shape, rings and spokes: most figures are made of the same."""


def lofted(shapes: Sequence[Shape], rings: int, radial: int) -> Surface:
    """The same for solids of as many keys each, of which those that were never asked for are turned."""
    known = {shape: _turned.get((shape, rings, radial)) for shape in shapes}
    if new := [shape for shape, turned_before in known.items() if turned_before is None]:
        keys, squareness = (np.array(each, dtype=np.float64) for each in zip(*new, strict=True))
        made = loft(keys, squareness, rings, radial)
        known |= dict(zip(new, zip(made.vertices, made.normals, strict=True), strict=True))
        if len(_turned) > _MOST_TURNED:
            _turned.clear()
        _turned.update({(shape, rings, radial): surface for shape, surface in known.items() if surface is not None})
    found = [surface for shape in shapes if (surface := known[shape]) is not None]
    vertices, normals = (np.stack(each) for each in zip(*found, strict=True))
    return Surface(vertices, normals, _triangles(rings, radial))


_CAP = ((1.0, 0.001), (0.93, 0.36), (0.6, 0.72))
"""Rounding of an end: how far out (1 is the very end), how wide (1 is the radius there)."""


def _curve(at: Floats, values: Floats, wanted: Floats) -> Floats:
    """A Catmull-Rom curve through `values` (m, k) given `at` positions (m, k), read at `wanted` (m, n)."""
    last = at.shape[1] - 1
    piece = np.clip((wanted[:, :, None] > at[:, None, 1:-1]).sum(axis=2), 0, last - 1)
    before, after = np.maximum(piece - 1, 0), np.minimum(piece + 2, last)

    def pick(table: Floats, index: NDArray[np.intp]) -> Floats:
        return np.take_along_axis(table, index, axis=1)

    x0, x1, x2, x3 = (pick(at, index) for index in (before, piece, piece + 1, after))
    v0, v1, v2, v3 = (pick(values, index) for index in (before, piece, piece + 1, after))
    width = x2 - x1
    slope1 = (v2 - v0) / (x2 - x0) * width
    slope2 = (v3 - v1) / (x3 - x1) * width
    s = (wanted - x1) / width
    return (
        (2 * s**3 - 3 * s**2 + 1) * v1
        + (s**3 - 2 * s**2 + s) * slope1
        + (-2 * s**3 + 3 * s**2) * v2
        + (s**3 - s**2) * slope2
    )


def _normals(vertices: Floats) -> Floats:
    """Outward normals of a grid of rings (m, rings, radial, 3)."""
    around = np.roll(vertices, -1, axis=2) - np.roll(vertices, 1, axis=2)
    along = np.gradient(vertices, axis=1)
    normals = np.cross(along, around)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-30)
    normals[:, 0] = (0.0, -1.0, 0.0)
    normals[:, -1] = (0.0, 1.0, 0.0)
    return normals


@lru_cache(maxsize=64)
def _triangles(rings: int, radial: int) -> NDArray[np.uint32]:
    ring, spoke = np.mgrid[0:rings, 0:radial]
    a, b = ring * radial + spoke, ring * radial + (spoke + 1) % radial
    c, d = a + radial, b + radial
    return np.stack([a, c, b, b, c, d], axis=-1).reshape(-1, 3).astype(np.uint32)
