"""A panel that needs a side of the window for itself: others give way to it, and come back when it is closed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6 import QtCore, QtWidgets

from pantin.app.docks.arrangement import Arrangement, stands_at
from pantin.app.docks.panels import PANELS


class DisplacedDocks:
    """Remembers which docks gave way to which panel."""

    def __init__(self, docks: Mapping[str, QtWidgets.QDockWidget], arrangement: Arrangement) -> None:
        self._docks, self._arrangement = docks, arrangement
        self._given_way: dict[str, list[QtWidgets.QDockWidget]] = {}

    def forget(self) -> None:
        """All panels stand elsewhere now: nothing comes back."""
        self._given_way.clear()

    def make_room(self, name: str) -> None:
        """Before a panel is shown: one that stands alone takes the place of others at its side, or goes for them."""
        dock, side = self._docks[name], PANELS[name].side
        for wide in (each for each in self._given_way if each != name and PANELS[each].side == side):
            self._docks[wide].hide()
            self._given_way[wide] = []
        if not PANELS[name].alone or dock.isFloating():
            return
        self._given_way[name] = [each for each in self._docks.values() if each is not dock and stands_at(each, side)]
        for each in self._given_way[name]:
            each.hide()
        QtCore.QTimer.singleShot(0, dock, lambda: self._arrangement.give_room(dock))

    def give_back(self, name: str) -> None:
        """Show the panels again that gave way to one, if that is hidden now."""
        if name in self._given_way and self._docks[name].isHidden():
            given = self._given_way.pop(name)
            for each in given:
                each.show()
            self._arrangement.give_room(*given)

    def give_all_back(self) -> None:
        """Hide every panel that others gave way to, and show those again."""
        for name in tuple(self._given_way):
            self._docks[name].hide()
            self.give_back(name)
