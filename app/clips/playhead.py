"""The playhead: which clip is current, which frame is shown, and whether it is played.

It belongs to the session and writes nothing to the document. Time is real time: what cannot be posed fast enough is
left out, so that the worker is never asked for more than the newest frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import floor

from PySide6 import QtCore

from pantin.app.session.clip_frame import BendLook, ClipFrame
from pantin.app.session.session import Session
from pantin.rigs.clip import Clip

TICK = 17
"""Milliseconds: hardly any screen shows more than sixty pictures a second."""


class Playhead(QtCore.QObject):
    """Plays one clip at a time. `clock` tells seconds."""

    changed = QtCore.Signal()
    """Another clip is current, or it is played, or no longer."""
    moved = QtCore.Signal()
    """Another frame, or whether the figure is posed as it has it."""

    def __init__(
        self, session: Session, parent: QtCore.QObject, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self._session, self._clock = session, clock
        self.clip: Clip | None = None
        """The current clip, as the document has it now."""
        self.frame = 0
        self._began = (0.0, 0)
        """Since when the clip is played, seconds, and from which frame on."""
        self._timer = QtCore.QTimer(self, interval=TICK)
        self._timer.setTimerType(QtCore.Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.advance)
        session.replaced.connect(self._begin_anew)
        session.document_changed.connect(self._follow)
        session.drag_began.connect(self.pause)

    @property
    def playing(self) -> bool:
        """Return whether the clip is played."""
        return self._session.playing

    @property
    def is_shown(self) -> bool:
        """Return whether the figure is posed as the frame has it, not as the document does."""
        return self._shown is not None

    @property
    def _shown(self) -> ClipFrame | None:
        """Return the frame of a clip of the figure that is shown; a bend that is looked at is none."""
        frame = self._session.frame
        return None if isinstance(frame, BendLook) else frame

    # What is asked for

    def choose(self, name: str) -> None:
        """Make another clip the current one, and show its first frame."""
        self.pause()
        self.clip = next((clip for clip in self._session.document.figure.clips if clip.name == name), self.clip)
        self.changed.emit()
        if self.clip is not None:
            self.go_to(self.clip.span[0])

    def play(self) -> None:
        """Play on from the frame shown; from the first one where that is the last, or not among those played."""
        if self.clip is None:
            return
        first, last = self.clip.span
        self._show(self.frame if first <= self.frame < last else first)
        self._begin()
        self._timer.start()
        self._session.playing = True
        self.changed.emit()

    def pause(self) -> None:
        """Stay at the frame that is on screen."""
        self._timer.stop()
        if self.playing:
            self._session.playing = False
            self._stay()
            self.changed.emit()

    def go_to(self, frame: int) -> None:
        """Show this frame, played or not, or the nearest that there is."""
        self.pause()
        if self.clip is not None:
            self._show(min(max(frame, 0), self.clip.count - 1))

    def leave(self) -> None:
        """Show the document's own pose again."""
        self.pause()
        self._session.show_frame(None)
        self.moved.emit()

    def pose_frame(self, label: str) -> None:
        """Make one step of undo of the pose of the frame that is shown, under a label that names {clip} and {frame}."""
        if self.clip is not None:
            self.pause()
            self._stay()
            self._session.pose_frame(label.format(clip=self.clip.name, frame=self.frame))

    def advance(self) -> None:
        """Show the frame that it is time for."""
        if self.clip is None:
            return
        since, start = self._began
        first, last = self.clip.span
        frame = start + floor((self._clock() - since) * self.clip.rate)
        if self.clip.loop:
            frame = first + (frame - first) % (last - first + 1)
        elif frame >= last:
            self.pause()
        if min(frame, last) != self.frame:
            self._show(min(frame, last))

    # Inside

    def _show(self, frame: int) -> None:
        if self.clip is not None:
            self.frame = frame
            self._session.show_frame(ClipFrame(self.clip, frame))
            self.moved.emit()

    def _stay(self) -> None:
        """At the frame that is on screen, which may be one before the one that was asked for."""
        self._session.hold_frame()
        if (frame := self._shown) is not None:
            self.frame = frame.number
            if not self._session.settled:
                self._session.show_frame(frame)
            self.moved.emit()

    def _begin(self) -> None:
        """Count the time from the frame that is shown now."""
        self._began = self._clock(), self.frame

    def _begin_anew(self) -> None:
        """Motion that was opened by itself, such as a BVH file, is shown as it begins: its rest pose tells nothing."""
        self.pause()
        figure = self._session.document.figure
        self.clip = next(iter(figure.clips), None)
        self.frame = self.clip.span[0] if self.clip else 0
        if self.clip is not None and not figure.pose.bones and self._session.path is None:
            self._show(self.frame)
        self.changed.emit()

    def _follow(self) -> None:
        """The document is another: the clip may be changed or gone, and the frame be shown no longer."""
        before, clips = self.clip, self._session.document.figure.clips
        if not any(clip is before for clip in clips):
            self._replace(before)
        shown = self._shown
        if shown is None:
            self.pause()
        elif not self.playing and any(clip is shown.clip for clip in clips):
            self.clip, self.frame = shown.clip, shown.number  # it may be shown again by undo
        self.moved.emit()

    def _replace(self, before: Clip | None) -> None:
        """Go on with the changed clip: of the same name, else the same frames. Where it is gone, with the first."""
        clips = self._session.document.figure.clips
        alike = [clip for clip in clips if before is not None and clip.tracks is before.tracks]
        named = [clip for clip in clips if before is not None and clip.name == before.name]
        self.clip = next(iter((*alike, *named, *clips)), None)
        shown = self._shown
        if not alike and shown is not None and named and before is not None and named[0].count == before.count:
            self._session.show_frame(ClipFrame(named[0], shown.number))  # the same motion on other bones
        elif self.clip is None or not alike:
            self.pause()
            self.frame = self.clip.span[0] if self.clip else 0
            if self._shown is not None:
                self._session.show_frame(None)
        elif self.playing:
            self._begin()
        self.changed.emit()
