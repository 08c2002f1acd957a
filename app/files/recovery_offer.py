"""A bar across the window that offers unsaved work of an earlier run, to be restored or discarded."""

from __future__ import annotations

from datetime import datetime

from PySide6 import QtCore

from pantin.app.files.recovery import Recovery, UnsavedWork
from pantin.app.session.session import Session
from pantin.rigs.formats import FileProblem
from pantin.widgets.start.recovery_bar import RecoveryBar


class RecoveryOffer(QtCore.QObject):
    """The bar of one window, and the work that it offers."""

    def __init__(self, recovery: Recovery, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._recovery, self._session = recovery, session
        self._left: UnsavedWork | None = None
        self.bar = RecoveryBar()
        self.bar.restore_asked.connect(self._restore)
        self.bar.discard_asked.connect(self._discard)

    def offer(self) -> None:
        """Offer the newest unsaved work; hide the bar where there is none."""
        from pantin.app.files.gallery import in_words

        self._left = next(iter(self._recovery.left_behind()), None)
        if self._left is None:
            self.bar.hide()
        else:
            self.bar.offer(self._left.title, in_words(self._left.when, datetime.now()))

    def _restore(self) -> None:
        if self._left is not None:
            try:
                self._recovery.restore(self._left)
            except (FileProblem, OSError) as problem:
                self._session.warned.emit(str(problem))
        self.bar.hide()

    def _discard(self) -> None:
        if self._left is not None:
            self._recovery.discard(self._left)
        self.offer()
