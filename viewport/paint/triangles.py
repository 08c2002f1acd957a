"""Filling triangles without a graphics card: smooth colours, the nearest in front, edges softened."""

from __future__ import annotations

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
    """Corners (n, 3, 2), their depths (n, 3) and colours (n, 3, 3), and the boxes of pixels that they lie in (n,)."""

    corners: Array
    depths: Array
    colours: Array
    left: Indices
    top: Indices
    across: Indices
    down: Indices


def filled(corners: Array, colours: Array, width: int, height: int) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Premultiplied red, green, blue, alpha (h, w, 4) of triangles that face the camera, and where it begins: x, y.

    `corners` (n, 3, 3) are x, y in pixels and the depth; `colours` (n, 3, 3) are 0 to 255 at the corners.
    """
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
    first, spans = low[met].astype(np.intp), (last - low)[met].astype(np.intp) + 1
    return _Triangles(places[met], depths[met], colours[met], first[:, 0], first[:, 1], spans[:, 0], spans[:, 1])


def _fill(picture: NDArray[np.float32], nearest: Array, triangles: _Triangles, part: Indices, wide: int) -> None:
    """Fill some of the triangles where nothing nearer is yet."""
    counts = triangles.across[part] * triangles.down[part]
    which = np.repeat(part, counts)
    inside = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    x = triangles.left[which] + inside % triangles.across[which]
    y = triangles.top[which] + inside // triangles.across[which]
    (ax, ay), (bx, by), (cx, cy) = (triangles.corners[which, corner].T for corner in range(3))
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    second = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / whole
    third = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole
    weights = np.stack([1.0 - second - third, second, third], axis=1)
    place, depth = y * wide + x, (weights * triangles.depths[which]).sum(axis=1)
    hit = np.flatnonzero((weights >= 0.0).all(axis=1) & (depth < nearest[place]))
    hit = hit[np.argsort(-depth[hit], kind="stable")]  # of several in one pixel the nearest is written last
    nearest[place[hit]] = depth[hit]
    picture[place[hit], :3] = (weights[hit, :, None] * triangles.colours[which[hit]]).sum(axis=1)
    picture[place[hit], 3] = 255.0
