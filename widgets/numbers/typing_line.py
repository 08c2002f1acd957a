"""The line in which a number is typed: it reads the number, and tells its field when people are done and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.values.arithmetic import NotANumber

STEPS: Mapping[int, int] = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
"""Keys that change a number, and by how many steps."""

TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""Keys that go to the next field, and back."""


class TypingLine(QLineEdit):
    """Frameless, over the number of a field. What is no number is said to be none, and typing goes on."""

    typed = Signal(object)
    """The number, or None where nothing was typed. The line is done."""
    given_up = Signal()
    judged = Signal()
    """Emitted when the text becomes a number, or none."""
    tabbed = Signal(bool)
    stepped = Signal(int, object)

    def __init__(self, parent: QWidget, read: Callable[[str], float]) -> None:
        super().__init__(parent)
        self._read = read
        self._done = False
        self.invalid = False
        self.setFrame(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.textEdited.connect(lambda: self._judge(""))

    def accept(self) -> bool:
        """Take what was typed; False where it is no number."""
        try:
            value = self._read(self.text())
        except NotANumber as problem:
            self._judge(str(problem))
            return False
        self._done = True
        self.typed.emit(value if self.isModified() else None)
        return True

    def event(self, event: QEvent) -> bool:
        """Esc must not reach a shortcut of the window, Tab not Qt's own walk from field to field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in TABS:
            if self.accept():
                self.tabbed.emit(event.key() == Qt.Key.Key_Tab)
            return True
        return own_keys.kept(event, own_keys.is_escape) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._give_up()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif key in STEPS:
            if self.accept():
                self.stepped.emit(STEPS[key], event.modifiers())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The focus went elsewhere: a number is kept, anything else is forgotten."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self._done and not self.accept():
            self._give_up()

    def _give_up(self) -> None:
        self._done = True
        self.given_up.emit()

    def _judge(self, problem: str) -> None:
        if self.toolTip() != plain(problem):
            self.invalid = bool(problem)
            self.setToolTip(plain(problem))
            self.judged.emit()
