"""The ground of a rig for pictures without OpenGL: its triangles in pixels, small enough to be cut at the camera."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.scene.ground.terrain import Terrain
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colours

Array = NDArray[np.float64]

SEEN = 0.65
"""So far it is drawn, against how far it goes on."""
MOST = 40_000
"""Triangles are divided until there are so many."""
ROUNDS = 5


class Pieces(NamedTuple):
    """Triangles: corners (n, 3, 3) as x, y in pixels and the depth, and their colours (n, 3, 3), 0 to 255."""

    corners: Array
    colours: Array


def pieces(terrain: Terrain, camera: Camera, width: int, height: int, colours: Colours, key: Array) -> Pieces:
    """The triangles of the ground as they are seen from above, lit from `key` (3,); from below there is none."""
    triangles, normals = terrain.triangles, terrain.normals
    for _round in range(ROUNDS):
        if 4 * len(triangles) <= MOST:
            triangles, normals = _quartered(triangles), _quartered(normals)
    near = np.linalg.norm(triangles[:, :, :2].mean(axis=1), axis=1) < SEEN * terrain.reach
    triangles, normals = triangles[near], normals[near]
    light = 0.70 + 0.24 * np.maximum(normals @ key, 0.0) + 0.18 * np.maximum(normals[:, :, 2], 0.0)
    grey = light[:, :, None] * np.array(colours.ground[:3], np.float64)
    corners = camera.project(triangles.reshape(-1, 3), width, height).reshape(-1, 3, 3)
    return Pieces(corners, grey)


def _quartered(triangles: Array) -> Array:
    """Each triangle (n, 3, 3) as four (4 n, 3, 3)."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])
