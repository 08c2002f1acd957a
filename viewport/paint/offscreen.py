"""Painting a scene without a window: by OpenGL where there is any, by the processor alone where there is none.

One context with one painter is kept for all small pictures, because compiling the shaders takes most of what such a
picture takes. It is given back when no picture was asked for during some seconds, and after a large one at once: a
software renderer keeps 25 MB for it, and after a large one some hundred.
It belongs to the thread of the window. On any other a picture has a context of its own, where it is given a surface for
that, which only the window's thread can make; without one the processor paints.
"""

from __future__ import annotations

import atexit
import sys
from math import ceil, sqrt
from time import monotonic

import numpy as np
from PySide6 import QtCore, QtGui

from pantin.viewport.paint.opengl.bands import row_bands
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.painter import Painter
from pantin.viewport.paint.software import paint_by_processor
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera

OVERSAMPLING = 2.0
"""The picture is painted at this size and shrunk: its edges come out clean. Less where no frame is that large."""

MOST_PIXELS = 24_000_000
"""A larger picture is painted with less oversampling: a frame of so many pixels already takes half a gigabyte."""

LARGE, DETAIL = 640, 2.0
"""From so many pixels on the figure's parts have so many times the rings and spokes that they have in the view, so that
a poster shows no facets either."""

IDLE = 3.0
"""Seconds without a picture after which the context is given back. Those of a shelf come 0.04 s after each other, and
making another context takes a tenth of a second."""

_Studio = tuple[QtGui.QOffscreenSurface, QtGui.QOpenGLContext, dict[float, Painter]]
_studios: list[_Studio] = []


def paint(
    seen: Scene, camera: Camera, width: int, height: int, surface: QtGui.QOffscreenSurface | None = None
) -> QtGui.QImage:
    """The picture in full detail, whatever paints it. Needs a QGuiApplication, but no screen.

    Any thread but the window's needs a `surface` for OpenGL.
    """
    detail = DETAIL if max(width, height) > LARGE else 1.0
    app = QtCore.QCoreApplication.instance()
    found = None
    if app is not None and QtCore.QThread.currentThread() == app.thread():
        found = _by_opengl(seen, camera, width, height, detail)
    elif surface is not None:
        found = _by_own_context(seen, camera, width, height, detail, surface)
    return paint_by_processor(seen, camera, width, height, detail) if found is None else found


def surface_for_another_thread(parent: QtCore.QObject) -> QtGui.QOffscreenSurface | None:
    """What another thread paints one picture on, made on the window's; None where OpenGL keeps to one thread."""
    if not QtGui.QOpenGLContext.supportsThreadedOpenGL():
        return None
    surface = _surface(parent)
    return surface if surface.isValid() else None


def release() -> None:
    """Delete the context of the pictures; the next one makes another. To be called before the application goes."""
    _studios.clear()


def is_released() -> bool:
    """Whether there is no such context."""
    return not _studios


class _IdleRelease:
    """Gives the context back once no picture was painted for a while."""

    def __init__(self) -> None:
        self._last, self._waits = 0.0, False

    def restart(self) -> None:
        """A picture was painted."""
        self._last = monotonic()
        if not self._waits:
            self._wait(IDLE)

    def _wait(self, seconds: float) -> None:
        self._waits = True
        QtCore.QTimer.singleShot(ceil(1000 * seconds), self._look)

    def _look(self) -> None:
        self._waits = False
        left = self._last + IDLE - monotonic()
        if left <= 0.0:
            release()
        elif _studios:
            self._wait(left)


_idle_release = _IdleRelease()


def picture_by(painter: Painter, seen: Scene, camera: Camera, width: int, height: int) -> QtGui.QImage:
    """The picture by a painter of the current context."""
    largest = GL.integer(GL.GL_MAX_TEXTURE_SIZE) / max(width, height)
    ratio = min(OVERSAMPLING, largest, max(sqrt(MOST_PIXELS / (width * height)), 1.0))
    wide, high = max(round(width * ratio), 1), max(round(height * ratio), 1)
    texture, frame = GL.made("glGenTextures"), GL.made("glGenFramebuffers")
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, wide, high, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
    GL.glViewport(0, 0, wide, high)
    painter.paint(seen, camera, width, height, ratio)
    pixels = np.empty((high, wide, 4), dtype=np.uint8)
    for rows in row_bands(wide, high):
        part = pixels[rows]
        GL.glReadPixels(0, rows.start, wide, len(part), GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, part)
    GL.delete("glDeleteFramebuffers", frame)
    GL.delete("glDeleteTextures", texture)
    upright = np.ascontiguousarray(pixels[::-1])
    formats = QtGui.QImage.Format
    kind = formats.Format_RGBA8888_Premultiplied if seen.background.transparent else formats.Format_RGBX8888
    large = QtGui.QImage(upright.data, wide, high, kind)
    return large.scaled(
        width, height, QtCore.Qt.AspectRatioMode.IgnoreAspectRatio, QtCore.Qt.TransformationMode.SmoothTransformation
    )


def _by_own_context(
    seen: Scene, camera: Camera, width: int, height: int, detail: float, surface: QtGui.QOffscreenSurface
) -> QtGui.QImage | None:
    """The picture by OpenGL in a context that is made for it; None where there is no OpenGL 3.3, or where it fails."""
    context = _context()
    if context is None or not context.makeCurrent(surface):
        return None
    try:
        return picture_by(Painter(detail, fine=True, keeps=False), seen, camera, width, height)
    except Exception:
        sys.excepthook(*sys.exc_info())
        return None
    finally:
        context.doneCurrent()


def _by_opengl(seen: Scene, camera: Camera, width: int, height: int, detail: float) -> QtGui.QImage | None:
    """The picture by OpenGL; None where there is no OpenGL 3.3, or where it fails."""
    studio = _studio()
    before = QtGui.QOpenGLContext.currentContext()
    if studio is None or not studio[1].makeCurrent(studio[0]):
        return None
    try:
        painter = studio[2].setdefault(detail, Painter(detail, fine=True, keeps=False))
        return picture_by(painter, seen, camera, width, height)
    except Exception:
        sys.excepthook(*sys.exc_info())
        release()
        return None
    finally:
        studio[1].doneCurrent()
        if detail != 1.0:
            release()
        else:
            _idle_release.restart()
        if before is not None:
            before.makeCurrent(before.surface())


def _studio() -> _Studio | None:
    """The surface, the context and the painters of the pictures, by their detail."""
    if not _studios:
        surface, context = _surface(), _context()
        if context is None or not surface.isValid():
            return None
        _studios.append((surface, context, {}))
        atexit.unregister(release)
        atexit.register(release)
    return _studios[0]


def _surface(parent: QtCore.QObject | None = None) -> QtGui.QOffscreenSurface:
    surface = QtGui.QOffscreenSurface(None, parent)
    surface.setFormat(_format())
    surface.create()
    return surface


def _context() -> QtGui.QOpenGLContext | None:
    """A context for this thread; None where there is no OpenGL 3.3."""
    context = QtGui.QOpenGLContext()
    context.setFormat(_format())
    return context if context.create() and context.format().version() >= (3, 3) else None


def _format() -> QtGui.QSurfaceFormat:
    """The OpenGL version and profile that the shaders need."""
    surface = QtGui.QSurfaceFormat()
    surface.setVersion(3, 3)
    surface.setProfile(QtGui.QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    return surface
