"""An on/off switch, with an optional note beside it that says what "on" does here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.shared_values import MIXED, shared

WIDTH, HEIGHT, KNOB = 28, 16, 12


class Switch(QAbstractButton):
    """Shows a bool. A click or Space is one commit."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, note: str = "", otherwise: str = "") -> None:
        """`note` is shown beside it while it is on, `otherwise` while it is off."""
        super().__init__()
        self._note, self._otherwise = note, otherwise
        self._mixed = False
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda checked: self.committed.emit(checked))

    def show_note(self, note: str) -> None:
        """Show other words beside it, whether it is on or off."""
        if (note, note) != (self._note, self._otherwise):
            self._note = self._otherwise = note
            self.update()

    def show_value(self, value: bool) -> None:
        """Show on or off. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[bool]) -> None:
        """Show on or off, or "Mixed" where `values` differ: a click then turns all on. Nothing is emitted."""
        value = shared(values)
        if (value is MIXED) != self._mixed or (value is True) != self.isChecked():
            self._mixed = value is MIXED
            self.setChecked(value is True)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 24)

    def hitButton(self, point: QPoint) -> bool:
        return bool(0 <= point.x() < WIDTH + 8 + theme.metrics().horizontalAdvance(self._words()))

    def _words(self) -> str:
        return MIXED.value if self._mixed else self._note if self.isChecked() else self._otherwise

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if not self.isEnabled():
            painter.setOpacity(0.5)
        groove = QRectF(0, (24 - HEIGHT) / 2, WIDTH, HEIGHT)
        resting = tokens.off if self.underMouse() and self.isEnabled() else tokens.field_hover
        drawing.box(painter, groove, tokens.acc if self.isChecked() else resting, radius=HEIGHT / 2)
        place = 8 if self._mixed else 14 if self.isChecked() else 2
        knob = QRectF(place, groove.top() + 2, KNOB, KNOB)
        drawing.box(painter, knob, tokens.knob if self.isChecked() else tokens.t2, radius=KNOB / 2)
        beside = QRectF(WIDTH + 8, 0, self.width() - WIDTH - 8, 24)
        drawing.write(painter, beside, drawing.fitting(self._words(), beside.width()), tokens.t2)
        if self.hasFocus():
            around = groove.adjusted(-1.5, -1.5, 1.5, 1.5).intersected(QRectF(self.rect()))
            drawing.ring(painter, around, tokens.t1 if self.isChecked() else tokens.acc, radius=9.5)
        painter.end()
