"""Hints of keys and mouse in the status bar: over the figure, frames or poses, in the tree, on a page or sheet."""

from __future__ import annotations

from typing import cast

from PySide6 import QtCore, QtWidgets

from pantin.app.window.pages.start_controller import StartController
from pantin.app.window.pages.template_controller import TemplateController
from pantin.app.window.panels.side_panels import SidePanels
from pantin.viewport.window.view import View
from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.status.hint_line import Hints


class ShownHints(QtCore.QObject):
    """Shows the hints of the page that fills the window; where that is the figure, of what the pointer is on.

    A sheet over the window has the keys, and the hints are its own; a dialog has none.
    """

    def __init__(self, panels: SidePanels, view: View, start: StartController, templates: TemplateController) -> None:
        super().__init__(view)
        self._status, self._start, self._templates = panels.status, start, templates
        self.over_view: Hints = ()
        """The hints for keys and mouse over the figure."""
        self._over_panel: Hints = ()
        self._in_tree: Hints = ()
        """The hints for keys in the tree of bones while it has them."""
        view.hints_changed.connect(self._take_of_view)
        panels.hierarchy.tree.hints_changed.connect(self._take_of_tree)
        for panel in (panels.clip, panels.poses):
            panel.hints_changed.connect(self._take_of_panel)
        for changed in (start.changed, start.hints_changed, templates.changed, templates.hints_changed):
            changed.connect(self.show)
        application = cast(QtWidgets.QApplication, QtWidgets.QApplication.instance())
        following = application.focusChanged.connect(self._take_of_sheet)
        self._status.destroyed.connect(lambda: QtCore.QObject.disconnect(following))

    def show(self) -> None:
        """Show what is to be shown now."""
        if self._start.shown:
            self._status.show_hints(self._start.hints)
        elif self._templates.shown:
            self._status.show_hints(self._templates.hints)
        else:
            self._status.show_hints(self._over_panel or self._in_tree or self.over_view)

    def _take_of_view(self, hints: Hints) -> None:
        self.over_view = hints
        self.show()

    def _take_of_panel(self, hints: Hints) -> None:
        """Nothing when the pointer has left the frames, or the card of a pose."""
        self._over_panel = hints
        self.show()

    def _take_of_tree(self, hints: Hints) -> None:
        """Nothing when the keys go elsewhere."""
        self._in_tree = hints
        self.show()

    def _take_of_sheet(self, _before: QtWidgets.QWidget | None, focused: QtWidgets.QWidget | None) -> None:
        """Take the hints of the widget that had the focus in the window, where another program has it."""
        self._status.show_alone(_hints_over_window(focused or self._status.window().focusWidget()))


def _hints_over_window(focused: QtWidgets.QWidget | None) -> Hints | None:
    """The hints of the sheet that the focus is in, none for a dialog; None where the window itself has it."""
    while focused is not None:
        if isinstance(focused, Overlay):
            return focused.hints
        if isinstance(focused, QtWidgets.QDialog):
            return ()
        focused = focused.parentWidget()
    return None
