"""The number field: drag to scrub, click to type, arrow keys to step; where it has a padlock, it can be locked.

One gesture gives any number of `scrubbed` previews and then exactly one `committed` or one `cancelled`. Esc and the
right button put back what was there. A number that cannot be read is ringed, and the old one stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip

from pantin.widgets.controls import own_keys
from pantin.widgets.numbers.field_gesture import FieldGesture
from pantin.widgets.numbers.number_view import NumberView
from pantin.widgets.numbers.scrub import FINE
from pantin.widgets.numbers.typing_line import STEPS, TypingLine
from pantin.widgets.theme import theme
from pantin.widgets.values.shared_values import MIXED

FIRST = tuple("0123456789.,-+(")
"""Letters that begin a number: pressing one begins to type."""
TYPE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
ALT = Qt.KeyboardModifier.AltModifier
_OWN = (*TYPE, *STEPS)


class NumberField(NumberView):
    """A number that can be scrubbed, typed and stepped; see `NumberView` for what it is made with."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    _menu_is_due = True
    """Whether the next context menu is one: the right button also cancels a scrub."""

    def show_values(self, values: Sequence[float | None]) -> None:
        """Show what all `values` are, or "Mixed"; a gesture under way is not disturbed."""
        if not self._gesture:
            super().show_values(values)

    # Scrubbing. A label in front of the field hands its mouse events on to these.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._menu_is_due = True
        if event.button() == Qt.MouseButton.LeftButton and self.locked:
            QToolTip.showText(event.globalPosition().toPoint(), self.toolTip(), self)
        elif event.button() == Qt.MouseButton.LeftButton and not self._typing:
            self._gesture = FieldGesture(self, self._quantity, self._value, self._number(), event)
        elif event.button() == Qt.MouseButton.RightButton and self._gesture:
            self._menu_is_due = False
            self._cancel_scrub()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._gesture:
            return
        value = self._gesture.moved(event)
        if value is not None and value != self._value:
            self._set(value)
            self.scrubbed.emit(value)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._gesture:
            return
        gesture, self._gesture = self._gesture, None
        self.update()
        if not gesture.scrubbing:
            self.type()
            return
        gesture.give_focus_back()
        self._show_padlock()
        if self._value == gesture.before:
            self.cancelled.emit()
        else:
            self.committed.emit(self._value)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button that put a scrub back opens no menu; any other does, for the row."""
        event.setAccepted(not self._menu_is_due)
        self._menu_is_due = True

    def _cancel_scrub(self) -> None:
        gesture, self._gesture = self._gesture, None
        if gesture is None:
            return
        self._set(gesture.before)
        self.update()
        if gesture.scrubbing:
            gesture.give_focus_back()
            self.cancelled.emit()

    # Keys

    def event(self, event: QEvent) -> bool:
        return own_keys.kept(event, self._wants) or super().event(event)

    def _wants(self, event: QKeyEvent) -> bool:
        """True for keys that must come here even if the window has a shortcut for them."""
        if event.modifiers() & ALT:
            return False
        return bool(self._gesture and event.key() == Qt.Key.Key_Escape) or event.key() in _OWN or event.text() in FIRST

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._gesture and event.key() == Qt.Key.Key_Escape:
            self._cancel_scrub()
        elif event.modifiers() & ALT:
            event.ignore()
        elif event.key() in TYPE:
            self.type()
        elif event.key() in STEPS:
            self.step(STEPS[event.key()], event.modifiers())
        elif event.text() in FIRST:
            self.type(event.text())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the panel, unless the field has the focus."""
        notches = event.angleDelta().y() // 120
        if self.hasFocus() and not self._gesture and notches and not self.locked:
            self.step(notches, event.modifiers())
            event.accept()
        else:
            event.ignore()

    def step(self, steps: int, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Change the number by so many steps, a tenth of them with Shift, round ones with Ctrl: one commit."""
        if self.locked:
            return
        size = self._quantity.key_step
        if held & Qt.KeyboardModifier.ShiftModifier and not self._quantity.whole:
            size *= FINE
        if held & Qt.KeyboardModifier.ControlModifier:
            size = self._quantity.snap
        value = self._quantity.clamp(self._number() + steps * size)
        if value != self._value:
            self._set(value)
            self.committed.emit(value)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.type()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # Typing

    def type(self, text: str = "") -> None:
        """Begin to type: over the whole number, or with `text` as the first of it."""
        if self._typing or self.locked:
            return
        line = self._typing = TypingLine(self, self._quantity.parse)
        line.setAccessibleName(self.accessibleName())
        line.setFont(theme.font(self._style.size))
        line.setAlignment(self._style.align)
        line.setGeometry(self._style.room(self.width(), self._text).toAlignedRect().adjusted(-2, 0, 2, 0))
        line.setText(text or ("" if self._value in (MIXED, None) else self._quantity.editable(self._value)))
        if not text:
            line.selectAll()
        line.setModified(bool(text))
        line.typed.connect(self._take)
        line.given_up.connect(self._stop_typing)
        line.judged.connect(self.update)
        line.tabbed.connect(self.focusNextPrevChild)
        line.stepped.connect(self._step_on)
        line.show()
        line.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_padlock()
        self.update()

    def _take(self, value: float | None) -> None:
        self._stop_typing()
        if value is not None and value != self._value:
            self._set(value)
            self.committed.emit(value)

    def _step_on(self, steps: int, held: Qt.KeyboardModifier) -> None:
        self.step(steps, held)
        self.type()

    def _stop_typing(self) -> None:
        line, self._typing = self._typing, None
        if line is None:
            return
        had_focus = line.hasFocus()
        line.hide()
        line.deleteLater()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_padlock()
        self.update()
