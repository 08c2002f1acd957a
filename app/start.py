"""From the command to a window: what has to be there for the first paint, and nothing else.

numba and the kernels are brought in afterwards, by the worker, while the window already shows the figure at rest.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from app.surface import prepare_surface
from app.window import Window
from resources import FOLDER
from widgets import theme


def edit(file: Path | None) -> int:
    """Show the window, with `file` or the sample figure in it, and stay until it is closed. The exit status."""
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    app.setApplicationName("Pantin")
    app.setDesktopFileName("pantin")
    app.setWindowIcon(QtGui.QIcon(str(FOLDER / "icons" / "pantin.svg")))
    theme.apply(app, theme.DARK)
    window = Window()
    if file is None:
        window.files.open_sample("humanoid")
    else:
        window.files.open(file)
    window.left.connect(app.quit)
    window.show()
    let_interrupts_in(app)
    status = app.exec()
    window.evaluator.stop()
    return status


def let_interrupts_in(app: QtWidgets.QApplication) -> None:
    """Ctrl+C in the terminal ends the program: Python only hears of it when Qt hands control over now and then."""
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    heartbeat = QtCore.QTimer(app)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(500)
