"""Hit-testing of bones: the ray through a pixel against capsules around bones, and pixels against shapes and poles.

What is drawn as a line (a handle's ring, a pole) is hit within a few pixels and wins over the bones behind it. Among
bones the nearest wins; where several overlap in depth, like a palm and its thumb, the one whose axis is closest to the
pointer. In place of a bone too small to aim at its larger ancestor is hit: zoom in to pick a finger.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import End
from pantin.rigs.rig import Rig
from pantin.viewport.picking.joints import joints
from pantin.viewport.picking.targets import Targets
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.mesh import Capsules

Array = NDArray[np.float64]

REACH = 8.0
"""Distance from the pointer at which a bone or a line is hit, pixels."""

REACH_OVER_BODY = 4.0
"""The same for a handle that lies on the body, so that the body can be grabbed inside its ring."""

SMALL = 5.0
"""A bone smaller than this on screen, length and girth together, is not hit, but a larger ancestor. A finger is
larger while the whole figure is in the picture of an ordinary window."""

YIELD = 24.0
"""As long as that one lies within so many pixels of the pointer."""


class Hit(msgspec.Struct, frozen=True, eq=False):
    """A bone that was hit, the point of the hit (3,), armature space, and its distance from the camera, metres."""

    bone: str
    point: Array
    depth: float
    ends: tuple[End, ...] = ()
    """The place where a joint was hit while the rest pose is edited: all ends on it."""
    finger: str | None = None
    """The bone of a finger at the point, where its hand is taken for it."""


class ControlsFound(msgspec.Struct, frozen=True, eq=False):
    """The handles, poles and other shapes that are drawn (n,), by row of the rig.

    With `hidden` the others are hit too, but only where no bone is within reach: pointing at one brings it up.
    """

    drawn: NDArray[np.bool_]
    hidden: bool = True


def pick(targets: Targets, lens: Lens, x: float, y: float, controls: ControlsFound | None = None) -> Hit | None:
    """The bone under a pixel, or None. Without `controls` all of them are drawn."""
    skin = targets.through_skin(lens, x, y)
    if skin is not None:
        control = _control_at(targets, lens, x, y, controls, over_body=True)
        return control or _hit(targets, lens, _seen_large(targets, lens, skin.bone), x, y, skin.depth)
    shapes = targets.capsules
    distance, depth, gap = _seen(shapes, lens, x, y)
    aimed_at = _aimed_at(distance, depth, shapes.radii, gap)
    control = _control_at(targets, lens, x, y, controls, over_body=aimed_at is not None)
    if control is not None or aimed_at is None:
        return control
    if targets.in_rest_pose:
        return _hit(targets, lens, int(shapes.rows[aimed_at]), x, y, float(depth[aimed_at]))
    row = _large_enough(targets, lens, gap, int(shapes.rows[aimed_at]))
    return _hit(targets, lens, row, x, y, float(depth[aimed_at]))


def touches(targets: Targets, lens: Lens, x: float, y: float) -> bool:
    """Return whether a pixel lies on a skin or on a bone, and not only close to one."""
    if targets.skin is not None:
        return targets.through_skin(lens, x, y) is not None
    _, _, gap = _seen(targets.capsules, lens, x, y)
    return bool((gap == 0.0).any())


def pick_joint(rig: Rig, lens: Lens, x: float, y: float) -> Hit | None:
    """The joint under a pixel, of bones in the rest pose; None without one."""
    known = joints(rig)
    row = known.at(lens, x, y)
    if row is None:
        return None
    place, ends = known.places[row], known.ends[row]
    return Hit(ends[0].bone, place, float(np.linalg.norm(place - lens.camera.eye)), ends)


def pick_all(
    targets: Targets, lens: Lens, x: float, y: float, controls: ControlsFound | None = None
) -> tuple[Hit, ...]:
    """All hits under a pixel: first that of `pick`, then the others from near to far."""
    first = pick(targets, lens, x, y, controls)
    if first is None:
        return ()
    shapes = targets.capsules
    _, depth, gap = _seen(shapes, lens, x, y)
    under = sorted(np.flatnonzero(gap == 0.0).tolist(), key=lambda index: float(depth[index]))
    others = [_hit(targets, lens, int(shapes.rows[index]), x, y, float(depth[index])) for index in under]
    found: dict[str, Hit] = {}
    for hit in (first, *others):
        found.setdefault(hit.bone, hit)
    return tuple(found.values())


def nearness(shapes: Capsules, origin: Array, direction: Array) -> tuple[Array, Array]:
    """For each capsule, the least distance of its segment from a ray (n,) and the distance along the ray (n,)."""
    starts, along, length2 = shapes.columns
    offset = starts - origin[:, None]
    slope = direction @ along
    across2 = length2 - slope * slope
    slanted = across2 > 1e-9 * length2
    part = (slope * (direction @ offset) - (along * offset).sum(axis=0)) / np.where(slanted, across2, 1.0)
    nearest = offset + np.clip(np.where(slanted, part, 0.5), 0.0, 1.0) * along
    depth = direction @ nearest
    aside = nearest - depth * direction[:, None]
    return np.sqrt((aside * aside).sum(axis=0)), depth


def _seen(shapes: Capsules, lens: Lens, x: float, y: float) -> tuple[Array, Array, Array]:
    """For each capsule (n,): distance of its segment from the ray, depth, and pixels from the pointer to its edge."""
    origin, direction = lens.ray(x, y)
    distance, depth = nearness(shapes, origin, direction)
    pixel = lens.camera.pixel(np.maximum(depth, lens.camera.near), lens.height)
    gap = np.where(depth > lens.camera.near, np.maximum(distance - shapes.radii, 0.0) / pixel, np.inf)
    return distance, depth, gap


def _hit(targets: Targets, lens: Lens, row: int, x: float, y: float, depth: float) -> Hit:
    origin, direction = lens.ray(x, y)
    return Hit(targets.names[row], origin + direction * depth, depth)


def _aimed_at(distance: Array, depth: Array, radii: Array, gap: Array) -> int | None:
    """The row of the capsule that was aimed at: the nearest hit, or of those that overlap it the best centred."""
    hit = np.flatnonzero(gap == 0.0)
    if not len(hit):
        closest = int(np.argmin(gap)) if len(gap) else -1
        return closest if closest >= 0 and gap[closest] <= REACH else None
    aim = distance[hit] / np.maximum(radii[hit], 1e-12)
    half = radii[hit] * np.sqrt(np.maximum(1.0 - aim * aim, 0.0))
    front = int(np.argmin(depth[hit] - half))
    overlapping = depth[hit] - half <= depth[hit][front] + half[front]
    return int(hit[np.argmin(np.where(overlapping, aim, np.inf))])


def _large_enough(targets: Targets, lens: Lens, gap: Array, row: int) -> int:
    """The bone itself or, where it is too small to aim at, its nearest ancestor that is not."""
    own = _seen_large(targets, lens, row)
    return own if gap[targets.capsules.rows == own].min() <= YIELD else row


def _seen_large(targets: Targets, lens: Lens, row: int) -> int:
    """Return the bone itself or, where it is too small to aim at, its nearest ancestor that is not, if there is one."""
    up = targets.with_ancestors(row)
    large = np.flatnonzero(targets.sizes[up] / lens.pixels(targets.heads[up]) >= SMALL)
    return int(up[large[0]]) if len(large) else row


def _control_at(
    targets: Targets, lens: Lens, x: float, y: float, controls: ControlsFound | None, over_body: bool
) -> Hit | None:
    """The handle or pole under a pixel, the nearest within reach; of equally near ones the last.

    Over the body only those count that are drawn, and none that carries the whole of it.
    """
    if not targets.grips:
        return None
    pixel = np.array([x, y])
    lines, discs = targets.seen(lens)
    gaps = np.full(len(targets.grips), np.inf)
    np.minimum.at(gaps, targets.owners, _line_gaps(lines, pixel))
    gaps[targets.solid] = np.maximum(np.linalg.norm(discs[:, :2] - pixel, axis=1) - discs[:, 2], 0.0)
    gaps = np.nan_to_num(gaps, nan=np.inf)
    if controls is not None and (over_body or not controls.hidden):
        gaps[~controls.drawn[targets.grip_rows]] = np.inf
    if over_body:
        gaps[targets.carries_all] = np.inf
    nearest = len(gaps) - 1 - int(np.argmin(gaps[::-1]))
    if gaps[nearest] > (REACH_OVER_BODY if over_body else REACH):
        return None
    centre = targets.centres[nearest]
    away = float(np.linalg.norm(centre - lens.camera.eye))
    return Hit(targets.grips[nearest].name, lens.facing(x, y, centre), away)


def _line_gaps(lines: Array, pixel: Array) -> Array:
    """Distances of a pixel from lines (n, 2, 2), pixels; infinite for those behind the camera."""
    starts, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    length2 = np.maximum((along * along).sum(axis=1), 1e-12)
    part = np.clip(((pixel - starts) * along).sum(axis=1) / length2, 0.0, 1.0)
    gaps = np.linalg.norm(pixel - starts - part[:, None] * along, axis=1)
    return np.asarray(np.nan_to_num(gaps, nan=np.inf))
