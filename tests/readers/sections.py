"""Sections of meshes across a limb: how large the cut is that a plane makes through its triangles."""

from __future__ import annotations

import numpy as np


def sections(
    points: np.ndarray, triangles: np.ndarray, head: np.ndarray, tail: np.ndarray, at: np.ndarray
) -> np.ndarray:
    """Return the areas (n) of a closed surface in planes perpendicular to a line, `at` parts of it.

    Each triangle adds what lies between the line and the piece of its outline in the plane, so nothing needs to be in
    order. `points` are (v, 3), triangles (t, 3).
    """
    length = float(np.linalg.norm(tail - head))
    way = (tail - head) / length
    along = (points - head) @ way
    across = points - head - np.outer(along, way)
    return np.array([_area(across, along - each * length, triangles, way) for each in at])


def _area(across: np.ndarray, above: np.ndarray, triangles: np.ndarray, way: np.ndarray) -> float:
    is_above = above[triangles] > 0.0
    cut = np.flatnonzero(is_above.any(axis=1) & ~is_above.all(axis=1))
    corners, up = triangles[cut], is_above[cut]
    is_tip = up.sum(axis=1) == 1
    lone = np.where(is_tip, up.argmax(axis=1), (~up).argmax(axis=1))
    a, b, c = np.take_along_axis(corners, (lone[:, None] + np.arange(3)) % 3, axis=1).T
    ends = [
        across[a] + ((above[a] / (above[a] - above[each]))[:, None] * (across[each] - across[a])) for each in (b, c)
    ]
    areas = np.cross(*ends) @ way / 2.0
    return abs(float(np.where(is_tip, areas, -areas).sum()))
