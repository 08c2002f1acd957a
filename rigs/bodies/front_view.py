"""A picture of a body from its front, in shades of grey, on which points are dragged."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.bodies.frame import Body
from pantin.rigs.meshes.solid import samples

LIGHT = np.array([-0.35, -0.8, 0.5]) / np.linalg.norm([-0.35, -0.8, 0.5])
"""From where light comes, in the axes of the body."""


def side_view(body: Body, pixels: int) -> tuple[NDArray[np.uint8], float, float]:
    """Return the same of a body seen from its left: what is behind it is at the right."""
    turn = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    solid = replace(body.solid, centres=body.solid.centres @ turn.T)
    return front_view(replace(body, points=body.points @ turn.T, solid=solid), pixels)


def front_view(body: Body, pixels: int) -> tuple[NDArray[np.uint8], float, float]:
    """Return a picture (h, w, 2) of a body `pixels` high, its light and its opacity, and where its floor's middle is.

    That is in pixels from the left and from the upper edge. Its left is at the right, as it looks out of the picture.
    """
    low, high = body.solid.centres.min(axis=0), body.solid.centres.max(axis=0)
    scale = pixels / max(float(high[2] - low[2]), 1e-9)
    origin = np.array([low[0], high[2]])
    wide, tall = (max(1, int(size * scale) + 2) for size in (high[0] - low[0], high[2] - low[2]))
    depths, light = np.full(wide * tall, np.inf), np.zeros(wide * tall)
    corners = body.points[body.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals / np.maximum(lengths, 1e-20)
    normals *= np.where(normals[:, 1:2] > 0.0, -1.0, 1.0)
    lit = 0.22 + 0.55 * np.clip(normals @ LIGHT, 0.0, 1.0)
    for begin in range(0, len(corners), 4096):
        piece = slice(begin, begin + 4096)
        for points, of in samples(body.points, body.triangles[piece], 0.8 / scale):
            columns = np.clip(((points[:, 0] - origin[0]) * scale + 1).astype(int), 0, wide - 1)
            rows = np.clip(((origin[1] - points[:, 2]) * scale + 1).astype(int), 0, tall - 1)
            at = rows * wide + columns
            order = np.argsort(-points[:, 1], kind="stable")
            nearer = points[order, 1] < depths[at[order]]
            chosen = order[nearer]
            depths[at[chosen]] = points[chosen, 1]
            light[at[chosen]] = lit[piece][of[chosen]]
    picture = np.zeros((tall, wide, 2), np.uint8)
    picture[..., 0] = (255 * light).reshape(tall, wide)
    picture[..., 1] = np.where(np.isfinite(depths), 255, 0).reshape(tall, wide)
    return picture, float(1 - low[0] * scale), float(1 + high[2] * scale)
