"""The panel of solvers: the rig's, what each chain got, a second one to compare, the result of both, why not reached.

It shows what it is given. `edited` sends an edit of the rig's solver; `compare_asked` says which solver should be shown
beside the first, None for none.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import degrees

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.fields import field_named
from pantin.rigs.rig import Rig
from pantin.widgets.controls.explain import explain, tooltip
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.section import Section
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.fact_row import COLUMN, FactRow
from pantin.widgets.forms.linked_text import LinkedText
from pantin.widgets.forms.row import CARD_LABEL, INSET, Row
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.solving.solver_card import SolverCard
from pantin.widgets.solving.why_not import why_not
from pantin.widgets.status.status_bar import duration_text
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.exchange import Solved, SolverChoice
from pantin.widgets.values.quantity import residual_text

WIDTH = 308
SUBJECT = 48
NOTHING = "–"
NO_GOALS = "No chain has a goal now. Drag a bone, or add an IK constraint."
NOT_LIVE = "IK rests: live solving is off. Solve once, in the menu Pose, writes what it makes of the pose into it."


class SolverPanel(QWidget):
    """`solvers` are those to choose from, by name; `first` is the one that is compared with at first.

    `head`, with the switch, is the title bar of the dock.
    """

    title = "Solver"
    edited = Signal(str, object)
    compare_asked = Signal(object)
    selection_asked = Signal(object, object)

    def __init__(self, solvers: Mapping[str, SolverChoice], first: str) -> None:
        super().__init__()
        self._solvers = solvers
        self._chosen = first
        self.head = _Subject()
        self.compare = Switch()
        self.card_a = SolverCard("A")
        self.card_b, self.close_b = SolverCard("B"), IconButton("close", "Stop comparing", 20)
        self.of_rig, self.live = solver_choice(solvers), Switch("Always")
        self.choice = solver_choice(solvers)
        self.result = _Result()
        self.why = Section("Why not reached")
        self.why_text = LinkedText()
        self.setAutoFillBackground(True)
        self.setMinimumWidth(WIDTH)
        self._lay_out()
        self.compare.committed.connect(lambda on: self.compare_asked.emit(self._chosen if on else None))
        self.close_b.clicked.connect(lambda: self.compare_asked.emit(None))
        self.choice.committed.connect(self.compare_asked)
        self.of_rig.committed.connect(self._choose_for_rig)
        self.live.committed.connect(self._switch_live)
        self.why_text.chosen.connect(lambda name: self.selection_asked.emit((name,), name))
        self.show_solved(Solved("Auto"), None, None)

    def show_rig(self, rig: Rig) -> None:
        """Show how the rig is solved. Nothing is emitted."""
        self.of_rig.show_value(rig.solver)
        self.live.show_value(rig.live_solving)
        self._no_goals.show_text(NO_GOALS if rig.live_solving else NOT_LIVE)

    def _choose_for_rig(self, solver: str) -> None:
        self.edited.emit(
            f"Solver {self._solvers[solver].title}",
            lambda document: msgspec.structs.replace(document, rig=document.rig.solved_by(solver)),
        )

    def _switch_live(self, on: bool) -> None:
        self.edited.emit(
            "Solve live" if on else "Stop solving live",
            lambda document: msgspec.structs.replace(document, rig=document.rig.solved_live(on)),
        )

    def show_solved(self, a: Solved, b: Solved | None, compared: str | None) -> None:
        """Show what the solver came to, and what the one came to that is `compared`. Nothing is emitted."""
        self.compare.show_value(compared is not None)
        self.card_b.setVisible(compared is not None)
        if compared is not None:
            self._chosen = compared
            self.choice.show_value(compared)
            self.card_b.show_title(self._solvers[compared].title)
            self._about.show_text(self._solvers[compared].help)
        self._show_methods(a)
        self.result.show_solved(a, b)
        self._show_reason(a)

    def _show_methods(self, solved: Solved) -> None:
        """Which solver each chain got."""
        counts: dict[str, int] = {}
        for goal in solved.goals:
            counts[goal.method] = counts.get(goal.method, 0) + 1
        self.card_a.show_title(solved.title, "Chosen for each chain" if len(counts) > 1 else "")
        facts = [(method, _chains(count)) for method, count in counts.items()]
        if solved.goals:
            facts.append(("Steps, most", _span([goal.steps_most for goal in solved.goals])))
        for row, fact in zip(self._facts, facts + [("", "")] * len(self._facts), strict=False):
            row.show_fact(*fact)
        self._no_goals.setVisible(not solved.goals)

    def _show_reason(self, solved: Solved) -> None:
        worst = solved.worst
        missed = worst is not None and not worst.reached
        self.why.setVisible(missed)
        if missed:
            self.why_text.show_text(*why_not(solved, worst))

    def _lay_out(self) -> None:
        self.compare.setAccessibleName("Compare solvers")
        explain(self.compare, "Compare: solve every pose with a second solver too, and show it as a dashed ghost.")
        explain(self.close_b, "Stop comparing")
        self.choice.setAccessibleName("Second solver")
        self.head.add(self.compare)
        self._facts = [_Fact() for _ in range(4)]
        self._no_goals = _Words(NO_GOALS)
        declared = [(field_named(Rig, "solver"), self.of_rig), (field_named(Rig, "live_solving"), self.live)]
        for field, editor in declared:
            row = Row(field.title, editor, width=CARD_LABEL - 8, margin=8)
            row.explain(tooltip(field))
            editor.setAccessibleName(f"{field.title}, for the whole rig")
            self.card_a.add(row)
        for fact in (*self._facts, self._no_goals):
            self.card_a.add(fact)
        self._about = _Words()
        chooser = Row("Solver", self.choice, width=CARD_LABEL - 8, margin=8)
        chooser.explain("The solver to compare with.")
        self.card_b.add_to_head(self.close_b)
        self.card_b.add(chooser)
        self.card_b.add(self._about)
        self.why.add(self.why_text)
        cards = QVBoxLayout()
        cards.setContentsMargins(INSET, 4, INSET, 16)
        cards.setSpacing(8)
        cards.addWidget(self.card_a)
        cards.addWidget(self.card_b)
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        rows = QVBoxLayout(content)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addLayout(cards)
        rows.addWidget(self.result)
        rows.addWidget(self.why)
        rows.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(column(content), 1)


class _Subject(QWidget):
    """What the panel is about: the solver, for the whole rig. Presses beside the switch go on to the dock."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Solver")
        self.setFixedHeight(SUBJECT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, INSET, 0)
        self._row.addStretch(1)

    def add(self, switch: Switch) -> None:
        """Put the switch at the right of its word."""
        switch.setFixedWidth(switch.sizeHint().width())
        self._row.addWidget(switch)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        drawing.box(painter, QRectF(12, 8, 32, 32), tokens.acc_bg, radius=8)
        icons.draw(painter, "plot", tokens.acc_t, 20, 16)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, QRectF(52, 7, 120, 18), "Solver", tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(52, 25, 140, 16), "For the whole rig", tokens.t2)
        painter.setFont(theme.font())
        word = QRectF(0, 0, self.width() - INSET - 36, SUBJECT)
        drawing.write(painter, word, "Compare", tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


class _Fact(FactRow):
    """A row of a card that may say something else each time."""

    def __init__(self) -> None:
        super().__init__("", "What the solver does now")

    def show_fact(self, label: str, value: str) -> None:
        """Show a label and its value; without a label the row is away."""
        self.setVisible(bool(label))
        self.rename(label)
        self.show_values(value)


class _Words(QLabel):
    """A remark in a card, wrapped: as high as its words are."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setContentsMargins(INSET, 0, INSET, 0)
        self.setForegroundRole(QPalette.ColorRole.ButtonText)

    def show_text(self, text: str) -> None:
        """Show other words."""
        if text != self.text():
            self.setText(text)
            self._fit()

    def resizeEvent(self, event) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(max(self.heightForWidth(self.width()), 0))


class _Result(Section):
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
        "Furthest miss": (residual_text(furthest), furthest),
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


def _chains(count: int) -> str:
    return "1 chain" if count == 1 else f"{count} chains"


def _span(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"


class _Columns(QWidget):
    """The letters above the columns."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(2 * COLUMN, 24)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11, 600))
        for k, (letter, token) in enumerate((("A", tokens.acc_t), ("B", tokens.right))):
            drawing.write(painter, QRectF(k * COLUMN, 0, COLUMN, 24), letter, token, drawing.MIDDLE_RIGHT)
        painter.end()
