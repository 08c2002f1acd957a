"""Triangles that joints carry: what the painters draw, whoever made it, and the capsules that stand in for it.

A palette poses a mesh: one matrix per joint, from the space of the positions to the space that is drawn in. The wooden
figure has its positions in the axes of their bones, so that its palette is the matrices of the bones. A skin has them
as they were bound, so that its palette is these matrices times the inverse bind matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

MOST_INFLUENCES = 8
"""Joints that may carry one vertex together."""

MOST_CAPSULES = 64
"""Shadows and occlusion of a figure are worked out from so many at most; the largest are taken."""

_CORNERS = np.array([[i & 1, i & 2, i & 4] for i in range(8)], dtype=np.bool_)


class Capsules(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Segments with a radius, metres: c of them, each of the joint in `rows` (c,), from `starts` (c, 3) to `ends`."""

    rows: NDArray[np.intp]
    starts: Floats
    ends: Floats
    radii: Floats

    @cached_property
    def columns(self) -> tuple[Floats, Floats, Floats]:
        """Starts (3, c), vectors from there to the ends (3, c), and their squared lengths (c,), never 0."""
        along = np.ascontiguousarray((self.ends - self.starts).T)
        return np.ascontiguousarray(self.starts.T), along, np.maximum((along * along).sum(axis=0), 1e-18)

    def some(self, which: NDArray[np.bool_]) -> Capsules:
        """Return those that are marked (c,)."""
        return Capsules(self.rows[which], self.starts[which], self.ends[which], self.radii[which])

    def carried(self, palette: Floats) -> Capsules:
        """Return them in the space that a palette (n, 3, 4) or (n, 4, 4) leads to, as thick as it scales X."""
        matrices = palette[self.rows, :3]
        turns, places = matrices[:, :, :3], matrices[:, :, 3]
        starts = np.einsum("nij,nj->ni", turns, self.starts) + places
        ends = np.einsum("nij,nj->ni", turns, self.ends) + places
        return Capsules(self.rows, starts, ends, self.radii * np.linalg.norm(turns[:, :, 0], axis=1))


NO_CAPSULES = Capsules(np.zeros(0, np.intp), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))


class Mesh(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Triangles and what carries their v vertices. Arrays are never written to: a card keeps them by the mesh."""

    positions: Floats32
    """(v, 3), metres. Of wood they are its coordinates as well: the grain runs through the axes of the bone."""
    normals: Floats32
    """(v, 3), of unit length, in the same axes."""
    joints: NDArray[np.int32]
    """(v, k): the rows of the palette that carry each vertex, at most MOST_INFLUENCES."""
    weights: Floats32 | None
    """(v, k): how much each of them does, together 1; None where one joint carries each vertex."""
    materials: NDArray[np.uint8]
    """(v,): the material of each vertex: 0 the wood of limbs, 1 the darker wood of joints."""
    triangles: NDArray[np.uint32]
    """(t, 3): vertices, counter-clockwise from outside."""
    triangle_counts: NDArray[np.int64] | None
    """(n,): how many of the triangles, which are in this order, each joint has; it is drawn where the joint is shown.
    None where the triangles are drawn as a whole."""
    boxes: Floats
    """(n, 2, 3): the corners of the box around what each joint carries, in its axes; nan where it carries nothing."""
    capsules: Capsules
    """In the axes of their joints. They cast shadows, and are hit by the pointer."""
    scale: float
    """The largest extent of the bones at rest against that of a person of 1.77 m."""
    plain: bool = False
    """Whether it has so many parts that nobody sees a grain."""
    casts_itself: bool = False
    """Whether its triangles cast its shadow, and not capsules."""

    @cached_property
    def main_joints(self) -> NDArray[np.int32]:
        """The joint (v,) that carries most of each vertex."""
        if self.weights is None:
            return self.joints[:, 0]
        heaviest = self.weights.argmax(axis=1)
        return np.asarray(np.take_along_axis(self.joints, heaviest[:, None], axis=1)[:, 0])


class Levels:
    """One mesh in every detail that is asked for, each made once. In detail 1 it has all its rings and spokes."""

    def __init__(self, make: Callable[[float], Mesh]) -> None:
        self._make = make
        self._made: dict[float, Mesh] = {}

    @classmethod
    def of(cls, mesh: Mesh) -> Levels:
        """Return those of a mesh that is the same in every detail."""
        return cls(lambda _detail: mesh)

    @property
    def full(self) -> Mesh:
        """The mesh in full detail."""
        return self.at(1.0)

    @property
    def made(self) -> tuple[Mesh, ...]:
        """The meshes that were made."""
        return tuple(self._made.values())

    def at(self, detail: float) -> Mesh:
        """Return the mesh in a detail."""
        mesh = self._made.get(detail)
        if mesh is None:
            mesh = self._made[detail] = self._make(detail)
        return mesh


def corners(boxes: Floats, palette: NDArray[np.floating[Any]]) -> Floats:
    """Return the corners (n, 8, 3) of boxes (n, 2, 3) in the space that their matrices (n, 3, 4) or (n, 4, 4) lead to.

    What joints carry together lies within the hull of their corners: it is a mean of what each of them carries.
    """
    picked = np.where(_CORNERS, boxes[:, None, 1], boxes[:, None, 0])
    return np.asarray(picked @ palette[:, :3, :3].transpose(0, 2, 1) + palette[:, None, :3, 3])


def bounds(boxes: Floats, palette: NDArray[np.floating[Any]]) -> Floats:
    """Return the lower and the upper corner (2, 3) of the box that holds boxes (n, 2, 3) and lies along the axes.

    It is in the space that their matrices (n, 3, 4) or (n, 4, 4) lead to; nan where there are none.
    """
    if not len(boxes):
        return np.full((2, 3), np.nan)
    turns = palette[:, :3, :3]
    middles = np.einsum("nij,nj->ni", turns, boxes.mean(axis=1)) + palette[:, :3, 3]
    halves = np.einsum("nij,nj->ni", np.abs(turns), (boxes[:, 1] - boxes[:, 0]) / 2)
    return np.stack([(middles - halves).min(axis=0), (middles + halves).max(axis=0)])
