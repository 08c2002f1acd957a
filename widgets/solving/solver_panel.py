"""The solver panel: the solver of the rig, the methods of its chains, a second solver to compare, results, and why not.

It shows what it is given. `edited` sends an edit of the rig's solver; `compare_asked` names the solver to be compared,
None for none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.document import Document
from pantin.rigs.fields import field_named
from pantin.rigs.rig import Rig
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.field_tooltip import tooltip
from pantin.widgets.forms.rows.editor import editor_of
from pantin.widgets.forms.rows.fact_row import FactRow
from pantin.widgets.forms.rows.linked_text import LinkedText
from pantin.widgets.forms.rows.row import CARD_LABEL, INSET, Row
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.messages import _, ngettext
from pantin.widgets.solving.ground_section import GroundSection
from pantin.widgets.solving.result_section import ResultSection
from pantin.widgets.solving.simulation_section import SimulationSection
from pantin.widgets.solving.why_not import why_not
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.sizes import PANEL_WIDTH
from pantin.widgets.values.exchange import Solved, SolverChoice

NO_GOALS = _("No chain has a goal now. Drag a bone, or add an IK constraint.")
NOT_LIVE = _("IK rests: live solving is off. Solve once, in the menu Pose, writes what it makes of the pose into it.")

HEAD_HEIGHT = 48

CARD_HEAD = 32
BADGE = 16
TOKENS = {"A": "acc", "B": "right"}


class SolverCard(QWidget):
    """`letter` is "A" or "B". `add` appends a row, `add_to_head` puts a widget at the right of the title."""

    def __init__(self, letter: str) -> None:
        super().__init__()
        self._letter, self._title, self._note = letter, "", ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 4, 4, 4)
        self._head.addSpacing(0)
        self._head.addStretch(1)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 8)
        self._rows.setSpacing(4)
        self._rows.addLayout(self._head)
        self._head.addStrut(CARD_HEAD - 8)

    def add(self, row: QWidget) -> None:
        """Append a row."""
        self._rows.addWidget(row)

    def add_to_head(self, widget: QWidget) -> None:
        """Put a widget at the right of the title."""
        self._head.addWidget(widget)

    def show_title(self, title: str, note: str = "") -> None:
        """The solver's name, and a word at the right of it."""
        if (title, note) != (self._title, self._note):
            self._title, self._note = title, note
            self.setAccessibleName(_("Solver {letter}: {title}").format(letter=self._letter, title=title))
            self.update()

    def title(self) -> str:
        """The solver's name."""
        return self._title

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, radius=8)
        drawing.ring(painter, rect, tokens.outline, radius=8, width=1)
        badge(painter, 12, (CARD_HEAD - BADGE) / 2, self._letter, tokens)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(36, 0, rect.width() - 80, CARD_HEAD), self._title, tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(
            painter, rect.adjusted(0, 0, -12, CARD_HEAD - rect.height()), self._note, tokens.t2, drawing.MIDDLE_RIGHT
        )
        painter.end()


class SolverHead(QWidget):
    """The title bar of the dock; it passes presses beside the switch on to the dock."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Solver"))
        self.setFixedHeight(HEAD_HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, INSET, 0)
        self._row.addStretch(1)

    def add(self, switch: Switch) -> None:
        """Put the switch at the right of its label."""
        switch.setFixedWidth(switch.sizeHint().width())
        self._row.addWidget(switch)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        drawing.box(painter, QRectF(12, 8, 32, 32), tokens.acc_bg, radius=8)
        icons.draw(painter, "plot", tokens.acc_t, 20, 16)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, QRectF(52, 7, 120, 18), _("Solver"), tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(52, 25, 140, 16), _("For the whole rig"), tokens.t2)
        painter.setFont(theme.font())
        word = QRectF(0, 0, self.width() - INSET - 36, HEAD_HEIGHT)
        drawing.write(painter, word, _("Compare"), tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


class SolverPanel(QWidget):
    """`solvers` are the choices by name; `first` is the one that is compared first.

    `head`, with the switch, is the title bar of the dock.
    """

    title = _("Solver")
    edited = Signal(str, object)
    previewed = Signal(object)
    cancelled = Signal()
    compare_asked = Signal(object)
    selection_asked = Signal(object, object)

    def __init__(self, solvers: Mapping[Any, SolverChoice], first: str) -> None:
        super().__init__()
        self._solvers = solvers
        self._chosen = first
        self.head = SolverHead()
        self.compare = Switch()
        self.card_a = SolverCard("A")
        self.card_b, self.close_b = SolverCard("B"), IconButton("close", _("Stop comparing"), 20)
        self.of_rig, self.live = solver_choice(solvers), Switch(_("Always"))
        self.choice = solver_choice(solvers)
        self.simulation = SimulationSection()
        self.result = ResultSection()
        self.ground = GroundSection()
        self.why = Section(_("Why not reached"))
        self.why_text = LinkedText()
        self.setAutoFillBackground(True)
        self.setMinimumWidth(PANEL_WIDTH)
        self._fill_cards()
        self._lay_out()
        self._connect()
        self.show_solved(Solved(_("Auto")), None, None)

    def _connect(self) -> None:
        """Let what the parts ask for be asked for by the panel."""
        self.compare.committed.connect(lambda on: self.compare_asked.emit(self._chosen if on else None))
        self.close_b.clicked.connect(lambda: self.compare_asked.emit(None))
        self.choice.committed.connect(self.compare_asked)
        self.of_rig.committed.connect(self._choose_for_rig)
        self.live.committed.connect(self._switch_live)
        self.simulation.edited.connect(self.edited)
        self.ground.edited.connect(self.edited)
        self.ground.previewed.connect(self.previewed)
        self.ground.cancelled.connect(self.cancelled)
        self.why_text.chosen.connect(lambda name: self.selection_asked.emit((name,), name))

    def show_document(self, document: Document) -> None:
        """Show the solver settings of the rig, and the ground. Nothing is emitted."""
        rig = document.rig
        self.of_rig.show_value(rig.solver)
        self.live.show_value(rig.live_solving)
        self.simulation.show_rig(rig)
        self.ground.show_document(document)
        self._no_goals.show_text(NO_GOALS if rig.live_solving else NOT_LIVE)

    def _choose_for_rig(self, solver: str) -> None:
        self.edited.emit(
            _("Solver {solver}").format(solver=self._solvers[solver].title),
            lambda document: document.with_rig(document.rig.changed(solver=solver)),
        )

    def _switch_live(self, on: bool) -> None:
        self.edited.emit(
            _("Solve live") if on else _("Stop solving live"),
            lambda document: document.with_rig(document.rig.changed(live_solving=on)),
        )

    def show_solved(self, a: Solved, b: Solved | None, compared: str | None) -> None:
        """Show the results of the solver, and of the one that is `compared`. Nothing is emitted."""
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
        """Show which method each chain is solved with."""
        counts: dict[str, int] = {}
        for goal in solved.goals:
            counts[goal.method] = counts.get(goal.method, 0) + 1
        self.card_a.show_title(solved.title, _("Chosen for each chain") if len(counts) > 1 else "")
        facts = [(method, _chains(count)) for method, count in counts.items()]
        if solved.goals:
            facts.append((_("Steps of a try"), _span([goal.steps_most for goal in solved.goals])))
        for row, fact in zip(self._facts, facts + [("", "")] * len(self._facts), strict=False):
            row.show_fact(*fact)
        self._no_goals.setVisible(not solved.goals)

    def _show_reason(self, solved: Solved) -> None:
        """Show why the worst goal is not reached."""
        worst = solved.worst
        missed = None if worst is None or worst.reached or worst.ahead else worst
        self.why.setVisible(missed is not None)
        if missed is not None:
            self.why_text.show_text(*why_not(solved, missed, appearance().lengths))

    def _fill_cards(self) -> None:
        """Card A with the solver of the rig and what it does now; card B with the one to compare with."""
        self.compare.setAccessibleName(_("Compare solvers"))
        explain(self.compare, _("Compare: solve every pose with a second solver too, and show it as a dashed ghost."))
        explain(self.close_b, _("Stop comparing"))
        self.choice.setAccessibleName(_("Second solver"))
        self.head.add(self.compare)
        self._facts = [_Fact() for _ in range(4)]
        self._no_goals = _Words(NO_GOALS)
        self._add_rows_of_rig()
        for fact in (*self._facts, self._no_goals):
            self.card_a.add(fact)
        self._about = _Words()
        chooser = Row(_("Solver"), editor_of(self.choice), width=CARD_LABEL - 8, margin=8)
        chooser.explain(_("The solver to compare with."))
        self.card_b.add_to_head(self.close_b)
        self.card_b.add(chooser)
        self.card_b.add(self._about)
        self.why.add(self.why_text)

    def _add_rows_of_rig(self) -> None:
        """Add the rows of the whole rig: the solver, and whether it solves while bones are moved."""
        declared = {"solver": editor_of(self.of_rig), "live_solving": editor_of(self.live)}
        for name, editor in declared.items():
            field = field_named(Rig, name)
            row = Row(field.title, editor, width=CARD_LABEL - 8, margin=8)
            row.explain(tooltip(field, appearance().lengths))
            editor.widget.setAccessibleName(_("{field}, for the whole rig").format(field=field.title))
            self.card_a.add(row)

    def _lay_out(self) -> None:
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
        rows.addWidget(self.simulation)
        rows.addWidget(self.result)
        rows.addWidget(self.why)
        rows.addWidget(self.ground)
        rows.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(column(content), 1)


class _Fact(FactRow):
    """A row of a card whose text may change."""

    def __init__(self) -> None:
        super().__init__("", _("What the solver does now"))

    def show_fact(self, label: str, value: str) -> None:
        """Show a label and its value; an empty label hides the row."""
        self.setVisible(bool(label))
        self.rename(label)
        self.show_values(value)


class _Words(QLabel):
    """A remark in a card, wrapped, of the height of its text."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setContentsMargins(INSET, 0, INSET, 0)
        self.setForegroundRole(QPalette.ColorRole.ButtonText)

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            self.setText(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(max(self.heightForWidth(self.width()), 0))


def _chains(count: int) -> str:
    return ngettext("{count} chain", "{count} chains", count).format(count=count)


def _span(numbers: list[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else _("{low} to {high}").format(low=low, high=high)


def badge(painter: QPainter, x: float, y: float, letter: str, tokens: theme.Theme) -> None:
    """The letter of a solver on a square of its colour."""
    rect = QRectF(x, y, BADGE, BADGE)
    drawing.box(painter, rect, getattr(tokens, TOKENS[letter]))
    painter.setFont(theme.font(11, 600))
    drawing.write(painter, rect, letter, tokens.panel if letter == "B" else tokens.on_acc, drawing.CENTRE)
