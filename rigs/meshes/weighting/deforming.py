"""The deformation of a surface by a bend: the volume that is left of a limb, and where it tears."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.surfaces import Surface

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

TORN = 3.0
"""Times its length at rest from which an edge is torn. The outside of a limb that folds by 150° over a length as wide
as it is stretches by 2.3, however well it is weighted."""

SHORT = 0.005
"""Parts of the size of a surface below which a torn edge is not seen."""


def volume_kept(surface: Surface, bent: Floats, chosen: NDArray[np.bool_]) -> float | None:
    """Return the volume of a part of a surface when its points are `bent` (v, 3), 1 for as much as at rest.

    The part are the triangles between points that are `chosen` (v,). Where it is cut off it is closed by a fan around
    the middle of each cut, which does not matter where cuts move as a whole. None where it encloses nothing.
    """
    triangles = surface.triangles[chosen[surface.triangles].all(axis=1)]
    if not len(triangles):
        return None
    edges = _open_edges(triangles, len(surface.points))
    loops = _loops(edges, len(surface.points))
    rest, now = (_volume(points, triangles, edges, loops) for points in (surface.points, bent))
    size = float(np.ptp(surface.points[np.unique(triangles)], axis=0).max())
    return now / rest if abs(rest) > 1e-6 * size**3 else None


def _open_edges(triangles: Rows, count: int) -> Rows:
    """Return the edges (e, 2) that one triangle alone has, as it goes along them."""
    edges = np.concatenate([triangles[:, (0, 1)], triangles[:, (1, 2)], triangles[:, (2, 0)]])
    there, back = edges @ np.array((count, 1)), edges @ np.array((1, count))
    return edges[~np.isin(there, back)]


def _loops(edges: Rows, count: int) -> Rows:
    """Return for each edge the number of its loop: the least point that hangs together with it."""
    found = np.arange(count)
    while len(edges):
        lower = found.copy()
        for one, other in ((0, 1), (1, 0)):
            np.minimum.at(lower, edges[:, one], found[edges[:, other]])
        lower = lower[lower]
        if (lower == found).all():
            break
        found = lower
    return found[edges[:, 0]]


def _volume(points: Floats, triangles: Rows, edges: Rows, loops: Rows) -> float:
    """Return the volume (m³) within triangles and the fans that close their open edges."""
    whole = points - points[triangles[:, 0]].mean(axis=0)
    corners = whole[triangles]
    total = float(np.einsum("ti,ti->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])))
    for loop in np.unique(loops):
        own = edges[loops == loop]
        middle = whole[own[:, 0]].mean(axis=0)
        total += float(np.cross(whole[own[:, 1]], whole[own[:, 0]]).sum(axis=0) @ middle)
    return total / 6.0


def torn(surface: Surface, bent: Floats) -> Rows:
    """Return the points at edges that are torn when the points of a surface are `bent` (v, 3)."""
    owners, beside = surface.owners, surface.neighbours
    rest = np.linalg.norm(surface.points[owners] - surface.points[beside], axis=1)
    now = np.linalg.norm(bent[owners] - bent[beside], axis=1)
    size = float(np.ptp(surface.points, axis=0).max(initial=0.0))
    return np.unique(owners[(now > TORN * rest) & (now > SHORT * size)])
