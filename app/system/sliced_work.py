"""Work that is done in pieces, one a turn of the event loop: what the person does comes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6 import QtCore

PATIENCE = 200
"""Milliseconds without a turn after which what is left is done at once: where pictures take all the time there is never
any left."""


class SlicedWork(QtCore.QObject):
    """Does the pieces of one piece of work; `pieces` yields after each. While it `waits`, only `go_on` has one done."""

    def __init__(
        self, pieces: Callable[[], Iterator[None]], parent: QtCore.QObject, waits: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__(parent)
        self._pieces, self._waits = pieces, waits
        self._left: Iterator[None] | None = None
        self._next = QtCore.QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take)
        self._patience = QtCore.QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self.finish)

    @property
    def waiting(self) -> bool:
        """Whether something is left to do."""
        return self._patience.isActive()

    def begin(self) -> None:
        """Begin with the first piece when there is nothing else to do; what was under way is left."""
        self._left = None
        self._next.start()
        self._patience.start()

    def go_on(self) -> None:
        """Do the next piece, if there is one, when there is nothing else to do."""
        if self.waiting:
            self._next.start()

    def finish(self) -> None:
        """Do all that is left at once; the whole where none was begun."""
        self._next.stop()
        self._patience.stop()
        left, self._left = self._left or self._pieces(), None
        for _piece in left:
            pass

    def _take(self) -> None:
        left, self._left = self._left or self._pieces(), None
        if next(left, self) is not None:
            self._patience.stop()
            return
        self._left = left
        self._patience.start()
        if not self._waits():
            self._next.start()
