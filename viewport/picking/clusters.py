"""Triangles of a skin in clusters that lie together, with the boxes that tell which of them a ray can meet.

Each vertex lies between the places that its joints give it. So a cluster lies within the boxes around what each of its
joints carries of it, wherever these are: of a skin of a hundred thousand triangles some hundreds are left to look at.
"""

from __future__ import annotations

from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.remembered import remembered
from pantin.viewport.values.mesh import Mesh

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Rows = NDArray[np.intp]

SIZE = 128
"""Triangles of a cluster, at most."""

STEPS = 32
"""Cells along each side of a mesh, by which its triangles are put in order."""


class Clusters(msgspec.Struct, frozen=True, eq=False):
    """The triangles of a mesh cluster by cluster, and for each joint of each cluster what it carries of that."""

    corners: NDArray[np.uint32]
    """(t, 3), cluster by cluster."""
    starts: Rows
    """(c + 1,): the first triangle of each cluster."""
    parts: Rows
    """(c,)."""
    joints: Rows
    """(p,): the joints of each cluster, cluster by cluster."""
    firsts: Rows
    """(c,): the first joint of each cluster."""
    vertices: Rows
    """(v,): the vertices that the joints of each cluster carry, joint by joint."""
    begins: Rows
    """(p,): the first vertex of each joint."""

    def boxes(self, positions: Floats32) -> Floats32:
        """Return the middles and half the sides (2, p, 3) of the boxes around what each joint of a cluster carries."""
        places = positions[self.vertices]
        low, high = np.minimum.reduceat(places, self.begins), np.maximum.reduceat(places, self.begins)
        return np.stack([(low + high) / 2, (high - low) / 2])

    def met(self, matrices: Floats32, boxes: Floats32) -> Rows:
        """Return the clusters that the third axis can meet, from the origin on, where their joints have these matrices
        (n, 3, 4).
        """
        turns = matrices[self.joints]
        middles = np.einsum("pij,pj->pi", turns[:, :, :3], boxes[0]) + turns[:, :, 3]
        reach = np.einsum("pij,pj->pi", np.abs(turns[:, :, :3]), boxes[1])
        low = np.minimum.reduceat(middles - reach, self.firsts)
        high = np.maximum.reduceat(middles + reach, self.firsts)
        there = (low[:, :2] <= 0.0).all(axis=1) & (high >= 0.0).all(axis=1)
        return np.flatnonzero(there)

    def corners_of(self, clusters: Rows) -> NDArray[np.uint32]:
        """Return the triangles (t, 3) of some clusters."""
        ranges = [self.corners[self.starts[each] : self.starts[each + 1]] for each in clusters.tolist()]
        return np.concatenate([*ranges, self.corners[:0]])


@remembered()
def clusters_of(mesh: Mesh) -> Clusters:
    """Return the triangles of a skin in clusters, each of one part, around one joint and of one place."""
    parts = np.zeros(len(mesh.triangles), np.intp)
    for group in mesh.groups:
        parts[group.first : group.first + group.count] = group.part
    corners = mesh.triangles
    main = mesh.main_joints[corners[:, 0]].astype(np.intp)
    order = np.lexsort((_cells(mesh.positions[corners[:, 0]]), main, parts))
    corners, parts, main = corners[order], parts[order], main[order]
    changes = np.flatnonzero((np.diff(parts) != 0) | (np.diff(main) != 0)) + 1
    bounds = np.concatenate([[0], changes, [len(corners)]]).tolist()
    firsts = [np.arange(one, other, SIZE) for one, other in pairwise(bounds)]
    starts = np.concatenate([*firsts, [len(corners)]]).astype(np.intp)
    of = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    return Clusters(corners, starts, parts[starts[:-1]], *_carried(mesh, corners, of))


def _cells(places: Floats32) -> Rows:
    """Return numbers (n,) by which places (n, 3) that lie together follow each other (Morton's order)."""
    low = places.min(axis=0, initial=0.0)
    side = max(float(np.ptp(places, axis=0).max(initial=0.0)), 1e-12)
    cells = np.clip((places - low) / side * STEPS, 0, STEPS - 1).astype(np.intp)
    found = np.zeros(len(places), np.intp)
    for bit in range(STEPS.bit_length()):
        for axis in range(3):
            found |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return found


def _carried(mesh: Mesh, corners: NDArray[np.uint32], of: Rows) -> tuple[Rows, Rows, Rows, Rows]:
    """Return the joints of each cluster, the first of each, the vertices that they carry, and the first of each joint.

    `of` (t,) are the clusters of the triangles.
    """
    count = len(mesh.positions)
    pairs = np.unique(of.repeat(3) * count + corners.ravel().astype(np.intp))
    cluster, vertex = pairs // count, pairs % count
    joints = mesh.joints[vertex].astype(np.intp)
    carries = np.ones(joints.shape, bool) if mesh.weights is None else mesh.weights[vertex] > 0.0
    row, column = np.nonzero(carries)
    width = int(joints.max(initial=0)) + 1
    keys = cluster[row] * width + joints[row, column]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    begins = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])) if len(keys) else np.zeros(0, np.intp)
    found = keys[begins]
    firsts = np.searchsorted(found // width, np.arange(int(of.max(initial=-1)) + 1))
    return found % width, firsts, vertex[row][order], begins
