"""The figures of one solver, or of two side by side with the better one bold."""

from __future__ import annotations

from math import degrees

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.section import Section
from pantin.widgets.forms.fact_row import COLUMN, FactRow
from pantin.widgets.status.status_bar import duration_text
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Solved
from pantin.widgets.values.quantity import residual_text

NOTHING = "–"


class ResultSection(Section):
    """The figures of both solvers, side by side."""

    def __init__(self) -> None:
        super().__init__("Result", row_gap=0)
        self._columns = _Columns()
        self.add_to_head(self._columns)
        self.rows = {label: FactRow(label, tooltip) for label, tooltip in FIGURES.items()}
        for row in self.rows.values():
            self.add(row)

    def show_solved(self, a: Solved, b: Solved | None) -> None:
        """Show the figures of A, and of B where there is one."""
        self._columns.setVisible(b is not None)
        sides = [_figures(solved) for solved in (a, b) if solved is not None]
        for label, row in self.rows.items():
            values = [side[label] for side in sides]
            row.show_values(*(text for text, _ in values), better=_better(values))


FIGURES = {
    "Goals reached": "How many goals were met, of how many",
    "Furthest miss": "What the goal that is missed most lacks",
    "Steps": "The steps of the chain that took most",
    "Time": "How long the whole rig took",
    "Largest jump": "How far the joint that turned most has turned since the pose before",
    "At a limit": "How many joints have come to the end of a limit",
}


def _figures(solved: Solved) -> dict[str, tuple[str, float | None]]:
    """Each figure in words, and a number that is smaller where it is better; None where neither is."""
    goals = solved.goals
    reached, furthest = sum(goal.reached for goal in goals), max((goal.residual for goal in goals), default=0.0)
    steps, count = max((goal.iterations for goal in goals), default=0), len(solved.limits_hit)
    jump = solved.jump
    if not goals:
        return dict.fromkeys(FIGURES, (NOTHING, None))
    return {
        "Goals reached": (f"{reached} of {len(goals)}", float(-reached)),
        "Furthest miss": (residual_text(furthest, appearance().lengths), furthest),
        "Steps": (str(steps), float(steps)),
        "Time": (duration_text(solved.microseconds), solved.microseconds),
        "Largest jump": (NOTHING, None) if jump is None else (f"{degrees(jump):.1f}°", jump),
        "At a limit": (f"{count} bone{'' if count == 1 else 's'}", None),
    }


def _better(values: list[tuple[str, float | None]]) -> int | None:
    """The place of the better one; None where both read the same, and where there is nothing to compare."""
    ranks = [rank for _, rank in values]
    if len(ranks) < 2 or None in ranks or values[0][0] == values[1][0]:
        return None
    return ranks.index(min(rank for rank in ranks if rank is not None))


class _Columns(QWidget):
    """The letters above the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(2 * COLUMN, 24)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(11, 600))
        for k, (letter, token) in enumerate((("A", tokens.acc_t), ("B", tokens.right))):
            drawing.write(painter, QRectF(k * COLUMN, 0, COLUMN, 24), letter, token, drawing.MIDDLE_RIGHT)
        painter.end()
