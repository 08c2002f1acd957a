"""The dialogs in which a file or a place is chosen. No other document is opened under one: it waits for the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6 import QtCore, QtWidgets


class FileDialogs(QtCore.QObject):
    """The dialogs over one window, `ask`."""

    def __init__(self, ask: QtWidgets.QWidget) -> None:
        super().__init__(ask)
        self._ask = ask
        self._standing = 0
        self._waiting: Callable[[], None] | None = None
        self._answered = QtCore.QTimer(self, singleShot=True, interval=0)
        self._answered.timeout.connect(self._go_on)

    def to_read(self, title: str, folder: Path, kinds: str) -> str:
        """The path of the file that was chosen, empty for none."""
        with self._open():
            return QtWidgets.QFileDialog.getOpenFileName(self._ask, title, str(folder), kinds)[0]

    def to_write(self, title: str, start: str, kind: str) -> str:
        """The path that was typed, empty for none; whether it may be replaced is not asked."""
        unasked = QtWidgets.QFileDialog.Option.DontConfirmOverwrite
        with self._open():
            return QtWidgets.QFileDialog.getSaveFileName(self._ask, title, start, kind, kind, unasked)[0]

    def after(self, then: Callable[[], None]) -> None:
        """Do `then`, or where a dialog is, after what its answer does; only the last that waits is done."""
        if self._standing:
            self._waiting = then
        else:
            then()

    def forget(self) -> None:
        """Do nothing of what waits."""
        self._waiting = None

    @contextmanager
    def _open(self) -> Iterator[None]:
        self._standing += 1
        try:
            yield
        finally:
            self._standing -= 1
            self._answered.start()

    def _go_on(self) -> None:
        waiting = self._waiting
        if waiting is not None and not self._standing:
            self._waiting = None
            waiting()
