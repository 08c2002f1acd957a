"""Polygons as triangles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Floats

Ints = NDArray[np.int64]

LARGEST_CUT = 64
"""Corners of a polygon that is cut ear by ear; a larger one is cut from its first corner."""

MOST_CUT = 100_000
"""Squares of the numbers of corners of all polygons that are cut ear by ear; each takes as long as its square, all
together a second. Models have a hundredth of that; what comes later is cut as larger ones are.
"""


def triangulated(points: Floats, first: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Return the triangles (t, 3) of polygons, by their corners, and which polygon each is of (t,).

    `points` (c, 3) are the places of all corners; a polygon has `count` of them from `first` on. Triangles turn as
    their polygons do, and those with less than three corners have none. Polygons that are not convex are cut inside.
    """
    room = MOST_CUT
    parts, owners = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
    for corners in np.unique(count[count >= 3]).tolist():
        rows = np.flatnonzero(count == corners)
        fan = np.stack([np.array((0, step, step + 1)) for step in range(1, corners - 1)])
        cut = np.broadcast_to(fan, (len(rows), *fan.shape)).copy()
        if corners == 4:
            cut[_bent_aside(points[first[rows, None] + np.arange(4)])] = ((1, 2, 3), (1, 3, 0))
        elif 4 < corners <= LARGEST_CUT:
            bent = _bent(points[first[rows, None] + np.arange(corners)])
            ears = np.flatnonzero(bent)[: room // corners**2].tolist()
            room -= len(ears) * corners**2
            for row in ears:
                cut[row] = _cut(points[first[rows[row]] : first[rows[row]] + corners])
        parts.append((cut + first[rows, None, None]).reshape(-1, 3))
        owners.append(np.repeat(rows, corners - 2))
    owner = np.concatenate(owners)
    order = np.argsort(owner, kind="stable")
    return np.concatenate(parts)[order], owner[order]


def _turns(points: Floats) -> tuple[Floats, Floats]:
    """Return how polygons (p, n, 3) turn at their corners, as parts of their normals (p, n), and these (p, 3)."""
    nexts = np.roll(points, -1, axis=1)
    normals = np.cross(points - points[:, :1], nexts - points[:, :1]).sum(axis=1)
    before, after = points - np.roll(points, 1, axis=1), nexts - points
    return np.einsum("pni,pi->pn", np.cross(before, after), normals), normals


def _bent(points: Floats) -> NDArray[np.bool_]:
    """Return which polygons (p, n, 3) are not convex."""
    return np.asarray((_turns(points)[0] < 0.0).any(axis=1))


def _bent_aside(points: Floats) -> NDArray[np.bool_]:
    """Return which quads (p, 4, 3) bend inwards at their second or last corner: these are cut there."""
    return np.asarray((_turns(points)[0][:, 1::2] < 0.0).any(axis=1))


def _cut(points: Floats) -> Ints:
    """Return the triangles (n - 2, 3) of one polygon (n, 3), cut ear by ear."""
    _turn, normals = _turns(points[None])
    drop = int(np.abs(normals[0]).argmax())
    flat = np.delete(points, drop, axis=1)
    if (normals[0, drop] < 0.0) != (drop == 1):
        flat = flat[:, ::-1]
    left, found = list(range(len(points))), []
    while len(left) > 3:
        place = next((at for at in range(len(left)) if _is_ear(flat, left, at)), 0)
        found.append((left[place - 1], left[place], left[(place + 1) % len(left)]))
        del left[place]
    return np.array((*found, tuple(left)), np.int64)


def _is_ear(flat: Floats, left: list[int], place: int) -> bool:
    """Return whether the corner is convex and no other corner lies in its triangle."""
    corner = flat[[left[place - 1], left[place], left[(place + 1) % len(left)]]]
    edges = np.roll(corner, -1, axis=0) - corner
    if edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0] <= 0.0:
        return False
    near = {left[place - 1], left[place], left[(place + 1) % len(left)]}
    others = flat[[each for each in left if each not in near]]
    to = others[:, None] - corner[None]
    return not ((edges[None, :, 0] * to[..., 1] - edges[None, :, 1] * to[..., 0]) >= 0.0).all(axis=1).any()
