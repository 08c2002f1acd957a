"""Which tiles of the picture hold any of the figure: what is done per pixel of the figure is done only there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewport.camera import Camera
from viewport.scene import Figure

Box = tuple[int, int, int, int]
"""Left, bottom, width, height in device pixels."""

Grid = NDArray[np.bool_]
SIZE = 16
"""Device pixels of a tile's side."""

SEAM = 5
"""Device pixels around a part that its outline and the smoothing of its edge may touch."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Boxes that hold parts of the figure; in `outlined` there may be outlines too."""

    plain: tuple[Box, ...]
    outlined: tuple[Box, ...]

    def around(self, width: int, height: int) -> Box:
        """The box of a picture of this size that holds all tiles and what their outlines look at."""
        boxes = np.array([*self.plain, *self.outlined]).reshape(-1, 4)
        if not len(boxes):
            return 0, 0, 0, 0
        left, bottom = np.maximum(boxes[:, :2].min(axis=0) - SIZE, 0).tolist()
        right, top = np.minimum((boxes[:, :2] + boxes[:, 2:]).max(axis=0) + SIZE, (width, height)).tolist()
        return left, bottom, right - left, top - bottom


def covered(figure: Figure, camera: Camera, width: int, height: int, many: bool) -> Tiles:
    """The tiles of a picture that a figure covers. With `many` bones in front of it no tile is left out."""
    shape = -(-height // SIZE), -(-width // SIZE)
    boxes, matrices = figure.mannequin.boxes, figure.matrices
    all_ = np.ones(shape, dtype=np.bool_) if many else _marked(boxes, matrices, camera, width, height)
    lit = np.flatnonzero(figure.outlines)
    outlined = _marked(boxes[lit], matrices[lit], camera, width, height)
    if figure.ghost is not None:
        moved = np.abs(figure.ghost - matrices).max(axis=(1, 2)) > 1e-6 * figure.mannequin.scale
        outlined |= _marked(boxes[moved], figure.ghost[moved], camera, width, height)
    return Tiles(_runs(all_ & ~outlined, width, height), _runs(outlined, width, height))


def _marked(boxes: NDArray[np.float64], matrices: NDArray[np.float32], camera: Camera, width: int, height: int) -> Grid:
    """Tiles (rows from the bottom) that the boxes of bones touch."""
    down, across = -(-height // SIZE), -(-width // SIZE)
    has_body = ~np.isnan(boxes[:, 0, 0])
    if not has_body.any():
        return np.zeros((down, across), dtype=np.bool_)
    boxes, matrices = boxes[has_body], matrices[has_body].astype(np.float64)
    corners = np.stack([np.where(_CORNERS[i], boxes[:, 1], boxes[:, 0]) for i in range(8)], axis=1)
    placed = np.einsum("nij,nkj->nki", matrices[:, :, :3], corners) + matrices[:, None, :, 3]
    seen = camera.project(placed.reshape(-1, 3), width, height).reshape(-1, 8, 3)
    if not (seen[:, :, 2] > camera.near).all():
        return np.ones((down, across), dtype=np.bool_)
    left, top = np.moveaxis(seen[:, :, :2].min(axis=1) - SEAM, 1, 0)
    right, bottom = np.moveaxis(seen[:, :, :2].max(axis=1) + SEAM, 1, 0)
    x0, x1 = (np.clip(edge // SIZE, 0, across).astype(int) for edge in (left, right + SIZE))
    y0, y1 = (np.clip(edge // SIZE, 0, down).astype(int) for edge in (height - bottom, height - top + SIZE))
    edges = np.zeros((down + 1, across + 1), dtype=np.int32)
    for rows, columns, step in ((y0, x0, 1), (y1, x1, 1), (y0, x1, -1), (y1, x0, -1)):
        np.add.at(edges, (rows, columns), step)
    return edges.cumsum(axis=0).cumsum(axis=1)[:down, :across] > 0


_CORNERS = np.array([[i & 1, i & 2, i & 4] for i in range(8)], dtype=np.bool_)


def _runs(tiles: Grid, width: int, height: int) -> tuple[Box, ...]:
    """The marked tiles, those side by side as one box."""
    found: list[Box] = []
    edges = np.diff(np.pad(tiles.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    for row in np.flatnonzero(tiles.any(axis=1)):
        for start, end in zip(np.flatnonzero(edges[row] > 0), np.flatnonzero(edges[row] < 0), strict=True):
            x, y = int(start) * SIZE, int(row) * SIZE
            found.append((x, y, min(int(end) * SIZE, width) - x, min(y + SIZE, height) - y))
    return tuple(found)
