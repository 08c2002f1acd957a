"""The worst news of the moment, in the status bar: a dot and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from rigs.constraints import Distance, Ik
from rigs.document import Document
from rigs.problems import Problem
from widgets import drawing, theme
from widgets.exchange import Goal
from widgets.quantity import residual_text

FULL = {"reached": "pin", "editing": "acc"}
"""News that is no worry has a full dot in this colour; else it is open."""


class News(QWidget):
    """A dot and a sentence: an error, else the goal that is missed most, else problems, else that all is well."""

    clicked = Signal(object)
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._state: tuple[str, str, tuple[str, ...]] = ("none", "", ())
        self._error = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def text(self) -> str:
        """The sentence shown."""
        return self._error or self._state[1]

    def show_state(self, document: Document, goals: Sequence[Goal], problems: Sequence[Problem]) -> None:
        """Choose the worst news of a solved document."""
        self._show(_worst(document, goals, problems))

    def show_editing(self) -> None:
        """The rest pose is edited: no goal is tried."""
        self._show(("editing", "Editing the rest pose", ()))

    def show_error(self, sentence: str) -> None:
        """Show an error until it is clicked."""
        self._error = sentence
        self._changed()

    def mousePressEvent(self, event) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._error:
            self._error = ""
            self._changed()
        elif self._state[2]:
            self.clicked.emit(self._state[2])

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics(11).horizontalAdvance(self.text())) + 18 if self.text() else 0, drawing.STATUS)

    def _show(self, state: tuple[str, str, tuple[str, ...]]) -> None:
        if state != self._state:
            self._state = state
            self._changed()

    def _changed(self) -> None:
        if self._error:
            self.setToolTip(f"{escape(self._error)}<br>Click to put this away.")
        else:
            self.setToolTip(f"{escape(self._state[1])}<br>Click to select the bones." if self._state[2] else "")
        clickable = bool(self._error or self._state[2])
        self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()
        self.changed.emit()

    def paintEvent(self, _event) -> None:
        if not self.text():
            return
        tokens = theme.current()
        level = "error" if self._error else self._state[0]
        painter = drawing.painter_of(self)
        dot = QRectF(0, 8, 8, 8)
        if level in FULL:
            drawing.box(painter, dot, getattr(tokens, FULL[level]), radius=4)
        else:
            drawing.ring(painter, dot, tokens.limit if level == "warning" else tokens.miss, radius=4, width=1.75)
        painter.setFont(theme.font(11))
        room = QRectF(14, 0, self.width() - 14, drawing.STATUS)
        token = tokens.miss if level == "error" else tokens.t2
        drawing.write(painter, room, drawing.fitting(self.text(), room.width(), 11), token)
        painter.end()


def _worst(document: Document, goals: Sequence[Goal], problems: Sequence[Problem]) -> tuple[str, str, tuple[str, ...]]:
    """Level, sentence and bones of the worst news."""
    missed = [goal for goal in goals if not goal.reached]
    if missed:
        worst = max(missed, key=lambda goal: goal.residual)
        name = _goal_name(document, worst)
        return "miss", f"{name} not reached, {residual_text(worst.residual)}", (name,)
    for level in ("error", "warning"):
        found = [problem for problem in problems if problem.severity == level]
        if found:
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            return level, found[0].text + more, tuple(found[0].bones)
    if not document.rig.live_solving and any(isinstance(c, Ik | Distance) for c in document.rig.constraints):
        return "warning", "Live solving is off: IK waits for Solve once", ()
    return ("reached", "All goals reached", ()) if goals else ("none", "", ())


def _goal_name(document: Document, goal: Goal) -> str:
    """A goal is known by the handle that it is; a bone that is dragged, by itself."""
    if goal.constraint is None:
        return goal.owner
    return getattr(document.rig.constraints[goal.constraint], "target", None) or goal.owner
