"""A sheet that lies over the whole window for a moment: Esc or a press beside it puts it away.

It is a child of the window and no window itself, so that it stands where it should on every desktop. While it is open
no shortcut of the window is heard, and afterwards the focus is back where it was.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.focus_before import FocusBefore
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

CLOSE = ("Esc", _("Close"))

RADIUS = 8
SHADOW, DROP = 20, 6
"""Blur and offset of a shadow, pixels."""


class Overlay(QWidget):
    """Covers `window`. What is shown is in `sheet`, which `place` puts where it belongs."""

    closed = Signal()
    hints: tuple[tuple[str, str], ...] = (CLOSE,)
    """The hints for keys while it is open, for the status bar."""
    stays: bool = False
    """True where a press beside it does nothing: a slip would lose what was read or found for it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._covered = window
        self.sheet = QWidget(self)
        self._focus_before: FocusBefore | None = None
        self.hide()

    def open(self) -> None:
        """Come up over the window. It takes the keyboard focus, also from a floating panel."""
        if not self.isVisible():
            self._focus_before = FocusBefore()
        self.show()
        self.raise_()
        self.activateWindow()

    def put_away(self) -> None:
        """Go, and give the focus back: to the window where whoever had it is gone."""
        if not self.isVisible():
            return
        self.hide()
        before = self._focus_before.widget if self._focus_before else None
        (before or self._covered).setFocus(Qt.FocusReason.PopupFocusReason)
        self._focus_before = None
        self.closed.emit()

    def showEvent(self, _event: QShowEvent) -> None:
        """Follow the size of the window for as long as it is seen."""
        self._covered.installEventFilter(self)
        self._cover()

    def hideEvent(self, _event: QHideEvent) -> None:
        self._covered.removeEventFilter(self)

    def place(self) -> None:
        """Put the sheet where it belongs in a window of this size."""
        self.sheet.setGeometry(self.rect().adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The window changed its size."""
        if watched is self._covered and event.type() == QEvent.Type.Resize:
            self._cover()
        return False

    def event(self, event: QEvent) -> bool:
        """Keys are the sheet's own: none of them may reach a shortcut of the window."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        event.accept()

    def focusNextPrevChild(self, _forward: bool) -> bool:
        """Tab stays here."""
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.stays and not self.sheet.geometry().contains(event.position().toPoint()):
            self.put_away()
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()

    def _cover(self) -> None:
        self.setGeometry(self._covered.rect())
        self.place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.sheet.geometry())
        paint_shadow(painter, rect, tokens)
        drawing.box(painter, rect, tokens.panel, radius=RADIUS)
        drawing.ring(painter, rect, tokens.key_edge, radius=RADIUS, width=1)
        painter.end()


def paint_shadow(painter: QPainter, rect: QRectF, tokens: theme.Theme) -> None:
    """A soft shadow round `rect`, a little below it."""
    below = rect.translated(0, DROP)
    for step in range(SHADOW, 0, -2):
        around = below.adjusted(-step, -step, step, step)
        drawing.box(painter, around, tokens.shadow, radius=RADIUS + step, alpha=0.12 * (1 - step / (SHADOW + 2)))
