"""The menus, made from the table of actions, and kept true: what is out of reach says why."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtGui, QtWidgets

from app.actions import ACTIONS, MENUS, Action, Entry
from widgets import icons, theme

if TYPE_CHECKING:
    from app.window import Window


class Menus:
    """The menu bar of a window and the Qt actions in it, by the name of their line in the table."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.bar = QtWidgets.QMenuBar()
        self.bar.setNativeMenuBar(False)
        self.actions = {name: self._made(action) for name, action in ACTIONS.items()}
        for title, entries in MENUS:
            self._fill(self.bar.addMenu(title), entries)
        self.refresh()

    def refresh(self) -> None:
        """Enable what can be done now; the tooltip of the rest says why it cannot."""
        for name, action in ACTIONS.items():
            why_not = action.why_not(self._window)
            shown = self.actions[name]
            shown.setEnabled(not why_not)
            shown.setToolTip(tooltip(action, why_not))
            if action.checked:
                shown.setChecked(action.checked(self._window))

    def _made(self, action: Action) -> QtGui.QAction:
        made = QtGui.QAction(action.title, self._window)
        made.setShortcuts([QtGui.QKeySequence(key) for key in action.keys])
        made.setCheckable(action.checked is not None)
        if action.icon:
            made.setIcon(icons.icon(action.icon, theme.current()))
        made.triggered.connect(lambda: action.run(self._window))
        self._window.addAction(made)
        return made

    def _fill(self, menu: QtWidgets.QMenu, entries: tuple[Entry, ...]) -> None:
        menu.setToolTipsVisible(True)
        for entry in entries:
            match entry:
                case None:
                    menu.addSeparator()
                case (title, ()):
                    recent = menu.addMenu(title)
                    recent.aboutToShow.connect(partial(self._list_recent, recent))
                case (title, inner):
                    self._fill(menu.addMenu(title), inner)
                case name:
                    menu.addAction(self.actions[name])

    def _list_recent(self, menu: QtWidgets.QMenu) -> None:
        menu.clear()
        recent = self._window.settings.recent
        for path in recent:
            menu.addAction(path.name, partial(self._open, path)).setToolTip(str(path))
        if not recent:
            menu.addAction("Nothing yet").setEnabled(False)

    def _open(self, path: Path) -> None:
        self._window.files.open(path)


def tooltip(action: Action, why_not: str = "") -> str:
    """The action's name and keys, and what it does or why it cannot."""
    keys = f"  ({' or '.join(action.keys)})" if action.keys else ""
    lines = [f"{action.title.removesuffix('…')}{keys}", why_not or action.help]
    return "\n".join(line for line in lines if line)
