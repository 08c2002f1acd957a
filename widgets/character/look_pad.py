"""A pad on which one drags where eyes look: the middle is ahead, its edges half a right angle aside."""

from __future__ import annotations

from math import radians, tan

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

HEIGHT, INSET, KNOB = 96, 12, 6
EDGE = tan(radians(45.0))
"""The tangent of the angle at the edges."""
STEP = 0.05

Aside = tuple[float, float]
"""How far to the figure's left and how far up, metres at one metre before its eyes."""

ARROWS: dict[int, Aside] = {
    Qt.Key.Key_Left: (-STEP, 0.0),
    Qt.Key.Key_Right: (STEP, 0.0),
    Qt.Key.Key_Up: (0.0, STEP),
    Qt.Key.Key_Down: (0.0, -STEP),
}


class LookPad(QWidget):
    """Shows where eyes look, as one sees the figure from the front: its left is at the right.

    One drag is one commit; Esc and the right button put it back, a double click looks ahead, arrow keys step.
    """

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._aside: Aside = (0.0, 0.0)
        self._before: Aside | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Where the eyes look"))
        explain(self, _("Drag to where the eyes look, as seen from the front; a double click looks ahead."))

    @property
    def aside(self) -> Aside:
        """Return where the eyes look."""
        return self._aside

    def show_aside(self, aside: Aside) -> None:
        """Show where the eyes look, unless it is being dragged. Nothing is emitted."""
        if aside != self._aside and self._before is None:
            self._aside = aside
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self._before is not None:
            self._put_back()
        elif event.button() == Qt.MouseButton.LeftButton:
            self._before = self._aside
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._before is not None:
            self._go(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._before is not None:
            self._before = None
            self.committed.emit(self._aside)
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._set((0.0, 0.0))
            self.committed.emit(self._aside)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._before is not None:
            self._put_back()
        elif event.key() in ARROWS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            across, upwards = ARROWS[event.key()]
            self._set((self._aside[0] + across, self._aside[1] + upwards))
            self.committed.emit(self._aside)
        else:
            super().keyPressEvent(event)

    def _put_back(self) -> None:
        if self._before is not None:
            self._aside, self._before = self._before, None
            self.update()
            self.cancelled.emit()

    def _go(self, at: QPointF) -> None:
        area = self._area()
        across = (at.x() - area.center().x()) / (area.width() / 2) * EDGE
        upwards = (area.center().y() - at.y()) / (area.height() / 2) * EDGE
        self._set((across, upwards))
        self.scrubbed.emit(self._aside)

    def _set(self, aside: Aside) -> None:
        across, upwards = (round(min(max(part, -EDGE), EDGE), 3) for part in aside)
        self._aside = across, upwards
        self.update()

    def _area(self) -> QRectF:
        """The part of the pad in which the knob moves."""
        return QRectF(self.rect()).adjusted(KNOB + 2, KNOB + 2, -KNOB - 2, -KNOB - 2)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, area = painter.tokens, self._area()
        if not self.isEnabled():
            painter.setOpacity(0.5)
        drawing.box(painter, QRectF(self.rect()), tokens.track)
        line = theme.colour(tokens.t3, 0.5)
        painter.fillRect(QRectF(area.center().x(), area.top(), 1, area.height()), line)
        painter.fillRect(QRectF(area.left(), area.center().y(), area.width(), 1), line)
        across, upwards = self._aside
        centre = QPointF(
            area.center().x() + min(max(across / EDGE, -1.0), 1.0) * area.width() / 2,
            area.center().y() - min(max(upwards / EDGE, -1.0), 1.0) * area.height() / 2,
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(tokens.acc if self._before is not None else tokens.knob))
        painter.drawEllipse(centre, KNOB, KNOB)
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()), tokens.acc)
        painter.end()
