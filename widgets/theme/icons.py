"""The program's icons: SVG drawings in `currentColor`, rendered in a given colour and cached.

Ask for a pixmap to paint with, or a QIcon for menus and buttons of Qt's own. Drawings are 16 px with 1.5 px strokes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from pantin import resources
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance

FOLDER = resources.FOLDER / "icons"
SIZE = 16
MOST = 1024
"""Drawings that are kept: more than are seen in one theme, and fewer than there are in all colours and sizes."""
NONE = ""
"""The icon of what has none: where a menu has it on, it bears the tick all the same."""


BLANK = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@lru_cache(maxsize=MOST)
def pixmap(name: str, colour: str, size: int = SIZE, scale: float = 1.0) -> QPixmap:
    """The icon `name` in `colour`, `size` logical pixels wide, for a screen of `scale` device pixels each."""
    drawing = _drawing(name).replace(b"currentColor", colour.encode())
    renderer = QSvgRenderer(QByteArray(drawing))
    found = QPixmap(round(size * scale), round(size * scale))
    found.fill(Qt.GlobalColor.transparent)
    painter = QPainter(found)
    renderer.render(painter, QRectF(0, 0, found.width(), found.height()))
    painter.end()
    found.setDevicePixelRatio(scale)
    return found.copy()  # what was painted on keeps the engine that did it, a hundred kilobytes


def draw(painter: QPainter, name: str, colour: str, x: float, y: float, size: int = SIZE) -> None:
    """Paint the icon `name` with its corner at (x, y)."""
    scale = painter.device().devicePixelRatioF()
    painter.drawPixmap(round(x), round(y), pixmap(name, colour, size, scale))


def icon(name: str, tokens: theme.Theme, size: int = SIZE) -> QIcon:
    """The icon `name` in the theme's colours for resting, pointed at and disabled; a tick where a menu has it on."""
    finest = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    return _icon(name, tokens, size, (1.0, 2.0) if finest > 1.0 else (1.0,))


@lru_cache(maxsize=MOST)
def _icon(name: str, tokens: theme.Theme, size: int, scales: tuple[float, ...]) -> QIcon:
    """The same for screens of `scales` device pixels each: a drawing for fine ones takes four times the memory."""
    off, on = QIcon.State.Off, QIcon.State.On
    states = {
        (QIcon.Mode.Normal, off): (name, tokens.t2),
        (QIcon.Mode.Active, off): (name, tokens.t1),
        (QIcon.Mode.Disabled, off): (name, tokens.off),
        (QIcon.Mode.Normal, on): ("check", tokens.acc_t),
        (QIcon.Mode.Active, on): ("check", tokens.acc_t),
        (QIcon.Mode.Disabled, on): ("check", tokens.off),
    }
    found = QIcon()
    for (mode, state), (drawn, colour) in states.items():
        for scale in scales:
            found.addPixmap(pixmap(drawn, colour, size, scale), mode, state)
    return found


def set_icon(action: QAction, name: str) -> None:
    """Give `action` the icon `name`, in the colours of the present theme."""
    name_icon(action, name)
    recolour((action,))


def name_icon(action: QAction, name: str) -> None:
    """Say which icon `action` has from the next `recolour` on: drawing it can wait until somebody will see it."""
    action.setProperty("icon_name", name)


def recolour(actions: Iterable[QAction]) -> None:
    """Give every action that has an icon the same one in the colours of the present theme."""
    for action in actions:
        if (name := action.property("icon_name")) is not None:
            action.setIcon(icon(name, appearance().theme))


@cache
def _drawing(name: str) -> bytes:
    return (FOLDER / f"{name}.svg").read_bytes() if name else BLANK
