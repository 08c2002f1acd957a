"""Facts in rows: a label at the left, what is so at the right; or side by side for two solvers, the better one bold."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.theme import drawing, theme

ROW = 24
COLUMN = 72


class FactRow(QWidget):
    """`values` are in columns of 72 px at the right, the last one outermost; one that is bold is the better one."""

    def __init__(self, label: str, tooltip: str, left: int = INSET, right: int = INSET) -> None:
        super().__init__()
        self._label, self._left, self._right = label, left, right
        self._values: tuple[str, ...] = ()
        self._better: int | None = None
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(label)
        self.setToolTip(plain(tooltip))

    def rename(self, label: str) -> None:
        """Give the row another label."""
        if label != self._label:
            self._label = label
            self.setAccessibleName(label)
            self.update()

    def show_values(self, *values: str, better: int | None = None) -> None:
        """Show these values."""
        if (values, better) != (self._values, self._better):
            self._values, self._better = values, better
            self.setAccessibleDescription(", ".join(values))
            self.update()

    def values(self) -> tuple[str, ...]:
        """Return the values that are shown."""
        return self._values

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        room = self.width() - self._left - self._right
        taken = COLUMN * len(self._values) if len(self._values) > 1 else room / 2
        label = drawing.fitting(self._label, room - taken, 12)
        drawing.write(painter, QRectF(self._left, 0, room, ROW), label, tokens.t2)
        for k, value in enumerate(reversed(self._values)):
            place = len(self._values) - 1 - k
            plain = len(self._values) > 1 and place != self._better
            painter.setFont(theme.font(12, 600 if place == self._better else 400))
            column = QRectF(self.width() - self._right - COLUMN * k - taken, 0, taken, ROW)
            drawing.write(painter, column, value, tokens.t2 if plain else tokens.t1, drawing.MIDDLE_RIGHT)
        painter.end()
