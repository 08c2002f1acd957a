"""Menus of commands that the panels make themselves: what cannot be done is disabled, and its tooltip says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from pantin.widgets.controls.plain_text import tell


class Command(msgspec.Struct, frozen=True):
    """One line of a menu. Without `run` it is a line between groups."""

    title: str = ""
    run: Callable[[], object] | None = None
    why_not: str = ""
    """Why it cannot be done; empty where it can."""
    keys: str = ""


LINE = Command()


def menu_of(commands: Sequence[Command], parent: QWidget) -> QMenu:
    """The menu of `commands`; what cannot be done says why."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for command in commands:
        if command.run is None:
            menu.addSeparator()
            continue
        action = menu.addAction(command.title, command.run)
        action.setShortcut(QKeySequence(command.keys))
        action.setEnabled(not command.why_not)
        tell(action, command.why_not)
    return menu
