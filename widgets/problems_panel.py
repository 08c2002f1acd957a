"""What is wrong with the rig, a sentence a row. A click on a row selects its bones, a click on a name that bone."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedLayout, QStyledItemDelegate, QWidget

from rigs.problems import Problem
from widgets import drawing, icons, theme
from widgets.panel_head import PanelHead
from widgets.row_list import RowList, paint_back
from widgets.sentence import Sentence

ROW = 32
LEFT = 36
LOOKS = {"error": ("error", "miss"), "warning": ("problem", "limit")}
"""Icon and colour. The shapes differ too: full for an error, an outline for a warning."""

TOLD = {
    Qt.ItemDataRole.DisplayRole: lambda problem: problem.text,
    Qt.ItemDataRole.AccessibleTextRole: lambda problem: f"{problem.severity.capitalize()}: {problem.text}",
    Qt.ItemDataRole.ToolTipRole: lambda problem: (
        f"{problem.severity.capitalize()}. Click to select {_bones(problem)}, or click a name."
    ),
}


def _bones(problem: Problem) -> str:
    return problem.bones[0] if len(problem.bones) == 1 else f"{len(problem.bones)} bones"


class ProblemsPanel(QWidget):
    """`selection_asked(names, active)` follows clicks and Enter. `head` is the title bar of the panel's dock."""

    title = "Problems"
    selection_asked = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._problems: tuple[Problem, ...] = ()
        self.head = PanelHead(self.title)
        self.list = _Problems(self.title, TOLD)
        self.list.setItemDelegate(_ProblemDelegate(self.list))
        self.list.setLayoutMode(RowList.LayoutMode.Batched)
        self.list.chosen.connect(self._ask)
        self.nothing = _Nothing()
        self.setAutoFillBackground(True)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(self.list)

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show these problems in their order, each once. Nothing is emitted."""
        found = tuple(dict.fromkeys(problems))
        if found == self._problems:
            return
        self._problems = found
        self.head.show_note(str(len(found)) if found else "", chip=True)
        self.list.rows.show(found)
        self._pages.setCurrentWidget(self.list if found else self.nothing)

    def _ask(self, row: int) -> None:
        problem = self._problems[row]
        name = self.list.pointed_name
        names = (name,) if name else problem.bones
        if names:
            self.selection_asked.emit(names, names[0])


class _Problems(RowList):
    """Knows which name the pointer is on."""

    pointed_name: str | None = None

    def mouseMoveEvent(self, event) -> None:
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def mousePressEvent(self, event) -> None:
        self._point_at(event.position().toPoint())
        super().mousePressEvent(event)

    def leaveEvent(self, event) -> None:
        super().leaveEvent(event)
        self._point_at(QPoint(-1, -1))

    def keyPressEvent(self, event) -> None:
        """Enter is about the row, wherever the pointer rests."""
        self._point_at(QPoint(-1, -1))
        super().keyPressEvent(event)

    def resizeEvent(self, event) -> None:
        """Sentences wrap anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _point_at(self, at: QPoint) -> None:
        index, name = self.indexAt(at), None
        if index.isValid():
            rect, sentence = self.visualRect(index), self.itemDelegate().sentence(index)
            name = sentence.name_at(QPointF(at) - QPointF(LEFT, rect.top() + (rect.height() - sentence.height) / 2))
        if name != self.pointed_name:
            self.pointed_name = name
            shape = Qt.CursorShape.PointingHandCursor if name else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()


class _ProblemDelegate(QStyledItemDelegate):
    """Icon and sentence, under a line."""

    def sizeHint(self, _option, index: QModelIndex) -> QSize:
        text = index.model().rows[index.row()].text
        if theme.metrics().horizontalAdvance(text) <= self._room():
            return QSize(120, ROW)
        return QSize(120, max(ROW, self.sentence(index).height + 16))

    def sentence(self, index: QModelIndex, pointed: str | None = None) -> Sentence:
        """The sentence of a row, as wide as the list."""
        problem: Problem = index.model().rows[index.row()]
        return Sentence(problem.text, problem.bones, self._room(), pointed)

    def paint(self, painter: QPainter, option, index: QModelIndex) -> None:
        tokens = theme.current()
        row = paint_back(painter, option, self.parent().viewport().width())
        painter.fillRect(QRectF(0, row.top(), row.width(), 1), theme.colour(tokens.line))
        icon, token = LOOKS[index.model().rows[index.row()].severity]
        sentence = self.sentence(index, self.parent().pointed_name)
        top = row.top() + (row.height() - sentence.height) / 2
        icons.draw(painter, icon, getattr(tokens, token), 12, top)
        sentence.paint(painter, LEFT, top)

    def _room(self) -> int:
        return self.parent().viewport().width() - LEFT - 12


class _Nothing(QWidget):
    """A check mark: nothing is wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("No problems")
        self.setToolTip("Nothing in this rig keeps a constraint from acting, or will surprise.")

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(tokens.line))
        icons.draw(painter, "check", tokens.pin, 12, 8)
        drawing.write(painter, QRectF(LEFT, 0, self.width() - LEFT, ROW), "No problems", tokens.t2)
        painter.end()
