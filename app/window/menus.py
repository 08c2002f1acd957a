"""Qt's actions and menus, made from the table of actions.

Whether an action can be done is asked when somebody needs to know: when its menu opens, when its keys are pressed, and
for the buttons that are always visible at most once a frame after a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import ACTIONS, MENUS, RECENT, Entry
from pantin.app.actions.action import MODE, Action, for_posing, posing_only
from pantin.app.actions.editor import Editor
from pantin.app.keyboard.keymap import Keymap
from pantin.rigs.translation import continued
from pantin.widgets.controls.key_caps import same_key
from pantin.widgets.controls.plain_text import in_menu, tell
from pantin.widgets.theme import icons, theme

HEADING = 320
"""The widest that the heading of a menu is, pixels."""

CTRL_OR_ALT = QtCore.Qt.KeyboardModifier.ControlModifier | QtCore.Qt.KeyboardModifier.AltModifier

FRAME = 16
"""Milliseconds from a change until the visible buttons follow it."""


class Menus(QtCore.QObject):
    """The menu bar of a window and the Qt actions in it, by the name of their line in the table."""

    def __init__(self, editor: Editor, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._editor, self._window = editor, window
        self._keymap = Keymap()
        self._by_key: dict[str, list[str]] = {}
        self._beside: tuple[QtWidgets.QWidget, ...] = ()
        self._on_buttons: tuple[str, ...] = ()
        self._soon = QtCore.QTimer(self, singleShot=True, interval=FRAME)
        self._soon.timeout.connect(self.refresh_buttons)
        self.bar = QtWidgets.QMenuBar()
        self.bar.setNativeMenuBar(False)
        self.actions: Mapping[str, QtGui.QAction] = {name: self._made(name) for name in ACTIONS}
        for title, entries in MENUS:
            self._fill(self.bar.addMenu(title), entries)
        self.show_keys(self._keymap)
        window.installEventFilter(self)

    def show_keys(self, keymap: Keymap) -> None:
        """These keys from now on; they are asked for after every change of a preference, and are mostly the same."""
        if keymap == self._keymap and self._by_key:
            return
        self._keymap = keymap
        self._by_key.clear()
        for name, made in self.actions.items():
            made.setShortcuts([QtGui.QKeySequence(key) for key in keymap.keys(name)])
            tell(made, tooltip(ACTIONS[name], self.keys_of(name)))
            for key in keymap.keys(name):
                self._by_key.setdefault(same_key(key), []).append(name)
        self.refresh_buttons()

    def keys_of(self, name: str) -> str:
        """The keys of an action in words; empty where it has none."""
        return self._keymap.in_words(name)

    # What can be done

    def why_not(self, name: str) -> str:
        """Return why the action cannot be done now; empty where it can."""
        return ACTIONS[name].why_not(self._editor)

    def current(self, name: str) -> QtGui.QAction:
        """The Qt action with its present state: text, tooltip, enabled, checked."""
        action, made = ACTIONS[name], self.actions[name]
        why_not = action.why_not(self._editor)
        about = "" if why_not else action.about(self._editor)
        made.setEnabled(not why_not)
        made.setText(f"{action.within or action.title} {in_a_sentence(about)}".strip())
        tell(made, tooltip(action, self.keys_of(name), why_not or about))
        if action.checked:
            made.setChecked(action.checked(self._editor))
        return made

    def run(self, name: str) -> None:
        """Do it, or say why it cannot be done now."""
        action = ACTIONS[name]
        if why_not := action.why_not(self._editor):
            self._say(name, why_not)
        else:
            action.run(self._editor)
        if action.checked:  # Qt has switched it by itself, and others of its group
            self.actions[name].setChecked(action.checked(self._editor))
            self.refresh_buttons()

    # Buttons that are always visible

    def keep_on_buttons(self, names: Iterable[str]) -> None:
        """These actions stand on visible buttons as well: their state follows every change."""
        self._on_buttons = (*self._on_buttons, *names)
        self.refresh_buttons()

    def refresh_buttons_soon(self) -> None:
        """Something changed: bring the visible buttons up to date within a frame, once for all changes until then."""
        if not self._soon.isActive():
            self._soon.start()

    def refresh_buttons(self) -> None:
        """Bring the visible buttons up to date."""
        for name in self._on_buttons:
            self.current(name)

    # Menus

    def pop_up(self, entries: tuple[Entry, ...], title: str = "") -> QtWidgets.QMenu:
        """A context menu with these entries, under a title."""
        menu = QtWidgets.QMenu(self._window)
        menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        if title:
            menu.addAction(_heading(menu, title))
            menu.addSeparator()
        self._fill(menu, entries)
        return menu

    def refresh_when_shown(self, menu: QtWidgets.QMenu) -> None:
        """Bring the entries of `menu` up to date whenever it is about to be shown, with icons in the present colours.

        Once it is closed nobody sees them, and they are enabled again: a disabled action would not hear its keys.
        """
        menu.aboutToShow.connect(partial(self._refresh_entries, menu))
        menu.aboutToHide.connect(partial(self._release_entries, menu))

    # Keys

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """Before Qt looks for a shortcut: one whose action is out of reach stays an ordinary key."""
        if event.type() == QtCore.QEvent.Type.ShortcutOverride and isinstance(event, QtGui.QKeyEvent):
            names = self._actions_of(event)
            can_be_done = [name for name in names if not self.why_not(name)]
            for name in can_be_done:
                self.actions[name].setEnabled(True)
            if names and not can_be_done:
                event.accept()
                return True
        return False

    def share_keys(self, panel: QtWidgets.QWidget) -> None:
        """Keys with Ctrl or Alt that nobody takes mean in `panel`, which shows the same bones, what they mean over the
        figure. Letters stay those of names there."""
        self._beside = (*self._beside, panel)

    def press(self, event: QtGui.QKeyEvent) -> bool:
        """Do what keys mean that are Qt's shortcuts over the figure alone; whether they mean something that can be
        done."""
        names = [name for name in self._actions_of(event) if ACTIONS[name].over_figure and not self.why_not(name)]
        for name in names[:1]:
            self.run(name)
        return bool(names)

    def say_why_not(self, event: QtGui.QKeyEvent) -> None:
        """Say why what these keys mean cannot be done now; nothing where they mean nothing, are held down, or are Esc.

        What is for posing is named while the rest pose is edited: people pressed keys there, and chose no entry.
        """
        by_habit = event.key() == QtCore.Qt.Key.Key_Escape
        names = () if event.isAutoRepeat() or by_habit else self._actions_of(event)
        reasons = {name: why_not for name in names if (why_not := self.why_not(name))}
        of_other_mode = posing_only(self._editor)
        of_this_mode = [name for name, why_not in reasons.items() if why_not != of_other_mode]
        for name in (*of_this_mode, *reasons)[:1]:
            for_other = for_posing(self.keys_of(MODE), ACTIONS[name].name)
            self._say(name, reasons[name] if of_this_mode else for_other)

    def _say(self, name: str, why_not: str) -> None:
        """Say why an action cannot be done: in a notice where it is refused, because people expect much of it."""
        session = self._editor.session
        (session.refused if ACTIONS[name].refused else session.notified).emit(why_not)

    def _actions_of(self, event: QtGui.QKeyEvent) -> list[str]:
        """The actions that these keys mean where the focus is."""
        pressed, over_figure = QtGui.QKeySequence(event.keyCombination()), self._over_figure(event)
        names = self._by_key.get(same_key(pressed.toString()), [])
        return [name for name in names if over_figure or not ACTIONS[name].over_figure]

    def _over_figure(self, event: QtGui.QKeyEvent) -> bool:
        """Return whether keys mean now what they mean over the figure."""
        beside = any(panel.hasFocus() for panel in self._beside)
        return self._editor.view.hasFocus() or (beside and bool(event.modifiers() & CTRL_OR_ALT))

    # Inside

    def _made(self, name: str) -> QtGui.QAction:
        action = ACTIONS[name]
        made = QtGui.QAction(action.within or action.title, self._window)
        made.setIconText(action.name)
        made.setCheckable(action.checked is not None)
        made.setData(name)
        if action.icon or action.checked:
            icons.name_icon(made, action.icon or icons.NONE)
        made.triggered.connect(lambda: self.run(name))
        if action.over_figure:
            made.setShortcutContext(QtCore.Qt.ShortcutContext.WidgetShortcut)
            self._editor.view.addAction(made)
        else:
            self._window.addAction(made)
        return made

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
        self.refresh_when_shown(menu)

    def _refresh_entries(self, menu: QtWidgets.QMenu) -> None:
        icons.recolour([self.current(name) for name in self._names(menu)])

    def _release_entries(self, menu: QtWidgets.QMenu) -> None:
        for name in self._names(menu):
            if name not in self._on_buttons:
                self.actions[name].setEnabled(True)

    def _names(self, menu: QtWidgets.QMenu) -> list[str]:
        return [entry.data() for entry in menu.actions() if entry.data() in self.actions]

    def _list_recent(self, menu: QtWidgets.QMenu) -> None:
        """List the recent files above the fixed entry."""
        always = self.actions["clear_recent"]
        for shown_before in [action for action in menu.actions() if action is not always]:
            menu.removeAction(shown_before)
        for path in self._editor.files.recent:
            listed = QtGui.QAction(in_menu(path.name), menu)
            tell(listed, str(path))
            listed.triggered.connect(partial(self._editor.files.open, path))
            menu.insertAction(always, listed)
        menu.insertSeparator(always)


def _heading(menu: QtWidgets.QMenu, title: str) -> QtGui.QAction:
    """The title line of a menu. A long name is elided in the middle, because names differ at their ends."""
    elided = theme.metrics(12, 500).elidedText(title, QtCore.Qt.TextElideMode.ElideMiddle, HEADING)
    label = QtWidgets.QLabel(elided)
    label.setFont(theme.font(12, 500))
    label.setForegroundRole(QtGui.QPalette.ColorRole.PlaceholderText)  # not dimmed, as what is disabled is
    label.setContentsMargins(8, 4, 8, 4)
    heading = QtWidgets.QWidgetAction(menu)
    heading.setText(title)
    heading.setDefaultWidget(label)
    heading.setEnabled(False)
    return heading


def in_a_sentence(label: str) -> str:
    """A label as it follows another word: "Drag hand.L" becomes "drag hand.L", "IK chain" stays."""
    text = label if label[1:2].isupper() else continued(label)
    return in_menu(text)


def tooltip(action: Action, keys: str, last: str = "") -> str:
    """The action's name and its keys in words, its help, and a last line."""
    lines = [f"{action.name}  ({keys})" if keys else action.name, action.help, last]
    return "\n".join(line for line in lines if line)
