"""Work that is done in pieces, one a turn of the event loop: what the person does comes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6 import QtCore

PATIENCE = 200
"""Milliseconds after which what is left is done at once: where pictures take all the time there never is any left."""


class Turns(QtCore.QObject):
    """Does the pieces of one piece of work; `pieces` yields after each."""

    def __init__(self, pieces: Callable[[], Iterator[None]], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._pieces = pieces
        self._left: Iterator[None] | None = None
        self._next = QtCore.QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take)
        self._patience = QtCore.QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self.finish)

    @property
    def waiting(self) -> bool:
        """Whether something is left to do."""
        return self._next.isActive()

    def begin(self) -> None:
        """Begin with the first piece when there is nothing else to do; what was under way is left."""
        self._left = None
        self._next.start()
        if not self._patience.isActive():
            self._patience.start()

    def finish(self) -> None:
        """Do all that is left at once; the whole where none was begun."""
        self._next.stop()
        self._patience.stop()
        left, self._left = self._left or self._pieces(), None
        for _piece in left:
            pass

    def _take(self) -> None:
        left, self._left = self._left or self._pieces(), None
        if next(left, self) is None:
            self._left = left
            self._next.start()
        else:
            self._patience.stop()
