"""Starting the window: only what the first paint needs is loaded here.

The worker loads numba and the kernels afterwards, while the window already shows the figure in the rest pose.
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
from pantin.app.window.uncaught_errors import UncaughtErrors
from pantin.app.window.window import Window
from pantin.resources import FOLDER
from pantin.rigs import Opened
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme


def edit(read: Opened | None, path: Path | None, held: str | None = None, fault: str = "") -> NoReturn:
    """Show the window with what was read, or with what it starts with; the process ends when it is closed.

    `held` is the fingerprint of the file at `path` when it was read; `fault` says why it could not be, and is shown. A
    file of which nothing was read, without a fault, is long: it is read while the window shows how much of it is.
    """
    app = _application()
    window = Window()
    UncaughtErrors(window).notified.connect(window.session.warned)
    _open(window, read, path, held)
    if fault:
        window.session.warned.emit(fault)
    elif read is None and path is not None:
        window.files.open(path)
    window.left.connect(app.quit)
    window.show()
    app.commitDataRequest.connect(lambda _: window.files.keep_everything())
    let_signals_in(app)
    status = app.exec()
    window.hide()  # what is dragged is put back while everything is there that hears of it
    window.files.keep_everything()
    window.evaluator.stop()
    leave_at_once(window, status)


def _application() -> QtWidgets.QApplication:
    """The application, with its scale, name, icon and colours."""
    _scale()
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    app.setApplicationName("Pantin")
    app.setDesktopFileName("pantin")
    app.setWindowIcon(QtGui.QIcon(str(FOLDER / "icons" / "pantin.svg")))
    apply_theme(theme.named(Settings().preferences.interface.theme))
    return app


def _open(window: Window, read: Opened | None, path: Path | None, held: str | None) -> None:
    """Open what was read in the window; where there is nothing, what it starts with.

    Work on a file of which nothing was read may still be there, also where the file cannot be read.
    """
    if read is None and path is not None:
        window.show_start_page()
        window.offer_unsaved_work(path)
    elif read is None:
        window.begin()
    elif path is None:
        window.session.open(read.document)
        if read.report:
            window.session.reported.emit(read.report)
    else:
        if not window.files.come(path, read, held):
            window.show_start_page()
        window.offer_unsaved_work(path)


def _scale() -> None:
    """Set the interface scale, on top of the scale of the screen. Qt reads it before there is a QApplication."""
    scale = ui_scale()
    if scale != 1.0:
        os.environ.setdefault("QT_SCALE_FACTOR", f"{scale:g}")


def let_signals_in(app: QtWidgets.QApplication) -> None:
    """Let Ctrl+C, the end of the terminal and the system end the program; unsaved work is offered at the next start.

    `quit` would ask every window to close first. Python handles signals only when it runs, so a timer wakes it.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: app.exit())
    heartbeat = QtCore.QTimer(app)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(100)


def leave_at_once(window: Window, status: int) -> NoReturn:
    """End the process as it is: Python would wait for threads, and take the ground from under what still hears."""
    window.settings.finish()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
