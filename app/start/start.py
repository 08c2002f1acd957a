"""Starting the window: only what the first paint needs is loaded here.

The worker loads numba and the kernels afterwards, while the window already shows the figure at rest.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.session.settings import Settings, ui_scale
from pantin.app.system.surface import prepare_surface
from pantin.app.window.window import Window
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import Appearance


def edit(document: Document | None, path: Path | None) -> int:
    """Show the window with a document, or with what it starts with, and stay until it is closed. The exit status."""
    _scale()
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    app.setApplicationName("Pantin")
    app.setDesktopFileName("pantin")
    app.setWindowIcon(QtGui.QIcon(str(FOLDER / "icons" / "pantin.svg")))
    Appearance(app).apply_theme(theme.named(Settings().preferences.interface.theme))
    window = Window()
    if document is None:
        window.begin()
    elif path is None:
        window.session.open(document)
    else:
        window.files.opened(path, document)
    window.left.connect(app.quit)
    window.show()
    let_interrupts_in(app)
    status = app.exec()
    if not window.evaluator.stop():
        leave_at_once(window, status)
    return status


def _scale() -> None:
    """Set the interface scale, on top of the scale of the screen. Qt reads it before there is a QApplication."""
    scale = ui_scale()
    if scale != 1.0:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{scale:g}")


def let_interrupts_in(app: QtWidgets.QApplication) -> None:
    """Let Ctrl+C in the terminal end the program: Python handles signals only when it runs, so a timer wakes it."""
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    heartbeat = QtCore.QTimer(app)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(500)


def leave_at_once(window: Window, status: int) -> NoReturn:
    """End the process while a thread is still importing or compiling: Python would wait for it, or crash."""
    window.settings.write()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
