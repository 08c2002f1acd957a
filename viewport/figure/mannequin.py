"""The wooden figure as a mesh, made from the bones of any rig: one turned solid per bone and a ball at its head.

Positions are given in the axes of their bones: the matrices of the bones are the palette that poses the mesh. Which
solids a bone is turned into, `viewport.figure.parts` says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.viewport.figure.body import Body
from pantin.viewport.figure.lathe import Surface, loft, lofted
from pantin.viewport.figure.parts import AlikeSolids, Capsule, Solid, alike_solids, is_plain, part
from pantin.viewport.values.mesh import MOST_CAPSULES, Capsules, Levels, Mesh, corners

Floats = NDArray[np.float64]

LIMB, BALL = 0, 1
"""Materials of the mesh: the wood of limbs, and the darker wood of joints."""

COARSER = ((400, 1.0), (4_000, 2.0), (math.inf, 8.0))
"""A figure of fewer solids than this has so many times fewer rings and spokes: the more there are, the less is seen of
each, and of tens of thousands the fewest that make a solid are painted in a tenth of a second."""

ONE_DETAIL_FROM = 2_000
"""Bones. A figure of more than these is drawn in one detail, without grain and shadows: a few capsules among thousands
shade next to nothing, and are worked out for every vertex."""


ONE_SOLID_FROM = 8_000
"""Bones. Of a figure of more than these each bone is drawn as one solid, without the bead at its joint: they stand so
close that none can be distinguished from the other, and half of them are uploaded and painted in half of the time."""


AT_ONCE = 256
"""Solids that are turned at once: what is computed on the way stays in the processor's cache."""


def mannequin(rig: Rig, detail: float = 1.0) -> Mesh:
    """Return the wooden figure of a rig. `detail` scales the number of rings and spokes.

    Each vertex is carried by one joint, the row of its bone. Handles, poles and controls have no body.
    """
    return levels(rig).at(detail)


@remembered("bones")
def levels(rig: Rig) -> Levels:
    """Return the wooden figure of a rig in every detail that is asked for."""
    return Levels(partial(_made, rig))


def outline(rig: Rig, matrices: Floats, rows: Sequence[int] | None = None) -> Floats:
    """Return the corners (c, 3) of the boxes around bodies: a head is larger than its bone.

    They are those of the bones in `rows`, or of all, which have these matrices (n, 4, 4), in the space of the matrices.
    """
    boxes = mannequin(rig).boxes
    chosen = np.arange(len(boxes)) if rows is None else np.asarray(rows, dtype=np.intp)
    bodied = chosen[np.isfinite(boxes[chosen, 0, 0])]
    return corners(boxes[bodied], matrices[bodied]).reshape(-1, 3)


def _made(rig: Rig, detail: float) -> Mesh:
    """Return the mesh in a detail; of very many bones there is only one."""
    expect(detail)
    return mannequin(rig) if detail != 1.0 and has_one_detail(rig) else _alike_or_new(rig, detail)


def generate(rig: Rig) -> None:
    """Generate the figure of a rig beforehand: in full detail, and in the coarser ones that are painted."""
    mannequin(rig)
    for detail, look_at in sorted(_coarser.items()):
        look_at(mannequin(rig, detail))


def expect(detail: float, look_at: Callable[[Mesh], object] = lambda _mesh: None) -> None:
    """Have figures generated in this detail as well before they are painted, and what `look_at` keeps of their meshes
    worked out.
    """
    if detail < 1.0:
        _coarser.setdefault(detail, look_at)


def forget_older() -> None:
    """Forget figures that no cache by bones holds any more: those of documents that were open before."""
    held = tuple(mesh for each in levels.results for mesh in each.made)
    _figures[:] = [kept for kept in _figures if any(kept[1] is mesh for mesh in held)]


def has_one_detail(rig: Rig) -> bool:
    """Return whether the figure has so many parts that each is drawn as plainly as can be."""
    return len(rig.bones) > ONE_DETAIL_FROM


def _alike_or_new(rig: Rig, detail: float) -> Mesh:
    """A figure that grew from the same, as it was before a bone was renamed, hidden or locked; else a new one."""
    body = _body(rig)
    seed = (detail, *_seed(body))
    kept = next((kept for kept in _figures if kept[0] == seed), None)
    figure = kept[1] if kept else _generate(body, detail)
    if rig.bones:  # an empty one is soon made
        _figures[:] = [*[other for other in _figures if other is not kept][-3:], (seed, figure)]
    return figure


@remembered("bones")
def _body(rig: Rig) -> Body:
    return Body(rig)


def _seed(body: Body) -> Iterator[object]:
    """All that the mesh of a figure is generated from, by bone. Of names it is the parts of the body that they tell, of
    joints whether those of a machine turn.
    """
    for b in body.rig.bones:
        known = body.parts.get(b.name), body.roles.get(b.name), b.name in body.bare
        turns = b.joint.lock if b.name in body.machine else None
        yield body.row.get(b.parent or ""), b.head, b.tail, b.roll, b.kind, known, turns


_figures: list[tuple[tuple[object, ...], Mesh]] = []
"""The figures asked for last, by all that they are generated from."""

_coarser: dict[float, Callable[[Mesh], object]] = {}
"""The details below the full one that were asked for, or are expected, and what is worked out of meshes in them."""


class _Parts(msgspec.Struct, frozen=True, eq=False):
    """The parts of a figure, the same in every detail."""

    solids: list[Solid]
    alike: list[AlikeSolids]
    capsules: list[Capsule]


class _Turned(msgspec.Struct, frozen=True, eq=False):
    """The surface of m solids, with the rows of their bones (m,) and whether they are darker (m,)."""

    rows: NDArray[np.intp]
    darker: NDArray[np.bool_]
    surface: Surface


def _generate(body: Body, detail: float) -> Mesh:
    parts = _parts(body)
    solids = [solid for solid in parts.solids if detail >= 1.0 or not solid.tiny]
    count = len(solids) + sum(len(alike.rows) for alike in parts.alike)
    detail /= next(part for most, part in COARSER if count < most)
    turned = [_turned(group, detail) for group in _alike(solids)]
    return _joined([*turned, *(_turned_alike(alike, detail) for alike in parts.alike)], parts.capsules, body)


@remembered()
def _parts(body: Body) -> _Parts:
    rig = body.rig
    if has_one_detail(rig):
        return _plain_parts(body)
    solids: list[Solid] = []
    capsules: list[Capsule] = []
    for row in range(len(rig.bones)):
        more_solids, more_capsules = part(body, row)
        solids += more_solids
        capsules += more_capsules
    capsules = sorted(capsules, key=lambda c: -c[3] * (c[3] + float(np.linalg.norm(c[2] - c[1]))))[:MOST_CAPSULES]
    return _Parts(solids, [], capsules)


def _plain_parts(body: Body) -> _Parts:
    """Most of very many bones are alike: their solids are made together."""
    count = len(body.rig.bones)
    most = 1 if count > ONE_SOLID_FROM else None
    plain = np.array([is_plain(body, row) for row in range(count)], dtype=np.bool_)
    solids = [solid for row in np.flatnonzero(~plain).tolist() for solid in part(body, row)[0][:most]]
    return _Parts(solids, list(alike_solids(body, np.flatnonzero(plain), beads=most is None)), [])


def _joined(turned: list[_Turned], capsules: list[Capsule], body: Body) -> Mesh:
    """Return all solids as one mesh."""
    surfaces, count = [each.surface for each in turned], len(body.rig.bones)
    each_of = [np.full(len(each.rows), each.surface.vertices.shape[1]) for each in turned]
    counts = np.concatenate([np.zeros(0, np.intp), *each_of])
    rows = np.repeat(np.concatenate([np.zeros(0, np.intp), *(each.rows for each in turned)]), counts).astype(np.int32)
    darker = np.repeat(np.concatenate([np.zeros(0, np.bool_), *(each.darker for each in turned)]), counts)
    triangles = _stacked(_numbered(surfaces)).astype(np.uint32)
    bones = rows[triangles[:, 0]]
    return Mesh(
        positions=_stacked([surface.vertices for surface in surfaces]).astype(np.float32),
        normals=_stacked([surface.normals for surface in surfaces]).astype(np.float32),
        joints=rows[:, None],
        weights=None,
        materials=np.where(darker, BALL, LIMB).astype(np.uint8),
        triangles=triangles[np.argsort(bones, kind="stable")],
        triangle_counts=np.bincount(bones, minlength=count),
        boxes=_boxes(turned, count),
        capsules=_stand_ins(capsules),
        scale=body.size,
        plain=has_one_detail(body.rig),
    )


def _stand_ins(capsules: list[Capsule]) -> Capsules:
    """Return capsules as arrays."""
    return Capsules(
        rows=np.array([c[0] for c in capsules], dtype=np.intp),
        starts=np.array([c[1] for c in capsules], dtype=np.float64).reshape(-1, 3),
        ends=np.array([c[2] for c in capsules], dtype=np.float64).reshape(-1, 3),
        radii=np.array([c[3] for c in capsules], dtype=np.float64),
    )


def _turned_alike(solids: AlikeSolids, detail: float) -> _Turned:
    rings, radial = _fineness(solids.rings, solids.radial, detail)
    count = len(solids.rows)
    parts = [solids.keys[first : first + AT_ONCE] for first in range(0, count, AT_ONCE)]
    lofts = [loft(keys, np.full(len(keys), 2.0), rings, radial) for keys in parts]
    vertices, normals = (np.concatenate([getattr(each, name) for each in lofts]) for name in ("vertices", "normals"))
    return _Turned(solids.rows, np.full(count, solids.darker), Surface(vertices, normals, lofts[0].triangles))


def _fineness(rings: int, radial: int, detail: float) -> tuple[int, int]:
    """So many rings and spokes in a detail."""
    return max(round(rings * detail), 5), max(round(radial * detail), 5)


def _turned(group: list[Solid], detail: float) -> _Turned:
    """The m solids of a group in the axes of their bones; their triangles count within one solid."""
    rings, radial = _fineness(group[0].rings, group[0].radial, detail)
    surface = lofted([(solid.keys, solid.squareness) for solid in group], rings, radial)
    stretch = np.array([solid.stretch for solid in group])[:, None, :]
    axes = np.array([solid.axes for solid in group])
    turn = axes[:, :3, :3].transpose(0, 2, 1)
    normals = surface.normals / stretch
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    placed = (surface.vertices * stretch) @ turn + axes[:, None, :3, 3]
    rows, darker = np.array([solid.row for solid in group]), np.array([solid.darker for solid in group])
    return _Turned(rows, darker, Surface(placed, normals @ turn, surface.triangles))


def _numbered(surfaces: list[Surface]) -> Iterator[NDArray[np.int64]]:
    """The triangles (m, t, 3) of each surface, which count through the vertices of all."""
    first = 0
    for surface in surfaces:
        solids, each = surface.vertices.shape[:2]
        starts = first + each * np.arange(solids)
        yield surface.triangles[None] + starts[:, None, None]
        first += each * solids


def _boxes(turned: list[_Turned], count: int) -> NDArray[np.float64]:
    """The box (n, 2, 3) around all solids of each of `count` bones, in its axes; nan around none."""
    boxes = np.full((count, 2, 3), np.nan)
    for each in turned:
        np.fmin.at(boxes[:, 0], each.rows, each.surface.vertices.min(axis=1))
        np.fmax.at(boxes[:, 1], each.rows, each.surface.vertices.max(axis=1))
    return boxes


def _stacked(tables: Iterable[NDArray[Any]]) -> NDArray[Any]:
    """Tables (m, k, 3) as one (s, 3)."""
    return np.concatenate([np.zeros((0, 3)), *(table.reshape(-1, 3) for table in tables)])


def _alike(solids: list[Solid]) -> Iterator[list[Solid]]:
    """The solids in groups that can be lofted together."""

    def shape(solid: Solid) -> tuple[int, int, int]:
        return len(solid.keys), solid.rings, solid.radial

    for _, group in groupby(sorted(solids, key=shape), key=shape):
        yield list(group)
