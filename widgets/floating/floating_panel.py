"""A translucent rounded panel that lies over a picture, and its shadow on the picture.

What happens on the panel does not happen to the picture behind it; the shadow lets the mouse through.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMoveEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from pantin.widgets.controls.frames.overlay import DROP, SHADOW, paint_shadow
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance

RADIUS = 8

SWALLOWED = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.NativeGesture,
    QEvent.Type.ContextMenu,
)
"""The events that go no further than the panel."""


class FloatingPanel(QWidget):
    """Lays out widgets in a `row`, which runs from top to bottom where it is `vertical`. It moves with its shadow."""

    entered = Signal()
    """The pointer has come from the picture onto the panel."""

    def __init__(self, parent: QWidget, vertical: bool, inset: int = 4, gap: int = 2) -> None:
        super().__init__(parent)
        self._shadow = _Shadow(parent)
        direction = QBoxLayout.Direction
        self.row = QBoxLayout(direction.TopToBottom if vertical else direction.LeftToRight, self)
        self.row.setContentsMargins(inset, inset, inset, inset)
        self.row.setSpacing(gap)
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def setVisible(self, visible: bool) -> None:
        """The shadow comes and goes with it."""
        super().setVisible(visible)
        self._shadow.setVisible(visible)

    def moveEvent(self, event: QMoveEvent) -> None:
        """The shadow falls from here."""
        super().moveEvent(event)
        self._cast()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The shadow has this size."""
        super().resizeEvent(event)
        self._cast()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Say that the pointer is no longer over the picture."""
        self.entered.emit()

    def event(self, event: QEvent) -> bool:
        """Nothing that the mouse does here reaches the picture."""
        handled = super().event(event)
        if event.type() in SWALLOWED:
            event.accept()
            return True
        return handled

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The panel with its hairline."""
        tokens, rect = appearance().theme, QRectF(self.rect())
        painter = drawing.painter_of(self)
        drawing.box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), tokens.floating, RADIUS)
        drawing.ring(painter, rect, tokens.outline, RADIUS + 0.5, 1)
        painter.end()

    def _cast(self) -> None:
        self._shadow.setGeometry(self.geometry().adjusted(-SHADOW, -SHADOW, SHADOW, SHADOW + DROP))


class Divider(QWidget):
    """A hairline between two groups of a vertical panel."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(5)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Short of the edges."""
        painter = QPainter(self)
        painter.fillRect(QRectF(4, 2, self.width() - 8, 1), theme.colour(appearance().theme.t1, 0.12))
        painter.end()


class _Shadow(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.lower()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, _shadow(self.size(), self.devicePixelRatioF(), appearance().theme))
        painter.end()


@lru_cache(maxsize=16)
def _shadow(size: QSize, ratio: float, tokens: theme.Theme) -> QPixmap:
    """The shadow of a panel that is smaller than `size` by as much as the shadow spreads. It is kept: Qt paints
    what lies over GL anew whenever anything else in the window changes in the same frame."""
    found = QPixmap(size * ratio)
    found.setDevicePixelRatio(ratio)
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    around = QRectF(0, 0, size.width(), size.height())
    paint_shadow(painter, around.adjusted(SHADOW, SHADOW, -SHADOW, -SHADOW - DROP), tokens)
    painter.end()
    return found.copy()  # what was painted on keeps the engine that did it, a hundred kilobytes
