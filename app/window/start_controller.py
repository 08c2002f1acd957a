"""The start page in the place of the figure: made when it is first shown, gone when something is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore

from pantin.widgets.theme.appearance import appearance

if TYPE_CHECKING:
    from pantin.app.window.window import Window
    from pantin.widgets.start.start_page import StartPage

Hints = tuple[tuple[str, str], ...]
ALWAYS: Hints = (("Ctrl N", "New rig"), ("Ctrl O", "Open"), ("Arrows", "Choose"))


class Starting(QtCore.QObject):
    """The start page of one window."""

    changed = QtCore.Signal(bool)
    """Whether the page is shown instead of the figure."""
    hints_changed = QtCore.Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._page: StartPage | None = None
        self._figure = ""
        self.shown = False

    @property
    def hints(self) -> Hints:
        """What keys do on the page. Enter opens the figure that the arrows stand on, if they do."""
        return (*ALWAYS, ("Enter", f"Open {self._figure}")) if self._figure else ALWAYS

    def show(self) -> StartPage:
        """Show the page, up to date."""
        page = self._page = self._page or self._made()
        self.show_choices()
        self.show_recent()
        self._show(True)
        return page

    def show_choices(self) -> None:
        """Whose keys are in use and which theme is worn, on the page where there is one."""
        if self._page is not None:
            self._page.show_preset(self._window.preferring.chosen.keys.preset)
            self._page.show_theme(appearance().theme.name)

    def show_recent(self) -> None:
        """The files last used, on the page where there is one."""
        from pantin.app.files.gallery import recent_entries

        if self._page is not None:
            self._page.show_recent(recent_entries(self._window.settings.recent))

    def leave(self) -> None:
        """Something was opened: back to the figure."""
        if self.shown:
            self._show(False)

    def _show(self, shown: bool) -> None:
        self.shown = shown
        self.changed.emit(shown)

    def _made(self) -> StartPage:
        from pantin.app.files.gallery import samples
        from pantin.widgets.start.start_page import StartPage

        page, window = StartPage(), self._window
        page.show_samples(samples())
        page.sample_asked.connect(window.files.open_sample)
        page.file_asked.connect(window.files.open)
        page.open_asked.connect(window.files.open_asking)
        page.new_asked.connect(window.files.new)
        page.template_asked.connect(window.templating.show)
        page.clear_asked.connect(window.clear_recent)
        page.preset_asked.connect(lambda name: window.preferring.change("keys", "preset", name))
        page.theme_asked.connect(lambda name: window.preferring.change("interface", "theme", name))
        page.chosen.connect(self._choose)
        return page

    def _choose(self, figure: str) -> None:
        self._figure = figure
        self.hints_changed.emit()
