"""A view on a screen with two device pixels each: `python -m tests.viewport.scaled` says what it measured."""

from __future__ import annotations

import json
import os
import sys

from PySide6 import QtCore, QtWidgets
from PySide6.QtTest import QTest

from pantin.app.system.surface import prepare_surface


def main() -> None:
    """Select a bone, look from the top by a click in the corner, and say where everything is."""
    prepare_surface()
    _application = QtWidgets.QApplication(sys.argv)
    from pantin.viewport.navigation import axes_corner
    from tests.viewport.driven import LEFT, NONE, Driven

    driven = Driven()
    driven.view.resize(480, 400)
    driven.stage.show()
    driven.view.show()
    QTest.qWaitForWindowExposed(driven.view)
    driven.view.frame_all()
    driven.click(*driven.place("head"))
    plain = driven.view.grabFramebuffer()
    ball = next(ball for ball in axes_corner.balls(driven.view.lens) if ball.name == "z")
    x, y = ball.x, ball.y
    shown = plain.pixelColor(round(2 * x + 8), round(2 * y + 8))
    QTest.mouseClick(driven.view, LEFT, NONE, QtCore.QPoint(round(x), round(y)))
    told = {
        "picture": (plain.width(), plain.height()),
        "view": (driven.view.width(), driven.view.height()),
        "ball": (shown.red(), shown.green(), shown.blue()),
        "name": driven.view.camera.name,
        "active": driven.stage.document.active,
    }
    print(json.dumps(told))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
