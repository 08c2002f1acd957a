"""One press on a number field, from where the button went down: a click, or a scrub that can be cancelled."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.focus_before import FocusBefore
from pantin.widgets.numbers.scrub import Scrub
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.shared_values import Mixed

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class PointerTravel:
    """Counts pixels from `x`, in the coordinates of the screen that `widget` is on."""

    def __init__(self, widget: QWidget, x: float) -> None:
        self._screen = widget.screen().geometry()
        self._from = x

    def to(self, x: float, wraps: bool) -> float:
        """The pixels since the last call; where it `wraps`, a pointer at the edge comes in again on the other side."""
        pixels, self._from = x - self._from, x
        if abs(pixels) > self._screen.width() / 2:
            return 0.0
        left, right = self._screen.left(), self._screen.right()
        across = {left: right - 1, right: left + 1}.get(round(x))
        if across is not None and wraps:
            QCursor.setPos(across, QCursor.pos().y())
            self._from = across
        return pixels


class FieldGesture:
    """Takes the focus for `field`, so that Esc reaches it; `before` is what stood there, `number` where it begins."""

    def __init__(
        self, field: QWidget, quantity: Quantity, before: float | Mixed | None, number: float, event: QMouseEvent
    ) -> None:
        self.before = before
        self._field = field
        self._focus_before = FocusBefore()
        self._scrub = Scrub(quantity, number)
        self._travel = PointerTravel(field, event.globalPosition().x())
        field.setFocus(Qt.FocusReason.MouseFocusReason)

    @property
    def scrubbing(self) -> bool:
        """Return whether it is a scrub by now."""
        return self._scrub.scrubbing

    def moved(self, event: QMouseEvent) -> float | None:
        """The number after the pointer moved; None as long as it may still be a click."""
        held = event.modifiers()
        pixels = self._travel.to(event.globalPosition().x(), wraps=self._scrub.scrubbing)
        return self._scrub.moved(pixels, fine=bool(held & SHIFT), snap=bool(held & CTRL))

    def give_focus_back(self) -> None:
        """Give the keyboard focus back to the widget that had it.

        Temporary line edits have the policy NoFocus and do not get it back.
        """
        before = self._focus_before.widget
        if before and before is not self._field and before.focusPolicy() != Qt.FocusPolicy.NoFocus:
            before.setFocus()
        elif before is not self._field:
            self._field.clearFocus()
