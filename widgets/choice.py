"""A choice between a few named values."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy

from widgets import drawing, icons, theme
from widgets.quantity import words


class Choice(QComboBox):
    """Shows one of `choices`. Choosing is one commit; the wheel works only with the focus."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, choices: tuple[str, ...]) -> None:
        super().__init__()
        for choice in choices:
            self.addItem(words(choice), choice)
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.activated.connect(lambda row: self.committed.emit(self.itemData(row)))

    def show_value(self, value: str) -> None:
        """Show `value`. Nothing is emitted."""
        if value != self.currentData():
            self.setCurrentIndex(self.findData(value))

    def sizeHint(self) -> QSize:
        return QSize(64, 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        rect = QRectF(self.rect())
        hovered = self.underMouse() and self.isEnabled()
        drawing.box(painter, rect, tokens.field_hover if hovered else tokens.field)
        room = rect.adjusted(8, 0, -24, 0)
        drawing.write(painter, room, drawing.fitting(self.currentText(), room.width()), tokens.t1)
        icons.draw(painter, "down", tokens.t2, self.width() - 20, 4)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()
