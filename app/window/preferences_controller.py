"""The preferences of a window: changes take effect at once and are written to their file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import ACTIONS
from pantin.app.keyboard.keymap import Keymap, chosen_keymap, places, preset_keys, shown
from pantin.app.messages import _
from pantin.app.session import preferences
from pantin.app.session.preferences import Preferences
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.window.menus import Menus
from pantin.app.window.panels.side_panels import SidePanels
from pantin.viewport.values.colours import THEMES
from pantin.viewport.window.view import View
from pantin.widgets.controls.key_caps import same_key
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style.dressing import apply_theme
from pantin.widgets.values.quantity import words

if TYPE_CHECKING:
    from pantin.widgets.settings.settings_dialog import KeyRow, Page, SettingsDialog


PAGE_ICONS = {"interface": "window", "units": "units", "mouse": "mouse", "keys": "keyboard"}


class PreferencesController(QtCore.QObject):
    """The preferences of one window."""

    applied = QtCore.Signal()
    """The preferences took effect, changed or not."""

    def __init__(self, settings: Settings, session: Session, view: View, panels: SidePanels, menus: Menus) -> None:
        super().__init__(menus)
        self.settings, self._view, self._panels, self._menus = settings, view, panels, menus
        settings.failed.connect(session.warned)
        QtGui.QGuiApplication.styleHints().colorSchemeChanged.connect(self.apply)
        self._dialog: SettingsDialog | None = None

    @property
    def chosen(self) -> Preferences:
        """The preferences in effect."""
        return self.settings.preferences

    @property
    def keymap(self) -> Keymap:
        """The keys in effect."""
        return chosen_keymap(self.chosen.keys)

    def change(self, page: str, name: str, value: Any) -> None:
        """Change one value, apply it, and let it be written to the file."""
        self.settings.keep_preferences(preferences.changed(self.chosen, page, name, value))
        self.apply()

    def change_keys(self, action: str, keys: tuple[str, ...]) -> None:
        """Give an action other keys, and take them from the action that has them."""
        self.change("keys", "changed", self.keymap.with_keys(action, keys).changed)

    def apply(self) -> None:
        """Let window and viewport follow the preferences."""
        self._apply_to_panels()
        self._apply_to_view()
        self._menus.show_keys(self.keymap)
        self.applied.emit()
        if self._dialog is not None and self._dialog.isVisible():
            self._show_in_dialog(self._dialog)

    def key_rows(self) -> tuple[KeyRow, ...]:
        """Return a row of the table of keys for each action, in the order of the menus."""
        from pantin.widgets.settings.settings_dialog import KeyRow

        keymap = self.keymap
        owners = keymap.owners
        return tuple(
            KeyRow(
                name=name,
                title=ACTIONS[name].name,
                menu=place,
                keys=keymap.keys(name),
                default_keys=preset_keys(ACTIONS[name], keymap.preset),
                clash=_clash(name, keymap.keys(name), owners),
            )
            for name, place in places()
        )

    def open_dialog(self, parent: QtWidgets.QWidget) -> None:
        """Show the preferences in a dialog, which is made with this parent the first time."""
        from pantin.widgets.settings.settings_dialog import SettingsDialog

        if self._dialog is None:
            self._dialog = SettingsDialog(parent, _pages())
            self._dialog.changed.connect(self.change)
            self._dialog.keys_asked.connect(self.change_keys)
            self._dialog.keys_reset_asked.connect(lambda: self.change("keys", "changed", {}))
        self._show_in_dialog(self._dialog)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    # Inside

    def _apply_to_panels(self) -> None:
        look, interface = appearance(), self.chosen.interface
        apply_theme(theme.named(interface.theme))
        look.is_motion_reduced = interface.reduce_motion
        look.show_lengths_in(self.chosen.units.length)
        self._panels.properties.show_keys(self.keymap.in_words)

    def _apply_to_view(self) -> None:
        view, chosen, mouse = self._view, self.chosen, self.chosen.mouse
        view.show_colours(THEMES[theme.named(chosen.interface.theme).name])
        view.reduced_motion = chosen.interface.reduce_motion
        view.change_settings(lengths=chosen.units.length)
        view.change_navigation(
            preset=chosen.keys.preset,
            orbit_about=mouse.orbit_about,
            orbit_speed=mouse.orbit_speed,
            zoom_to_pointer=mouse.zoom_to_pointer,
            invert_zoom=mouse.invert_zoom,
        )
        view.show_switches(self.keymap.switches)

    def _show_in_dialog(self, dialog: SettingsDialog) -> None:
        dialog.show_values({name: getattr(self.chosen, name) for name in preferences.PAGES})
        dialog.show_keys(self.key_rows())


def _clash(name: str, keys: tuple[str, ...], owners: Mapping[str, Sequence[str]]) -> str:
    """Return one sentence about the keys of an action that mean something else as well; empty where none does."""
    taken = ((key, owner) for key in keys for owner in owners[same_key(key)] if owner != name)
    key, owner = next(taken, ("", ""))
    return _("{key} is {action} as well.").format(key=shown(key), action=ACTIONS[owner].name) if owner else ""


def _pages() -> tuple[Page, ...]:
    """The pages of the dialog."""
    from pantin.widgets.settings.settings_dialog import Page

    notes = {"interface": _("The interface scale holds from the next start on.")}
    models = preferences.PAGES
    return tuple(
        Page(name, words(name), PAGE_ICONS[name], model, notes.get(name, ""), with_keys=name == "keys")
        for name, model in models.items()
    )
