"""A view and its buttons on a screen with twice the pixels: `python -m tests.app.overlay.scaled` says what it is."""

from __future__ import annotations

import json
import os
import sys

from PySide6 import QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin.app.system.surface import prepare_surface


def main() -> None:
    """Show tools and options over a small view, and say where they are and how they are drawn."""
    prepare_surface()
    _application = QtWidgets.QApplication(sys.argv)
    from pantin.app.actions import ACTIONS
    from pantin.app.overlay.view_overlay import ViewOverlay
    from pantin.widgets.theme import theme
    from pantin.widgets.theme.style.dressing import apply_theme
    from tests.viewport.driven import Driven

    apply_theme(theme.DARK)
    driven = Driven()
    driven.view.resize(480, 400)
    driven.stage.show()
    overlay = ViewOverlay(driven.view, {name: QtGui.QAction(name, driven.view) for name in ACTIONS})
    driven.view.show()
    QTest.qWaitForWindowExposed(driven.view)
    tools = overlay.panels[0].grab()
    told = {
        "panels": [panel.geometry().getRect() for panel in overlay.panels if panel.isVisible()],
        "tools": (overlay.panels[0].width(), overlay.panels[0].height()),
        "pixels": (tools.width(), tools.height()),
    }
    print(json.dumps(told))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
