"""The parts of a theme in Qt: the style, the palette and the font of the application."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QApplication, QToolTip

from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style.style import Style
from pantin.widgets.theme.theme import Theme, font, palette


def apply_theme(theme: Theme) -> None:
    """Give the whole application `theme`, also while windows are open.

    One that it has already costs nothing. Icons of actions keep the colours they were made in until `icons.recolour`.
    """
    app = cast(QApplication, QApplication.instance())
    look = appearance()
    is_dressed = isinstance(app.style(), Style)
    if is_dressed and theme is look.theme:
        return
    look.theme = theme
    if not is_dressed:
        app.setStyle(Style())
    app.setPalette(palette(theme))
    QToolTip.setPalette(palette(theme))
    app.setFont(font())
    QToolTip.setFont(font())
