"""The figure on screen, posed by frames that come: the receiver's thread poses, and one wake-up shows the newest.

What is shown is a preview; whatever else is done to the figure ends it.
"""

from __future__ import annotations

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.live.driving import FrameDriver
from pantin.app.live.seen_points import SeenPoints
from pantin.app.live.vmc import Frame
from pantin.app.session.session import Session
from pantin.rigs.document import Document
from pantin.viewport.values.stage import Preview


class LivePose(QtCore.QObject):
    """Follows one session. `take` is called by the thread of the receiver, all else by the one that draws."""

    _arrived = QtCore.Signal()

    def __init__(self, session: Session, driver: FrameDriver, points: SeenPoints, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._driver, self._points = session, driver, points
        self.newest = Frame()
        """The frame that came last."""
        self.refused = ""
        """Why that poses no figure, in one sentence."""
        self.shown: Document | None = None
        """The posed document on screen; None while what comes poses nothing."""
        self._slot: tuple[Document | None, Frame] | None = None
        self._is_open = False
        self._arrived.connect(self._show, QtCore.Qt.ConnectionType.QueuedConnection)

    def open(self) -> None:
        """Show what comes from here on."""
        self._is_open = True

    def close(self) -> bool:
        """Show the kept pose again and nothing that comes; whether there was something else on screen."""
        was_shown, self.shown = self.shown is not None, None
        self._is_open, self._slot, self.newest, self.refused = False, None, Frame(), ""
        self._points.begin_anew()
        if was_shown:
            self._session.cancel_preview()
        return was_shown

    def forget(self) -> None:
        """Another figure is open."""
        self.shown, self._slot = None, None

    def take(self, frame: Frame) -> None:
        """Pose the figure, and wake up who shows it."""
        self.newest = frame
        try:
            posed, self.refused = self._driver.pose(frame), ""
        except ValueError as problem:
            posed, self.refused = None, str(problem)
        waiting, self._slot = self._slot, (posed, frame)
        if waiting is None:
            self._arrived.emit()

    def _show(self) -> None:
        """Show the newest pose, unless something else is done to the figure now, and where the points are."""
        came, self._slot = self._slot, None
        if came is None or not self._is_open:
            return
        posed, frame = came
        session, figure = self._session, self._driver.figure
        if posed is None or session.editing or not session.solver_ready or figure is None:
            self._points.see(frame)
            return
        newest = session.shown_pose.newest
        ours = (session.document.scene, self.shown.scene if self.shown else None)
        is_busy = newest.grabs or newest.pull or not any(newest.document.scene is each for each in ours)
        is_of_this = posed.active_figure == session.document.active_figure
        if is_busy or not is_of_this or figure.document.scene is not session.document.scene:
            return
        self.shown = posed
        self._points.wait_for(posed.scene, frame)
        session.preview(Preview(replace(posed, selected=session.document.selected, active=session.document.active)))
