"""What is wrong with the rig, a sentence each; a click selects the bones that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from rigs.problems import Problem
from widgets import drawing, icons, theme
from widgets.explain import explain
from widgets.panel_head import PanelHead
from widgets.scroll import column

ROW = 32
WORDS = {"error": "Error", "warning": "Warning"}


class ProblemsPanel(QWidget):
    """Shows problems. Emits `selection_asked(names, active)` with the bones of the one that was clicked."""

    selection_asked = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._problems: tuple[Problem, ...] | None = None
        self.head = PanelHead("Problems")
        self.rows: list[ProblemRow] = []
        self._content = QWidget()
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(_None())
        self._column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(column(self._content))

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems, worst first as they come."""
        problems = tuple(problems)
        if problems == self._problems:
            return
        self._problems = problems
        for row in self.rows:
            row.deleteLater()
            self._column.removeWidget(row)
        self.rows = [ProblemRow(problem) for problem in problems]
        for place, row in enumerate(self.rows):
            row.clicked.connect(lambda _=False, names=row.problem.bones: self._ask(names))
            self._column.insertWidget(place, row)
        self._column.itemAt(len(self.rows)).widget().setVisible(not problems)
        self.head.show_note(str(len(problems)) if problems else "", chip=True)

    def _ask(self, names: tuple[str, ...]) -> None:
        self.selection_asked.emit(names, names[0] if names else None)


class ProblemRow(QAbstractButton):
    """One problem: a filled sign for an error, an open one for a warning, and the sentence."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{WORDS[problem.severity]}: {problem.text}")
        about = ", ".join(problem.bones)
        explain(self, f"{problem.text}\nClick to select {about}." if about else problem.text)

    def sizeHint(self) -> QSize:
        return QSize(240, ROW)

    def paintEvent(self, _event) -> None:
        tokens, error = theme.current(), self.problem.severity == "error"
        painter = drawing.painter_of(self)
        rect = QRectF(self.rect())
        if self.underMouse() or self.isDown():
            painter.fillRect(rect, theme.colour(tokens.row_hover))
        painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), theme.colour(tokens.line))
        icon, token = ("error", tokens.miss) if error else ("problem", tokens.limit)
        icons.draw(painter, icon, token, 12, (ROW - icons.SIZE) / 2)
        painter.setFont(theme.font(12))
        room = rect.adjusted(40, 0, -12, 0)
        drawing.write(painter, room, drawing.fitting(self.problem.text, room.width()), tokens.t1)
        if self.hasFocus():
            drawing.ring(painter, rect.adjusted(4, 2, -4, -3), tokens.acc)
        painter.end()


class _None(QWidget):
    """Nothing is wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(2 * ROW)
        self.setAccessibleName("No problems")

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        icons.draw(painter, "check", tokens.pin, 12, 8)
        drawing.write(painter, QRectF(40, 0, self.width() - 52, ROW), "No problems.", tokens.t2)
        painter.end()
