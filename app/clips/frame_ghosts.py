"""Ghosts by frame: the figure outlined before and after the frame that is shown, and the way of the active bone's end.

They come a moment after the playhead has come to rest. While a clip is played or something is dragged there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore

from pantin import solver
from pantin.app.clips.playhead import Playhead
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.solver.edits.poses.clips import frame_shown
from pantin.viewport.values.overlay import NOTHING, Dot, Label, Overlay, Shape
from pantin.viewport.window.view import View

SOURCE = "frames"
"""The layer in which its ghosts are drawn."""

AROUND = (-0.4, -0.2, 0.2)
"""Times of the ghosts, seconds from the frame that is shown: three, more of them before it than after it."""

REACH = 0.7
"""Length of the path to both sides, seconds: a step of a walk."""

REST = 80
"""Milliseconds that the playhead rests until ghosts are asked for."""

LINE, DOT, NOW = 1.25, 1.75, 4.0
ABOVE = (0.0, -10.0)
"""Distance of the number of a frame from the top of its ghost, pixels."""

APART = 0.08
"""Least distance between heads whose numbers can be distinguished, heights of the figure."""

POSED_AT_ONCE = 4
"""Frames that are posed in one go: what is wanted may be others by then."""
MOST_KEPT = 2000
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
        self._of: tuple[object, object] = (None, None)
        self._found: dict[int, FramePose] = {}
        self._wanted: list[int] = []

    def want(self, document: Document, clip: Clip, frames: Sequence[int]) -> dict[int, FramePose]:
        """Those of the frames that are known; the others are posed, the first ones first."""
        if self._of[0] is not document.scene or self._of[1] is not clip.tracks or len(self._found) > MOST_KEPT:
            self._of, self._found = (document.scene, clip.tracks), {}
        self._wanted = [frame for frame in frames if frame not in self._found]
        self._go_on(document, clip)
        return {frame: self._found[frame] for frame in frames if frame in self._found}

    def _go_on(self, document: Document, clip: Clip) -> None:
        if self._poser.doing or not self._wanted:
            return
        frames, of = self._wanted[:POSED_AT_ONCE], self._of

        def work() -> Callable[[], None]:
            found = {frame: _posed(document, clip, frame) for frame in frames}
            return lambda: self._take(of, found)

        self._poser.start(clip.name, work)

    def _take(self, of: tuple[object, object], found: dict[int, FramePose]) -> None:
        if of[0] is self._of[0] and of[1] is self._of[1]:
            self._found |= found
        self.posed.emit()


class FrameGhosts(QtCore.QObject):
    """The ghosts over one view. `frames` are those that are outlined."""

    changed = QtCore.Signal()

    def __init__(self, session: Session, playhead: Playhead, view: View) -> None:
        super().__init__(view)
        self._session, self._playhead, self._view = session, playhead, view
        self._poses = FramePoses(self)
        self.frames: tuple[int, ...] = ()
        self._drawn = False
        self._soon = QtCore.QTimer(self, singleShot=True, interval=REST)
        self._soon.timeout.connect(self.show_now)
        self._poses.posed.connect(self._soon.start)
        for changed in (playhead.moved, playhead.changed, view.display_changed, view.dragging_changed):
            changed.connect(self._follow)

    @property
    def are_wanted(self) -> bool:
        """Return whether there is anything to outline now."""
        session, head = self._session, self._playhead
        is_still = head.is_shown and not (head.playing or self._view.dragging or session.editing)
        return self._view.display.frames and is_still

    def show_now(self) -> None:
        """Draw what is known of the frames around the playhead, and have the rest posed."""
        clip, head = self._playhead.clip, self._playhead.frame
        if clip is None or not self.are_wanted:
            self._clear()
            return
        around = ghosts_of(clip, head)
        bone = self._session.document.active
        way = way_of(clip, head) if bone is not None else ()
        found = self._poses.want(self._session.document, clip, (*around, head, *way))
        self._show(tuple(frame for frame in around if frame in found))
        ghosts = tuple(found[frame].matrices for frame in self.frames)
        labels = _numbers({frame: found[frame] for frame in (head, *self.frames) if frame in found}, head)
        ends = {frame: found[frame] for frame in way if frame in found}
        shapes, dots = _way(ends, head, bone) if bone is not None else ((), ())
        self._view.show_extras(Overlay(ghosts=ghosts, shapes=shapes, dots=dots, labels=labels), SOURCE)
        self._drawn = True

    def _follow(self) -> None:
        """Old ghosts go at once: they would be of another frame."""
        if self.are_wanted:
            self._soon.start()
        else:
            self._soon.stop()
        self._clear()

    def _clear(self) -> None:
        if self._drawn:
            self._drawn = False
            self._view.show_extras(NOTHING, SOURCE)
        self._show(())

    def _show(self, frames: tuple[int, ...]) -> None:
        if frames != self.frames:
            self.frames = frames
            self.changed.emit()


def ghosts_of(clip: Clip, head: int) -> tuple[int, ...]:
    """The frames that are outlined around this one, of those that are played."""
    first, last = clip.span
    frames = (head + round(seconds * clip.rate) for seconds in AROUND)
    return tuple(dict.fromkeys(frame for frame in frames if first <= frame <= last and frame != head))


def way_of(clip: Clip, head: int) -> tuple[int, ...]:
    """The frames of the way that is drawn around this one, of those that are played; the nearest ones first."""
    reach, (first, last) = max(round(REACH * clip.rate), 1), clip.span
    step = max(reach // 20, 1)
    frames = range(head - reach // step * step, head + reach + 1, step)
    return tuple(sorted((frame for frame in frames if first <= frame <= last), key=lambda frame: abs(frame - head)))


def _way(found: Mapping[int, FramePose], head: int, bone: str) -> tuple[tuple[Shape, ...], tuple[Dot, ...]]:
    """The line along which a bone's end goes, a dot at each second frame, and a white one where it is now."""
    ends = {
        frame: tuple(found[frame].tails[found[frame].rows[bone]].tolist())
        for frame in sorted(found)
        if bone in found[frame].rows
    }
    line = (Shape(tuple(ends.values()), "accent", LINE, casing=1.0),) if len(ends) > 1 else ()
    dots = [Dot(end, DOT, "accent", width=0.75) for frame, end in ends.items() if (frame - head) % 2 == 0]
    now = [Dot(ends[head], NOW, "white", "accent", 2.0)] if head in ends else []
    return line, (*dots, *now)


def _numbers(found: Mapping[int, FramePose], head: int) -> tuple[Label, ...]:
    """The number of each frame over the head of its figure. Where heads are in one place there would be a heap."""
    tops = {frame: stands.tails[int(np.argmax(stands.tails[:, 2]))] for frame, stands in found.items()}
    numbered: dict[int, Floats] = {}
    for frame, top in tops.items():
        if all(np.linalg.norm(top - other) > APART * abs(top[2]) for other in numbered.values()):
            numbered[frame] = top
    if len(numbered) < 2:
        return ()
    return tuple(
        Label(tuple(top.tolist()), str(frame), "text" if frame == head else "text_dim", ABOVE, "centre", frame == head)
        for frame, top in numbered.items()
    )


def _posed(document: Document, clip: Clip, frame: int) -> FramePose:
    evaluated = solver.evaluate(frame_shown(document, clip, frame))
    return FramePose(np.array(evaluated.matrices), np.array(evaluated.tails), evaluated.index)
