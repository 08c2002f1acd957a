"""The figures of one solver, or of two side by side with the better ones bold."""

from __future__ import annotations

from math import degrees

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.rows.fact_row import COLUMN, FactRow
from pantin.widgets.messages import _, ngettext
from pantin.widgets.status.status_bar import duration_text
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Solved
from pantin.widgets.values.quantity import residual_text

NOTHING = "–"


class ResultSection(Section):
    """The figures of both solvers, side by side."""

    def __init__(self) -> None:
        super().__init__(_("Result"), row_gap=0)
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
            row.show_values(*(text for text, _number in values), better=_better(values))


FIGURES = {
    _("Goals reached"): _("How many goals were met, of how many"),
    _("Furthest miss"): _("What the goal that is missed most lacks"),
    _("Steps"): _("The steps of the chain that took most"),
    _("Time"): _("How long the whole rig took"),
    _("Largest jump"): _("How far the joint that turned most has turned since the pose before"),
    _("At a limit"): _("How many joints have come to the end of a limit"),
}


def _figures(solved: Solved) -> dict[str, tuple[str, float | None]]:
    """Each figure in words, and a number of which less is better; None where it cannot be compared."""
    goals = solved.goals
    reached, furthest = sum(goal.reached for goal in goals), max((goal.residual for goal in goals), default=0.0)
    steps, count = max((goal.iterations for goal in goals), default=0), len(solved.limits_hit)
    jump = solved.jump
    if not goals:
        return dict.fromkeys(FIGURES, (NOTHING, None))
    return {
        _("Goals reached"): (_("{reached} of {count}").format(reached=reached, count=len(goals)), float(-reached)),
        _("Furthest miss"): (residual_text(furthest, appearance().lengths), furthest),
        _("Steps"): (str(steps), float(steps)),
        _("Time"): (duration_text(solved.microseconds), solved.microseconds),
        _("Largest jump"): (NOTHING, None) if jump is None else (f"{degrees(jump):.1f}°", jump),
        _("At a limit"): (ngettext("{count} bone", "{count} bones", count).format(count=count), None),
    }


def _better(values: list[tuple[str, float | None]]) -> int | None:
    """The index of the better one; None where both read the same, or there is one only."""
    ranks = [rank for _, rank in values]
    if len(ranks) < 2 or None in ranks or values[0][0] == values[1][0]:
        return None
    return ranks.index(min(rank for rank in ranks if rank is not None))


class _Columns(QWidget):
    """The letters A and B above the columns."""

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
