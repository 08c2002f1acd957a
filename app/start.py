"""From the command to a window: what has to be there for the first paint, and nothing else.

numba and the kernels are brought in afterwards, by the worker, while the window already shows the figure at rest.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from PySide6 import QtCore, QtGui, QtWidgets

import rigs
from app.surface import prepare_surface
from app.window import Window
from resources import FOLDER
from rigs.document import Document
from widgets import theme

SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


def edit(document: Document | None, path: Path | None) -> int:
    """Show the window with a document, or with the sample figure, and stay until it is closed. The exit status."""
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    app.setApplicationName("Pantin")
    app.setDesktopFileName("pantin")
    app.setWindowIcon(QtGui.QIcon(str(FOLDER / "icons" / "pantin.svg")))
    theme.apply(app, theme.DARK)
    window = Window()
    if document is None or path is None:
        window.session.open(rigs.read(SAMPLE))
    else:
        window.files.opened(path, document)
    window.left.connect(app.quit)
    window.show()
    let_interrupts_in(app)
    status = app.exec()
    if not window.evaluator.stop():
        leave_at_once(window, status)
    return status


def let_interrupts_in(app: QtWidgets.QApplication) -> None:
    """Ctrl+C in the terminal ends the program: Python only hears of it when Qt hands control over now and then."""
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    heartbeat = QtCore.QTimer(app)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(500)


def leave_at_once(window: Window, status: int) -> NoReturn:
    """End the process although a thread is still importing or compiling: Python would wait for it, or fall over it."""
    window.settings.write()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
