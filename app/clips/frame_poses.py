"""How the figure stands in frames beside the one that is shown: each posed once, on a thread that nobody waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore

from pantin import solver
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.rig import Rig
from pantin.solver.edits.poses.clips import frame_shown

AT_ONCE = 4
"""Frames that are posed in one go: what is wanted may be others by then."""

MOST = 2000
"""Frames kept: some 20 MB of a figure with many bones."""

Floats = NDArray[np.float64]


class FramePose(msgspec.Struct, frozen=True, eq=False):
    """Bone matrices (n, 4, 4), where bones end (n, 3), and the row of each bone."""

    matrices: Floats
    tails: Floats
    rows: Mapping[str, int]


class FramePoses(QtCore.QObject):
    """Poses frames of one clip on one rig at a time."""

    posed = QtCore.Signal()
    """Some more of what was wanted is there."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._poser = BackgroundJobs(self)
        self._of: tuple[Rig | None, object] = (None, None)
        self._found: dict[int, FramePose] = {}
        self._wanted: list[int] = []

    def want(self, document: Document, clip: Clip, frames: Sequence[int]) -> dict[int, FramePose]:
        """Those of the frames that are known; the others are posed, the first ones first."""
        if self._of[0] is not document.rig or self._of[1] is not clip.tracks or len(self._found) > MOST:
            self._of, self._found = (document.rig, clip.tracks), {}
        self._wanted = [frame for frame in frames if frame not in self._found]
        self._go_on(document, clip)
        return {frame: self._found[frame] for frame in frames if frame in self._found}

    def _go_on(self, document: Document, clip: Clip) -> None:
        if self._poser.doing or not self._wanted:
            return
        frames, of = self._wanted[:AT_ONCE], self._of

        def work() -> Callable[[], None]:
            found = {frame: _posed(document, clip, frame) for frame in frames}
            return lambda: self._take(of, found)

        self._poser.start(clip.name, work)

    def _take(self, of: tuple[object, object], found: dict[int, FramePose]) -> None:
        if of[0] is self._of[0] and of[1] is self._of[1]:
            self._found |= found
        self.posed.emit()


def _posed(document: Document, clip: Clip, frame: int) -> FramePose:
    evaluated = solver.evaluate(frame_shown(document, clip, frame))
    return FramePose(np.array(evaluated.matrices), np.array(evaluated.tails), evaluated.index)
