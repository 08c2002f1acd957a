"""Picking through a skin: the triangle of a posed character that a ray meets first, and the bone that it follows most.

Of the clusters of its triangles those are posed that a ray can meet by their boxes.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.remembered import remembered
from pantin.viewport.figure.skin import Skin, morphs_of, with_skin
from pantin.viewport.picking.clusters import Clusters, clusters_of
from pantin.viewport.values.mesh import Mesh

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


EDGE = 1e-6
"""Parts of the depth by which two crossings are one."""


class SkinHit(NamedTuple):
    """The row of the bone below, and the distance from where the ray begins, metres."""

    bone: int
    depth: float


class Spot(NamedTuple):
    """A place on a skin."""

    corners: NDArray[np.uint32]
    """(3,): the vertices of its triangle."""
    shares: Floats
    """(3,): how much of each of them it is."""
    point: Floats
    """(3,), metres."""
    normal: Floats
    """(3,), of unit length, towards where the ray came from."""


class PosedSkin:
    """The points of a skin in one pose, armature space."""

    def __init__(self, skin: Skin, matrices: Floats) -> None:
        self._skin, self._matrices = skin, matrices

    @cached_property
    def _palette(self) -> Floats32:
        return with_skin(self._skin, self._matrices)[:, :3].astype(np.float32)

    @cached_property
    def _positions(self) -> Floats32:
        """The vertices (v, 3) as expressions move them, before they are posed."""
        moved = morphs_of(self._skin)
        return self._skin.mesh.full.positions if moved is None else moved[0]

    @cached_property
    def _clusters(self) -> Clusters:
        return clusters_of(self._skin.mesh.full)

    @cached_property
    def _boxes(self) -> Floats32:
        mesh = self._skin.mesh.full
        return _boxes_at_rest(mesh) if self._positions is mesh.positions else self._clusters.boxes(self._positions)

    @cached_property
    def around(self) -> tuple[Floats, float]:
        """The middle (3,) and the radius of a sphere that holds all that is drawn."""
        points = self._skin.around(self._matrices)
        low, high = points.min(axis=0), points.max(axis=0)
        return (low + high) / 2, float(np.linalg.norm(high - low)) / 2

    def hit(self, origin: Floats, direction: Floats) -> SkinHit | None:
        """Return what a ray from `origin` along the unit vector `direction` meets first; None where it meets nothing
        that follows a bone.
        """
        found = self._met(origin, direction)
        if found is None:
            return None
        bone = self._bone_of(found.triangle, found.share)
        return None if bone < 0 else SkinHit(bone, found.depth)

    def spot(self, origin: Floats, direction: Floats) -> Spot | None:
        """Return the place that a ray from `origin` along the unit vector `direction` meets first."""
        found = self._met(origin, direction)
        if found is None:
            return None
        first, second, third = self._posed(self._palette, found.triangle).astype(np.float64)
        normal = np.cross(second - first, third - first)
        normal /= max(float(np.linalg.norm(normal)), 1e-30)
        point = origin + found.depth * direction
        return Spot(found.triangle, found.share.astype(float), point, -normal if normal @ direction > 0 else normal)

    def _met(self, origin: Floats, direction: Floats) -> _Met | None:
        """Return the triangle that a ray meets first."""
        return self._nearest(*self._before(origin, direction))

    def spans(self, origin: Floats, direction: Floats) -> list[tuple[float, float]]:
        """Return where a ray from `origin` along the unit vector `direction` is inside the skin, metres."""
        palette, triangles = self._before(origin, direction)
        vertices, places = np.unique(triangles, return_inverse=True)
        corners = self._posed(palette, vertices)[places.reshape(-1, 3)]
        share = _shares(corners[:, :, :2])
        crossed = np.flatnonzero((share >= 0.0).all(axis=1))
        depths = np.einsum("ti,ti->t", share[crossed], corners[crossed, :, 2])
        a, b, c = (corners[crossed, corner, :2] for corner in range(3))
        facing = np.where(_area(b - a, c - a) > 0.0, -1, 1)
        kept = depths > 0.0
        return _inside(depths[kept], facing[kept])

    def _before(self, origin: Floats, direction: Floats) -> tuple[Floats32, NDArray[np.uint32]]:
        """Return the palette (n, 3, 4) in axes whose third is the ray, and the triangles (t, 3) that it may meet."""
        sideways, upwards = _across(direction)
        axes = np.stack([sideways, upwards, direction]).astype(np.float32)
        seen = np.matmul(axes, self._palette)
        seen[:, :, 3] -= axes @ origin.astype(np.float32)
        met = self._clusters.met(seen, self._boxes)
        hidden = np.isin(self._clusters.parts[met], list(self._skin.hidden))
        return seen, self._clusters.corners_of(met[~hidden])

    def _nearest(self, palette: Floats32, triangles: NDArray[np.uint32]) -> _Met | None:
        """Return the nearest of triangles (t, 3) that the third axis meets; the palette (n, 3, 4) is in its axes."""
        vertices, places = np.unique(triangles, return_inverse=True)
        corners = self._posed(palette, vertices)[places.reshape(-1, 3)]
        share = _shares(corners[:, :, :2])
        crossed = np.flatnonzero((share >= 0.0).all(axis=1))
        depths = np.einsum("ti,ti->t", share[crossed], corners[crossed, :, 2])
        before = np.flatnonzero(depths > 0.0)
        if not len(before):
            return None
        nearest = before[np.argmin(depths[before])]
        return _Met(triangles[crossed[nearest]], share[crossed[nearest]], float(depths[nearest]))

    def _posed(self, palette: Floats32, vertices: NDArray[np.uint32]) -> Floats32:
        """Return some vertices (v, 3) as a palette (n, 3, 4) poses them."""
        weighted = self._skin.weighted
        return posed(palette, self._positions[vertices], weighted.joints[vertices], weighted.weights[vertices])

    def _bone_of(self, corners: NDArray[np.uint32], share: Floats32) -> int:
        """Return the row of the bone that most of a point of a triangle follows; -1 where that is none."""
        weighted, bones = self._skin.weighted, len(self._matrices)
        followed = self._skin.bound.rows[weighted.joints[corners] - bones]
        shares = weighted.weights[corners] * share[:, None]
        totals = np.bincount((followed + 1).ravel(), shares.ravel(), bones + 1)
        return int(totals.argmax()) - 1


class _Met(NamedTuple):
    """A triangle that a ray meets: its vertices (3,), how much of each of them is there, and the distance."""

    triangle: NDArray[np.uint32]
    share: Floats32
    depth: float


def posed(palette: Floats32, positions: Floats32, joints: NDArray[np.int32], weights: Floats32) -> Floats32:
    """Return vertices (v, 3) as a palette (n, 3, 4) poses them by their joints and weights (v, k)."""
    places = np.concatenate([positions, np.ones((len(positions), 1), np.float32)], axis=1)
    found = np.zeros((len(positions), 3), np.float32)
    for column in range(joints.shape[1]):
        share = weights[:, column, None]
        if share.any():
            found += share * np.einsum("vij,vj->vi", palette[joints[:, column]], places)
    return found


def _inside(depths: Floats32, facing: NDArray[np.int_]) -> list[tuple[float, float]]:
    """Return from where to where a ray is inside what it enters, 1, and leaves, -1, at these depths (n).

    Of what has holes or lies doubly, it ends where the ray leaves last.
    """
    order = np.argsort(depths, kind="stable")
    found: list[tuple[float, float]] = []
    within, begin, last = 0, 0.0, (-np.inf, 0)
    first = int(facing[order[0]]) if len(order) else 1
    for depth, side in zip(depths[order].tolist(), (facing[order] * first).tolist(), strict=True):
        if side == last[1] and depth - last[0] < EDGE * max(depth, 1e-6):
            continue  # the edge between two triangles
        last = depth, side
        if within == 0 and side > 0:
            begin = depth
        within = max(within + side, 0)
        if within == 0 and side < 0 and depth > begin:
            found.append((begin, depth))
    if within > 0 and last[0] > begin:
        found.append((begin, last[0]))
    return found


@remembered()
def _boxes_at_rest(mesh: Mesh) -> Floats32:
    return clusters_of(mesh).boxes(mesh.positions)


def _across(direction: Floats) -> tuple[Floats, Floats]:
    """Return two unit vectors that are perpendicular to another, and to each other."""
    aside = np.eye(3)[np.argmin(np.abs(direction))]
    sideways = np.cross(direction, aside)
    sideways /= np.linalg.norm(sideways)
    return sideways, np.cross(direction, sideways)


def _shares(corners: Floats32) -> Floats32:
    """Return how much of each corner (t, 3) the origin is, of triangles in a plane (t, 3, 2); -1 beside and on edge."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    areas = np.stack([_area(b, c), _area(c, a), _area(a, b)], axis=1)
    total = areas.sum(axis=1, keepdims=True)
    flat = np.abs(total) < 1e-20
    return np.where(flat, np.float32(-1.0), areas / np.where(flat, np.float32(1.0), total))


def _area(a: Floats32, b: Floats32) -> Floats32:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
