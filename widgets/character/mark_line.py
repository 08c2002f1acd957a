"""Signs with a few words each, in a line: what was found well, what a licence allows, asks for and forbids."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.opening_shown import Mark

HIGH, APART, SMALL = 20, 16, 14
"""Height of a line, what is between two marks, and the size of a sign, pixels."""
USUAL = 200
"""The width that it asks for, pixels."""
SIGNS = {"good": "check", "doubt": "problem", "forbidden": "close", "credit": "licence"}


class MarkLine(QWidget):
    """Marks side by side, on as many lines as they need; on chips where they are `chips`."""

    def __init__(self, chips: bool = False) -> None:
        super().__init__()
        self._marks: tuple[Mark, ...] = ()
        self._chips = chips
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return what is shown."""
        return self._marks

    def show_marks(self, marks: tuple[Mark, ...]) -> None:
        """Show these; without any it goes."""
        self._marks = marks
        self.setVisible(bool(marks))
        self.setAccessibleName(", ".join(each.words for each in marks))
        self._be_as_high_as_marks()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._be_as_high_as_marks()

    def sizeHint(self) -> QSize:
        return QSize(USUAL, self.height())

    def _be_as_high_as_marks(self) -> None:
        self.setFixedHeight(round(max((rect.bottom() for rect in self._places(self.width())), default=0.0)))

    def _places(self, width: float) -> list[QRectF]:
        """Return the place of each mark, from the left, in a new line where there is no more room."""
        around = 8 if self._chips else 0
        x, y, found = 0.0, 0.0, list[QRectF]()
        for mark in self._marks:
            wide = 2 * around + SMALL + 6 + theme.metrics(11).horizontalAdvance(mark.words)
            if x and x + wide > width:
                x, y = 0.0, y + HIGH + 4
            found.append(QRectF(x, y, wide, HIGH))
            x += wide + (8 if self._chips else APART)
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        colours = {"good": tokens.pin, "doubt": tokens.limit, "forbidden": tokens.miss, "credit": tokens.limit}
        for mark, rect in zip(self._marks, self._places(self.width()), strict=True):
            if self._chips:
                drawing.box(painter, rect, tokens.field, HIGH / 2)
            left = rect.left() + (8 if self._chips else 0)
            icons.draw(painter, SIGNS[mark.sign], colours[mark.sign], left, rect.top() + (HIGH - SMALL) / 2, SMALL)
            painter.setFont(theme.font(11))
            ink = tokens.t1 if mark.sign == "good" else colours[mark.sign]
            drawing.write(painter, rect.adjusted(left - rect.left() + SMALL + 6, 0, 0, 0), mark.words, ink)
        painter.end()
