"""The solve shelf: convergence of a goal by step, time of each solve, and a table of goals.

The plotting library is imported when the shelf is first shown, on a thread of its own: that takes a quarter of a
second. Nothing is drawn while the shelf is hidden; during a drag it is drawn at most thirty times a second.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from pantin.widgets.messages import _
from pantin.widgets.solving.goal_table import GoalRow, GoalTable
from pantin.widgets.solving.solve_head import SolveHead
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Solved

if TYPE_CHECKING:
    from pantin.widgets.solving.step_plot import StepPlot
    from pantin.widgets.solving.time_plot import TimePlot

KEPT = 120
"""Solves whose times are shown."""
RESTYLED = (QEvent.Type.PaletteChange, QEvent.Type.DevicePixelRatioChange)
FRAME_MS = 33
"""The steps with the table, and the times, are drawn in turn, so that neither holds up a drag."""
PLOTS = ("pantin.widgets.solving.step_plot", "pantin.widgets.solving.time_plot")
"""The modules that need the plotting library."""
LOW = 190
"""A shelf that is lower has room for the table only, beside the steps."""
PLOT_PART, REST_PART = 448, 438
"""Widths of the two halves, to each other."""


class SolveShelf(QWidget):
    """`selection_asked(names, active)` follows the rows. `head` is the title bar of the dock, with the legend."""

    title = _("Solve")
    selection_asked = Signal(object, object)
    _imported = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.head = SolveHead(self.title)
        self.steps: StepPlot | None = None
        self.time: TimePlot | None = None
        self.table: GoalTable | None = None
        self._a = Solved("")
        self._b: Solved | None = None
        self._picked = ""
        self._times: tuple[deque[float], deque[float]] = deque(maxlen=KEPT), deque(maxlen=KEPT)
        self._frame = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._frame.timeout.connect(self._draw_next)
        self._due: list[Callable[[], None]] = []
        self._importing = threading.Thread(target=self._import_plots, name="plots", daemon=True)
        self._imported.connect(self._make_plots, Qt.ConnectionType.QueuedConnection)
        self.setAutoFillBackground(True)
        self.setMinimumHeight(160)
        self._pages = QStackedLayout(self)
        self._content = QWidget()
        self._pages.addWidget(_Nothing())
        self._pages.addWidget(self._content)

    def show_solved(self, a: Solved, b: Solved | None) -> None:
        """Add a solve, and that of the other solver. The same solve again is ignored."""
        if a.goals is self._a.goals and b == self._b:
            return
        self._a, self._b = a, b
        self._times[0].append(a.microseconds)
        if b is None:
            self._times[1].clear()
        else:
            self._times[1].append(b.microseconds)
        self.head.show_titles(a.title, b.title if b else "")
        self._pages.setCurrentIndex(1 if a.goals else 0)
        if self.isVisible() and not self._due:
            self._due = [self._draw_steps, self._draw_times]
            self._frame.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.steps is None and self._importing.ident is None:  # else they come with the end of the import
            if all(name in sys.modules for name in PLOTS):
                self._make_plots()
            else:
                self._importing.start()
        self._draw()

    def event(self, event: QEvent) -> bool:
        """Update colours and line widths when the theme or the scale of the screen changes."""
        done = super().event(event)
        if event.type() in RESTYLED and self.steps is not None and self.time is not None:
            self.steps.apply_theme(appearance().theme)
            self.time.apply_theme(appearance().theme)
            self._draw()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.time is not None:
            self.time.setVisible(self.height() >= LOW)

    def _draw(self) -> None:
        """Update plots and table for the newest solve."""
        self._draw_steps()
        self._draw_times()

    def _draw_next(self) -> None:
        self._due.pop(0)()
        if self._due:
            self._frame.start()

    def _draw_times(self) -> None:
        if self.time is not None and self.time.isVisible():
            self.time.show_times(*self._times)

    def _draw_steps(self) -> None:
        if self.steps is None or self.table is None or not self.isVisible() or not self._a.goals:
            return
        rows = _rows(self._a, self._b)
        shown = next((row for row in rows if row.a.handle == self._picked), None) or _worst(rows, self._a)
        self.table.show_rows(rows, self._b is not None)
        self.steps.show_goals(shown.a, shown.b, [row.a for row in rows if row is not shown])

    def _pick(self, row: GoalRow) -> None:
        """Select a goal's bone, and draw that goal."""
        self._picked = row.a.handle
        self.selection_asked.emit((row.a.handle,), row.a.handle)
        self._draw()

    def _import_plots(self) -> None:
        for name in PLOTS:
            import_module(name)
        with suppress(RuntimeError):  # the window is gone
            self._imported.emit()

    def _make_plots(self) -> None:
        """Make the plots, once; they show what is solved by then."""
        if self.steps is not None:
            return
        from pantin.widgets.solving.step_plot import StepPlot
        from pantin.widgets.solving.time_plot import TimePlot

        self.steps, self.time, self.table = StepPlot(), TimePlot(), GoalTable()
        self.table.row_chosen.connect(self._pick)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.time)
        right.addWidget(self.table, 1)
        halves = QHBoxLayout(self._content)
        halves.setContentsMargins(0, 1, 0, 0)
        halves.setSpacing(1)
        halves.addWidget(self.steps, PLOT_PART)
        halves.addLayout(right, REST_PART)
        self.time.setVisible(self.height() >= LOW)
        self._draw()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(painter.tokens.line))
        painter.end()


def _rows(a: Solved, b: Solved | None) -> list[GoalRow]:
    """The goals of A, each with the same goal of B."""
    others = {(goal.owner, goal.constraint): goal for goal in b.goals} if b else {}
    return [GoalRow(goal, others.get((goal.owner, goal.constraint))) for goal in a.goals]


def _worst(rows: list[GoalRow], solved: Solved) -> GoalRow:
    """The row of the goal that is missed most."""
    return next(row for row in rows if row.a is solved.worst)


class _Nothing(QWidget):
    """Shown while there is no goal: says how to get one."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        middle = self.height() / 2
        icons.draw(painter, "plot", tokens.t3, self.width() / 2 - 12, middle - 48, 24)
        painter.setFont(theme.font(12, 600))
        room = QRectF(0, middle - 16, self.width(), 20)
        drawing.write(painter, room, _("Nothing to solve"), tokens.t1, drawing.CENTRE)
        painter.setFont(theme.font(12))
        painter.setPen(theme.colour(tokens.t2))
        room = QRectF(24, middle + 8, self.width() - 48, 40)
        hint = _("Drag a bone, or add an IK constraint, to see how the solver comes to its goals.")
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, hint)
        painter.end()
