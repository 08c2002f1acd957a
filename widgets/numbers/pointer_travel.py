"""How far the pointer goes during a drag that may be longer than the screen is wide."""

from __future__ import annotations

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget


class PointerTravel:
    """Counts pixels from `x`, in the coordinates of the screen that `widget` is on."""

    def __init__(self, widget: QWidget, x: float) -> None:
        self._screen = widget.screen().geometry()
        self._from = x

    def to(self, x: float, wraps: bool) -> float:
        """The pixels since the last call; where it `wraps`, a pointer at the edge comes in again on the other side."""
        pixels, self._from = x - self._from, x
        if abs(pixels) > self._screen.width() / 2:
            return 0.0
        left, right = self._screen.left(), self._screen.right()
        across = {left: right - 1, right: left + 1}.get(round(x))
        if across is not None and wraps:
            QCursor.setPos(across, QCursor.pos().y())
            self._from = across
        return pixels
