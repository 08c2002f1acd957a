"""What the solver makes of the rig, and beside it what another one makes of the same."""

from __future__ import annotations

from collections.abc import Mapping
from math import degrees

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from widgets import drawing, theme
from widgets.choice import Choice
from widgets.exchange import Goal, Solved
from widgets.explain import explain
from widgets.panel_head import PanelHead
from widgets.quantity import residual_text
from widgets.row import Row
from widgets.section import Section

NOBODY = "none"
COLUMN = 84
LINE = 24
GOAL = 28


class SolverPanel(QWidget):
    """Emits `compare_asked` with the name of a second solver, or None; `selection_asked(names, active)` for a goal."""

    compare_asked = Signal(object)
    selection_asked = Signal(object, object)

    def __init__(self, solvers: Mapping[str, str]) -> None:
        super().__init__()
        self.head = PanelHead("Solver")
        self.setAutoFillBackground(True)
        self.choice = Choice((NOBODY, *solvers))
        for place, title in enumerate(solvers.values(), 1):
            self.choice.setItemText(place, title)
        self.choice.committed.connect(lambda name: self.compare_asked.emit(None if name == NOBODY else name))
        row = Row("Compare with", self.choice)
        row.explain("A second solver, whose pose is drawn as an outline on the same drag.")
        self.result, self.goals = _Result(), _Goals(self.selection_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(row)
        for title, content in (("Result", self.result), ("Goals", self.goals)):
            section = Section(title)
            section.add(content)
            layout.addWidget(section)
        layout.addStretch(1)

    def show_solved(self, a: Solved, b: Solved | None, compared: str | None) -> None:
        """Show what the solver came to, and what the other one did, where one is compared."""
        self.choice.show_value(compared or NOBODY)
        self.result.show_solved(a, b)
        self.goals.show_solved(a, b)


def lines(solved: Solved) -> tuple[tuple[str, str], ...]:
    """The figures of a solver, in words."""
    goals = solved.goals
    reached = sum(goal.reached for goal in goals)
    return (
        ("Goals reached", f"{reached} of {len(goals)}"),
        ("Furthest miss", residual_text(max((goal.residual for goal in goals), default=0.0))),
        ("Steps, most", str(max((goal.iterations for goal in goals), default=0))),
        ("Time", f"{solved.microseconds:.0f} µs"),
        ("Largest turn", f"{degrees(solved.jump or 0.0):.1f}°"),
        ("At a limit", f"{len(solved.limits_hit)} bone{'' if len(solved.limits_hit) == 1 else 's'}"),
    )


class _Result(QWidget):
    """A line for each figure, a column for each solver."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
        self.setToolTip("Largest turn: how far the joint that turned most has turned since the solve before.")
        self.setFixedHeight(LINE * 7)

    def show_solved(self, a: Solved, b: Solved | None) -> None:
        columns = tuple((solved.title, lines(solved)) for solved in (a, b) if solved is not None)
        if columns != self._columns:
            self._columns = columns
            self.setAccessibleName("; ".join(f"{title}: {', '.join(map(' '.join, of))}" for title, of in columns))
            self.update()

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        inks = (tokens.acc_t, tokens.right)
        for column, (title, figures) in enumerate(self._columns):
            right = self.width() - 12 - COLUMN * (len(self._columns) - 1 - column)
            room = QRectF(right - COLUMN + 8, 0, COLUMN - 8, LINE)
            painter.setFont(theme.font(11, 600))
            head = f"{'AB'[column]} {title}" if len(self._columns) > 1 else title
            drawing.write(
                painter, room, drawing.fitting(head, room.width(), 11, 600), inks[column], drawing.MIDDLE_RIGHT
            )
            painter.setFont(theme.font(12))
            for place, (name, value) in enumerate(figures, 1):
                if column == 0:
                    drawing.write(painter, QRectF(12, LINE * place, 120, LINE), name, tokens.t2)
                at = room.translated(0, LINE * place)
                drawing.write(painter, at, value, tokens.t1 if column == 0 else tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


class _Goals(QWidget):
    """A row for each goal; a click selects its bone."""

    def __init__(self, asked) -> None:
        super().__init__()
        self._asked = asked
        self.rows: list[GoalRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_solved(self, a: Solved, b: Solved | None) -> None:
        others = {(goal.owner, goal.constraint): goal for goal in b.goals} if b else {}
        while len(self.rows) < len(a.goals):
            row = GoalRow()
            row.clicked.connect(lambda _=False, row=row: self._asked.emit((row.owner,), row.owner))
            self.rows.append(row)
            self._column.addWidget(row)
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(a.goals))
            if place < len(a.goals):
                goal = a.goals[place]
                row.show_goal(goal, others.get((goal.owner, goal.constraint)))


class GoalRow(QAbstractButton):
    """Full dot for reached, open for not; the bone, which solver it got, what is left."""

    def __init__(self) -> None:
        super().__init__()
        self.owner, self._shown = "", ()
        self.setFixedHeight(GOAL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, GOAL)

    def show_goal(self, goal: Goal, other: Goal | None) -> None:
        """Show a goal, and what another solver left of it."""
        shown = (goal.owner, goal.reached, goal.method, residual_text(goal.residual), goal.iterations)
        shown = (*shown, residual_text(other.residual) if other else "")
        if shown != self._shown:
            self._shown, self.owner = shown, goal.owner
            steps = f"{goal.iterations} step{'' if goal.iterations == 1 else 's'}"
            state = "reached" if goal.reached else "not reached"
            explain(self, f"{goal.owner}: {state}, {shown[3]} left after {steps} of {goal.method}. Click to select.")
            self.setAccessibleName(f"{goal.owner}, {state}, {shown[3]} left")
            self.update()

    def paintEvent(self, _event) -> None:
        owner, reached, method, left, _, other = self._shown
        tokens = theme.current()
        painter = drawing.painter_of(self)
        rect = QRectF(self.rect())
        if self.underMouse():
            painter.fillRect(rect, theme.colour(tokens.row_hover))
        dot = QRectF(12, (GOAL - 8) / 2, 8, 8)
        if reached:
            drawing.box(painter, dot, tokens.pin, radius=4)
        else:
            drawing.ring(painter, dot, tokens.miss, radius=4, width=1.75)
        painter.setFont(theme.font(12))
        drawing.name_with_side(painter, rect.adjusted(28, 0, -170, 0), owner, tokens.t1, tokens)
        painter.setFont(theme.font(11))
        columns = [(left, tokens.t1 if reached else tokens.miss), *([(other, tokens.right)] if other else [])]
        for place, (text, token) in enumerate(reversed(columns)):
            room = rect.adjusted(0, 0, -12 - 76 * place, 0)
            drawing.write(painter, room, text, token, drawing.MIDDLE_RIGHT)
        if not other:
            short = drawing.fitting(method, 84, 11)
            drawing.write(painter, rect.adjusted(0, 0, -80, 0), short, tokens.t3, drawing.MIDDLE_RIGHT)
        if self.hasFocus():
            drawing.ring(painter, rect.adjusted(4, 1, -4, -1), tokens.acc)
        painter.end()
