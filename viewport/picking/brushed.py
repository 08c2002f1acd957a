"""The surface of a skin under a brush: what lies within its radius, faces the pointer and is not hidden.

Its vertices are posed once at the beginning of a stroke, and again one by one where their weights change. Which of them
are hidden is told by the triangles around the pointer, drawn into a few cells by their depth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.brush import Weights
from pantin.viewport.figure.skin import Skin, morphs_of, with_skin
from pantin.viewport.picking.skins import Spot, posed
from pantin.viewport.values.camera import Lens

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Rows = NDArray[np.int64]

CELLS = 48
"""Cells along each side of the square around the brush in which depths are compared."""


class Under(NamedTuple):
    """The vertices under a brush (m,), and how much it does to each, 0 to 1 (m,)."""

    vertices: Rows
    falloff: Floats


class BrushedSurface:
    """The triangles of a skin in one pose, seen through one lens, armature space.

    `places` (v,) are the points that its vertices are: those in one place are one.
    """

    def __init__(self, skin: Skin, matrices: Floats, lens: Lens, places: Rows) -> None:
        mesh, weighted, moved = skin.mesh.full, skin.weighted, morphs_of(skin)
        self._lens, self._places, self._bones = lens, places, len(matrices)
        self._palette = with_skin(skin, matrices)[:, :3].astype(np.float32)
        self._positions = mesh.positions if moved is None else moved[0]
        self.points = posed(self._palette, self._positions, weighted.joints, weighted.weights).astype(np.float64)
        shown = np.ones(len(mesh.triangles), bool)
        both = np.zeros(len(mesh.triangles), bool)
        for group in mesh.groups:
            own = slice(group.first, group.first + group.count)
            shown[own], both[own] = group.part not in skin.hidden, group.material.double_sided
        self._triangles = mesh.triangles[shown].astype(np.int64)
        mirrored = np.linalg.det(self._palette[:, :, :3].astype(np.float64)) < 0.0
        self._both, self._turned = both[shown], mirrored[mesh.main_joints[self._triangles[:, 0]]]
        self._seen = lens.project(self.points)
        self._bounds = self._bounds_of(slice(None))

    def _bounds_of(self, which: slice | NDArray[np.bool_]) -> Floats32:
        """Return left, right, top and bottom (4, t) of triangles in the picture; nan behind the eye."""
        first, second, third = self._triangles[which].T
        found = []
        for axis in (0, 1):
            seen = self._seen[:, axis].astype(np.float32)
            one, two, three = seen[first], seen[second], seen[third]
            found += [np.minimum(np.minimum(one, two), three), np.maximum(np.maximum(one, two), three)]
        return np.stack(found)

    def _met_by(self, x: float, y: float, half: float = 0.0) -> NDArray[np.bool_]:
        """Return which triangles reach into a square around a pixel by their bounds."""
        left, right, top, bottom = self._bounds
        found = (left <= x + half) & (right >= x - half) & (top <= y + half) & (bottom >= y - half)
        return np.asarray(found)

    def follow(self, vertices: Rows, weights: Weights) -> None:
        """Pose vertices (m,) anew by the weights of all."""
        joints = weights.entries[vertices] + np.int32(self._bones)
        self.points[vertices] = posed(self._palette, self._positions[vertices], joints, weights.weights[vertices])
        self._seen[vertices] = self._lens.project(self.points[vertices])
        moved = np.zeros(len(self.points), bool)
        moved[vertices] = True
        first, second, third = self._triangles.T
        which = moved[first] | moved[second] | moved[third]
        self._bounds[:, which] = self._bounds_of(which)

    def spot(self, x: float, y: float) -> Spot | None:
        """Return the place on the surface that is seen at a pixel."""
        near = np.flatnonzero(self._met_by(x, y))
        origin, direction = self._lens.ray(x, y)
        corners = self.points[self._triangles[near]]
        sides = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        across = np.cross(direction, sides[1])
        size = np.einsum("ti,ti->t", sides[0], across)
        with np.errstate(divide="ignore", invalid="ignore"):  # triangles that are seen on edge
            away = origin - corners[:, 0]
            second = np.einsum("ti,ti->t", away, across) / size
            turned = np.cross(away, sides[0])
            third = (turned @ direction) / size
            depths = np.einsum("ti,ti->t", sides[1], turned) / size
        met = (second >= 0.0) & (third >= 0.0) & (second + third <= 1.0) & (depths > 0.0)
        if not met.any():
            return None
        first = int(np.flatnonzero(met)[np.argmin(depths[met])])
        shares = np.array((1.0 - second[first] - third[first], second[first], third[first]))
        normal = np.cross(sides[0][first], sides[1][first])
        normal /= max(float(np.linalg.norm(normal)), 1e-30)
        found = self._triangles[near[first]].astype(np.uint32)
        facing = -normal if normal @ direction > 0.0 else normal
        return Spot(found, shares, origin + depths[first] * direction, facing)

    def under(self, spot: Spot, radius: float, through: bool) -> Under:
        """Return what lies within a radius, metres, of a place; unless it goes `through`, what is seen of that."""
        away = self.points - spot.point
        squares = np.einsum("vi,vi->v", away, away)
        near = np.flatnonzero(squares < radius * radius)
        if not through and len(near):
            near = near[self._is_seen(spot, radius, near)]
        part = 1.0 - np.sqrt(squares[near]) / radius
        return Under(near, part * part * (3.0 - 2.0 * part))

    def _is_seen(self, spot: Spot, radius: float, near: Rows) -> NDArray[np.bool_]:
        """Return which of vertices (m,) face the pointer and are not hidden; all in one place are alike."""
        size = self._lens.pixel(spot.point)
        half = radius / size * 1.2 + 1.0
        middle = self._lens.project(spot.point)[0, :2]
        around = self._met_by(float(middle[0]), float(middle[1]), half)
        triangles = self._triangles[around]
        facing = np.zeros(len(self._places) + 1, bool)
        towards = triangles[self._face(around)]
        facing[self._places[towards]] = True
        depths = _depths(self._seen[triangles], middle - half, 2.0 * half / CELLS)
        cells = np.clip((self._seen[near, :2] - middle + half) / (2.0 * half / CELLS), 0, CELLS - 1).astype(np.int64)
        most = depths[cells[:, 1] + 1, cells[:, 0] + 1]
        for aside in (0, 1, 2):
            for up in (0, 1, 2):
                most = np.maximum(most, depths[cells[:, 1] + up, cells[:, 0] + aside])
        seen = np.zeros(len(self._places) + 1, bool)
        visible = near[self._seen[near, 2] <= most + 3.0 * size * 2.0 * half / CELLS]
        seen[self._places[visible]] = True
        return np.asarray((seen & facing)[self._places[near]])

    def _face(self, which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of some triangles are seen from their front, or have two."""
        first, second, third = np.moveaxis(self._seen[self._triangles[which], :2], 1, 0)
        one, other = second - first, third - first
        area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]  # pixels count downwards
        return np.asarray(self._both[which] | ((area < 0.0) != self._turned[which]))


def _depths(corners: Floats, low: Floats, cell: float) -> Floats:
    """Return the least depth of triangles (t, 3, 3), pixels and depth, in the cells of a square that begins at `low`.

    It is inf where there is none; there is one cell more on each side.
    """
    found = np.full((CELLS + 2, CELLS + 2), np.inf)
    places = (corners[:, :, :2] - low) / cell + 1.0
    good = np.isfinite(places[:, 0] + places[:, 1] + places[:, 2]).all(axis=1)
    places, depths = places[good], corners[good][:, :, 2]
    one, two, three = places[:, 0], places[:, 1], places[:, 2]
    low_edge = np.minimum(np.minimum(one, two), three)
    high_edge = np.maximum(np.maximum(one, two), three)
    first = np.clip(np.ceil(low_edge - 0.5), 0, CELLS + 1).astype(np.int64)
    last = np.clip(np.floor(high_edge - 0.5), -1, CELLS + 1).astype(np.int64)
    sides = np.maximum(last - first + 1, 0)
    counts = sides[:, 0] * sides[:, 1]
    of = np.repeat(np.arange(len(places)), counts)
    within = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    columns, rows = first[of, 0] + within % sides[of, 0], first[of, 1] + within // np.maximum(sides[of, 0], 1)
    x, y = columns + 0.5, rows + 0.5
    a, b, c = places[of, 0], places[of, 1], places[of, 2]
    with np.errstate(divide="ignore", invalid="ignore"):  # triangles without an area cover no cell
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        second = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (y - a[:, 1]) * (c[:, 0] - a[:, 0])) / area
        third = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (b[:, 1] - a[:, 1]) * (x - a[:, 0])) / area
        there = (second >= 0.0) & (third >= 0.0) & (second + third <= 1.0)
        nearness = (1.0 - second - third) / depths[of, 0] + second / depths[of, 1] + third / depths[of, 2]
        np.minimum.at(found, (rows[there], columns[there]), 1.0 / nearness[there])
    return found
