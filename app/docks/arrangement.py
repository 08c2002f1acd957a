"""The first arrangement of docks in a window, and their sizes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtWidgets

from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS, Panel, Side

Qt = QtCore.Qt

AREAS: Mapping[Side, Qt.DockWidgetArea] = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
HORIZONTAL, VERTICAL = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
TALL = 0.75
"""Of the height of its side: what a tall panel takes."""


class Arrangement:
    """Places and sizes the docks of one window, by the names of `PANELS`."""

    def __init__(self, window: QtWidgets.QMainWindow, docks: Mapping[str, QtWidgets.QDockWidget]) -> None:
        self._window, self._docks = window, docks
        window.setDockNestingEnabled(True)
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QtWidgets.QTabWidget.TabPosition.North)

    # Places

    def place(self, layout: str) -> None:
        """Put the panels of a layout in their first places, all others hidden there."""
        for name, dock in self._docks.items():
            if dock.isFloating():  # Qt shows a dock for a moment when it is moved to where it is
                dock.setFloating(False)
            self._window.removeDockWidget(dock)
            self._window.addDockWidget(AREAS[PANELS[name].side], dock)
            dock.setVisible(name in LAYOUTS[layout].panels)
        self._stack_bottom()

    def _stack_bottom(self) -> None:
        """Stack what is as wide as the view above the others at the bottom."""
        at_bottom = [name for name, panel in PANELS.items() if panel.side == "bottom"]
        upper, *others = sorted(at_bottom, key=lambda name: not PANELS[name].across)
        before, way = upper, VERTICAL
        for name in others:
            self._window.splitDockWidget(self._docks[before], self._docks[name], way)
            before, way = name, HORIZONTAL

    # Sizes

    def give_sizes(self, layout: str) -> None:
        """The widths of the sides, the heights at the bottom; the lower one at the left has its height, too."""
        shown = LAYOUTS[layout].panels
        at = {side: [self._docks[name] for name in shown if PANELS[name].side == side] for side in AREAS}
        for side in (at["left"], at["right"]):
            self._resize(side[:1], [panel_of(dock).size for dock in side[:1]], HORIZONTAL)
        self._resize(at["bottom"], [panel_of(dock).size for dock in at["bottom"]], VERTICAL)
        lower = [panel_of(dock).size for dock in at["left"][1:]]
        upper = sum(dock.height() for dock in at["left"]) - sum(lower)
        self._resize(at["left"], [max(upper, 1), *lower], VERTICAL)

    def give_height(self, name: str) -> None:
        """A tall panel that was just shown takes most of its side from the panels that are there."""
        dock, side = self._docks[name], PANELS[name].side
        above = [other for other in self._docks.values() if other is not dock and _is_seen(other, side)]
        if PANELS[name].tall and above and _is_seen(dock, side):
            room = sum(other.height() for other in (*above, dock))
            heights = [round(room * (1.0 - TALL) / len(above))] * len(above)
            self._resize([*above, dock], [*heights, round(room * TALL)], VERTICAL)

    def give_room(self, *docks: QtWidgets.QDockWidget) -> None:
        """The size that panels begin with, where they are at the bottom."""
        for dock in docks:
            if stands_at(dock, "bottom"):
                self._resize([dock], [panel_of(dock).size], VERTICAL)

    def take_height(self, dock: QtWidgets.QDockWidget, pixels: int) -> None:
        """Make a panel that is seen at the bottom less high."""
        if pixels > 0 and _is_seen(dock, "bottom"):
            self._resize([dock], [dock.height() - pixels], VERTICAL)

    def _resize(self, docks: list[QtWidgets.QDockWidget], sizes: list[int], way: Qt.Orientation) -> None:
        self._window.resizeDocks(docks, sizes, way)


def stands_at(dock: QtWidgets.QDockWidget, side: Side) -> bool:
    """Return whether a dock is shown at a side of the window, and not floating."""
    return not dock.isHidden() and not dock.isFloating() and panel_of(dock).side == side


def panel_of(dock: QtWidgets.QDockWidget) -> Panel:
    """The panel of a dock."""
    return PANELS[dock.objectName()]


def _is_seen(dock: QtWidgets.QDockWidget, side: Side) -> bool:
    """Return whether a dock is at a side and is seen there: not behind another tab, nor in a hidden window."""
    return dock.isVisible() and stands_at(dock, side)
