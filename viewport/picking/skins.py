"""Picking through a skin: the triangle of a posed character that a ray meets first, and the bone that it follows most.

The points are skinned once for a pose, when the pointer asks first; each ray then meets all triangles.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.skin import Skin, morphs_of, with_skin

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


class SkinHit(NamedTuple):
    """The row of the bone below, and the distance from where the ray begins, metres."""

    bone: int
    depth: float


class PosedSkin:
    """The points of a skin in one pose, armature space."""

    def __init__(self, skin: Skin, matrices: Floats) -> None:
        self._skin, self._matrices = skin, matrices

    @cached_property
    def points(self) -> Floats32:
        """The points of the mesh (v, 3)."""
        mesh = self._skin.mesh.full
        palette = with_skin(self._skin, self._matrices)[:, :3].astype(np.float32).reshape(-1, 12)
        moved = morphs_of(self._skin)
        positions = mesh.positions if moved is None else moved[0]
        if mesh.weights is None:
            rows = palette[mesh.joints[:, 0]]
        else:
            rows = palette[mesh.joints[:, 0]] * mesh.weights[:, :1]
            for column in range(1, mesh.joints.shape[1]):
                moves = np.flatnonzero(mesh.weights[:, column])
                rows[moves] += palette[mesh.joints[moves, column]] * mesh.weights[moves, column, None]
        matrices = rows.reshape(-1, 3, 4)
        return np.asarray(np.einsum("vij,vj->vi", matrices[:, :, :3], positions) + matrices[:, :, 3])

    @cached_property
    def around(self) -> tuple[Floats, float]:
        """The middle (3,) and the radius of a sphere that holds all points."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        return (low + high).astype(np.float64) / 2, float(np.linalg.norm(high - low)) / 2

    def hit(self, origin: Floats, direction: Floats) -> SkinHit | None:
        """Return what a ray from `origin` along the unit vector `direction` meets first; None where it meets nothing
        that follows a bone.
        """
        sideways, upwards = _across(direction)
        axes = np.stack([sideways, upwards, direction]).astype(np.float32)
        seen = (self.points - origin.astype(np.float32)) @ axes.T
        corners = seen[self._triangles]
        share = _shares(corners[:, :, :2])
        met = np.flatnonzero((share >= 0.0).all(axis=1))
        depths = np.einsum("ti,ti->t", share[met], corners[met, :, 2])
        before = np.flatnonzero(depths > 0.0)
        if not len(before):
            return None
        nearest = before[np.argmin(depths[before])]
        bone = self._bone_of(self._triangles[met[nearest]], share[met[nearest]])
        return None if bone < 0 else SkinHit(bone, float(depths[nearest]))

    @cached_property
    def _triangles(self) -> NDArray[np.uint32]:
        """The triangles (t, 3) of the parts that are shown."""
        mesh = self._skin.mesh.full
        shown = [
            mesh.triangles[each.first : each.first + each.count]
            for each in mesh.groups
            if each.part not in self._skin.hidden
        ]
        return np.concatenate([*shown, np.empty((0, 3), np.uint32)])

    def _bone_of(self, corners: NDArray[np.uint32], share: Floats32) -> int:
        """Return the row of the bone that most of a point of a triangle follows; -1 where that is none."""
        mesh, bones = self._skin.mesh.full, len(self._matrices)
        weights = np.ones((3, 1)) if mesh.weights is None else mesh.weights[corners]
        followed = self._skin.bound.rows[mesh.joints[corners] - bones]
        totals = np.bincount((followed + 1).ravel(), (weights * share[:, None]).ravel(), bones + 1)
        return int(totals.argmax()) - 1


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
