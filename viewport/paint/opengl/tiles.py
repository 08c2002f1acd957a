"""Tiles of the picture that hold any of the figure; work per pixel of the figure is done only in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.bands import Part
from pantin.viewport.scene.scene import Bones, DrawnFigure, Marks
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.mesh import Mesh, corners

Boxes = NDArray[np.int32]
"""Left, bottom, width, height (n, 4) in device pixels."""

Grid = NDArray[np.bool_]
SIZE = 16
"""Device pixels of a tile's side."""

SEAM = 5
"""Device pixels around a part that its outline and the smoothing of its edge may touch."""

EXACT = 2_000
"""Of more parts than these the spheres around them are projected, a point each and not eight corners."""

OUTLINES, GHOST = 1, 2
"""The contents that a tile may have beside plain figure. They add up."""


class Cover(NamedTuple):
    """The tiles of a picture that hold parts of figures, ghosts or solid bones, by row from the bottom and column."""

    there: Grid
    kinds: NDArray[np.uint8]
    """What else there may be in each."""

    def __or__(self, other: Cover) -> Cover:
        """Return the tiles of both."""
        return Cover(self.there | other.there, self.kinds | other.kinds)

    def around(self, width: int, height: int) -> Part:
        """Return the rectangle of a picture of this size that holds all tiles, with the margin that outlines need."""
        rows, columns = (np.flatnonzero(self.there.any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return 0, 0, 0, 0
        left, bottom = (max(SIZE * (int(places[0]) - 1), 0) for places in (columns, rows))
        right, top = (SIZE * (int(places[-1]) + 2) for places in (columns, rows))
        return left, bottom, min(right, width) - left, min(top, height) - bottom

    def boxes(self, width: int, height: int, part: Part) -> Mapping[int, Boxes]:
        """Return the tiles in a part of a picture of this size as rectangles, by what else they may hold."""
        left, bottom, wide, high = part
        rows = slice(bottom // SIZE, -(-(bottom + high) // SIZE))
        columns = slice(left // SIZE, -(-(left + wide) // SIZE))
        there, kinds = np.zeros_like(self.there), self.kinds
        there[rows, columns] = self.there[rows, columns]
        return {kind: _runs(there & (kinds == kind), width, height) for kind in range(4)}


def covered(figures: Sequence[DrawnFigure], camera: Camera, width: int, height: int) -> Cover:
    """Return the tiles of a picture that figures and their ghosts cover."""
    found = _nothing(width, height)

    def spans(figure: DrawnFigure, palette: NDArray[np.float32], shown: Marks) -> Iterator[NDArray[np.int64]]:
        for mesh in figure.meshes:
            boxes, neighbours = mesh.full.boxes, mesh.full.neighbours
            drawn = shown[: len(boxes)] & ~np.isnan(boxes[:, 0, 0])
            pairs = None if neighbours is None else _pairs(neighbours, drawn)
            margin = SEAM + _outline(figure, mesh.full, camera, height)
            yield _spans(boxes[drawn], palette[: len(boxes)][drawn], camera, (width, height), margin, pairs)

    there, kinds = found
    for figure in figures:
        for part in spans(figure, figure.palette, figure.shown):
            there |= _filled(part, there.shape)
        if figure.outlines.any():
            for part in spans(figure, figure.palette, figure.shown & (figure.outlines > 0)):
                kinds[_filled(part, there.shape)] |= OUTLINES
        for ghost in figure.ghosts:
            for part in spans(figure, ghost.palette, ghost.shown):
                filled = _filled(part, there.shape)
                kinds[filled] |= GHOST
                there |= filled
    return found


def covered_by_bones(bones: Bones, camera: Camera, width: int, height: int) -> Cover:
    """Return the tiles of a picture that bones cover which are drawn as solids, by a camera in their armature space."""
    found = _nothing(width, height)
    solid = np.broadcast_to(_OCTAHEDRON, (len(bones.rows), 2, 3))
    return found._replace(there=_filled(_spans(solid, bones.matrices, camera, (width, height)), found.there.shape))


def _nothing(width: int, height: int) -> Cover:
    shape = -(-height // SIZE), -(-width // SIZE)
    return Cover(np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.uint8))


_OCTAHEDRON = np.array([(-1.0, 0.0, -1.0), (1.0, 1.0, 1.0)])


def _outline(figure: DrawnFigure, mesh: Mesh, camera: Camera, height: int) -> float:
    """Return how many pixels the outlines of a skin reach beyond it, at most."""
    found = [figure.outline_widths(group.material) for group in mesh.groups]
    metres, parts, _reach = np.max([(0.0, 0.0, 0.0), *found], axis=0).tolist()
    if metres == 0.0:
        return float(parts * height)
    depths = (camera.eye - corners(figure.bounds[None], np.eye(4)[None])[0]) @ camera.axes[2]
    return float(metres / camera.pixel(max(depths.min(), camera.near), height) + parts * height)


def _pairs(neighbours: NDArray[np.int32], drawn: Marks) -> NDArray[np.intp]:
    """Return the pairs (m, 2) of joints that are drawn, by their places among these alone.

    One that is not drawn lets its neighbour stand for both.
    """
    places = np.cumsum(drawn) - 1
    one, other = neighbours.T
    some = drawn[one] | drawn[other]
    found = np.stack([np.where(drawn[one], one, other), np.where(drawn[other], other, one)], axis=1)[some]
    return np.asarray(places[found])


def _spans(
    boxes: NDArray[np.float64],
    matrices: NDArray[np.float32],
    camera: Camera,
    size: tuple[int, int],
    margin: float = SEAM,
    pairs: NDArray[np.intp] | None = None,
) -> NDArray[np.int64]:
    """Tiles that the bounding boxes of bones touch, with a margin of so many pixels (n, 4): first and last but one row
    from the bottom, and column.

    With `pairs` (m, 2) those of the rectangles around two of them.
    """
    width, height = size
    down, across = -(-height // SIZE), -(-width // SIZE)
    around = _around_boxes if len(boxes) <= EXACT else _around_spheres
    low, high, behind = around(boxes, matrices, camera, width, height)
    if pairs is not None:
        one, other = pairs.T
        low, high = np.minimum(low[one], low[other]), np.maximum(high[one], high[other])
        behind = behind[one] | behind[other]
    low, high = low - margin, high + margin
    edges = np.stack([height - high[:, 1], height - low[:, 1] + SIZE, low[:, 0], high[:, 0] + SIZE], axis=1) // SIZE
    edges[behind] = (0, down, 0, across)
    return np.asarray(np.clip(edges, 0, (down, down, across, across)).astype(np.int64))


_Around = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]
"""Pixels (n, 2) of the corners of rectangles around parts, and which parts (n,) reach behind the camera."""


def _around_boxes(
    boxes: NDArray[np.float64], matrices: NDArray[np.float32], camera: Camera, width: int, height: int
) -> _Around:
    seen = camera.project(corners(boxes, matrices).reshape(-1, 3), width, height).reshape(-1, 8, 3)
    behind = seen[:, :, 2].min(axis=1) <= camera.near
    seen[behind] = 0.0
    return seen[:, :, :2].min(axis=1), seen[:, :, :2].max(axis=1), behind


def _around_spheres(
    boxes: NDArray[np.float64], matrices: NDArray[np.float32], camera: Camera, width: int, height: int
) -> _Around:
    """Around the spheres that hold the boxes. Away from the middle of the picture a sphere is seen as an ellipse."""
    turns = matrices[:, :, :3]
    middles = np.einsum("nij,nj->ni", turns, boxes.mean(axis=1)) + matrices[:, :, 3]
    radii = (np.sqrt(np.einsum("nij,nij->nj", turns, turns)) * (boxes[:, 1] - boxes[:, 0])).sum(axis=1) / 2
    seen = camera.project(middles, width, height)
    nearest = seen[:, 2] - radii
    behind = nearest <= camera.near
    seen[behind], nearest[behind] = 0.0, camera.near
    aslant = 1.0 + np.abs(seen[:, :2] - (width / 2, height / 2)) * camera.pixel(1.0, height)
    reach = (radii / camera.pixel(nearest, height))[:, None] * (1.0 if camera.orthographic else aslant)
    return seen[:, :2] - reach, seen[:, :2] + reach, behind


def _filled(spans: NDArray[np.int64], shape: tuple[int, ...]) -> Grid:
    edges = np.zeros((shape[0] + 1, shape[1] + 1), dtype=np.int32)
    y0, y1, x0, x1 = spans.T
    for rows, columns, step in ((y0, x0, 1), (y1, x1, 1), (y0, x1, -1), (y1, x0, -1)):
        np.add.at(edges, (rows, columns), step)
    return np.asarray(edges.cumsum(axis=0).cumsum(axis=1)[: shape[0], : shape[1]] > 0)


def _runs(tiles: Grid, width: int, height: int) -> Boxes:
    """The marked tiles as rectangles; neighbours in a row are joined."""
    edges = np.diff(np.pad(tiles.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (rows, starts), ends = np.nonzero(edges > 0), np.nonzero(edges < 0)[1]
    left, bottom = starts * SIZE, rows * SIZE
    right, top = np.minimum(ends * SIZE, width), np.minimum(bottom + SIZE, height)
    return np.stack([left, bottom, right - left, top - bottom], axis=1).astype(np.int32)
