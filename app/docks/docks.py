"""The panels in docks: they float, tab, hide, and remember their places, for each layout on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PySide6 import QtCore, QtWidgets

from pantin.app.docks.arrangement import AREAS, Arrangement, stands_at
from pantin.app.docks.layouts import FIRST, LAYOUTS
from pantin.app.docks.panels import PANELS
from pantin.app.session.settings import Settings
from pantin.widgets.controls.focus_before import FocusBefore
from pantin.widgets.controls.frames.dock_title import Dock

VERSION = 3
"""Of what Qt writes about the places of docks: another one, which knew fewer of them, is not read."""


class DisplacedDocks:
    """Remembers which docks were hidden for which panel."""

    def __init__(self, docks: Mapping[str, QtWidgets.QDockWidget], arrangement: Arrangement) -> None:
        self._docks, self._arrangement = docks, arrangement
        self._displaced: dict[str, list[QtWidgets.QDockWidget]] = {}

    def forget(self) -> None:
        """All panels are elsewhere now: nothing comes back."""
        self._displaced.clear()

    def make_room(self, name: str) -> None:
        """Before a panel is shown: one that stands alone takes the place of others at its side, or goes for them."""
        dock, side = self._docks[name], PANELS[name].side
        for wide in (each for each in self._displaced if each != name and PANELS[each].side == side):
            self._docks[wide].hide()
            self._displaced[wide] = []
        if not PANELS[name].alone or dock.isFloating():
            return
        self._displaced[name] = [each for each in self._docks.values() if each is not dock and stands_at(each, side)]
        for each in self._displaced[name]:
            each.hide()
        QtCore.QTimer.singleShot(0, dock, lambda: self._arrangement.give_room(dock))

    def give_back(self, name: str) -> None:
        """Show the panels again that were hidden for one, if that is hidden now."""
        if name in self._displaced and self._docks[name].isHidden():
            given = self._displaced.pop(name)
            for each in given:
                each.show()
            self._arrangement.give_room(*given)

    def give_all_back(self) -> None:
        """Hide every panel that others were hidden for, and show those again."""
        for name in tuple(self._displaced):
            self._docks[name].hide()
            self.give_back(name)


class Docks(QtCore.QObject):
    """The docks of one window; `panels` makes what is in them, by the names of `PANELS`, when it is first shown.

    A panel may have a `head`, which is its title.
    """

    changed = QtCore.Signal()
    """Another layout, or a panel was shown or hidden."""
    focus_lost = QtCore.Signal()
    """The widget with the focus was hidden with its panel."""

    def __init__(
        self, window: QtWidgets.QMainWindow, panels: Mapping[str, Callable[[], QtWidgets.QWidget]], settings: Settings
    ) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._before_alone: QtCore.QByteArray | None = None
        """The arrangement of all panels before they were hidden to show the figure alone."""
        self._away = False
        """Whether they are hidden for the start page."""
        self._unsized = False
        """True while they are in their first arrangement, and Qt has not laid them out yet."""
        self._spare: dict[str, int] = {}
        """Pixels of the height that panels at the bottom do not use."""
        self.layout = FIRST
        self.docks = {name: self._made(name, panels[name]) for name in PANELS}
        self._arrangement = Arrangement(window, self.docks)
        self._displaced = DisplacedDocks(self.docks, self._arrangement)
        window.installEventFilter(self)
        self._arrange()

    # Layouts

    def show_layout(self, name: str) -> None:
        """Switch to another layout; the places of the panels in the present one are remembered."""
        with self._holding_focus():
            self.alone(False)
            self._keep()
            self.layout = name
            self._restore()
        self.changed.emit()

    def restore(self, layout: str) -> None:
        """Show this layout as the panels were left in it."""
        self.layout = layout if layout in LAYOUTS else FIRST
        self._restore()
        self.changed.emit()

    def keep(self) -> None:
        """Write layout and places to the settings."""
        self.alone(False)
        self._keep()
        self._settings.shown_layout = self.layout

    def reset(self) -> None:
        """Put the panels of the present layout back to their first places."""
        self._before_alone = None
        with self._holding_focus():
            self._arrange()
        self.changed.emit()

    # Panels

    def is_shown(self, name: str) -> bool:
        """Return whether a panel is open, be it behind another tab."""
        return not self.docks[name].isHidden()

    def switch(self, name: str) -> None:
        """Show a panel, or hide it."""
        dock = self.docks[name]
        with self._holding_focus():
            if dock.isHidden():
                self._displaced.make_room(name)
            dock.setVisible(dock.isHidden())
            self._displaced.give_back(name)
        if not dock.isHidden():
            dock.raise_()
            QtCore.QTimer.singleShot(0, self, lambda: self._arrangement.give_height(name))
        self.changed.emit()

    def show_spare(self, name: str, pixels: int) -> None:
        """Give to the view what a panel at the bottom does not use of its height, once no mouse button is held."""
        self._spare[name] = pixels
        QtCore.QTimer.singleShot(0, self, self._take_spare)

    def bring(self, name: str) -> None:
        """Show a panel that may be hidden, or behind another tab."""
        if self.docks[name].isHidden():
            self.switch(name)
        self.docks[name].raise_()

    def fill_next(self) -> bool:
        """Make one of the panels that nobody has seen yet; False where all are made."""
        empty = next((dock for dock in self.docks.values() if not dock.is_filled), None)
        if empty is not None:
            empty.fill()
        return empty is not None

    @property
    def is_alone(self) -> bool:
        """Return whether all panels are hidden to show the figure alone."""
        return self._before_alone is not None

    def alone(self, alone: bool) -> None:
        """Hide every panel, or bring back those that were there."""
        if alone == self.is_alone or self._away:
            return
        if alone:
            self._before_alone = self._window.saveState(VERSION)
            with self._holding_focus():
                self._hide_all()
        elif self._before_alone is not None:
            self._window.restoreState(self._before_alone, VERSION)
            self._before_alone = None
        self.changed.emit()

    def step_aside(self, away: bool) -> None:
        """Hide all panels while the start page or the choice of a template is shown."""
        if away == self._away:
            return
        if away:
            self.alone(False)
            self._keep()
            self._hide_all()
            self._away = True
        else:
            self._away = False
            self._restore()
        self.changed.emit()

    # Inside

    def eventFilter(self, _window: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """Give the panels their first sizes once the window is visible, and others after they were dragged."""
        if event.type() == QtCore.QEvent.Type.Show and self._unsized:
            QtCore.QTimer.singleShot(0, self, self._size_late)
        elif event.type() == QtCore.QEvent.Type.MouseButtonRelease:  # of a line between docks
            QtCore.QTimer.singleShot(0, self, self._take_spare)
        return False

    @contextmanager
    def _holding_focus(self) -> Iterator[None]:
        """Keep the focus where it is: hiding a panel would give it to the next button in the window."""
        before = FocusBefore()
        had_focus = before.widget is not None
        yield
        held = before.widget
        if held is not None and held.isVisible():
            held.setFocus()
        elif had_focus:
            self.focus_lost.emit()

    def _made(self, name: str, make: Callable[[], QtWidgets.QWidget]) -> Dock:
        panel = PANELS[name]
        dock = Dock(panel.title, make, self._window)
        dock.setObjectName(name)
        dock.title.float_asked.connect(lambda: dock.setFloating(not dock.isFloating()))
        dock.title.close_asked.connect(lambda: self.switch(name))
        dock.topLevelChanged.connect(dock.title.show_floating)
        self._window.addDockWidget(AREAS[panel.side], dock)
        return dock

    def _keep(self) -> None:
        """Remember where the panels are in the present layout."""
        self._displaced.give_all_back()
        if not self._away and not self._unsized and self._window.isVisible():
            self._settings.keep_layout(self.layout, bytes(self._window.saveState(VERSION).data()))

    def _restore(self) -> None:
        """Put the panels where they were left in the present layout."""
        self._displaced.forget()
        kept = self._settings.layout(self.layout)
        self._unsized = False
        if not kept or not self._window.restoreState(kept, VERSION):
            self._arrange()
        if self._away:
            self._hide_all()

    def _arrange(self) -> None:
        """Put the panels of the layout in their first places, all others hidden there."""
        self._displaced.forget()
        self._arrangement.place(self.layout)
        self._arrangement.give_sizes(self.layout)
        self._unsized = True
        QtCore.QTimer.singleShot(0, self, self._size_late)

    def _size_late(self) -> None:
        """Give sizes again after panels were laid out, which Qt does later."""
        if self._unsized and self._window.isVisible():
            self._unsized = False
            self._arrangement.give_sizes(self.layout)

    def _take_spare(self) -> None:
        if QtWidgets.QApplication.mouseButtons() != QtCore.Qt.MouseButton.NoButton or self._unsized:
            return
        for name, pixels in self._spare.items():
            self._arrangement.take_height(self.docks[name], pixels)
        self._spare.clear()

    def _hide_all(self) -> None:
        for dock in self.docks.values():
            dock.hide()
