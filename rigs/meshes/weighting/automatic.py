"""Weights of a mesh by how near each bone is through its inside: geodesic voxel binding (Dionne and de Lasa 2013).

The mesh becomes cells of a grid, the bones begin where they run through cells, and paths inside find for each cell
the nearest bones. Each point keeps to the bone that is nearest, and weights spread over the surface from there, as far
as the limb is thick and the bone long. What hangs together with no bone takes the weights of what is nearest to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.fields import Vector3
from pantin.rigs.meshes.solid import Solid, solid_of
from pantin.rigs.meshes.weighting.diffusion import diffused
from pantin.rigs.meshes.weighting.geodesics import MOST_PAIRS, Nearest, Seeds, nearest_bones
from pantin.rigs.meshes.weighting.influences import Influences, influences_of
from pantin.rigs.meshes.weighting.mirrored import symmetric
from pantin.rigs.meshes.weighting.shells import Shells, shells_of, with_hanging
from pantin.rigs.meshes.weighting.surfaces import Surface
from pantin.rigs.rig import Bone

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Progress = Callable[[float], None]

RESOLUTION = 144
"""Cells along the longest side of the mesh, at first."""

CELLS, FINEST = 40_000, 0.6
"""Cells inside that are aimed at, and by what the first ones are made smaller for that at most."""

CONSIDERED = 12
"""Bones that are looked at for each cell."""

MOST_SEGMENTS = 12
"""Segments of one bone."""

AHEAD = 0.3
"""A bone that branches runs to those on it that go on as it came: least cosine between the two directions."""

FORWARD = 0.6
"""A bone runs to those on it that begin at least so far away, as a part of the farthest."""

BEND = 1.13
"""A path from cell to cell is so much longer than the straight line, at most; what is longer goes round something."""

SLACK = 1.5
"""Cells by which it may be longer as well."""

NEARLY = 0.005
"""Bones that are farther than the nearest by this part of its distance have a third of its say."""

AROUND = 0.45
"""How far a point looks around when weights are spread: a part of the distance of its bone, which is how thick the limb
is there."""

LENGTHS = 2.0
"""It looks no farther than this part of the length of its bone."""

FARTHEST = 6.0
"""Bones at more than so many times the distance of the nearest move nothing."""

MOST_DISTANCES = 100_000_000
"""Points times points that are compared, for parts that no bone reaches."""

SMALL = 0.5
"""Parts that no bone reaches move as one where they are smaller than this part of the bone's length."""

NO_WEIGHT = 5e-3
"""Weights that are smaller are none: the solve is as far from its end."""


class Bones(NamedTuple):
    """Bones that may move a mesh, each as segments: from its head to its tail, and to the heads of the bones on it."""

    rows: Rows
    """(b,): the row of each in the rig."""
    heads: Floats
    """(b, s, 3): the beginnings of segments; those that a bone has fewer repeat its first."""
    tails: Floats
    """(b, s, 3)."""
    roots: NDArray[np.bool_]
    """(b,): which of them carry all others of the skeleton."""
    ends: NDArray[np.bool_]
    """(b,): which of them carry none."""

    @property
    def lengths(self) -> Floats:
        """Return how long the longest segment of each is (b)."""
        return np.asarray(np.linalg.norm(self.tails - self.heads, axis=2).max(axis=1))


def bones_of(bones: Sequence[Bone]) -> Bones:
    """Return the bones of a rig that may move a mesh: all but controls, and the root if its name says no more."""
    rows = [row for row, bone in enumerate(bones) if bone.kind == "bone"]
    rows = [row for row in rows if bones[row].parent is not None or not _is_a_root(bones[row].name)] or rows
    below: dict[str | None, list[Bone]] = {}
    for row in rows:
        below.setdefault(bones[row].parent, []).append(bones[row])
    named = {bone.name: bone for bone in bones}
    tails = [_tails(bones[row], below.get(bones[row].name, []), named.get(bones[row].parent or "")) for row in rows]
    most = max(map(len, tails), default=1)
    return Bones(
        np.array(rows, np.int64),
        np.array([[bones[row].head] * most for row in rows], np.float64).reshape(-1, most, 3),
        np.array([[*own, *own[:1] * (most - len(own))] for own in tails], np.float64).reshape(-1, most, 3),
        np.array([bones[row].parent is None and bones[row].name in below for row in rows], bool),
        np.array([bones[row].name not in below for row in rows], bool),
    )


def _is_a_root(name: str) -> bool:
    return name.lower().strip("_.: ") in ("root", "armature", "master")


def _tails(bone: Bone, below: Sequence[Bone], above: Bone | None) -> list[Vector3]:
    """Return where the segments of a bone end: where those begin that go on from it, or else at its tail.

    Ears on the joint of a nose lie behind it: the bone does not run to them.
    """
    heads = list(dict.fromkeys(each.head for each in below if each.head != bone.head))
    if len(heads) > 1 and above is not None:
        came, ways = np.subtract(bone.head, above.head), np.subtract(heads, bone.head)
        lengths = np.linalg.norm(ways, axis=1) * max(float(np.linalg.norm(came)), 1e-12)
        heads = [each for each, part in zip(heads, ways @ came / lengths, strict=True) if part > AHEAD] or heads
    far = [float(np.linalg.norm(np.subtract(each, bone.head))) for each in heads]
    heads = [each for each, distance in zip(heads, far, strict=True) if distance >= FORWARD * max(far)]
    return heads[:MOST_SEGMENTS] or [bone.tail]


def no_progress(_part: float) -> None:
    """Do nothing: nobody looks how far it is."""


def automatic(surface: Surface, bones: Bones, most: int, progress: Progress = no_progress) -> Influences:
    """Return the weights of the points of a surface, `most` for each; bones by their rows in the rig."""
    shells = shells_of(surface, bones.heads, bones.tails)
    near = _of_shells(_near(surface, bones, progress), shells)
    progress(0.7)
    single = symmetric(surface.points, bones.heads, bones.tails, _spread(surface, near, bones))
    found = influences_of(*single, len(surface.points), most)
    found = _with_lost(surface, found, np.logical_not(np.isfinite(near.distances).any(axis=1)), bones)
    found = with_hanging(surface, shells, found, most)
    return Influences(bones.rows[found.bones].astype(np.int32), found.weights)


class Near(NamedTuple):
    """For each point the bones (v, k) that are near, and their distances (v, k); not finite where there are fewer."""

    bones: Rows
    distances: Floats


def _near(surface: Surface, bones: Bones, progress: Progress) -> Near:
    """Return the nearest bones of each point, by their places in `bones`."""
    try:
        most = min(CELLS, MOST_PAIRS // len(bones.rows))
        solid = solid_of(surface.points, surface.triangles, RESOLUTION, most, FINEST, thin=True)
    except ValueError:
        return _straight(surface.points, bones)
    progress(0.2)
    seeds = _seeds(solid, bones)
    if not len(seeds.cells):
        return _straight(surface.points, bones)
    nearest = nearest_bones(solid, seeds, len(bones.rows), min(CONSIDERED, len(bones.rows)), lambda: progress(0.5))
    return _at_points(surface.points, solid, nearest, bones)


def _of_shells(near: Near, shells: Shells) -> Near:
    """Return the bones near each point without those that do not run through its shell, where any other is near."""
    allowed = shells.allowed[shells.numbers[:, None], np.maximum(near.bones, 0)] & np.isfinite(near.distances)
    allowed |= np.logical_not(allowed.any(axis=1))[:, None]
    return Near(near.bones, np.where(allowed, near.distances, np.inf))


def _straight(points: Floats, bones: Bones) -> Near:
    """Return the nearest bones of points that lie around no bone: by straight lines."""
    most = min(CONSIDERED, len(bones.rows))
    found = Near(np.zeros((len(points), most), np.int64), np.full((len(points), most), np.inf))
    for bone in range(len(bones.rows)):
        far = _apart(points, bones, np.full(len(points), bone))
        last = found.distances.argmax(axis=1)
        nearer = np.flatnonzero(far < found.distances[np.arange(len(points)), last])
        found.bones[nearer, last[nearer]], found.distances[nearer, last[nearer]] = bone, far[nearer]
    order = np.argsort(found.distances, axis=1, kind="stable")
    return Near(np.take_along_axis(found.bones, order, 1), np.take_along_axis(found.distances, order, 1))


def _samples(bones: Bones, cell: float) -> tuple[Rows, Floats]:
    """Return points (m, 3) along all bones, less than a cell apart, and the bone (m) of each."""
    most = bones.heads.shape[1]
    heads, along = bones.heads.reshape(-1, 3), (bones.tails - bones.heads).reshape(-1, 3)
    counts = np.minimum(np.ceil(np.linalg.norm(along, axis=1) / (0.5 * cell)).astype(np.int64), 4 * RESOLUTION) + 1
    segments = np.repeat(np.arange(len(counts)), counts)
    at = np.arange(len(segments)) - np.repeat(np.cumsum(counts) - counts, counts)
    parts = at / np.maximum(counts[segments] - 1, 1)
    return segments // most, heads[segments] + parts[:, None] * along[segments]


def _seeds(solid: Solid, bones: Bones) -> Seeds:
    """Return where the paths of bones begin: in the cells that they run through."""
    owners, samples = _samples(bones, solid.step)
    cells = solid.at(samples)
    count = len(bones.rows)
    inside = np.bincount(owners[cells >= 0], minlength=count) / np.bincount(owners, minlength=count)
    used = (cells >= 0) & ~(bones.roots & (inside < 0.34))[owners]
    places, own = cells[used], owners[used]
    return Seeds(places, own, _apart(solid.centres[places], bones, own) / np.float32(solid.step))


def _apart(points: Floats, bones: Bones, own: Rows) -> NDArray[np.float32]:
    """Return how far points (m, 3) are from their bones (m)."""
    found = np.full(len(points), np.inf)
    for place in range(bones.heads.shape[1]):
        head = bones.heads[own, place]
        along, off = bones.tails[own, place] - head, points - head
        square = np.einsum("ij,ij->i", along, along)
        part = np.clip(np.einsum("ij,ij->i", off, along) / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
        found = np.minimum(found, np.linalg.norm(off - part[:, None] * along, axis=1))
    return found.astype(np.float32)


def _at_points(points: Floats, solid: Solid, nearest: Nearest, bones: Bones) -> Near:
    """Return the distances of points from bones: straight, and longer by as much as the path goes round something."""
    cells = solid.at(points)
    own = np.where(cells[:, None] >= 0, nearest.bones[cells], -1).astype(np.int64)
    through = nearest.distances[cells].astype(np.float64) * solid.step
    rows, columns = np.nonzero(own >= 0)
    straight = np.full(own.shape, np.inf)
    straight[rows, columns] = _apart(points[rows], bones, own[rows, columns])
    with np.errstate(invalid="ignore"):
        round_ = np.maximum(through - BEND * straight - SLACK * solid.step, 0.0)
        return Near(own, np.where(own >= 0, straight + round_, np.inf))


def _spread(surface: Surface, near: Near, bones: Bones) -> tuple[Rows, Rows, Floats]:
    """Return single weights, point, bone and weight (n): each point keeps to its nearest bone, spread as heat is."""
    least = near.distances.min(axis=1)
    least = np.where(np.isfinite(least), np.maximum(least, 1e-9), 1e-9)
    rows, columns = np.nonzero(near.distances <= (FARTHEST * least)[:, None])
    order = np.lexsort((near.bones[rows, columns], rows))
    rows, columns = rows[order], columns[order]
    own, far = near.bones[rows, columns], near.distances[rows, columns] / least[rows]
    weights = np.exp((1.0 - far) / NEARLY)
    weights /= np.bincount(rows, weights, len(least))[rows]
    reach = AROUND * np.minimum(least, LENGTHS * np.bincount(rows, weights * bones.lengths[own], len(least)))
    found = diffused(surface, rows, own, weights, reach, len(bones.rows))
    kept = found > NO_WEIGHT
    return rows[kept], own[kept], found[kept]


def _with_lost(surface: Surface, found: Influences, lost: NDArray[np.bool_], bones: Bones) -> Influences:
    """Return the influences in which points that no bone reaches have those of the nearest point that one does.

    A part that is small beside the bone there has those of one point, and moves as it is: a button, an eye.
    """
    if not lost.any() or lost.all():
        return found
    pieces = surface.pieces()
    for piece in np.unique(pieces[lost]).tolist():
        own = np.flatnonzero(lost & (pieces == piece))
        there = np.flatnonzero(~lost)
        there = there[:: 1 + len(own) * len(there) // MOST_DISTANCES]
        nearest, far = _nearest(surface.points[own], surface.points[there])
        first = there[nearest[far.argmin()]]
        length = float(bones.lengths[found.bones[first, 0]])
        as_one = float(np.ptp(surface.points[own], axis=0).max()) < SMALL * length
        sources = np.full(len(own), first) if as_one else there[nearest]
        found.bones[own], found.weights[own] = found.bones[sources], found.weights[sources]
    return found


def _nearest(points: Floats, others: Floats) -> tuple[Rows, Floats]:
    """Return for each point (m, 3) the place of the nearest among others (n, 3), and how far it is."""
    places, far = np.empty(len(points), np.int64), np.empty(len(points))
    wide = max(2_000_000 // len(others), 1)
    for first in range(0, len(points), wide):
        off = np.linalg.norm(points[first : first + wide, None] - others[None], axis=2)
        places[first : first + wide], far[first : first + wide] = off.argmin(axis=1), off.min(axis=1)
    return places, far
