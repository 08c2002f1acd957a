"""A number as it is in a field: its text and tint, the padlock, how it is painted. Editing is `NumberField`'s."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.numbers import number_face
from pantin.widgets.numbers.field_gesture import FieldGesture
from pantin.widgets.numbers.number_face import HEIGHT, OPEN, Face, Style
from pantin.widgets.numbers.typing_line import TypingLine
from pantin.widgets.theme import drawing, icons
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.shared_values import MIXED, Mixed, shared

PADLOCK_WIDE = 16
LOCK = 12


class Padlock(QAbstractButton):
    """Stands in place of the axis letter. Checked is locked; the keyboard locks by the menu of the row."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setGeometry(0, 0, PADLOCK_WIDE, HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def nextCheckState(self) -> None:
        """A click asks for a lock; it is shown when the document has it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        hovered = self.underMouse()
        if hovered:
            drawing.box(painter, QRectF(1, 4, PADLOCK_WIDE - 1, self.height() - 8), tokens.track, radius=3)
        resting = tokens.t2 if self.isChecked() else tokens.t3
        name = "lock" if self.isChecked() else "unlock"
        icons.draw(painter, name, tokens.t1 if hovered else resting, 2, (self.height() - LOCK) / 2, LOCK)
        painter.end()


class NumberView(QWidget):
    """Shows one stored number of a `Quantity`.

    `axis` 0 to 2 puts a coloured X, Y or Z before it; `quiet` is text only, without a box; `lockable` has a padlock. A
    number that is not there, None, is "free"; edits of it begin at `open_at`.
    """

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
        self._declared = quantity
        self._quantity = quantity.shown_in(appearance().lengths)
        self._style = Style(self._quantity, axis, quiet, align)
        self.axis = axis
        self.padlock = Padlock(self) if lockable else None
        self._open_at = open_at
        self._value: float | Mixed | None = 0.0
        self._base: float | None = 0.0
        self._text = self._quantity.text(0.0)
        self._tint = ""
        self.locked = ""
        self._gesture: FieldGesture | None = None
        self._typing: TypingLine | None = None
        if self.padlock:
            self.padlock.clicked.connect(lambda: self.lock_asked.emit(not self.locked))
        if quantity.measure:
            appearance().lengths_changed.connect(self._show_lengths)
        self._take_pointer_and_keys()

    def value(self) -> float | Mixed | None:
        """The number that is here, None for a free one; `MIXED` where the selected bones differ."""
        return self._value

    def text(self) -> str:
        """The number as it is painted, without its unit."""
        return self._text

    def show_value(self, value: float | None) -> None:
        """Show a stored number. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[float | None]) -> None:
        """Show what all `values` are, or "Mixed". Editing begins with the first of them."""
        value = shared(values)
        self._base = values[0]
        if value != self._value:
            self._set(value)

    def show_quantity(self, quantity: Quantity) -> None:
        """Show the number as one of another quantity, such as of a longer range. Nothing is emitted."""
        self._declared = quantity
        self._show_lengths()

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
        if self.padlock:
            self.padlock.setChecked(bool(reason))
        explain(self, reason)
        self.setCursor(Qt.CursorShape.ArrowCursor if reason else Qt.CursorShape.SizeHorCursor)
        self._show_padlock()
        self.update()

    def _take_pointer_and_keys(self) -> None:
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.SizeHorCursor)

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

    def _show_lengths(self) -> None:
        """Write the same number in another unit."""
        self._quantity = self._declared.shown_in(appearance().lengths)
        self._style = replace(self._style, quantity=self._quantity)
        self._set(self._value)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(34 if self._style.quiet else 64, HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_padlock()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_padlock()

    def paintEvent(self, _event: QPaintEvent) -> None:
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
