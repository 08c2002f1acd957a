"""The points behind the clips that were made of them, as long as the program runs: scrubbing shows both."""

from __future__ import annotations

from collections import deque

import msgspec

from pantin.app.session.clip_frame import ClipFrame
from pantin.rigs.clip import Clip
from pantin.rigs.tracking.points import Calibration, Motion, Points

KEPT = 16
"""Clips: ten minutes of six points are some fifty megabytes, so not all that were ever made."""


class Take(msgspec.Struct, frozen=True, eq=False):
    """A clip with the points that it was made of: a frame of one for each frame of the other."""

    clip: Clip
    motion: Motion
    calibration: Calibration


class Takes:
    """Those that were made last."""

    def __init__(self) -> None:
        self._kept: deque[Take] = deque(maxlen=KEPT)

    def keep(self, take: Take) -> None:
        """One more."""
        self._kept.appendleft(take)

    def at(self, frame: ClipFrame) -> tuple[Points, Calibration] | None:
        """The points of a frame; None where the clip was made otherwise. Trimmed and renamed it has the same tracks."""
        for take in self._kept:
            if take.clip.tracks is frame.clip.tracks and frame.number < len(take.motion.frames):
                return take.motion.frames[frame.number], take.calibration
        return None
