"""Memory that is free is given back to the system: the C library keeps what a large document took for the next one."""

from __future__ import annotations

import ctypes

from PySide6 import QtCore

REST = 2000
"""Milliseconds without another document: by then the last one is gone, with what was drawn and posed of it."""


class GivingBack(QtCore.QObject):
    """Gives back what is free on a thread of its own, where the C library can be asked to: it takes some 30 ms."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._rest = QtCore.QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(lambda: QtCore.QThreadPool.globalInstance().start(_trim))

    def soon(self) -> None:
        """Another document is open: the one before leaves memory behind."""
        self._rest.start()

    @property
    def is_due(self) -> bool:
        """Whether memory is still to be given back."""
        return self._rest.isActive()


def _trim() -> None:
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return
    trim(0)
