"""The table of goals: whether each is reached, its bone, and the residual and steps of each solver."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyleOptionViewItem, QVBoxLayout, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList, paint_back
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import TracedGoal
from pantin.widgets.values.quantity import residual_text

ROW = 24
LEFT_OVER, STEPS, GAP, INSET = 76, 40, 8, 12
WIDE = 400


class GoalRow(msgspec.Struct, frozen=True):
    """One goal as solver A solved it, and as B did where there is one."""

    a: TracedGoal
    b: TracedGoal | None = None

    @property
    def spoken(self) -> str:
        """The row for screen readers."""
        sentence = _("{goal}, {outcome}") if self.b is None else _("{goal}, {outcome}; with B {other}")
        return sentence.format(goal=self.a.handle, outcome=_spoken(self.a), other=_spoken(self.b) if self.b else "")


def _spoken(goal: TracedGoal) -> str:
    if goal.reached:
        text = ngettext(
            "reached, {residual} left after {count} steps",
            "reached, {residual} left after {count} steps",
            goal.iterations,
        )
    else:
        text = ngettext(
            "not reached, {residual} left after {count} steps",
            "not reached, {residual} left after {count} steps",
            goal.iterations,
        )
    return text.format(residual=residual_text(goal.residual, appearance().lengths), count=goal.iterations)


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda row: row.a.handle,
    Qt.ItemDataRole.AccessibleTextRole: lambda row: row.spoken,
    Qt.ItemDataRole.ToolTipRole: lambda row: plain(
        _("{goal}: {outcome} by {method}. Click to select it and to draw its way.").format(
            goal=row.a.handle, outcome=_spoken(row.a), method=row.a.method
        )
    ),
}


class GoalTable(QWidget):
    """Emits `row_chosen` with the row that was clicked or on which Enter was pressed."""

    row_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[GoalRow] = []
        self.titles = _Titles()
        self.list = RowList(_("Goals"), ROLE_DATA)
        self.list.setItemDelegate(_GoalDelegate(self.list, ROW))
        self.list.setUniformItemSizes(True)
        self.list.chosen.connect(lambda row: self.row_chosen.emit(self._rows[row]))
        self.setMinimumHeight(2 * ROW)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        layout.addWidget(self.titles)
        layout.addWidget(self.list, 1)

    def show_rows(self, rows: list[GoalRow], compared: bool) -> None:
        """Show these goals. Where there are as many as before, position and hover are kept."""
        self.titles.show_compared(compared)
        same = len(rows) == len(self._rows)
        self._rows = rows
        if same:
            self.list.rows.rows = rows
            self.list.viewport().update()
        else:
            self.list.rows.show(rows)


class _Titles(QWidget):
    """The words above the columns."""

    def __init__(self) -> None:
        super().__init__()
        self._compared = False
        self.setFixedHeight(ROW + 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_compared(self, compared: bool) -> None:
        """Show or hide the columns of B."""
        if compared != self._compared:
            self._compared = compared
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(tokens.line))
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(INSET, 1, 100, ROW), _("Goal"), tokens.t3)
        left_over = (_("A left over"), _("B left over")) if self._compared else (_("Left over"),)
        words = [word for over in left_over for word in ((over, _("Steps")) if self.width() >= WIDE else (over,))]
        for room, word in zip(columns(self.width(), self._compared), words, strict=True):
            drawing.write(painter, room.translated(0, 1), word, tokens.t3, drawing.MIDDLE_RIGHT)
        painter.end()


def columns(width: float, compared: bool) -> list[QRectF]:
    """Return the columns of numbers, pixels; without the steps where there is no room for them."""
    sizes = ([LEFT_OVER, STEPS] if width >= WIDE else [LEFT_OVER]) * (2 if compared else 1)
    left = width - INSET - sum(sizes) - GAP * (len(sizes) - 1)
    found = []
    for size in sizes:
        found.append(QRectF(left, 0, size, ROW))
        left += size + GAP
    return found


class _GoalDelegate(ListDelegate):
    """Paints dot, icon and name, then the numbers. A goal that A misses has a tinted background."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        row: GoalRow = self._list.rows.rows[index.row()]
        rect = paint_back(painter, option, self._list.viewport().width(), tokens)
        if not row.a.reached:
            painter.fillRect(rect, theme.colour(tokens.miss, 0.09))
        met = row.a.reached
        drawing.dot(painter, QPointF(INSET + 4, rect.center().y()), tokens.pin if met else tokens.miss, met)
        kind, token = ("handle", tokens.handle) if row.a.constraint is not None else ("bone", tokens.t2)
        icons.draw(painter, kind, token, INSET + 14, rect.top() + 4)
        rooms = columns(rect.width(), row.b is not None)
        left = INSET + 36
        name = QRectF(left, rect.top(), rooms[0].left() - left, ROW)
        drawing.name_with_side(painter, name, row.a.handle, tokens.t1, tokens)
        for room, (text, token) in zip(rooms, _cells(row, rect.width() >= WIDE, tokens), strict=True):
            drawing.write(painter, room.translated(0, rect.top()), text, token, drawing.MIDDLE_RIGHT)


def _cells(row: GoalRow, with_steps: bool, tokens: theme.Theme) -> list[tuple[str, str]]:
    """The numbers of a row, and their colours."""
    found = []
    for goal in filter(None, (row.a, row.b)):
        found.append((residual_text(goal.residual, appearance().lengths), tokens.t1 if goal.reached else tokens.miss))
        if with_steps:
            found.append((str(goal.iterations), tokens.t2))
    return found
