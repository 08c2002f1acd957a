"""Whether a window can be shown here. Found out before Qt tries: without a screen Qt aborts the process."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pantin.app.messages import _
from pantin.app.system import system_packages


def absent() -> bool:
    """True where there is no screen to reach."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return False
    return not os.environ.get("WAYLAND_DISPLAY") and not _x_answers()


def missing() -> str:
    """Why no window can be shown, in one sentence; empty where one can."""
    if packages := system_packages.missing_libraries():
        return system_packages.sentence(packages)
    if absent():
        return _("There is no screen here to open a window on; `pantin render FILE OUT.png` draws without one.")
    return ""


@contextmanager
def borrowed() -> Iterator[None]:
    """An Xvfb for drawing with OpenGL where there is no screen; without Xvfb, Qt's offscreen platform."""
    if not absent():
        yield
        return
    server = _xvfb()
    os.environ["QT_QPA_PLATFORM"] = "xcb" if server else "offscreen"
    try:
        yield
    finally:
        if server:
            server.terminate()
            server.wait()


def _xvfb() -> subprocess.Popen[bytes] | None:
    """A running Xvfb that $DISPLAY names; None where it is not installed or does not start."""
    program = shutil.which("Xvfb")
    if program is None or not Path(program).is_absolute():  # an entry of PATH may be the current folder
        return None
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "64x64x24", "-nolisten", "tcp"]
    nobody = subprocess.DEVNULL
    server = subprocess.Popen(command, pass_fds=[writing], cwd="/", stdout=nobody, stderr=nobody)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        return None
    os.environ["DISPLAY"] = f":{number}"
    return server


def _x_answers() -> bool:
    """Whether $DISPLAY names an X server that lets us in."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    works = bool(xcb.xcb_connection_has_error(connection) == 0)
    xcb.xcb_disconnect(connection)
    return works
