"""A recording of live motion: the poses as they came, with the tracked points behind them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence

from pantin.rigs.clip import Clip
from pantin.rigs.motion.recorder import Recorder
from pantin.rigs.rig import Transform
from pantin.rigs.tracking.points import Motion, Points

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
        """How many frames there are so far."""
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


def _frame_by_frame(points: Sequence[tuple[float, Points]], count: int, rate: float) -> tuple[Points, ...]:
    """For each of `count` frames the points that had come by then; none where no points came at all."""
    if not points:
        return ()
    times = [at for at, _points in points]
    return tuple(points[max(bisect(times, times[0] + k / rate) - 1, 0)][1] for k in range(count))
