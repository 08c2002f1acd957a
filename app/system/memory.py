"""Memory of a document that is gone is given back to the system: by itself the C library keeps it for the next one."""

from __future__ import annotations

import ctypes
from contextlib import suppress

from PySide6 import QtCore, QtGui

from pantin.rigs import remembered
from pantin.viewport.figure import mannequin
from pantin.viewport.paint.overlay import labels

REST = 2000
"""Milliseconds without another document: by then the last one is gone, with what was drawn and posed of it."""

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""Numbers of the settings of `mallopt` in the GNU C library."""

LARGE, HEAPS = 1_000_000, 2
"""Blocks of so many bytes are given back the moment they are free; smaller ones are shared by so many heaps."""


class MemoryTrimmer(QtCore.QObject):
    """Forgets pictures and meshes of other documents, then gives back what is free, where the C library can.

    The latter takes some 30 ms, on a thread of its own.
    """

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        keep_large_apart()
        self._rest = QtCore.QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._give_back)

    def soon(self) -> None:
        """Another document is open: the one before leaves memory behind."""
        self._rest.start()

    @property
    def is_due(self) -> bool:
        """Return whether memory is still to be given back."""
        return self._rest.isActive()

    def _give_back(self) -> None:
        labels.forget_pictures()
        remembered.forget_older()
        mannequin.forget_older()
        QtGui.QPixmapCache.clear()  # pictures of the start page, which Qt would keep for a minute or longer
        QtCore.QThreadPool.globalInstance().start(_trim)


def keep_large_apart() -> None:
    """Have the C library keep large arrays apart from small things, which would hold on to the gaps between them.

    By itself it takes ever larger arrays into its heaps, one for each few threads: of the 30 MB by which the memory of
    ten minutes' use grows, 20 were gaps.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library, or Windows
        for setting, value in ((ARENA_MAX, HEAPS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, 2 * LARGE)):
            ctypes.CDLL(None).mallopt(setting, value)


def _trim() -> None:
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
