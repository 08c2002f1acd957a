"""A recording of live motion: the poses as they came, with the tracked points behind them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.motion.recorder import Recorder
from pantin.rigs.pose import Transform
from pantin.rigs.tracking.points import Motion, Point, Points
from pantin.rigs.vectors import four, three

RATE = 60.0
"""Frames a second of a recording: what most senders send."""
MOST_RECORDED = 36_000
"""Frames: ten minutes at 60 Hz. Recording ends there."""


class LiveRecording:
    """Takes poses and points down, in the order of their times."""

    def __init__(self) -> None:
        self._poses = Recorder(RATE)
        self._points: list[tuple[float, Points]] = []

    @property
    def count(self) -> int:
        """Return the number of frames so far."""
        return self._poses.count

    def take(self, now: float, pose: Mapping[str, Transform], points: Points | None) -> None:
        """A pose at `now` seconds, and the points that made it, if any did."""
        if points is not None and len(self._points) < MOST_RECORDED:
            self._points.append((now, points))
        if self._poses.count < MOST_RECORDED:
            self._poses.take(now, pose)

    def finished(self, name: str) -> tuple[Clip, Motion]:
        """The clip of that name, and the points of its frames. Raises ValueError where no bone was posed."""
        clip = self._poses.clip(name)
        return clip, Motion(name, clip.rate, _frame_by_frame(self._points, clip.count, clip.rate))


def _frame_by_frame(taken: Sequence[tuple[float, Points]], count: int, rate: float) -> tuple[Points, ...]:
    """The points of each of `count` frames, on their way between those that came, as the poses are."""
    if not taken:
        return ()
    times = [at for at, _points in taken]
    found = []
    for k in range(count):
        now = times[0] + k / rate
        row = min(max(bisect(times, now) - 1, 0), len(times) - 1)
        after = min(row + 1, len(times) - 1)
        span = times[after] - times[row]
        share = min(max((now - times[row]) / span, 0.0), 1.0) if span > 0.0 else 0.0
        found.append({part: _between(taken[row][1][part], taken[after][1].get(part), share) for part in taken[row][1]})
    return tuple(found)


def _between(start: Point, end: Point | None, share: float) -> Point:
    """A point on its way; one that is lost next stays where it was last."""
    if end is None or share == 0.0:
        return start
    place = np.add(np.multiply(1.0 - share, start.position), np.multiply(share, end.position))
    return Point(three(place), four(rot.slerp(start.rotation, end.rotation, share)))
