"""One row of the list of problems: icon, sentence with links, what the fix does, and its button."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from pantin.rigs.problems import Problem
from pantin.widgets.controls.row_list import NARROWEST, Index, ListDelegate, RowList, paint_back
from pantin.widgets.controls.sentence import Sentence
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ROW = 32
LEFT = 36
RIGHT = 12
LOOKS = {"error": ("error", "miss"), "warning": ("problem", "limit"), "note": ("note", "t3")}
"""Icon and colour. The shapes differ too: full for an error, an outline for a warning, round for a note."""

FIX, BUTTON = _("Fix"), 24
GAP = 12
LEAST = 320
"""Where less is left for the sentence, what the fix does is told by the tooltip alone."""


def fix_button(row: QRectF) -> QRectF:
    """Return the place of the button in a row."""
    width = theme.metrics(12).horizontalAdvance(FIX) + 16
    return QRectF(row.right() - RIGHT - width, row.center().y() - BUTTON / 2, width, BUTTON)


class ProblemDelegate(ListDelegate):
    """Paints rows. `pointed_name` and `pointed_fix`, a row, light up; `pressed` is about that button."""

    def __init__(self, rows: RowList) -> None:
        super().__init__(rows, ROW)
        self.pointed_name: str | None = None
        self.pointed_fix: int | None = None
        self.pressed = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        problem = self._problem(index)
        if theme.metrics().horizontalAdvance(problem.text) <= self._room(problem):
            return super().sizeHint(option, index)
        return QSize(NARROWEST, max(ROW, self.sentence(index).height + 16))

    def sentence(self, index: Index) -> Sentence:
        """The sentence of a row, as wide as it may be."""
        problem = self._problem(index)
        return Sentence(problem.text, problem.bones, self._room(problem), self.pointed_name)

    def name_at(self, index: Index, at: QPointF) -> str | None:
        """The bone whose name lies at a place of the list."""
        row, sentence = self._list.visualRect(index), self.sentence(index)
        return sentence.name_at(at - QPointF(LEFT, row.top() + (row.height() - sentence.height) / 2))

    def is_on_fix(self, index: Index, at: QPointF) -> bool:
        """Return whether the button of a row lies there."""
        row = QRectF(self._list.visualRect(index))
        row.setRight(self._width())
        return self._problem(index).fix is not None and fix_button(row).contains(at)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        row = paint_back(painter, option, self._width(), tokens)
        painter.fillRect(QRectF(0, row.top(), row.width(), 1), theme.colour(tokens.line))
        problem = self._problem(index)
        icon, token = LOOKS[problem.severity]
        sentence = self.sentence(index)
        top = row.top() + (row.height() - sentence.height) / 2
        icons.draw(painter, icon, getattr(tokens, token), 12, top)
        sentence.paint(painter, LEFT, top)
        if problem.fix:
            self._paint_fix(painter, row, index, tokens)

    def _paint_fix(self, painter: QPainter, row: QRectF, index: Index, tokens: theme.Theme) -> None:
        button = fix_button(row)
        pointed = self.pointed_fix == index.row()
        ground = tokens.track if pointed and self.pressed else tokens.field_hover if pointed else tokens.field
        drawing.box(painter, button, ground)
        painter.setFont(theme.font())
        drawing.write(painter, button, FIX, tokens.t1, drawing.CENTRE)
        if self._says_fix():
            painter.setFont(theme.font(11))
            room = QRectF(LEFT, row.top(), button.left() - GAP - LEFT, row.height())
            drawing.write(painter, room, self._words(index), tokens.t2, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font())

    def _problem(self, index: Index) -> Problem:
        problem: Problem = self._list.rows.rows[index.row()]
        return problem

    def _words(self, index: Index) -> str:
        fix = self._problem(index).fix
        return fix.text if fix else ""

    def _room(self, problem: Problem) -> float:
        """Return the width that the sentence may take."""
        room = self._width() - LEFT - RIGHT
        if problem.fix is None:
            return room
        room -= fix_button(QRectF()).width() + GAP
        if self._says_fix():
            room -= theme.metrics(11).horizontalAdvance(problem.fix.text) + GAP
        return room

    def _says_fix(self) -> bool:
        """Return whether there is room for what the fixes do."""
        texts = [problem.fix.text for problem in self._list.rows.rows if problem.fix]
        widest = max(map(theme.metrics(11).horizontalAdvance, texts), default=0)
        return self._width() - LEFT - RIGHT - widest - fix_button(QRectF()).width() - 2 * GAP >= LEAST

    def _width(self) -> float:
        return self._list.viewport().width()
