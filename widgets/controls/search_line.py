"""A line to search with: a magnifier before it, a cross behind it once something is typed.

In a panel Esc empties it, and keys follow the pointer out of it; in what pops up Esc is left to that, which closes. The
arrow keys and Enter are for the list below.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons

CROSS = 20
TALL = 32
LENDS_KEYS = "lends keys"
"""The property that tells that keys follow the pointer out of the line: what was typed stays in it."""
FOR_THE_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class SearchLine(QLineEdit):
    """Emits `stepped` with an arrow or page key, and `entered`. Esc clears it first, unless it pops up."""

    stepped = Signal(int)
    entered = Signal()

    def __init__(self, placeholder: str, tall: bool = False, pops_up: bool = False) -> None:
        super().__init__()
        self._pops_up = pops_up
        self.setProperty(LENDS_KEYS, not pops_up)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        if tall:
            self.setMinimumHeight(TALL)
        self.setTextMargins(24, 0, 20, 0)
        self.cross = IconButton("close", _("Clear the search"), CROSS)
        self.cross.setParent(self)
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.setCursor(Qt.CursorShape.ArrowCursor)
        self.cross.hide()
        self.cross.clicked.connect(self.clear)
        self.textChanged.connect(lambda text: self.cross.setVisible(bool(text)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in FOR_THE_LIST:
            self.stepped.emit(int(event.key()))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif self._clears(event):
            self.clear()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Esc clears the line before it reaches a shortcut; an empty line leaves undo to the document."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._leaves(event):
            event.ignore()
            return False
        return own_keys.kept(event, self._clears) or super().event(event)

    def _clears(self, event: QKeyEvent) -> bool:
        return bool(self.text()) and not self._pops_up and event.key() == Qt.Key.Key_Escape

    def _leaves(self, event: QKeyEvent) -> bool:
        """Return whether a key is for undo or redo while the line is empty."""
        both = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        return not self.text() and any(event.matches(key) for key in both)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.cross.move(self.width() - CROSS - 2, (self.height() - CROSS) // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        icons.draw(painter, "search", tokens.t2, 8, (self.height() - icons.SIZE) / 2)
        if self.hasFocus():
            drawing.ring(painter, self.rect().toRectF(), tokens.acc)
        painter.end()
