"""A strip of squares that weights are painted on."""

from __future__ import annotations

import numpy as np

from pantin.rigs.meshes.weighting.surfaces import Welded, welded


def strip(count: int = 5) -> Welded:
    """Squares along a strip of two rows of vertices; the vertices of the first row are 0, 2, 4 …"""
    places = np.array([(x, y, 0.0) for x in range(count) for y in (0.0, 1.0)])
    corners = [(at + 0, at + 2, at + 3) for at in range(0, 2 * count - 2, 2)]
    corners += [(at + 0, at + 3, at + 1) for at in range(0, 2 * count - 2, 2)]
    return welded(places, np.array(corners))
