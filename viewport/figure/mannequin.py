"""The wooden figure, grown from the bones of any rig: one turned solid per bone and a ball at its head.

Vertices are given in the axes of their bones in the rest pose: posing the figure is a matter of the bones'
matrices alone. Which solids a bone is turned into, `viewport.figure.parts` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.rig import Rig
from pantin.viewport.figure.body import Body
from pantin.viewport.figure.lathe import lofted
from pantin.viewport.figure.parts import Capsule, Solid, part
from pantin.viewport.values.identity_cache import IdentityCache

MOST_CAPSULES = 64
"""Shadows and occlusion are worked out from this many stand-ins; the largest are taken."""


class Mannequin(msgspec.Struct, frozen=True, eq=False):
    """The figure in the rest pose. `rows` is the bone (row of the rig) of each vertex, in whose axes it is given.

    `darker` marks the vertices of joints. Capsules (c, 3), (c, 3), (c,) are in the axes of the bones `capsule_rows`.
    """

    vertices: NDArray[np.float32]
    normals: NDArray[np.float32]
    rows: NDArray[np.int32]
    darker: NDArray[np.bool_]
    triangles: NDArray[np.uint32]
    capsule_rows: NDArray[np.int32]
    capsule_starts: NDArray[np.float64]
    capsule_ends: NDArray[np.float64]
    capsule_radii: NDArray[np.float64]
    boxes: NDArray[np.float64]
    """Per bone of the rig, in its axes: the corners (n, 2, 3) of the box of what it carries; nan where it is bare."""
    scale: float
    """Largest extent of the bones of the rest pose against that of a person of 1.77 m."""


def mannequin(rig: Rig, detail: float = 1.0) -> Mannequin:
    """The figure of a rig. `detail` scales the number of rings and spokes. Handles, poles and controls have no body."""
    return _grown.get(rig.bones, detail, compute=lambda: _alike_or_new(rig, detail))


def _alike_or_new(rig: Rig, detail: float) -> Mannequin:
    """A figure that grew from bones just like these, as they were before one was hidden or locked; else a new one."""
    seed = (detail, *((b.name, b.parent, b.head, b.tail, b.roll, b.connected, b.kind) for b in rig.bones))
    kept = next((kept for kept in _figures if kept[0] == seed), None)
    figure = kept[1] if kept else _grow(rig, detail)
    if rig.bones:  # an empty one is soon made
        _figures[:] = [*[other for other in _figures if other is not kept][-3:], (seed, figure)]
    return figure


_grown: IdentityCache[Mannequin] = IdentityCache()
"""By the bones themselves: a drag changes the pose and leaves the bones the same object."""

_figures: list[tuple[tuple[object, ...], Mannequin]] = []
"""The figures asked for last, by all that they grow from."""


_Parts = tuple[Body, list[Solid], list[Capsule]]
_parted: IdentityCache[_Parts] = IdentityCache()
"""By the bones: the solids are the same in every detail."""


def _grow(rig: Rig, detail: float) -> Mannequin:
    body, solids, capsules = _parted.get(rig.bones, compute=lambda: _parts(rig))
    solids = [solid for solid in solids if detail >= 1.0 or not solid.tiny]
    return _joined(solids, capsules, body, detail / (1.0 if len(solids) < 400 else 2.0))


def _parts(rig: Rig) -> _Parts:
    body = Body(rig)
    solids: list[Solid] = []
    capsules: list[Capsule] = []
    for row in range(len(rig.bones)):
        more_solids, more_capsules = part(body, row)
        solids += more_solids
        capsules += more_capsules
    capsules = sorted(capsules, key=lambda c: -c[3] * (c[3] + float(np.linalg.norm(c[2] - c[1]))))[:MOST_CAPSULES]
    return body, solids, capsules


def _joined(solids: list[Solid], capsules: list[Capsule], body: Body, detail: float) -> Mannequin:
    """All solids as one mesh."""
    vertices, normals, rows, darker, triangles = [np.zeros((0, 3))], [np.zeros((0, 3))], [], [], []
    boxes = np.full((len(body.rig.bones), 2, 3), np.nan)
    first = 0
    for group in _alike(solids):
        rings, radial = (max(round(count * detail), 5) for count in (group[0].rings, group[0].radial))
        surface = lofted([(solid.keys, solid.squareness) for solid in group], rings, radial)
        stretch = np.array([solid.stretch for solid in group])[:, None, :]
        axes = np.array([solid.axes for solid in group])
        turn = axes[:, :3, :3].transpose(0, 2, 1)
        facing = surface.normals / stretch
        facing /= np.linalg.norm(facing, axis=-1, keepdims=True)
        placed = (surface.vertices * stretch) @ turn + axes[:, None, :3, 3]
        for solid, low, high in zip(group, placed.min(axis=1), placed.max(axis=1), strict=True):
            boxes[solid.row, 0] = np.fmin(boxes[solid.row, 0], low)
            boxes[solid.row, 1] = np.fmax(boxes[solid.row, 1], high)
        vertices.append(placed.reshape(-1, 3))
        normals.append((facing @ turn).reshape(-1, 3))
        each = surface.vertices.shape[1]
        rows.append(np.repeat([solid.row for solid in group], each))
        darker.append(np.repeat([solid.darker for solid in group], each))
        starts = first + each * np.arange(len(group))
        triangles.append((surface.triangles[None] + starts[:, None, None]).reshape(-1, 3))
        first += each * len(group)
    return Mannequin(
        vertices=np.concatenate(vertices).astype(np.float32),
        normals=np.concatenate(normals).astype(np.float32),
        rows=np.concatenate([np.zeros(0), *rows]).astype(np.int32),
        darker=np.concatenate([np.zeros(0), *darker]).astype(np.bool_),
        triangles=np.concatenate([np.zeros((0, 3)), *triangles]).astype(np.uint32),
        capsule_rows=np.array([c[0] for c in capsules], dtype=np.int32),
        capsule_starts=np.array([c[1] for c in capsules], dtype=np.float64).reshape(-1, 3),
        capsule_ends=np.array([c[2] for c in capsules], dtype=np.float64).reshape(-1, 3),
        capsule_radii=np.array([c[3] for c in capsules], dtype=np.float64),
        boxes=boxes,
        scale=body.size,
    )


def _alike(solids: list[Solid]) -> Iterator[list[Solid]]:
    """The solids in groups that can be lofted together."""

    def shape(solid: Solid) -> tuple[int, int, int]:
        return len(solid.keys), solid.rings, solid.radial

    for _, group in groupby(sorted(solids, key=shape), key=shape):
        yield list(group)
