"""Somebody who cannot leave panels and window alone, and what must be the same however they are arranged."""

from __future__ import annotations

import random

import numpy as np
from PySide6 import QtWidgets

from pantin.app.docks.arrangement import AREAS
from pantin.app.docks.layouts import LAYOUTS
from pantin.app.docks.panels import PANELS
from tests.app.person import Person

SIZES = ((1360, 860), (1100, 720), (1200, 640), (980, 800), (1300, 700))
"""Of the window, pixels."""


class Mover:
    """Somebody who cannot leave panels and window alone, in an order that is the same every time."""

    def __init__(self, person: Person) -> None:
        self.window, self.docks = person.window, person.window.docks
        self._chance = random.Random(4)
        self.done: list[str] = []

    def turn(self) -> None:
        """One thing of what can be done to panels and window."""
        do = self._chance.choice(
            (self._resize, self._float, self._float, self._dock, self._dock, self._tab, self._layout, self._switch)
        )
        do()
        self.done.append(do.__name__)

    def dock_all(self) -> None:
        """Whatever floats goes back into the window."""
        for dock in self.docks.docks.values():
            dock.setFloating(False)

    def _resize(self) -> None:
        self.window.resize(*self._chance.choice(SIZES))

    def _float(self) -> None:
        dock = self._shown()
        dock.setFloating(True)
        dock.setGeometry(self._chance.randrange(600), self._chance.randrange(400), 320, 360)

    def _dock(self) -> None:
        dock = self._shown()
        self.window.addDockWidget(AREAS[self._chance.choice(tuple(AREAS))], dock)
        dock.setFloating(False)

    def _tab(self) -> None:
        below, above = self._shown(), self._shown()
        if below is not above:
            for dock in (below, above):
                dock.setFloating(False)
            self.window.tabifyDockWidget(below, above)
            self._chance.choice((below, above)).raise_()

    def _layout(self) -> None:
        self.window.menus.actions[f"layout_{self._chance.choice(tuple(LAYOUTS))}"].trigger()

    def _switch(self) -> None:
        self.window.menus.actions[f"panel_{self._chance.choice(tuple(PANELS))}"].trigger()

    def _shown(self) -> QtWidgets.QDockWidget:
        """A panel that is open; the tree of bones is opened where none is."""
        if not any(map(self.docks.is_shown, PANELS)):
            self.docks.switch("bones")
        return self.docks.docks[self._chance.choice([name for name in PANELS if self.docks.is_shown(name)])]


def work(person: Person) -> tuple[object, ...]:
    """All that must be the same however the window is arranged."""
    session, view = person.session, person.view
    document, history = session.document, session.history
    return document, document.active, history.labels, history.position, view.camera, view.settings, view.display


def lay(person: Person) -> dict[str, tuple[object, ...]]:
    """Return where each panel is: open or not, floating or at a side, and behind or before which others."""
    window, docks = person.window, person.window.docks
    return {
        name: (
            docks.is_shown(name),
            dock.isFloating(),
            None if dock.isFloating() else window.dockWidgetArea(dock),
            frozenset(other.objectName() for other in window.tabifiedDockWidgets(dock)),
        )
        for name, dock in docks.docks.items()
    }


def wood(picture: np.ndarray, is_faint: bool = False) -> int:
    """Return how many pixels of a picture are of the colour of wood; while the rest pose is edited the figure is
    faint."""
    red, green, blue = np.moveaxis(picture, 2, 0)
    apart, least = (6, 70) if is_faint else (12, 110)
    return int(((red > green + apart) & (green > blue + apart) & (red > least)).sum())


def blue(picture: np.ndarray) -> int:
    """Return how many pixels of a picture are of the colour of what is selected."""
    red, green, blue = np.moveaxis(picture, 2, 0)
    return int(((blue > red + 60) & (blue > green + 20)).sum())
