"""What a figure was measured on, and a screen to measure on where there is none."""

from __future__ import annotations

import atexit
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("PySide6_Essentials", "pyqtgraph", "numpy", "numba", "msgspec")


def described() -> str:
    """System, Python, processor, libraries."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"{platform.system()} {platform.release()}, Python {platform.python_version()}, {_processor()}; {libraries}"


def on_a_screen(width: int = 1600, height: int = 1000) -> None:
    """Bring an Xvfb for as long as this process lasts, where there is no screen."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        from pyvirtualdisplay.display import Display

        screen = Display(backend="xvfb", size=(width, height))
        screen.start()
        atexit.register(screen.stop)


def percentiles(values: list[float]) -> str:
    """Median, 99th percentile and worst of milliseconds."""
    ordered = sorted(values)
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99))
    return f"p50 {p50:.2f} ms, p99 {p99:.2f} ms, worst {ordered[-1]:.2f} ms ({len(ordered)} samples)"


def p99(values: list[float]) -> float:
    """The 99th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    names = [line for line in info.read_text().splitlines() if line.startswith("model name")] if info.exists() else []
    name = names[0].partition(":")[2].strip() if names else platform.processor()
    return f"{os.cpu_count()} × {name}"
