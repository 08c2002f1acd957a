"""The OpenGL surface that the whole program draws on.

Set before the application exists: 3.3 core, 24 bits of depth, and one shared set of contexts, without which floating a
dock would make a new context and lose everything that was uploaded.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

from PySide6 import QtCore, QtGui

SAMPLES = 4
GRAPHICS_DEVICES = ("dri/renderD*", "nvidia[0-9]*", "dxg")
"""The devices that Linux shows in /dev where a graphics card can draw."""


ROOM = 16_000_000
"""Bytes that Mesa's cache of shaders may need."""


def prepare_surface() -> None:
    """Set the default surface format. Multisampling is off where the processor draws: it would cost too much."""
    do_without_a_full_cache()
    surface = QtGui.QSurfaceFormat()
    surface.setVersion(3, 3)
    surface.setProfile(QtGui.QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    surface.setDepthBufferSize(24)
    surface.setStencilBufferSize(8)
    surface.setSamples(0 if drawn_by_the_processor() else SAMPLES)
    QtGui.QSurfaceFormat.setDefaultFormat(surface)
    QtCore.QCoreApplication.setAttribute(QtCore.Qt.ApplicationAttribute.AA_ShareOpenGLContexts)


def do_without_a_full_cache() -> None:
    """Have Mesa keep no shaders where the disk is full: it writes through mapped memory, which ends the process."""
    chosen = os.environ.get("MESA_SHADER_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    with suppress(OSError, RuntimeError):
        folder = Path(chosen) if chosen else Path.home() / ".cache"
        there = next(each for each in (folder, *folder.parents) if each.exists())
        if shutil.disk_usage(there).free < ROOM:
            for name in ("MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"):  # the second for older ones
                os.environ.setdefault(name, "true")


def drawn_by_the_processor(devices: Path = Path("/dev")) -> bool:
    """Return whether OpenGL runs without a graphics card.

    Looks at the devices: asking OpenGL takes a tenth of a second.
    """
    if not sys.platform.startswith("linux"):
        return False
    if os.environ.get("LIBGL_ALWAYS_SOFTWARE") in ("1", "true"):
        return True
    return not any(any(devices.glob(pattern)) for pattern in GRAPHICS_DEVICES)
