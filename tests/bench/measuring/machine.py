"""What a figure was measured on, and a screen to measure on where there is none."""

from __future__ import annotations

import atexit
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

LIBRARIES = ("PySide6_Essentials", "pyqtgraph", "numpy", "numba", "msgspec")
PEERS = ("bpy", "mink", "daqp", "pin", "pin-pink")
"""Whom the benches compare with; told where they are installed."""


def described() -> str:
    """System, Python, processor, libraries, and the peers that are there."""
    libraries = ", ".join(filter(None, map(_versioned, (*LIBRARIES, *PEERS))))
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}, {_processor()}; {libraries}"


def on_a_screen(width: int = 1600, height: int = 1000) -> None:
    """Bring an Xvfb for as long as this process lasts, where there is no screen."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        from pyvirtualdisplay.display import Display

        screen = Display(backend="xvfb", size=(width, height))
        screen.start()
        atexit.register(_leave, screen)


def _leave(screen: Any) -> None:
    """End Qt, if it runs, before its screen: it would end the process as failed."""
    from PySide6.QtCore import QCoreApplication

    app = QCoreApplication.instance()
    if app is not None:
        app.shutdown()
    screen.stop()


def _versioned(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.exists() else []
    name = names[0].partition(":")[2].strip() if names else platform.processor()
    return f"{os.cpu_count()} × {name}"
