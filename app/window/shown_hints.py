"""What keys and mouse do now, in the status bar: over the figure, the frames of a clip or a pose, or on a page."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.window.pages.start_controller import StartController
from pantin.app.window.pages.template_controller import TemplateController
from pantin.app.window.panels.side_panels import SidePanels
from pantin.viewport.window.view import View
from pantin.widgets.status.hint_line import Hints


class ShownHints(QtCore.QObject):
    """Shows the hints of the page that fills the window; where that is the figure, of what the pointer is on."""

    def __init__(self, panels: SidePanels, view: View, start: StartController, templates: TemplateController) -> None:
        super().__init__(view)
        self._status, self._start, self._templates = panels.status, start, templates
        self.over_view: Hints = ()
        """What keys and mouse do over the figure."""
        self._over_panel: Hints = ()
        view.hints_changed.connect(self._take_of_view)
        for panel in (panels.clip, panels.poses):
            panel.hints_changed.connect(self._take_of_panel)
        for changed in (start.changed, start.hints_changed, templates.changed, templates.hints_changed):
            changed.connect(self.show)

    def show(self) -> None:
        """Show what is to be shown now."""
        if self._start.shown:
            self._status.show_hints(self._start.hints)
        elif self._templates.shown:
            self._status.show_hints(self._templates.hints)
        else:
            self._status.show_hints(self._over_panel or self.over_view)

    def _take_of_view(self, hints: Hints) -> None:
        self.over_view = hints
        self.show()

    def _take_of_panel(self, hints: Hints) -> None:
        """Nothing when the pointer has left the frames, or the card of a pose."""
        self._over_panel = hints
        self.show()
