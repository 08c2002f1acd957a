"""Which bone lies under the pointer: the line of sight against capsules around bones, and against rings and poles.

What is drawn as a line (a handle's ring, a pole) may be missed by a few pixels and wins over the bones that it lies on.
Among bones the nearest wins; where several overlap in depth, like a palm and its thumb, the one whose middle is closest
to the pointer. A bone too small to aim at gives way to the larger one that carries it: come closer to pick a finger.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rigs.rig import Bone
from viewport.camera import Lens
from viewport.scene import Control, Scene
from viewport.stage import Look

Array = NDArray[np.float64]

REACH = 8.0
"""How far from a bone or a line the pointer may be, pixels."""

REACH_OVER_BODY = 4.0
"""The same for a handle that lies on the body, so that the body can be grabbed inside its ring."""

SMALL = 14.0
"""A bone shorter than this on screen, pixels, gives way to a larger ancestor within `YIELD` pixels of the pointer."""

YIELD = 24.0

GIRTH = 0.15
"""Radius of a bone against its length, where the figure has no stand-in for it."""

_TURNS = np.linspace(0, 2 * np.pi, 49)
_CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS), np.zeros(49)], axis=1)


@dataclass(frozen=True, eq=False)
class Hit:
    """A bone under the pointer, the point of it that was hit (armature space), and how far away that is."""

    bone: str
    point: Array
    depth: float


@dataclass(frozen=True, eq=False)
class Capsules:
    """Segments with a radius, each belonging to the bone (row of the rig) in `rows`; armature space."""

    rows: NDArray[np.int64]
    starts: Array
    ends: Array
    radii: Array


def pick(look: Look, scene: Scene, lens: Lens, x: float, y: float) -> Hit | None:
    """The bone under a pixel of a scene, or None. `scene` is how `look` is drawn."""
    bone = _pick_bone(look, scene, lens, x, y)
    return _pick_control(scene, lens, x, y, REACH_OVER_BODY if bone is not None else REACH) or bone


def capsules(scene: Scene) -> Capsules:
    """What stands for the bones of the body: one capsule along each, and those of the wooden figure."""
    bones, figure = scene.bones, scene.figure.capsules.astype(float)
    rows, radii = figure[:, 7].astype(np.int64), figure[:, 3]
    own = np.searchsorted(bones.rows, rows)
    return Capsules(
        rows=np.concatenate([bones.rows, rows]),
        starts=np.concatenate([bones.heads, _within(figure[:, 0:3], radii, bones.heads[own], bones.tails[own])]),
        ends=np.concatenate([bones.tails, _within(figure[:, 4:7], radii, bones.heads[own], bones.tails[own])]),
        radii=np.concatenate([GIRTH * np.linalg.norm(bones.tails - bones.heads, axis=1), radii]),
    )


def _within(points: Array, radii: Array, heads: Array, tails: Array) -> Array:
    """Points drawn back along their bone until their ball ends little beyond its tail: a palm is not its fingers."""
    along = tails - heads
    lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-12)
    along = along / lengths[:, None]
    beyond = ((points - heads) * along).sum(axis=1) - np.maximum(lengths - radii / 2, lengths / 2)
    return np.asarray(points - np.maximum(beyond, 0.0)[:, None] * along)


def nearness(shapes: Capsules, origin: Array, direction: Array) -> tuple[Array, Array]:
    """For each capsule, the least distance of its segment from a line of sight, and how far along the line that is."""
    along = shapes.ends - shapes.starts
    offset = shapes.starts - origin
    length2 = np.maximum((along * along).sum(axis=1), 1e-18)
    slope = along @ direction
    across2 = length2 - slope * slope
    slanted = across2 > 1e-9 * length2
    part = (slope * (offset @ direction) - (along * offset).sum(axis=1)) / np.where(slanted, across2, 1.0)
    nearest = offset + np.clip(np.where(slanted, part, 0.5), 0.0, 1.0)[:, None] * along
    depth = nearest @ direction
    return np.linalg.norm(nearest - depth[:, None] * direction, axis=1), depth


def _pick_bone(look: Look, scene: Scene, lens: Lens, x: float, y: float) -> Hit | None:
    shapes = capsules(scene)
    if not len(shapes.rows):
        return None
    origin, direction = lens.ray(x, y)
    distance, depth = nearness(shapes, origin, direction)
    pixel = lens.camera.pixel(1.0, lens.height) * np.maximum(depth, lens.camera.near)
    gap = np.where(depth > lens.camera.near, np.maximum(distance - shapes.radii, 0.0) / pixel, np.inf)
    found = _meant(distance, depth, shapes.radii, gap)
    if found is None:
        return None
    row = _large_enough(look, lens, shapes.rows, gap, int(shapes.rows[found]))
    reach = float(depth[found])
    return Hit(look.document.rig.bones[row].name, origin + direction * reach, reach)


def _meant(distance: Array, depth: Array, radii: Array, gap: Array) -> int | None:
    """The capsule that is meant: of those hit the nearest, or of those that overlap it the best aimed at."""
    hit = np.flatnonzero(gap == 0.0)
    if not len(hit):
        closest = int(np.argmin(gap))
        return closest if gap[closest] <= REACH else None
    aim = distance[hit] / np.maximum(radii[hit], 1e-12)
    half = radii[hit] * np.sqrt(np.maximum(1.0 - aim * aim, 0.0))
    front = int(np.argmin(depth[hit] - half))
    overlapping = depth[hit] - half <= depth[hit][front] + half[front]
    return int(hit[np.argmin(np.where(overlapping, aim, np.inf))])


def _large_enough(look: Look, lens: Lens, rows: NDArray[np.int64], gap: Array, row: int) -> int:
    """The bone itself, or the nearest ancestor that can be aimed at if the bone is too small for that."""
    rig, index = look.document.rig, look.evaluated.index
    candidate: Bone | None = rig.bones[row]
    while candidate is not None:
        own = index[candidate.name]
        if candidate.kind == "bone" and _seen_length(look, lens, own) >= SMALL:
            return own if gap[rows == own].min() <= YIELD else row
        candidate = rig.by_name.get(candidate.parent or "")
    return row


def _seen_length(look: Look, lens: Lens, row: int) -> float:
    """How long a bone is on screen when it lies across the line of sight, pixels."""
    head, tail = np.asarray(look.evaluated.heads[row]), np.asarray(look.evaluated.tails[row])
    return float(np.linalg.norm(tail - head)) / lens.pixel(head)


def _pick_control(scene: Scene, lens: Lens, x: float, y: float, reach: float) -> Hit | None:
    found, nearest = None, reach
    for control in scene.controls:
        gap = _control_gap(control, lens, np.array([x, y]))
        if gap <= nearest:
            centre = control.axes[:3, 3]
            found, nearest = (
                Hit(control.name, lens.facing(x, y, centre), float(np.linalg.norm(centre - lens.camera.eye))),
                gap,
            )
    return found


def _control_gap(control: Control, lens: Lens, pixel: Array) -> float:
    """Pixels from the line of a handle's ring, or from the area of a pole."""
    centre = control.axes[:3, 3]
    if control.shape == "ring":
        ring = control.radius * _CIRCLE @ control.axes[:3, :3].T + centre
        return _line_gap(lens.project(ring)[:, :2], pixel)
    x, y, depth = lens.project(centre)[0]
    away = float(np.hypot(x - pixel[0], y - pixel[1])) if depth > lens.camera.near else np.inf
    return max(away - control.radius / lens.pixel(centre), 0.0)


def _line_gap(points: Array, pixel: Array) -> float:
    """Pixels from a line through points; parts behind the eye are nowhere."""
    starts, along = points[:-1], np.diff(points, axis=0)
    length2 = np.maximum((along * along).sum(axis=1), 1e-12)
    part = np.clip(((pixel - starts) * along).sum(axis=1) / length2, 0.0, 1.0)
    gaps = np.linalg.norm(pixel - starts - part[:, None] * along, axis=1)
    return float(np.nan_to_num(gaps, nan=np.inf).min())
