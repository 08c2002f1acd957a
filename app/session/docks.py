"""The panels in docks: they float, tab, hide, and remember their places, for each layout on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PySide6 import QtCore, QtWidgets

from pantin.app.session.layouts import FIRST, LAYOUTS
from pantin.app.session.panels import PANELS, Panel
from pantin.app.session.settings import Settings
from pantin.widgets.controls.frames.dock_title import Dock

Qt = QtCore.Qt

AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
HORIZONTAL, VERTICAL = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
TALL = 0.75
"""Of the height of its side: what a tall panel takes."""
VERSION = 2
"""Of what Qt writes about the places of docks: another one, which knew fewer of them, is not read."""


class Docks(QtCore.QObject):
    """The docks of one window; `panels` makes what stands in them, by the names of `PANELS`, when it is first shown.

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
        self._away = False
        self._unsized = False
        self.layout = FIRST
        self._given_way: dict[str, list[QtWidgets.QDockWidget]] = {}
        """The docks that gave way to a panel, until it is closed."""
        self.docks = {name: self._made(name, panels[name]) for name in PANELS}
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        window.installEventFilter(self)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QtWidgets.QTabWidget.TabPosition.North)
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
        """Whether a panel is open, be it behind another tab."""
        return not self.docks[name].isHidden()

    def switch(self, name: str) -> None:
        """Show a panel, or hide it."""
        dock = self.docks[name]
        with self._holding_focus():
            if dock.isHidden():
                self._make_way(name)
            dock.setVisible(dock.isHidden())
            self._give_back(name)
        if not dock.isHidden():
            dock.raise_()
            QtCore.QTimer.singleShot(0, self, lambda: self._give_height(name))
        self.changed.emit()

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
        """Whether all panels are hidden to show the figure alone."""
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
        """Give the panels their first sizes once the window is visible."""
        if event.type() == QtCore.QEvent.Type.Show and self._unsized:
            QtCore.QTimer.singleShot(0, self, self._size_late)
        return False

    @contextmanager
    def _holding_focus(self) -> Iterator[None]:
        """Keep the focus where it is: hiding a panel would give it to the next button in the window."""
        held = QtWidgets.QApplication.focusWidget()
        yield
        if held is not None and held.isVisible():
            held.setFocus()
        elif held is not None:
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
        for name in tuple(self._given_way):
            self.docks[name].hide()
            self._give_back(name)
        if not self._away and not self._unsized and self._window.isVisible():
            self._settings.keep_layout(self.layout, self._window.saveState(VERSION))

    def _restore(self) -> None:
        self._given_way.clear()
        kept = self._settings.layout(self.layout)
        self._unsized = False
        if kept is None or not self._window.restoreState(kept, VERSION):
            self._arrange()
        if self._away:
            self._hide_all()

    def _arrange(self) -> None:
        """The panels of the layout in their first places, all others hidden there."""
        shown = LAYOUTS[self.layout].panels
        self._given_way.clear()
        for name, dock in self.docks.items():
            if dock.isFloating():  # Qt shows a dock for a moment when it is told to stand where it stands
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(AREAS[PANELS[name].side], dock)
            dock.setVisible(name in shown)
        self._stack_bottom()
        self._give_sizes()
        self._unsized = True
        QtCore.QTimer.singleShot(0, self, self._size_late)

    def _stack_bottom(self) -> None:
        """What is as wide as the view stands above the others at the bottom."""
        at_bottom = [name for name, panel in PANELS.items() if panel.side == "bottom"]
        upper, *others = sorted(at_bottom, key=lambda name: not PANELS[name].across)
        before, way = upper, VERTICAL
        for name in others:
            self._window.splitDockWidget(self.docks[before], self.docks[name], way)
            before, way = name, HORIZONTAL

    def _size_late(self) -> None:
        """Give sizes again after panels were laid out, which Qt does later."""
        if self._unsized and self._window.isVisible():
            self._unsized = False
            self._give_sizes()

    def _give_sizes(self) -> None:
        """The widths of the sides, the heights at the bottom; the lower one at the left has its height, too."""
        shown = LAYOUTS[self.layout].panels
        at = {side: [self.docks[name] for name in shown if PANELS[name].side == side] for side in AREAS}
        for side in ("left", "right"):
            self._window.resizeDocks(at[side][:1], [_panel(dock).size for dock in at[side][:1]], HORIZONTAL)
        self._window.resizeDocks(at["bottom"], [_panel(dock).size for dock in at["bottom"]], VERTICAL)
        lower = [_panel(dock).size for dock in at["left"][1:]]
        upper = sum(dock.height() for dock in at["left"]) - sum(lower)
        self._window.resizeDocks(at["left"], [max(upper, 1), *lower], VERTICAL)

    def _make_way(self, name: str) -> None:
        """Before a panel is shown: one that stands alone takes the place of others at its side, or goes for them."""
        dock, side = self.docks[name], PANELS[name].side
        for wide in (each for each in self._given_way if each != name and PANELS[each].side == side):
            self.docks[wide].hide()
            self._given_way[wide] = []
        if not PANELS[name].alone or dock.isFloating():
            return
        self._given_way[name] = [each for each in self.docks.values() if each is not dock and _stands(each, side)]
        for each in self._given_way[name]:
            each.hide()
        QtCore.QTimer.singleShot(0, self, lambda: self._give_room(dock))

    def _give_room(self, *docks: QtWidgets.QDockWidget) -> None:
        """The size that panels begin with, where they stand at the bottom."""
        for dock in docks:
            if _stands(dock, "bottom"):
                self._window.resizeDocks([dock], [_panel(dock).size], VERTICAL)

    def _give_back(self, name: str) -> None:
        """Show the panels again that gave way to one that is hidden now."""
        if name in self._given_way and self.docks[name].isHidden():
            given = self._given_way.pop(name)
            for each in given:
                each.show()
            self._give_room(*given)

    def _give_height(self, name: str) -> None:
        """A tall panel that was just shown takes most of its side from the panels that stood there."""
        dock, panel = self.docks[name], PANELS[name]
        above = [self.docks[other] for other in PANELS if other != name and PANELS[other].side == panel.side]
        above = [other for other in above if other.isVisible() and not other.isFloating()]
        if panel.tall and above and dock.isVisible() and not dock.isFloating():
            room = sum(other.height() for other in (*above, dock))
            heights = [round(room * (1.0 - TALL) / len(above))] * len(above)
            self._window.resizeDocks([*above, dock], [*heights, round(room * TALL)], VERTICAL)

    def _hide_all(self) -> None:
        for dock in self.docks.values():
            dock.hide()


def _stands(dock: QtWidgets.QDockWidget, side: str) -> bool:
    """Whether a dock is shown at a side of the window, and not floating."""
    return not dock.isHidden() and not dock.isFloating() and PANELS[dock.objectName()].side == side


def _panel(dock: QtWidgets.QDockWidget) -> Panel:
    return PANELS[dock.objectName()]
