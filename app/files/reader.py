"""Reading files, one after the other, on a thread of its own that nobody ever waits for: it can be left behind.

What is read arrives on the drawing thread, and so does an error that the work did not catch; the next file is read all
the same. A cancelled reading goes on by itself, and what it finds is thrown away.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from PySide6 import QtCore

Then = Callable[[], None]


class _Reading(msgspec.Struct, frozen=True, eq=False):
    """A file to be read: its name, and the work, which returns what is to be done on the drawing thread."""

    name: str
    work: Callable[[], Then]


class Reader(QtCore.QObject):
    """Reads files. `reading` is the name of the one that is being read, empty where none is."""

    changed = QtCore.Signal()
    """Another file is being read, or none."""
    _arrived = QtCore.Signal(object, object)

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[_Reading] = deque()
        self._now: _Reading | None = None
        self._threads: list[threading.Thread] = []
        self._arrived.connect(self._take, QtCore.Qt.ConnectionType.QueuedConnection)

    @property
    def reading(self) -> str:
        """The name of the file that is being read."""
        return self._now.name if self._now else ""

    @property
    def busy(self) -> bool:
        """Whether a thread still reads, even for nobody."""
        return any(thread.is_alive() for thread in self._threads)

    def start(self, name: str, work: Callable[[], Then]) -> None:
        """Do `work` after what was asked for before; what it returns is done on the drawing thread."""
        self._waiting.append(_Reading(name, work))
        self._go_on()

    def cancel(self) -> None:
        """Nothing of what was asked for arrives."""
        self._waiting.clear()
        if self._now is not None:
            self._now = None
            self.changed.emit()

    def _go_on(self) -> None:
        if self._now is None and self._waiting:
            self._now = self._waiting.popleft()
            thread = threading.Thread(target=self._run, args=(self._now,), name="reader", daemon=True)
            self._threads = [*(other for other in self._threads if other.is_alive()), thread]
            thread.start()
            self.changed.emit()

    def _run(self, reading: _Reading) -> None:
        try:
            then = reading.work()
        except Exception as error:
            then = partial(_raise, error)
        with suppress(RuntimeError):  # the window is gone
            self._arrived.emit(reading, then)

    def _take(self, reading: Any, then: Then) -> None:
        if reading is self._now:
            self._now = None
            self.changed.emit()
            try:
                then()
            finally:
                self._go_on()


def _raise(error: Exception) -> None:
    raise error
