"""The switch of a limb between IK and FK: two halves, of which that is filled by which the limb is moved now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.shared_values import shared

MovesBy = Literal["ik", "fk", "both"]
"""By its handle, by the rotations of its bones, or by a part of both."""

HIGH, HALF, INSET = 24, 20, 2
"""Its height, the height of its halves, and their distance from its edge, pixels."""

WIDTH = 64
HALVES: tuple[MovesBy, MovesBy] = ("ik", "fk")


class IkFkSwitch(QWidget):
    """Shows by what a limb is moved; while a part of both shows, neither half is filled and both words have colour.

    A click is one commit.
    """

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, radius: float = drawing.RADIUS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._radius = radius
        self._value: object = "ik"
        self.setFixedHeight(HIGH)
        self.setMinimumWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def value(self) -> object:
        """Return the value that is shown."""
        return self._value

    def show_value(self, value: MovesBy) -> None:
        """Show by what the limb is moved. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[MovesBy]) -> None:
        """Show what all `values` are, or neither half filled. Nothing is emitted."""
        value = shared(values)
        if value != self._value:
            self._value = value
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HIGH)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The half under the pointer, on release: as buttons do."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._choose(HALVES[event.position().x() >= self.width() / 2])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose; Space is the other one."""
        match event.key():
            case Qt.Key.Key_Left:
                self._choose("ik")
            case Qt.Key.Key_Right:
                self._choose("fk")
            case Qt.Key.Key_Space:
                self._choose("fk" if self._value == "ik" else "ik")
            case _:
                super().keyPressEvent(event)

    def _choose(self, value: MovesBy) -> None:
        if value != self._value:
            self.committed.emit(value)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, whole = painter.tokens, QRectF(self.rect())
        if not self.isEnabled():
            painter.setOpacity(0.5)
        drawing.box(painter, whole, tokens.track, self._radius)
        drawing.ring(painter, whole, tokens.acc if self.hasFocus() else tokens.outline, self._radius, 1)
        painter.setFont(theme.font(11, 600))
        room = (whole.width() - 2 * INSET) / 2
        for number, (half, words) in enumerate(zip(HALVES, ("IK", "FK"), strict=True)):
            area = QRectF(INSET + number * room, INSET, room, HALF)
            filled, colour = half == self._value, tokens.handle if half == "ik" else tokens.fk
            if filled:
                drawing.box(painter, area, colour, max(self._radius - INSET, 3))
            ink = tokens.on_acc if filled else colour if self._value == "both" else tokens.t2
            drawing.write(painter, area, words, ink, drawing.CENTRE)
        painter.end()
