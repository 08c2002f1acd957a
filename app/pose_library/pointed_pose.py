"""The pose whose card is under the pointer, outlined beside the figure before anybody applies it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.rigs import Document

REST = 200
"""Milliseconds that the pointer rests on a card first: who sweeps over the shelf asks for nothing."""


class PointedPose(QtCore.QObject):
    """`posed` gives the document in the pose of a key; it raises ValueError where that pose is about no bone of it."""

    def __init__(self, session: Session, posed: Callable[[str], Document], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session, self._posed, self._key = session, posed, ""
        self._timer = QtCore.QTimer(self, singleShot=True, interval=REST)
        self._timer.timeout.connect(self._show)

    def point_at(self, key: str) -> None:
        """The pointer is on a card; on none where the key is empty."""
        self._key = key
        if key:
            self._timer.start()
        else:
            self._timer.stop()
            self._session.show_ghost(None)

    def _show(self) -> None:
        session = self._session
        if not self._key or session.editing or session.playing or not session.solver_ready:
            return
        try:
            session.show_ghost(self._posed(self._key))
        except ValueError:
            session.show_ghost(None)
