"""The start page, shown instead of the figure until something is opened. It is made when it is first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore

from pantin.app.files.files import Files
from pantin.app.keyboard.keymap import chosen_keymap
from pantin.app.messages import _
from pantin.app.session.settings import Settings
from pantin.widgets.status.hint_line import Hints
from pantin.widgets.theme.appearance import appearance

if TYPE_CHECKING:
    from pantin.widgets.start.start_page import StartPage

CHOOSE = (_("Arrows"), _("Choose"))


class StartController(QtCore.QObject):
    """The start page of one window."""

    changed = QtCore.Signal(bool)
    """Whether the page is shown instead of the figure."""
    hints_changed = QtCore.Signal()
    template_asked = QtCore.Signal()
    """A figure from a template is asked for."""
    preference_changed = QtCore.Signal(str, str, object)
    """A preference was chosen on the page: its page, its name, its value."""

    def __init__(self, files: Files, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._files, self._settings = files, settings
        files.recent_changed.connect(self.show_recent)
        self._page: StartPage | None = None
        self._figure = ""
        self.shown = False

    @property
    def hints(self) -> Hints:
        """Return the hints of keys on the page. Enter opens the figure that was chosen with the arrows."""
        keymap = chosen_keymap(self._settings.preferences.keys)
        always = (*keymap.hints({"new": _("New rig"), "open": _("Open")}), CHOOSE)
        return (*always, ("Enter", _("Open {figure}").format(figure=self._figure))) if self._figure else always

    def show(self) -> StartPage:
        """Bring the page up to date and announce that it is shown."""
        page = self._page = self._page or self._made()
        self.show_choices()
        self.show_recent()
        self._show(True)
        return page

    def show_choices(self) -> None:
        """Show key preset and theme on the page, if it was made, and the keys in effect in the hints."""
        if self._page is not None:
            self._page.show_preset(self._settings.preferences.keys.preset)
            self._page.show_theme(appearance().theme.name)
            self.hints_changed.emit()

    def show_recent(self) -> None:
        """List the files last used on the page, if it was made."""
        from pantin.app.files.gallery import recent_entries

        if self._page is not None:
            self._page.show_recent(recent_entries(self._files.recent))

    def leave(self) -> None:
        """Return to the figure, because something was opened."""
        if self.shown:
            self._show(False)

    def _show(self, shown: bool) -> None:
        self.shown = shown
        self.changed.emit(shown)

    def _made(self) -> StartPage:
        from pantin.app.files.gallery import samples
        from pantin.widgets.start.start_page import StartPage

        page, files = StartPage(), self._files
        page.show_samples(samples())
        page.sample_asked.connect(files.open_sample)
        page.file_asked.connect(files.open)
        page.open_asked.connect(files.open_asking)
        page.new_asked.connect(files.new)
        page.template_asked.connect(self.template_asked)
        page.clear_asked.connect(files.clear_recent)
        page.preset_asked.connect(lambda name: self.preference_changed.emit("keys", "preset", name))
        page.theme_asked.connect(lambda name: self.preference_changed.emit("interface", "theme", name))
        page.chosen.connect(self._choose)
        return page

    def _choose(self, figure: str) -> None:
        self._figure = figure
        self.hints_changed.emit()
