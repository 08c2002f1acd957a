"""`pantin` called as from a shell, in this process or in one of its own."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

from pantin.app.start.command_line import main
from tests.sources import TOP


def pantin(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command here, as its process would: what it printed, and its exit status."""
    out, err = io.StringIO(), io.StringIO()
    given = list(map(str, arguments))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(given)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return subprocess.CompletedProcess(given, status, out.getvalue(), err.getvalue())


def started(
    *arguments: object, screen: bool = True, folder: Path = TOP, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    environment = {**os.environ, "PATH": path}
    if not screen:
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            environment.pop(name, None)
        del environment["QT_QPA_PLATFORM"]
    command = [sys.executable, "-m", "pantin", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=environment, timeout=300, check=False
    )
