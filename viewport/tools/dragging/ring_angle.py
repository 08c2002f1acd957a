"""The angle that the pointer goes round a ring: about an axis, between two pixels.

The pivot and the axis, a unit vector, are (3,) in armature space, metres; pixels are those of the view.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Range
from pantin.rigs.vectors import cross
from pantin.viewport.values.camera import Lens

Array = NDArray[np.float64]
Pixel = tuple[float, float]

ALONG = 74.0
"""Pixels that turn by one radian where a ring is seen from its edge, and for the trackball."""


def edge_on(lens: Lens, pivot: Array, axis: Array) -> bool:
    """Return whether the ring about an axis is seen from its edge, so that there is nothing to go round."""
    towards = lens.camera.eye - pivot
    return bool(abs(axis @ towards) < 0.15 * np.linalg.norm(towards))


def swept(lens: Lens, pivot: Array, axis: Array, start: Pixel, now: Pixel) -> float:
    """The angle about an axis between two pixels, radians: -180° to 180°, or along a ring seen from its edge."""
    if edge_on(lens, pivot, axis):
        return _swept_edge_on(lens, pivot, axis, start, now)
    before, after = lens.on_plane(*start, pivot, axis), lens.on_plane(*now, pivot, axis)
    if before is None or after is None:
        return 0.0
    return float(rot.signed_angle(before - pivot, after - pivot, axis))


def _swept_edge_on(lens: Lens, pivot: Array, axis: Array, start: Pixel, now: Pixel) -> float:
    """A ring seen from its edge is a line: the front of it follows the pointer along that line."""
    front = cross(axis, lens.camera.eye - pivot)
    front /= np.linalg.norm(front)
    ends = lens.project([pivot, pivot + front * lens.pixel(pivot)])[:, :2]
    return float((np.subtract(now, start)) @ (ends[1] - ends[0])) / ALONG


def drawn_out(lens: Lens, pivot: Array, axis: Array, start: Pixel, now: Pixel, limit: Range | None) -> float:
    """The angle for going away from the pivot or towards it, radians: away and up is the way of the wider limit."""
    if edge_on(lens, pivot, axis):
        return 0.0
    middle = lens.project(pivot)[0, :2]
    before, after = (float(np.linalg.norm(np.subtract(at, middle))) for at in (start, now))
    upwards = 1.0 if start[1] <= middle[1] else -1.0
    lower, upper = limit or (0.0, 0.0)
    return upwards * (after - before) / ALONG * (1.0 if upper >= -lower else -1.0)
