"""Recording of what is on screen, in real time, as a clip: whatever poses the figure, by hand or by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs import Transform
from pantin.rigs.editing import clips
from pantin.rigs.motion.recorder import Recorder
from pantin.solver import Posed
from pantin.solver.edits.poses import poses


class Recording(QtCore.QObject):
    """Records one session. A pose is taken with the time at which it is seen; `clock` tells seconds."""

    changed = QtCore.Signal()
    """It has begun, or ended, or goes on."""

    def __init__(
        self, session: Session, parent: QtCore.QObject, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self._session, self._clock = session, clock
        self.recorder: Recorder | None = None
        """The frames recorded so far; None while nothing is recorded."""
        self._seen: Posed | None = None
        self._pose: dict[str, Transform] = {}
        self._timer = QtCore.QTimer(self)
        self._timer.setTimerType(QtCore.Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.take)
        session.replaced.connect(self._forget)
        session.figure_left.connect(self._leave)

    def begin(self) -> None:
        """Begin with the pose that is on screen."""
        self.recorder = Recorder()
        self._seen = None
        self._timer.start(round(1000 / self.recorder.rate))
        self.take()

    def end(self) -> str:
        """Keep what was recorded as a clip, one step of undo. Returns its name, empty where there is none."""
        self.take()
        return self._keep(self._session.document.active_figure)

    def _leave(self, figure: str) -> None:
        """Keep what was recorded of a figure that is edited no more."""
        if any(each.name == figure for each in self._session.document.scene.figures):
            self._keep(figure)
        else:
            self._forget()

    def _keep(self, figure: str) -> str:
        """Keep what was recorded as a clip of a figure, and record no longer. Returns its name."""
        recorder, name = self.recorder, clips.free_name(self._session.document.editing(figure))
        self._forget()
        if recorder is None:
            return ""
        try:
            clip = recorder.clip(name)
        except ValueError as error:
            self._session.warned.emit(str(error))
            return ""
        label = _("Record {clip}").format(clip=name)
        self._session.edit(label, lambda document: clips.added_to(document, figure, clip))
        return name

    def take(self) -> None:
        """Take down how the figure is posed now; at rest nothing is posed."""
        session = self._session
        if self.recorder is None or session.editing or not session.posed:
            return
        if session.evaluated is not self._seen:
            self._seen, self._pose = session.evaluated, poses.seen(session.shown, None, session.evaluated)
        self.recorder.take(self._clock(), self._pose, session.shown.figure.pose.expressions)
        self.changed.emit()

    def _forget(self) -> None:
        """Record no longer."""
        self._timer.stop()
        self.recorder = self._seen = None
        self.changed.emit()
