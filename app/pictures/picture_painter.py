"""Paints pictures of figures on a thread of its own: the window is painted meanwhile, and waits for none.

All are painted in one OpenGL context, which goes once nothing was asked for during some seconds.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from functools import partial

from PySide6 import QtCore, QtGui

from pantin.app.messages import _
from pantin.app.system.background import BackgroundJobs
from pantin.viewport.paint import offscreen

WAIT = offscreen.IDLE
"""Seconds without a picture after which the context is given back."""

Painting = Callable[[], QtGui.QImage]


class PicturePainter(QtCore.QObject):
    """Paints what it is given, in that order."""

    painted = QtCore.Signal(object, object)
    """The subject of a picture, and the picture; None where it could not be painted."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._jobs = BackgroundJobs(self, one_thread=True)
        self._jobs.changed.connect(self._begin)
        self._asked = queue.SimpleQueue[tuple[object, Painting]]()
        self._surface: QtGui.QOffscreenSurface | None = None

    def paint(self, of: object, painting: Painting) -> None:
        """Have a picture painted; `painted` brings it together with what it is `of`."""
        self._asked.put((of, painting))
        self._begin()

    def _begin(self) -> None:
        """Begin where something is asked for and nothing is painted."""
        if self._asked.empty() or self._jobs.doing:
            return
        if self._surface is None:
            self._surface = offscreen.surface_for_another_thread(self)
        self._jobs.start(_("the picture"), partial(self._paint_all, self._surface))

    def _paint_all(self, surface: QtGui.QOffscreenSurface | None) -> Callable[[], None]:
        """Paint until nothing was asked for during some seconds."""
        try:
            with offscreen.one_context(surface):
                while (asked := self._next()) is not None:
                    self._paint(*asked)
        except offscreen.NoOpenGL:  # where the window's thread alone has it, that paints
            return self._paint_here
        return self._begin

    def _next(self) -> tuple[object, Painting] | None:
        try:
            return self._asked.get(timeout=WAIT)
        except queue.Empty:
            return None

    def _paint(self, of: object, painting: Painting) -> None:
        """Paint one. What cannot be painted is said, and nobody waits for it; the next one gets another context."""
        image: QtGui.QImage | None = None
        try:
            image = painting()
        finally:
            self.painted.emit(of, image)

    def _paint_here(self) -> None:
        while not self._asked.empty():
            self._paint(*self._asked.get())
