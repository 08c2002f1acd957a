"""Whether a window could be shown here, found out before Qt tries: where it cannot, Qt ends the whole program."""

from __future__ import annotations

import ctypes
import os
import sys

from app import system_packages


def absent() -> bool:
    """True where there is no screen to reach."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return False
    return not os.environ.get("WAYLAND_DISPLAY") and not _x_answers()


def missing() -> str:
    """What keeps a window from being shown, in one sentence; empty where nothing does."""
    if packages := system_packages.missing_libraries():
        return system_packages.sentence(packages)
    if absent():
        return "There is no screen here to open a window on; `pantin render FILE OUT.png` draws without one."
    return ""


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
    works = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    return works
