"""Icons and colours of the theme as Qt wants them. Drawings are made in `currentColor`, rendered once and kept."""

from __future__ import annotations

from functools import cache

from PySide6 import QtCore, QtGui, QtSvg

from pantin.resources import FOLDER
from pantin.viewport.values.colours import Colour

ICON = 16
"""Side of an icon, pixels."""


def qcolour(colour: Colour, alpha: int | None = None) -> QtGui.QColor:
    """A colour of the theme for Qt; of another opacity, 0-255, if wanted."""
    made = QtGui.QColor(*colour)
    if alpha is not None:
        made.setAlpha(alpha)
    return made


def icon(name: str, ink: QtGui.QColor, ratio: float) -> QtGui.QPixmap:
    """An icon in a colour, for a screen of so many device pixels each."""
    return _rendered(name, ink.name(), ratio)


@cache
def _rendered(name: str, ink: str, ratio: float) -> QtGui.QPixmap:
    drawing = (FOLDER / "icons" / f"{name}.svg").read_bytes().replace(b"currentColor", ink.encode())
    pixmap = QtGui.QPixmap(round(ICON * ratio), round(ICON * ratio))
    pixmap.fill(QtCore.Qt.GlobalColor.transparent)
    painter = QtGui.QPainter(pixmap)
    QtSvg.QSvgRenderer(QtCore.QByteArray(drawing)).render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
