"""Buttons and menus for actions, by the names of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6 import QtCore, QtGui

from pantin.widgets.controls.plain_text import tooltip_of
from pantin.widgets.floating.action_button import ActionButton

Actions = Mapping[str, QtGui.QAction]
"""All that a person can ask for, by its name in the table of actions."""


def action_button(actions: Actions, name: str, icon: str, size: int = 24, solid: bool = False) -> ActionButton:
    """A button that triggers an action."""
    made = ActionButton(icon, tooltip_of(actions[name]), size, solid)
    made.stand_for(actions[name])
    return made


def listed(actions: Actions, names: Iterable[str]) -> tuple[QtGui.QAction, ...]:
    """The actions of these names."""
    return tuple(actions[name] for name in names)


def choice(actions: Actions, names: Iterable[str], parent: QtCore.QObject) -> tuple[QtGui.QAction, ...]:
    """The actions of these names, of which one at a time is on."""
    group, found = QtGui.QActionGroup(parent), listed(actions, names)
    for action in found:
        group.addAction(action)
    return found
