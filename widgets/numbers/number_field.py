"""The number field: drag to scrub, click to type, arrow keys to step; where it has a padlock, it can be locked.

One gesture gives any number of `scrubbed` previews and then exactly one `committed` or one `cancelled`. Esc and the
right button put back what was there. A number that cannot be read is ringed, and the old one stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.numbers import number_face
from pantin.widgets.numbers.field_gesture import FieldGesture
from pantin.widgets.numbers.number_face import HEIGHT, OPEN, Face, Style
from pantin.widgets.numbers.padlock import Padlock
from pantin.widgets.numbers.scrub import FINE
from pantin.widgets.numbers.typing_line import STEPS, TypingLine
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.shared_values import MIXED, Mixed, shared

FIRST = tuple("0123456789.,-+(")
"""Letters that begin a number: pressing one begins to type."""
TYPE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
ALT = Qt.KeyboardModifier.AltModifier
_OWN = (*TYPE, *STEPS)


class NumberField(QWidget):
    """Shows one stored number of a `Quantity`.

    `axis` 0 to 2 puts a coloured X, Y or Z before it; `quiet` is text only, without a box; `lockable` has a padlock. A
    number that is not there, None, is "free"; edits of it begin at `open_at`.
    """

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    lock_asked = Signal(bool)

    def __init__(
        self,
        quantity: Quantity,
        axis: int | None = None,
        quiet: bool = False,
        align: Qt.AlignmentFlag = drawing.MIDDLE_RIGHT,
        lockable: bool = False,
        open_at: float = 0.0,
    ) -> None:
        super().__init__()
        self._quantity = quantity
        self._style = Style(quantity, axis, quiet, align)
        self.axis = axis
        self.padlock = Padlock(self) if lockable else None
        self._open_at = open_at
        self._value: float | Mixed | None = 0.0
        self._base: float | None = 0.0
        self._text = quantity.text(0.0)
        self._tint = ""
        self.locked = ""
        self._gesture: FieldGesture | None = None
        self._menu_is_due = True
        self._typing: TypingLine | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        if self.padlock:
            self.padlock.clicked.connect(lambda: self.lock_asked.emit(not self.locked))

    # What is shown

    def value(self) -> float | Mixed | None:
        """The number that stands here, None for a free one; `MIXED` where the selected bones differ."""
        return self._value

    def text(self) -> str:
        """The number as it is painted, without its unit."""
        return self._text

    def show_value(self, value: float | None) -> None:
        """Show a stored number. Nothing is emitted; a gesture under way is not disturbed."""
        self.show_values((value,))

    def show_values(self, values: Sequence[float | None]) -> None:
        """Show what all `values` are, or "Mixed". Editing begins with the first of them."""
        if self._gesture:
            return
        value = shared(values)
        self._base = values[0]
        if value != self._value:
            self._set(value)

    def show_tint(self, tint: str) -> None:
        """Colour the number by what drives it: "ik", "limit", "free" (no limit), or "" for nothing special."""
        if tint != self._tint:
            self._tint = tint
            self.update()

    def show_locked(self, reason: str) -> None:
        """Show the padlock closed, and why; an empty reason opens it."""
        if reason == self.locked:
            return
        self.locked = reason
        self.padlock.setChecked(bool(reason))
        explain(self, reason)
        self.setCursor(Qt.CursorShape.ArrowCursor if reason else Qt.CursorShape.SizeHorCursor)
        self._show_padlock()
        self.update()

    def _set(self, value: float | Mixed | None) -> None:
        self._value = value
        text = MIXED.value if value is MIXED else OPEN if value is None else self._quantity.text(value)
        if text != self._text or self._quantity.filled:
            self._text = text
            self.update()

    def _number(self) -> float:
        """The number from which an edit begins."""
        number = self._base if self._value is MIXED else self._value
        return self._open_at if number is None else number

    def _show_padlock(self) -> None:
        if self.padlock:
            over = self.underMouse() and self.isEnabled() and not (self._typing or self._gesture)
            self.padlock.setVisible(over or bool(self.locked))

    def enterEvent(self, event) -> None:
        super().enterEvent(event)
        self._show_padlock()

    def leaveEvent(self, event) -> None:
        super().leaveEvent(event)
        self._show_padlock()

    def changeEvent(self, event: QEvent) -> None:
        """The unit of lengths was changed: the same number reads otherwise."""
        if event.type() == QEvent.Type.LocaleChange:
            self._set(self._value)
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(34 if self._style.quiet else 64, HEIGHT)

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
        self._set(gesture.before)
        self.update()
        if gesture.scrubbing:
            gesture.give_focus_back()
            self.cancelled.emit()

    # Keys

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._wants(event):
            event.accept()
            return True
        return super().event(event)

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

    def wheelEvent(self, event) -> None:
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

    def focusInEvent(self, event) -> None:
        super().focusInEvent(event)
        self.update()
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.type()

    def focusOutEvent(self, event) -> None:
        super().focusOutEvent(event)
        self.update()

    # Typing

    def type(self, text: str = "") -> None:
        """Begin to type: over the whole number, or with `text` as the first of it."""
        if self._typing or self.locked:
            return
        line = self._typing = TypingLine(self, self._quantity.parse)
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
        had_focus = line.hasFocus()
        line.hide()
        line.deleteLater()
        if had_focus:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_padlock()
        self.update()

    def paintEvent(self, _event) -> None:
        face = Face(
            value=self._value,
            locked=bool(self.locked),
            lettered=not (self.padlock and self.padlock.isVisible()),
            text=self._text,
            tint=self._tint,
            enabled=self.isEnabled(),
            hovered=self.underMouse(),
            focused=self.hasFocus(),
            typing=self._typing is not None,
            scrubbing=bool(self._gesture and self._gesture.scrubbing),
            invalid=self._typing is not None and self._typing.invalid,
        )
        painter = drawing.painter_of(self)
        number_face.paint(painter, QRectF(self.rect()), self._style, face)
        painter.end()
