"""Filling triangles without a graphics card: smooth colours, the nearest in front, edges softened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

FINER, LARGEST = 2, 6_000_000
"""So many times as wide and high is what is filled before it is shrunk; pictures of more pixels are not refined."""

AT_ONCE = 2_000_000
"""Pixels that are looked at in one go."""


class _Triangles(NamedTuple):
    """Triangles of pixels: what their pixels' shares of the corners are made from, and the boxes that they lie in."""

    first: Array
    """The first corner (2, n), and from there to the other two."""
    to_second: Array
    to_third: Array
    area: Array
    """Twice their areas (n,), with a sign."""
    depths: Array
    """Of the corners (3, n)."""
    colours: Array
    """Of the corners (n, 3, 4)."""
    left: Indices
    top: Indices
    across: Indices
    down: Indices


def filled(corners: Array, colours: Array, width: int, height: int) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Premultiplied red, green, blue, alpha (h, w, 4) of triangles that face the camera, and where it begins: x, y.

    `corners` (n, 3, 3) are x, y in pixels and the depth; `colours` (n, 3, 3) are 0 to 255 at the corners, or (n, 3, 4)
    with what they cover.
    """
    if colours.shape[2] == 3:
        colours = np.concatenate([colours, np.full((len(colours), 3, 1), 255.0)], axis=2)
    finer = FINER if width * height <= LARGEST else 1
    seen = _facing(corners) & np.isfinite(corners).all(axis=(1, 2))
    low = np.maximum(np.floor(corners[seen, :, :2].min(axis=(0, 1), initial=np.inf)), 0.0)
    high = np.minimum(np.ceil(corners[seen, :, :2].max(axis=(0, 1), initial=-np.inf)), (width, height))
    if not (low < high).all():
        return np.zeros((0, 0, 4), dtype=np.uint8), (0, 0)
    size = ((high - low) * finer).astype(np.intp)
    places = (corners[seen, :, :2] - low) * finer - 0.5
    triangles = _boxed(places, corners[seen, :, 2], colours[seen], size)
    picture = np.zeros((size[0] * size[1], 4), dtype=np.float32)
    nearest = np.full(len(picture), np.inf)
    counts = triangles.across * triangles.down
    for part in np.split(np.arange(len(counts)), np.flatnonzero(np.diff(np.cumsum(counts) // AT_ONCE)) + 1):
        _fill(picture, nearest, triangles, part, int(size[0]))
    whole = picture.reshape(size[1], size[0], 4)
    small = sum(whole[y::finer, x::finer] for y in range(finer) for x in range(finer)) / np.float32(finer * finer)
    return np.asarray((small + 0.5).astype(np.uint8)), (int(low[0]), int(low[1]))


def _facing(corners: Array) -> NDArray[np.bool_]:
    """Which triangles (n,) turn their front to the camera."""
    a, b = corners[:, 1, :2] - corners[:, 0, :2], corners[:, 2, :2] - corners[:, 0, :2]
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] < 0)


def _boxed(places: Array, depths: Array, colours: Array, size: Indices) -> _Triangles:
    """The triangles that meet any middle of a pixel, with their boxes."""
    low = np.maximum(np.ceil(places.min(axis=1)), 0.0)
    last = np.minimum(np.floor(places.max(axis=1)), size - 1)
    met = (low <= last).all(axis=1)
    begin, spans = low[met].astype(np.intp), (last - low)[met].astype(np.intp) + 1
    first, second, third = (np.ascontiguousarray(places[met, corner].T) for corner in range(3))
    (bx, by), (cx, cy) = to_second, to_third = second - first, third - first
    boxes = begin[:, 0], begin[:, 1], spans[:, 0], spans[:, 1]
    return _Triangles(first, to_second, to_third, bx * cy - by * cx, depths[met].T, colours[met], *boxes)


def _fill(picture: NDArray[np.float32], nearest: Array, triangles: _Triangles, part: Indices, wide: int) -> None:
    """Fill some of the triangles where nothing nearer is yet."""
    which, x, y = _pixels(triangles, part)
    second, third = _shares(triangles, which, x, y)
    rest = 1.0 - second - third
    hit = np.flatnonzero((rest >= 0.0) & (second >= 0.0) & (third >= 0.0))
    which, place, weights = which[hit], y[hit] * wide + x[hit], (rest[hit], second[hit], third[hit])
    depth = _mixed(weights, [depths[which] for depths in triangles.depths])
    hit = np.flatnonzero(depth < nearest[place])
    hit = hit[np.argsort(-depth[hit], kind="stable")]  # of several in one pixel the nearest is written last
    which, place = which[hit], place[hit]
    nearest[place] = depth[hit]
    shares = [weight[hit, None] for weight in weights]
    picture[place] = _mixed(shares, [triangles.colours[which, corner] for corner in range(3)])


def _pixels(triangles: _Triangles, part: Indices) -> tuple[Indices, Indices, Indices]:
    """All pixels in the boxes of some triangles: whose it is, x, y."""
    counts = triangles.across[part] * triangles.down[part]
    which = np.repeat(part, counts)
    inside = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    down, right = np.divmod(inside, triangles.across[which])
    return which, triangles.left[which] + right, triangles.top[which] + down


def _shares(triangles: _Triangles, which: Indices, x: Indices, y: Indices) -> tuple[Array, Array]:
    """How much of the second and the third corner is in each pixel; where all three have a share it lies inside."""
    right, down = x - triangles.first[0][which], y - triangles.first[1][which]
    (bx, by), (cx, cy) = ((to[0][which], to[1][which]) for to in (triangles.to_second, triangles.to_third))
    area = triangles.area[which]
    return (right * cy - down * cx) / area, (bx * down - by * right) / area


def _mixed(weights: Sequence[Array], values: Sequence[Array]) -> Array:
    """Of three values of each pixel, so much of each."""
    return np.asarray(weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2])
