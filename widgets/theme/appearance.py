"""What people choose about how the program looks: theme, unit of lengths, whether movements are animated.

There is one `Appearance` for the application, as there is one palette, font and style sheet in Qt, and the application
owns it. Painters of `drawing.painter_of` carry its colours; whatever turns lengths into text is given its `lengths`.
"""

from __future__ import annotations

from string import Template
from typing import cast
from weakref import WeakKeyDictionary

from msgspec.structs import asdict
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from pantin.widgets.theme.style import Style
from pantin.widgets.theme.stylesheet import STYLESHEET
from pantin.widgets.theme.theme import DARK, Theme, font, palette
from pantin.widgets.values.units import Lengths, lengths_in


class Appearance(QObject):
    """The theme, dark at first; in which unit lengths are shown; whether motion is reduced."""

    lengths_changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        _APPEARANCES[app] = self
        self._app = app
        self._style: Style | None = None
        self.theme = DARK
        self.lengths = Lengths()
        self.is_motion_reduced = False

    def apply_theme(self, theme: Theme) -> None:
        """Give the whole application `theme`: palette, font, style sheet; also while windows are open.

        One that it has already costs nothing. Icons of actions keep the colours they were made in until
        `icons.recolour`. The sheet before is put off first: to replace it by another takes Qt four times as long.
        """
        if self._style is not None and theme is self.theme:
            return
        if self._style is None:
            self._style = Style()
            self._style.reduce_motion(self.is_motion_reduced)
            self._app.setStyle(self._style)
        self.theme = theme
        self._app.setStyleSheet("")
        self._app.setPalette(palette(theme))
        self._app.setFont(font())
        self._app.setStyleSheet(Template(STYLESHEET).substitute(asdict(theme)))

    def reduce_motion(self, reduced: bool) -> None:
        """Let panels fold and open at once, or animated."""
        self.is_motion_reduced = reduced
        if self._style is not None:
            self._style.reduce_motion(reduced)

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
