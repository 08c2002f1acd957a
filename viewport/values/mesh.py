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

from pantin.rigs.meshes.materials import Material
from pantin.viewport.values.pictures import Pictures

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

MOST_INFLUENCES = 8
"""Joints that may carry one vertex together."""

MOST_CAPSULES = 64
"""Shadows and occlusion of a figure are worked out from so many at most; the largest are taken."""

MOST_PAIRED = 4_096
"""Joints of a skin, at most, whose neighbours are looked for: that takes memory for the square of their number."""

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


class Group(msgspec.Struct, frozen=True, eq=False):
    """Triangles of a skin that have one material: `count` rows of the triangles of their mesh from the row `first` on.

    `part` is their number among the parts of the character, by which they are hidden.
    """

    material: Material
    first: int
    count: int
    part: int


class Weighted(msgspec.Struct, frozen=True, eq=False):
    """Influences on vertices in place of those of a mesh."""

    joints: NDArray[np.int32]
    """(v, k): rows of the palette."""
    weights: Floats32
    """(v, k), together 1."""


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
    uvs: tuple[Floats32, ...] = ()
    """(v, 2) each: coordinates of textures, by set."""
    colours: Floats32 | None = None
    """(v, 4), linear."""
    groups: tuple[Group, ...] = ()
    """The materials of a skin; without them it is wood."""
    pictures: Pictures | None = None
    """Those of the textures that the materials name."""

    @cached_property
    def neighbours(self) -> NDArray[np.int32] | None:
        """The pairs of joints (m, 2) that carry some of the same triangle, each joint beside itself as well.

        A triangle lies in the hull of the boxes of all joints that carry its corners; seen from anywhere, rectangles
        around the boxes of each pair of them cover it. None where each joint has triangles of its own, and where there
        are too many joints to ask.
        """
        count = len(self.boxes)
        if self.triangle_counts is not None or count > MOST_PAIRED:
            return None
        joints = self.joints
        if self.weights is not None:
            joints = np.where(self.weights > 0.0, joints, self.main_joints[:, None])
        columns = np.ascontiguousarray(joints[self.triangles].reshape(len(self.triangles), -1).T, dtype=np.intp)
        beside = np.zeros(count * count, dtype=np.bool_)
        for place, one in enumerate(columns):
            for other in columns[place:]:
                beside[one * count + other] = True
        square = beside.reshape(count, count)
        return np.argwhere(np.triu(square | square.T)).astype(np.int32)

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


def joint_boxes(positions: Floats32, joints: NDArray[np.integer[Any]], weights: Floats32 | None, count: int) -> Floats:
    """Return the boxes (n, 2, 3) around what each of `count` joints carries any of; nan where it carries nothing.

    In the axes of the positions (v, 3), before any palette has posed them.
    """
    boxes = np.full((count, 2, 3), np.nan)
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    for column in range(joints.shape[1]):
        carried = slice(None) if weights is None else np.flatnonzero(weights[:, column] > 0.0)
        rows = joints[carried, column]
        np.minimum.at(low, rows, positions[carried])
        np.maximum.at(high, rows, positions[carried])
    some = np.isfinite(low[:, 0])
    boxes[some, 0], boxes[some, 1] = low[some], high[some]
    return boxes


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
