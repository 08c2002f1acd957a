"""The worst news of the moment, in the status bar: a dot and a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.rigs.constraints import Distance, Ik, target_of
from pantin.rigs.document import Document
from pantin.rigs.problems import Problem
from pantin.widgets.controls.plain_text import lines, plain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Goal
from pantin.widgets.values.missed_pole import missed_pole
from pantin.widgets.values.pins_apart import drifted_pins, pins_apart
from pantin.widgets.values.quantity import residual_text

FULL = {"reached": "pin", "editing": "acc"}
"""News that is no worry has a full dot in this colour; else it is open."""


class Message(msgspec.Struct, frozen=True):
    """A message: its level, the sentence, the bones in it, and whether it is a problem that may have a fix."""

    level: str = "none"
    sentence: str = ""
    bones: tuple[str, ...] = ()
    problem: bool = False

    @property
    def offer(self) -> str:
        """Return the effect of a click, in words."""
        if self.bones:
            both = _("Click to select the bones and show the problems.")
            return both if self.problem else _("Click to select the bones.")
        return _("Click to show the problems.") if self.problem else ""


class News(QWidget):
    """A dot and a sentence: an error, else the goal that is missed most, else problems, else that all is well."""

    clicked = Signal(object)
    """With the bones that the news is about."""
    problems_asked = Signal()
    """The news is a problem: its fix is looked for."""
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._message = Message()
        self._error = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def text(self) -> str:
        """The sentence shown."""
        return self._error or self._message.sentence

    def show_state(self, document: Document, goals: Sequence[Goal], problems: Sequence[Problem]) -> None:
        """Choose the worst news of a solved document."""
        self._show(_worst(document, goals, problems))

    def show_editing(self) -> None:
        """The rest pose is edited: no goal is tried."""
        self._show(Message("editing", _("Editing the rest pose")))

    def show_waiting(self) -> None:
        """Goals are tried as soon as the solver is compiled."""
        self._show(Message("warning", _("IK waits until the solver is compiled")))

    def show_error(self, sentence: str) -> None:
        """Show an error until it is clicked."""
        self._error = sentence
        self._changed()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._error:
            self._error = ""
            self._changed()
            return
        if self._message.bones:
            self.clicked.emit(self._message.bones)
        if self._message.problem:
            self.problems_asked.emit()

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics(11).horizontalAdvance(self.text())) + 18 if self.text() else 0, drawing.STATUS)

    def _show(self, message: Message) -> None:
        if message != self._message:
            self._message = message
            self._changed()

    def _changed(self) -> None:
        offer = _("Click to put this away.") if self._error else self._message.offer
        self.setToolTip(plain(lines((self.text(), offer))) if offer else "")
        self.setCursor(Qt.CursorShape.PointingHandCursor if offer else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()
        self.changed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.text():
            return
        level = "error" if self._error else self._message.level
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        token = FULL.get(level) or ("limit" if level == "warning" else "miss")
        drawing.dot(painter, QPointF(drawing.DOT, drawing.STATUS / 2), getattr(tokens, token), level in FULL)
        painter.setFont(theme.font(11))
        room = QRectF(14, 0, self.width() - 14, drawing.STATUS)
        token = tokens.miss if level == "error" else tokens.t2
        drawing.write(painter, room, drawing.fitting(self.text(), room.width(), 11), token)
        painter.end()


def _worst(document: Document, goals: Sequence[Goal], problems: Sequence[Problem]) -> Message:
    """The worst news: of pins, of goals that are missed, of problems, of poles, of IK that rests; else good news."""
    return (
        _of_pins(goals)
        or _of_missed(document, goals)
        or _of_problems(problems)
        or _of_missed_pole(document, goals)
        or _of_rest(document)
        or _of_goals_ahead(document, goals)
        or (Message("reached", _("All goals reached")) if goals else Message())
    )


def _of_pins(goals: Sequence[Goal]) -> Message | None:
    """Pins that a pull could not keep."""
    drifted = drifted_pins(goals)
    if not drifted:
        return None
    return Message("miss", pins_apart(goals, appearance().lengths), tuple(pin.owner for pin in drifted))


def _of_missed(document: Document, goals: Sequence[Goal]) -> Message | None:
    """The goal that is missed by most."""
    missed = [goal for goal in goals if not goal.reached and not goal.ahead]
    if not missed:
        return None
    name, residual = _farthest(document, missed)
    return Message("miss", _("{goal} not reached, {residual}").format(goal=name, residual=residual), (name,))


def _of_problems(problems: Sequence[Problem]) -> Message | None:
    """The first error, or else the first warning, and how many more there are of it."""
    for level in ("error", "warning"):
        found = [problem for problem in problems if problem.severity == level]
        if found:
            text, more = found[0].text, len(found) - 1
            text = _("{problem} (and {count} more)").format(problem=text, count=more) if more else text
            return Message(level, text, tuple(found[0].bones), problem=True)
    return None


def _of_missed_pole(document: Document, goals: Sequence[Goal]) -> Message | None:
    """The bend that is farthest from the side of its pole: limits, a lock or another goal keep it from there."""
    missed = [goal for goal in goals if goal.reached and goal.constraint is not None and missed_pole(goal)]
    if not missed:
        return None
    farthest = max(missed, key=lambda goal: goal.pole_residual)
    name = _goal_name(document, farthest)
    sentence = _("{goal} reached, its pole missed by {angle}")
    return Message("warning", sentence.format(goal=name, angle=missed_pole(farthest)), (name,))


def _of_rest(document: Document) -> Message | None:
    """IK that does not solve while bones are moved."""
    rig = document.rig
    if rig.live_solving or not any(isinstance(constraint, Ik | Distance) for constraint in rig.constraints):
        return None
    return Message("warning", _("Live solving is off: IK waits for Solve once"))


def _of_goals_ahead(document: Document, goals: Sequence[Goal]) -> Message | None:
    """The goal that is farthest ahead of a body with speed."""
    ahead = [goal for goal in goals if goal.ahead]
    if not ahead:
        return None
    name, residual = _farthest(document, ahead)
    return Message("reached", _("{goal} {residual} ahead").format(goal=name, residual=residual), (name,))


def _farthest(document: Document, goals: Sequence[Goal]) -> tuple[str, str]:
    """The name of the goal that is farthest off, and how far that is, in words."""
    farthest = max(goals, key=lambda goal: goal.residual)
    return _goal_name(document, farthest), residual_text(farthest.residual, appearance().lengths)


def _goal_name(document: Document, goal: Goal) -> str:
    """A goal is known by the handle that it is; a bone that is dragged, by itself, and a finger by its hand."""
    if goal.constraint is None:
        return goal.handle
    return target_of(document.rig.constraints[goal.constraint]) or goal.owner
