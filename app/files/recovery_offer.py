"""A bar over the view that offers unsaved work of an earlier run, to be restored or discarded."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from PySide6 import QtCore

from pantin.app.files.file_jobs import sentence
from pantin.app.files.files import Files
from pantin.app.files.recovery import Recovered, UnsavedWork
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.widgets.start.recovery_bar import RecoveryBar

RECENT = timedelta(days=7)
"""Older work is not offered by itself: whoever wanted it has looked for it by then."""


class RecoveryOffer(QtCore.QObject):
    """The bar of one window, and the work that it offers."""

    def __init__(self, files: Files, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._files, self._session = files, session
        self._left: tuple[UnsavedWork, ...] = ()
        self.bar = RecoveryBar()
        self.bar.restore_asked.connect(self._restore)
        self.bar.discard_asked.connect(lambda: self._discard(self._left[:1]))
        self.bar.discard_old_asked.connect(lambda: self._discard(_old(self._left)))
        self.bar.discard_all_asked.connect(lambda: self._discard(self._left))
        self.bar.put_away_asked.connect(self.bar.hide)
        files.opening.connect(self.offer_on)
        self._offered_at, self._openings = session.document.scene, session.openings
        session.document_changed.connect(self._look)

    def offer(self, path: Path | None = None) -> None:
        """Look for recent unsaved work, and offer that on the file at `path` first, else the newest."""

        def show(found: tuple[UnsavedWork, ...]) -> None:
            if found and (found[0].is_on(path) or found[0] not in _old(found)):
                self._show(found)

        self._files.jobs.in_turn(lambda: self._files.recovery.left_behind(path), show)

    def offer_on(self, path: Path) -> None:
        """Offer unsaved work on the file at `path`, which is being opened, also a save that was interrupted."""
        self._files.jobs.in_turn(lambda: self._files.recovery.left_on(path), self._show_if_any)

    def offer_all(self) -> None:
        """Offer unsaved work however old it is; say so where there is none."""

        def show(found: tuple[UnsavedWork, ...]) -> None:
            self._show(found)
            if not found:
                self._session.notified.emit(_("No unsaved work is kept."))

        self._files.jobs.in_turn(self._files.recovery.left_behind, show)

    def _show_if_any(self, left: tuple[UnsavedWork, ...]) -> None:
        """Offer the first of these; what is offered already stays where there is none."""
        if left:
            self._show(left)

    def _show(self, left: tuple[UnsavedWork, ...]) -> None:
        """Offer the first of these; hide the bar where there is none."""
        from pantin.app.files.gallery import in_words

        self._left = left
        self._offered_at, self._openings = self._session.document.scene, self._session.openings
        if not left:
            self.bar.hide()
            return
        now = datetime.now()
        first, *others = ((each.title, in_words(each.when, now)) for each in left)
        self.bar.offer(*first, others, len(_old(left)), left[0].interrupted)

    def _look(self) -> None:
        """Put the card away once an edit was made: whoever works on has decided. The menu File has the work still."""
        session = self._session
        if session.openings != self._openings:
            self._offered_at, self._openings = session.document.scene, session.openings
        elif session.document.scene is not self._offered_at:
            self.bar.hide()

    def _restore(self, place: int) -> None:
        """Open work that is offered, after asking about unsaved work in the window; then offer the rest."""
        if place >= len(self._left):
            return
        left, recovery = self._left[place], self._files.recovery
        if not left.is_there:
            self._show(tuple(each for each in self._left if each.is_there))
            sentence = _("Another window has restored or discarded the unsaved work on {title}.")
            self._session.notified.emit(sentence.format(title=left.title))
            return

        def opened(recovered: Recovered) -> None:
            recovery.open(recovered)
            self._show(tuple(each for each in self._left if each is not left))

        self._files.open_instead(left.title, lambda: recovery.read(left), opened)

    def _discard(self, gone: tuple[UnsavedWork, ...]) -> None:
        try:
            for left in gone:
                self._files.recovery.discard(left)
        except OSError as problem:
            self._session.warned.emit(_("This work cannot be discarded: {problem}").format(problem=sentence(problem)))
        self._show(tuple(each for each in self._left if each not in gone or each.is_there))


def _old(left: tuple[UnsavedWork, ...]) -> tuple[UnsavedWork, ...]:
    """Return the work that is no longer recent."""
    since = datetime.now() - RECENT
    return tuple(each for each in left if each.when < since)
