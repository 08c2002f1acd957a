"""A row of a panel: a label, what is edited beside it, and the dot that says it was changed.

The label of a number scrubs it. A press on the dot puts the default back.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.explain import explain, remark, say_why_not
from pantin.widgets.forms.rows.editor import Editor
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.quantity import Quantity

INSET = 12
LABEL = 80
CARD_LABEL = 92
GAP = 8


class RowLabel(QWidget):
    """The text before an editor and the gap behind it, with the dot in the margin at its left.

    The unit of `quantity` is behind the text, where the editor shows none. One that `is_name` has the tag of a side in
    place of a letter at its end.
    """

    reset_asked = Signal()

    def __init__(
        self,
        text: str,
        quantity: Quantity | None = None,
        width: int = LABEL,
        scrubs: NumberField | None = None,
        is_name: bool = False,
    ) -> None:
        super().__init__()
        self._text, self._is_name = text, is_name
        self._quantity = quantity
        self._changed = False
        self._scrubs = scrubs
        self._dim = False
        self.setFixedSize(INSET + width + GAP, 24)
        if scrubs:
            self.setCursor(Qt.CursorShape.SizeHorCursor)

    def is_changed(self) -> bool:
        """True while the dot is shown."""
        return self._changed

    def show_changed(self, changed: bool) -> None:
        """Show or hide the dot."""
        if changed != self._changed:
            self._changed = changed
            self.update()

    def show_text(self, text: str, dim: bool = False) -> None:
        """Show another text, or show it dim: what it stands for has little effect now."""
        if (text, dim) != (self._text, self._dim):
            self._text, self._dim = text, dim
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if self._changed:
            drawing.dot(painter, QPointF(6, 12), tokens.acc, radius=drawing.CHANGED_DOT)
        room = self.width() - INSET - 4
        ink = tokens.off if not self.isEnabled() else tokens.t3 if self._dim else tokens.t2
        if self._is_name:
            drawing.name_with_side(painter, QRectF(INSET, 0, room, 24), self._text, ink, tokens)
        else:
            self._write(painter, room, ink)
        painter.end()

    def _write(self, painter: drawing.Painter, room: float, ink: str) -> None:
        """Write the text, and the unit behind it."""
        tokens = painter.tokens
        size = 12 if theme.metrics(12).horizontalAdvance(self._text) <= room else 11
        text = drawing.fitting(self._text, room, size)
        painter.setFont(theme.font(size))
        drawing.write(painter, QRectF(INSET, 0, room, 24), text, ink)
        unit = self._quantity.shown_in(appearance().lengths).suffix if self._quantity else ""
        if unit:
            left = INSET + theme.metrics(size).horizontalAdvance(text) + 6
            painter.setFont(theme.font(11))
            drawing.write(painter, QRectF(left, 0, 24, 24), unit, tokens.t3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._changed and _on_dot(event.position()) and event.button() == Qt.MouseButton.LeftButton:
            self.reset_asked.emit()
        elif self._scrubs and self._scrubs.isEnabled():
            self._scrubs.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._scrubs and event.buttons():
            self._scrubs.mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._scrubs:
            self._scrubs.mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._scrubs:
            self._scrubs.contextMenuEvent(event)
        else:
            event.ignore()


class Row(QWidget):
    """Label and editor side by side, 24 px high."""

    reset_asked = Signal()

    def __init__(
        self,
        label: str,
        editor: Editor,
        *,
        quantity: Quantity | None = None,
        width: int = LABEL,
        margin: int = INSET,
    ) -> None:
        super().__init__()
        self.editor = editor.widget
        self.label = RowLabel(label, quantity, width, editor.number)
        self.label.reset_asked.connect(self.reset_asked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, margin, 0)
        layout.setSpacing(0)
        layout.addWidget(self.label)
        layout.addWidget(editor.widget, 1)

    def explain(self, text: str) -> None:
        """The same tooltip for label and editor."""
        explain(self.label, text)
        explain(self.editor, text)

    def remark(self, text: str) -> None:
        """Something more in both tooltips; an empty text takes it back."""
        remark(self.label, text)
        remark(self.editor, text)

    def say_why_not(self, reason: str) -> None:
        """Say why the row is disabled, in both tooltips: they lie over that of the row."""
        say_why_not(self.label, reason)
        say_why_not(self.editor, reason)


def _on_dot(point: QPointF) -> bool:
    return point.x() < INSET


class RowHeading(QWidget):
    """The heading of the rows below it, where another block of them begins."""

    def __init__(self, text: str, margin: int = INSET) -> None:
        super().__init__()
        self._text, self._margin = text, margin
        self.setFixedHeight(24)
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11))
        room = QRectF(self._margin, 4, self.width() - 2 * self._margin, 20)
        drawing.write(painter, room, self._text, painter.tokens.t3)
        painter.end()


def row_of(*widgets: QWidget, above: int = 0) -> QWidget:
    """Buttons side by side, without a label, with pixels of room above and below."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, above, INSET, above)
    layout.setSpacing(4)
    for widget in widgets:
        layout.addWidget(widget)
    return row


def labelled(label: str, *widgets: QWidget) -> QWidget:
    """A label with what is edited beside it, where that is no field of a form; all share the room.

    Beside several lines of words the label is at the first. It names for readers what has no name of its own.
    """
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, INSET, 0)
    layout.setSpacing(4)
    layout.addWidget(RowLabel(label), 0, Qt.AlignmentFlag.AlignTop)
    for widget in widgets:
        layout.addWidget(widget, 1)
        widget.setAccessibleName(widget.accessibleName() or label)
    return row
