"""A choice between a few named values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy

from pantin.widgets.theme import drawing, icons
from pantin.widgets.values.quantity import words
from pantin.widgets.values.shared_values import MIXED, shared


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
        self.show_values((value,))

    def show_values(self, values: Sequence[str]) -> None:
        """Show what all `values` are, or "Mixed". Nothing is emitted."""
        value = shared(values)
        row = -1 if value is MIXED else self.findData(value)
        if row != self.currentIndex():
            self.setCurrentIndex(row)

    def sizeHint(self) -> QSize:
        return QSize(64, 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def before_words(self, painter: QPainter) -> int:
        """Return where the words begin; what is before them is painted here."""
        return 8

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters search the list; keys held with Ctrl or Alt, and Backspace, are for the row."""
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if event.modifiers() & held or event.key() == Qt.Key.Key_Backspace:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of the row, which a combo box keeps to itself."""
        event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        drawing.field(painter, self)
        room = rect.adjusted(self.before_words(painter), 0, -24, 0)
        text = drawing.fitting(self.currentText() or MIXED.value, room.width())
        drawing.write(painter, room, text, tokens.t1 if self.currentText() else tokens.t2)
        icons.draw(painter, "down", tokens.t2, self.width() - 20, 4)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()
