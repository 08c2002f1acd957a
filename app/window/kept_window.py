"""The looks of the window from run to run: its size and place, its panels, and what is shown of the figure."""

from __future__ import annotations

from msgspec.structs import asdict, fields
from PySide6 import QtWidgets

from pantin.app.docks.docks import Docks
from pantin.app.session.settings import Settings
from pantin.viewport.scene.scene import Display
from pantin.viewport.window.view import View

SIZE = (1440, 900)
FRAME = 40
"""Left free on small screens for what a window manager puts around a window."""


def restore(window: QtWidgets.QMainWindow, view: View, docks: Docks, settings: Settings) -> None:
    """Show the window as it was when it was left, or as a new one."""
    if not (settings.geometry and window.restoreGeometry(settings.geometry)):
        room = window.screen().availableSize()
        window.resize(min(SIZE[0], room.width() - FRAME), min(SIZE[1], room.height() - FRAME))
    docks.restore(settings.shown_layout)
    known = {field.name for field in fields(Display)}
    view.change_display(**{name: kept for name, kept in settings.display.items() if name in known})


def keep(window: QtWidgets.QMainWindow, view: View, docks: Docks, settings: Settings) -> None:
    """Keep how the window looks for the next run."""
    settings.geometry = bytes(window.saveGeometry().data())
    settings.display = asdict(view.display)
    docks.keep()
