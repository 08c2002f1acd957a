"""A bar across the window that offers unsaved work of an earlier run, to be restored or discarded."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6 import QtCore

from pantin.app.files.files import Files
from pantin.app.files.recovery import Recovered, UnsavedWork
from pantin.app.session.session import Session
from pantin.widgets.start.recovery_bar import RecoveryBar


class RecoveryOffer(QtCore.QObject):
    """The bar of one window, and the work that it offers."""

    def __init__(self, files: Files, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._files, self._session = files, session
        self._left: tuple[UnsavedWork, ...] = ()
        self.bar = RecoveryBar()
        self.bar.restore_asked.connect(self._restore)
        self.bar.discard_asked.connect(self._discard)

    def offer(self, path: Path | None = None) -> None:
        """Look for unsaved work, and offer that on the file at `path` first, else the newest."""

        def first_of_all(left: UnsavedWork) -> bool:
            return path is not None and left.path is not None and left.path.absolute() == path.absolute()

        def show(found: tuple[UnsavedWork, ...]) -> None:
            self._show(tuple(sorted(found, key=first_of_all, reverse=True)))

        self._files.read_quietly(self._files.recovery.left_behind, show)

    def _show(self, left: tuple[UnsavedWork, ...]) -> None:
        """Offer the first of these; hide the bar where there is none."""
        from pantin.app.files.gallery import in_words

        self._left = left
        if not left:
            self.bar.hide()
        else:
            self.bar.offer(left[0].title, in_words(left[0].when, datetime.now()), len(left) - 1)

    def _restore(self) -> None:
        """Open the work offered, after asking about unsaved work in the window; then offer the next."""
        if not self._left:
            return
        left, *others = self._left
        recovery = self._files.recovery

        def opened(recovered: Recovered) -> None:
            recovery.open(recovered)
            self._show(tuple(others))

        self._files.open_instead(left.title, lambda: recovery.read(left), opened)

    def _discard(self) -> None:
        if self._left:
            left, *others = self._left
            self._files.recovery.discard(left)
            self._show(tuple(others))
