"""The appearance that people choose: theme, unit of lengths, whether movements are animated.

There is one `Appearance` for the application, as there is one palette, font and style in Qt, and the application
owns it. `dressing` changes the theme. Painters of `drawing.painter_of` carry its colours; whatever turns lengths into
text is given its `lengths`.
"""

from __future__ import annotations

from typing import cast
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from pantin.widgets.theme.theme import DARK
from pantin.widgets.values.units import Lengths, lengths_in


class Appearance(QObject):
    """The theme, dark at first; in which unit lengths are shown; whether motion is reduced."""

    lengths_changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        _APPEARANCES[app] = self
        self._app = app
        self.theme = DARK
        self.lengths = Lengths()
        self.is_motion_reduced = False
        """Whether panels fold and open at once instead of being animated."""

    def show_lengths_in(self, unit: str) -> None:
        """Show lengths in "m", "cm", "mm", "in" or "auto"; everything on the screen is painted again."""
        lengths = lengths_in(unit)
        if lengths != self.lengths:
            self.lengths = lengths
            self.lengths_changed.emit()
            for widget in self._app.allWidgets():
                widget.update()


def appearance() -> Appearance:
    """The appearance of the running application, made when it is first asked for."""
    app = cast(QApplication, QApplication.instance())
    return _APPEARANCES.get(app) or Appearance(app)


_APPEARANCES: WeakKeyDictionary[QApplication, Appearance] = WeakKeyDictionary()
"""By application. To look through its children takes ten times as long, and every paint event asks."""
