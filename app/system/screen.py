"""A test whether a window can be shown here. Found out before Qt tries: without a screen Qt aborts the process."""

from __future__ import annotations

import ctypes
import os
import sys

from pantin.app.messages import _
from pantin.app.system import system_packages


def absent() -> bool:
    """True where there is no screen to reach."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return False
    return not os.environ.get("WAYLAND_DISPLAY") and not _x_answers()


def missing() -> str:
    """Return why no window can be shown, in one sentence; empty where one can."""
    if packages := system_packages.missing_libraries():
        return system_packages.sentence(packages)
    if absent():
        return _("There is no screen here to open a window on; `pantin render FILE OUT.png` draws without one.")
    return ""


def do_without() -> None:
    """Let Qt do without a screen where there is none. To be called before it has an application."""
    if absent():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def _x_answers() -> bool:
    """Return whether $DISPLAY names an X server that lets us in."""
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
