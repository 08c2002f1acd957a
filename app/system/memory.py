"""Memory that is free is given back to the system: the C library keeps what a large document took for the next one."""

from __future__ import annotations

import ctypes

from PySide6 import QtCore


def give_back() -> None:
    """Give back what is free, on a thread of its own, where the C library can be asked to."""
    QtCore.QThreadPool.globalInstance().start(_trim)


def _trim() -> None:
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or Windows
        return
    trim(0)
