"""An on/off switch, with an optional note beside it that says what "on" does here."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from widgets import drawing, theme

WIDTH, HEIGHT, KNOB = 28, 16, 12


class Switch(QAbstractButton):
    """Shows a bool. A click or Space is one commit."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, note: str = "") -> None:
        super().__init__()
        self._note = note
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda checked: self.committed.emit(checked))

    def show_value(self, value: bool) -> None:
        """Show on or off. Nothing is emitted."""
        if value != self.isChecked():
            self.setChecked(value)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 24)

    def hitButton(self, point) -> bool:
        return 0 <= point.x() < WIDTH + 8 + theme.metrics().horizontalAdvance(self._note)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        groove = QRectF(0, (24 - HEIGHT) / 2, WIDTH, HEIGHT)
        resting = tokens.off if self.underMouse() and self.isEnabled() else tokens.field_hover
        drawing.box(painter, groove, tokens.acc if self.isChecked() else resting, radius=HEIGHT / 2)
        knob = QRectF(14 if self.isChecked() else 2, groove.top() + 2, KNOB, KNOB)
        drawing.box(painter, knob, tokens.knob if self.isChecked() else tokens.t2, radius=KNOB / 2)
        if self._note and self.isChecked():
            drawing.write(painter, QRectF(WIDTH + 8, 0, self.width() - WIDTH - 8, 24), self._note, tokens.t2)
        if self.hasFocus():
            around = groove.adjusted(-1.5, -1.5, 1.5, 1.5).intersected(QRectF(self.rect()))
            drawing.ring(painter, around, tokens.t1 if self.isChecked() else tokens.acc, radius=9.5)
        painter.end()
