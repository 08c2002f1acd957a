"""Motion as it happens, taken down pose by pose with time stamps, and made into a clip at an even rate."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, isfinite

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.clip import CHANNELS, MOST_FRAMES, MOST_TRANSFORMS, Clip
from pantin.rigs.messages import _
from pantin.rigs.pose import NO_EXPRESSIONS, Transform

RATE = 30.0
"""Frames a second: what hands and bodies do is caught, and a minute stays below a few megabytes."""

EVEN = 1e-6
"""Parts of a frame: time stamps are sums of fractions, and the last one is not left out for that."""


Floats = NDArray[np.floating]


class Recorder:
    """Poses are taken in the order of their times, seconds from any beginning; `clip` makes frames of them.

    A bone that comes later has stood before as it was first seen; one that is missing in a pose stays as it was.
    """

    def __init__(self, rate: float = RATE) -> None:
        self.rate = rate
        self._rows: dict[str, int] = {}
        self._times: list[float] = []
        self._taken: list[Floats] = []
        self._last: Mapping[str, Transform] | None = None
        self._faces: list[Mapping[str, float]] = []

    @property
    def seconds(self) -> float:
        """From the first pose to the last."""
        return self._times[-1] - self._times[0] if self._times else 0.0

    @property
    def count(self) -> int:
        """Return the number of frames so far."""
        most = min(MOST_FRAMES, MOST_TRANSFORMS // max(1, len(self._rows)))
        return min(floor(self.seconds * self.rate + EVEN) + 1, most) if self._times else 0

    def take(
        self, seconds: float, pose: Mapping[str, Transform], expressions: Mapping[str, float] = NO_EXPRESSIONS
    ) -> None:
        """Add a pose, with its expressions. One that is not later than the last replaces it; NaN, infinity and zero
        rotations are dropped.
        """
        if not isfinite(seconds):
            return
        if pose is not self._last or not self._taken:
            rows = np.array([(*at.location, *at.rotation, *at.scale) for at in pose.values()]).reshape(-1, CHANNELS)
            if not np.isfinite(rows).all() or (np.linalg.norm(rows[:, 3:7], axis=1) < rot.SHORTEST_QUATERNION).any():
                return
            rows = self._with_known(pose, rows)
        else:
            rows = self._taken[-1]
        self._last = pose
        if self._times and seconds <= self._times[-1]:
            self._taken[-1], self._faces[-1] = rows, expressions
        else:
            self._times.append(seconds)
            self._faces.append(expressions)
            self._taken.append(rows)

    def clip(self, name: str) -> Clip:
        """The clip, its first frame at the first pose. Raises ValueError where nothing was taken."""
        if not self._rows:
            raise ValueError(_("Nothing was recorded: no bone was posed."))
        taken = self._filled()
        times = np.array(self._times[: len(taken)]) - self._times[0]  # another thread may take one more meanwhile
        wanted = np.arange(self.count) / self.rate
        clip = Clip.of(name, self.rate, tuple(self._rows), _resampled(times, taken, wanted))
        faces = self._faces[: len(taken)]
        names = dict.fromkeys(expression for face in faces for expression in face)
        values = {each: np.array([face.get(each, 0.0) for face in faces]) for each in names}
        return clip.with_expressions({each: np.interp(wanted, times, values[each]) for each in names})

    def _with_known(self, pose: Mapping[str, Transform], rows: Floats) -> Floats:
        """The rows (n, 10) of all bones seen so far: those of the pose anew, all others as they were."""
        places = [self._rows.setdefault(bone, len(self._rows)) for bone in pose]
        found = np.empty((len(self._rows), CHANNELS), np.float32)
        if self._taken:
            found[: len(self._taken[-1])] = self._taken[-1]
        found[places] = rows
        return found

    def _filled(self) -> Floats:
        """All that was taken, (poses, bones, 10), each bone from the beginning."""
        found = np.empty((len(self._taken), len(self._rows), CHANNELS))
        known = np.empty((len(self._rows), CHANNELS))
        for at in range(len(self._taken) - 1, -1, -1):
            rows = self._taken[at]
            known[: len(rows)] = rows
            found[at] = known
        return found


def _resampled(times: Floats, taken: Floats, wanted: Floats) -> Floats:
    """Frames at the `wanted` times: places and sizes along lines, rotations on the shortest arcs."""
    after = np.clip(np.searchsorted(times, wanted, side="right"), 1, max(len(times) - 1, 1))
    before = after - 1
    after = np.minimum(after, len(times) - 1)
    spans = np.maximum(times[after] - times[before], 1e-12)
    parts = np.clip((wanted - times[before]) / spans, 0.0, 1.0)[:, None, None]
    a, b = taken[before], taken[after]
    frames = a + parts * (b - a)
    start, end = (rows[:, :, 3:7] / np.linalg.norm(rows[:, :, 3:7], axis=-1, keepdims=True) for rows in (a, b))
    frames[:, :, 3:7] = rot.slerp(start, end, parts[..., 0])
    return frames
