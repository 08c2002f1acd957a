"""A line of text, kept with Enter or Tab, put back with Esc."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from pantin.widgets.values.shared_values import MIXED, shared


class TextField(QLineEdit):
    """Shows a string. Leaving it changed is one commit."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._value = ""
        self.setFixedHeight(24)
        self.editingFinished.connect(self._finish)

    def show_value(self, value: str) -> None:
        """Show `value`. Nothing is emitted; text that is being typed stays."""
        self.show_values((value,))

    def show_values(self, values: Sequence[str]) -> None:
        """Show what all `values` are, or "Mixed" until something is typed. Nothing is emitted."""
        same = shared(values)
        self.setPlaceholderText(MIXED.value if same is MIXED else "")
        value = "" if same is MIXED else same
        if value != self._value:
            self._value = value
            if not self.hasFocus():
                self.setText(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._value)
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def _finish(self) -> None:
        if self.text() != self._value:
            self._value = self.text()
            self.committed.emit(self._value)
