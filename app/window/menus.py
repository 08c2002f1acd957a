"""Qt's actions and menus, made from the table of actions, and kept true: what is out of reach says why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import ACTIONS, MENUS, RECENT, Entry
from pantin.app.actions.action import Action
from pantin.app.keyboard.keymap import Keymap, shown
from pantin.widgets.theme import icons, theme

if TYPE_CHECKING:
    from pantin.app.window.window import Window


HEADING = 320
"""The widest that the heading of a menu is, pixels."""

AT_POINTER = tuple(name for name, action in ACTIONS.items() if action.at_pointer)


class Menus:
    """The menu bar of a window and the Qt actions in it, by the name of their line in the table."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._why_not: dict[str, str] = {}
        self._about: dict[str, str] = {}
        self._keymap = Keymap()
        self.bar = QtWidgets.QMenuBar()
        self.bar.setNativeMenuBar(False)
        self.actions: Mapping[str, QtGui.QAction] = {name: self._made(name) for name in ACTIONS}
        for title, entries in MENUS:
            self._fill(self.bar.addMenu(title), entries)
        self.show_keys(self._keymap)

    def show_keys(self, keymap: Keymap) -> None:
        """These keys from now on."""
        self._keymap = keymap
        for name, made in self.actions.items():
            made.setShortcuts([QtGui.QKeySequence(key) for key in keymap.keys(name)])
            self._explain(name)

    def refresh(self) -> None:
        """Enable what can be done now; the tooltip of the rest says why it cannot."""
        for name in ACTIONS:
            self._refresh(name)

    def refresh_at_pointer(self) -> None:
        """The same for what hangs on the bone under the pointer, which is another now."""
        for name in AT_POINTER:
            self._refresh(name)

    def why_not(self, name: str) -> str:
        """Why the action cannot be done now; empty where it can."""
        return self._why_not.get(name, "")

    def why_not_pressed(self, event: QtGui.QKeyEvent) -> str:
        """Why what these keys mean cannot be done now; empty where they mean nothing, or are held down.

        Keys of what can be done never come here: Qt has done it.
        """
        if event.isAutoRepeat():
            return ""
        pressed, over_figure = QtGui.QKeySequence(event.keyCombination()), self._window.view.hasFocus()
        meant = (name for name, made in self.actions.items() if pressed in made.shortcuts())
        reasons = (self.why_not(name) for name in meant if over_figure or not ACTIONS[name].over_figure)
        return next(filter(None, reasons), "")

    def pop_up(self, entries: tuple[Entry, ...], title: str = "") -> QtWidgets.QMenu:
        """A menu of its own with these entries, under a title."""
        menu = QtWidgets.QMenu(self._window)
        menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        if title:
            menu.addAction(_heading(menu, title))
            menu.addSeparator()
        self._fill(menu, entries)
        return menu

    def _refresh(self, name: str) -> None:
        action, made = ACTIONS[name], self.actions[name]
        why_not = action.why_not(self._window)
        about = "" if why_not else action.about(self._window)
        if (self._why_not.get(name), self._about.get(name, "")) != (why_not, about):
            self._why_not[name], self._about[name] = why_not, about
            made.setEnabled(not why_not)
            made.setText(f"{action.within or action.title} {in_a_sentence(about)}".strip())
            self._explain(name)
        if action.checked:
            made.setChecked(action.checked(self._window))

    def _explain(self, name: str) -> None:
        keys = self._keymap.keys(name)
        why_not, about = self._why_not.get(name, ""), self._about.get(name, "")
        self.actions[name].setToolTip(tooltip(ACTIONS[name], keys, why_not or about))

    def _made(self, name: str) -> QtGui.QAction:
        action = ACTIONS[name]
        made = QtGui.QAction(action.within or action.title, self._window)
        made.setIconText(action.name)
        made.setCheckable(action.checked is not None)
        made.setData(name)
        if action.icon or action.checked:
            icons.set_icon(made, action.icon or icons.NONE)
        made.triggered.connect(lambda: self._run(action))
        if action.over_figure:
            made.setShortcutContext(QtCore.Qt.ShortcutContext.WidgetShortcut)
            self._window.view.addAction(made)
        else:
            self._window.addAction(made)
        return made

    def _run(self, action: Action) -> None:
        """Do it; and show what it left checked, which Qt has turned round by itself."""
        action.run(self._window)
        self.refresh()

    def _fill(self, menu: QtWidgets.QMenu, entries: tuple[Entry, ...]) -> None:
        menu.setToolTipsVisible(True)
        for entry in entries:
            match entry:
                case None:
                    menu.addSeparator()
                case (title, inner):
                    within = menu.addMenu(title)
                    if title == RECENT:
                        within.aboutToShow.connect(partial(self._list_recent, within))
                    self._fill(within, inner)
                case name:
                    menu.addAction(self.actions[name])

    def _list_recent(self, menu: QtWidgets.QMenu) -> None:
        """The recent files above what always stands there."""
        always = self.actions["clear_recent"]
        for shown_before in [action for action in menu.actions() if action is not always]:
            menu.removeAction(shown_before)
        for path in self._window.settings.recent:
            listed = QtGui.QAction(path.name, menu)
            listed.setToolTip(str(path))
            listed.triggered.connect(partial(self._open, path))
            menu.insertAction(always, listed)
        menu.insertSeparator(always)

    def _open(self, path: Path) -> None:
        self._window.files.open(path)


def _heading(menu: QtWidgets.QMenu, title: str) -> QtGui.QAction:
    """A line that says what the menu is about. A long name loses its middle: what sets it apart stands at its ends."""
    elided = theme.metrics(12, 500).elidedText(title, QtCore.Qt.TextElideMode.ElideMiddle, HEADING)
    label = QtWidgets.QLabel(elided)
    label.setProperty("heading", "true")
    heading = QtWidgets.QWidgetAction(menu)
    heading.setText(title)
    heading.setDefaultWidget(label)
    heading.setEnabled(False)
    return heading


def in_a_sentence(label: str) -> str:
    """A label as an entry has it behind another word: "Drag hand.L" is "drag hand.L", "IK chain" stays."""
    text = label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"
    return text.replace("&", "&&")


def tooltip(action: Action, keys: tuple[str, ...], last: str = "") -> str:
    """The action's name and keys, what it does, and last why it cannot, or what it would act on."""
    caps = f"  ({' or '.join(map(shown, keys))})" if keys else ""
    lines = [f"{action.name}{caps}", action.help, last]
    return "\n".join(line for line in lines if line)
