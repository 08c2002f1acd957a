"""The way of a pointer along the path that a point can go on, as it is seen.

A fingertip goes on a spiral, so the nearest point of the path would jump from one turn of it to another. Instead the
lines of sight of an apex beside the path sweep over the picture: where the path is seen to turn one way, each
place of the picture belongs to one line, and so to one point of the path.
"""

from __future__ import annotations

from math import hypot, tau

import msgspec
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Pixel = tuple[float, float]

AWAY = (40.0, 6.0, 2.5, 1.2, 0.6)
"""How far beside the path an apex is, in parts of the path's size."""
STEADY = 0.1
"""The least turn between two points of the path, as seen from an apex, in parts of the mean of all turns."""
SHORTEST = 40.0
"""Pixels. A path that is seen shorter, because it goes along the line of sight, is travelled in so many downwards."""


class PathTravel(msgspec.Struct, frozen=True, eq=False):
    """The places `points` (n, 2) of a path on the screen, pixels, for the numbers `at` (n,), which rise.

    `begin` is the row of the point that is pressed at the pixel `start`.
    """

    points: Array
    at: Array
    begin: int
    start: Pixel

    def number(self, pointer: Pixel) -> float:
        """Return the number at which the point is for a pointer there; at the start, that of the pressed point."""
        place = np.array(pointer) - self.start + self.points[self.begin]
        apex = _apex(self.points)
        if apex is None:
            return self._along(place)
        angles = _angles(self.points, apex)
        middle = self.points.mean(axis=0)
        now = _turn(middle - apex, place - apex)
        turn = np.sign(angles[-1] - angles[0])
        return float(np.interp(turn * now, turn * angles, self.at))

    def _along(self, place: Array) -> float:
        """Return the number by how far the pointer goes in the direction in which the path begins."""
        lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(self.points, axis=0).T))))
        way = self.points[-1] - self.points[self.begin]
        farthest = self.points[int(np.argmax(np.hypot(*(self.points - self.points[self.begin]).T)))]
        way = farthest - self.points[self.begin] if np.hypot(*way) < 0.5 * lengths[-1] else way
        short = lengths[-1] < SHORTEST
        direction = np.array((0.0, 1.0)) if short or not way.any() else way / hypot(*way)
        if short:
            lengths = np.linspace(0.0, SHORTEST, len(lengths))
        gone = float((place - self.points[self.begin]) @ direction)
        return float(np.interp(lengths[self.begin] + gone, lengths, self.at))


def _apex(points: Array) -> Array | None:
    """Return the place (2,) from which the path is seen to turn one way; None where there is none.

    The farthest is taken: behind an apex the pointer would change from one end of the path to the other.
    """
    ends = points[-1] - points[0]
    size = float(np.ptp(points, axis=0).max())
    if size < SHORTEST / 4:
        return None
    along = ends / hypot(*ends) if hypot(*ends) > 0.1 * size else np.array((1.0, 0.0))
    middle, across = points.mean(axis=0), np.array((-along[1], along[0]))
    for away in AWAY:
        for side in (across, -across):
            apex = middle + side * away * size
            turns = np.diff(_angles(points, apex))
            mean = float(turns.mean())
            least = float(turns.min() if mean > 0.0 else turns.max())
            if mean and least / mean > STEADY:
                return np.asarray(apex)
    return None


def _angles(points: Array, apex: Array) -> Array:
    """Return the directions (n,) in which points are seen from an apex, radians from that of their middle."""
    middle = points.mean(axis=0) - apex
    return np.array([_turn(middle, point - apex) for point in points])


def _turn(before: Array, after: Array) -> float:
    """Return the angle from one direction to another, radians from −π to π."""
    angle = float(np.arctan2(after[1], after[0]) - np.arctan2(before[1], before[0]))
    return (angle + tau / 2) % tau - tau / 2
