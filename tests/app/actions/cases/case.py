"""What a case of an action is, and the truths and preparations that several rooms of actions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6 import QtCore, QtTest, QtWidgets

from pantin.viewport.tools.tool import Tool
from tests.app.person import Person

Truth = Callable[[Person], object]
Prepare = Callable[[Person], object]


class Case(NamedTuple):
    """`holds` is false before the action is asked for and true after it."""

    holds: Truth
    prepare: Prepare = lambda person: person.session.select(("hand.L",), "hand.L")


def dragging(person: Person) -> bool:
    """Keys begin a drag that has no button: Esc puts back."""
    begun = person.view.dragging
    if begun:
        QtTest.QTest.keyClick(person.view, QtCore.Qt.Key.Key_Escape)
    return begun


def picked(tool: Tool) -> Truth:
    """Return whether this tool is the one in the hand."""
    return lambda person: person.view.tool == tool.name


def select(*names: str) -> Prepare:
    return lambda person: person.session.select(names, names[-1])


def is_open(kind: str) -> Truth:
    """Return whether a sheet or dialog of this class is open; it is closed again."""

    def found(person: Person) -> bool:
        within = person.window.findChildren(QtWidgets.QWidget)
        shown = [widget for widget in within if type(widget).__name__ == kind and widget.isVisible()]
        for widget in shown:
            widget.hide()
        return bool(shown)

    return found


def pointing(person: Person) -> None:
    """At the left forearm, with nothing selected."""
    person.session.select((), None)
    person.hover(person.where("forearm.L"))
