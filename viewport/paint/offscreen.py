"""Painting a scene without a window, by the painter of the window: in a context of Qt where its platform has OpenGL,
else in one of EGL, which needs neither a screen nor a graphics card.

One context with one painter is kept for all small pictures, because compiling the shaders takes most of what such a
picture takes. It is given back when no picture was asked for during some seconds, and after a large one at once: a
software renderer keeps 25 MB for it, and after a large one some hundred.
It belongs to the thread of the window. On any other a picture has a context of its own: Qt's where it is given a
surface for that, which only the window's thread can make, else EGL's.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, sqrt
from time import monotonic
from typing import Protocol

import numpy as np
from PySide6 import QtCore, QtGui

from pantin.viewport.messages import _
from pantin.viewport.paint.opengl import egl
from pantin.viewport.paint.opengl.bands import row_bands
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.painter import Painter
from pantin.viewport.paint.opengl.textures import LONGEST_COARSE
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera

OVERSAMPLING = 2.0
"""The picture is painted at this size and shrunk: its edges come out clean. Less where no frame is that large."""

MOST_PIXELS = 24_000_000
"""A larger picture is painted with less oversampling: a frame of so many pixels already takes half a gigabyte."""

LARGE, DETAIL = 640, 2.0
"""From so many pixels on the figure's parts have so many times the rings and spokes that they have in the view, so that
a poster shows no facets either."""

SMALL = 256
"""Up to so many pixels pictures of skins have LONGEST_COARSE texels a side at most: four for each pixel, and decoded
already. Those that a processor has no use for on screen would be decoded again for each card."""

IDLE = 3.0
"""Seconds without a picture after which the context is given back. Those of a shelf come 0.04 s after each other, and
making another context takes a tenth of a second."""


class NoOpenGL(RuntimeError):
    """There is nothing here that a picture can be painted with. The text is one sentence that says what to install."""


class _Context(Protocol):
    """An OpenGL context that pictures are painted in."""

    def make_current(self) -> bool:
        """Make it the context of this thread. False where that fails."""

    def done(self) -> None:
        """Leave this thread without a context."""

    def destroy(self) -> None:
        """Delete it, with all that was made in it."""


class _QtContext:
    """A context of Qt's platform, current on a surface that nobody sees."""

    def __init__(self, context: QtGui.QOpenGLContext, surface: QtGui.QOffscreenSurface) -> None:
        self._context, self._surface = context, surface

    def make_current(self) -> bool:
        """Make it the context of this thread. False where that fails."""
        return self._context.makeCurrent(self._surface)

    def done(self) -> None:
        """Leave this thread without a context."""
        self._context.doneCurrent()

    def destroy(self) -> None:
        """It goes with its last reference."""


class _Studio:
    """A context with its painters, by their detail and how large pictures of skins are."""

    def __init__(self, context: _Context) -> None:
        self._context = context
        self._painters: dict[tuple[float, int | None], Painter] = {}

    def picture(self, seen: Scene, camera: Camera, width: int, height: int, detail: float) -> QtGui.QImage:
        """Return the picture of a scene. Raises NoOpenGL where the context cannot be made current."""
        before = QtGui.QOpenGLContext.currentContext()
        if not self._context.make_current():
            raise NoOpenGL(NO_OPENGL)
        try:
            longest = LONGEST_COARSE if max(width, height) <= SMALL else None
            new = Painter(detail, fine=True, keeps=False, longest=longest)
            painter = self._painters.setdefault((detail, longest), new)
            return picture_by(painter, seen, camera, width, height)
        finally:
            self._context.done()
            if before is not None:
                before.makeCurrent(before.surface())

    def close(self) -> None:
        """Delete the context with all that was made in it."""
        self._context.destroy()


NO_OPENGL = _(
    "Pictures need OpenGL 3.3, which is not here; on Debian or Ubuntu: apt-get install libegl1 libgl1-mesa-dri"
)

_of_thread = threading.local()
"""Its `studio` is that of a thread which paints several pictures."""

_studios: list[_Studio] = []
"""The studio of the window's thread, while it is kept."""


def paint(
    seen: Scene, camera: Camera, width: int, height: int, surface: QtGui.QOffscreenSurface | None = None
) -> QtGui.QImage:
    """Return the picture in full detail. Needs a QGuiApplication, but no screen. Raises NoOpenGL.

    Any thread may ask for one; on another than the window's it is painted on a `surface` made for that, or by EGL.
    """
    detail = DETAIL if max(width, height) > LARGE else 1.0
    studio: _Studio | None = getattr(_of_thread, "studio", None)
    if studio is not None:
        return studio.picture(seen, camera, width, height, detail)
    app = QtCore.QCoreApplication.instance()
    if app is None or QtCore.QThread.currentThread() != app.thread():
        with _studio(surface) as studio:
            return studio.picture(seen, camera, width, height, detail)
    try:
        return _kept_studio().picture(seen, camera, width, height, detail)
    except NoOpenGL:
        raise
    except Exception:  # what was made in the context is of no use any more: in another one it may be painted
        sys.excepthook(*sys.exc_info())
        release()
        return _kept_studio().picture(seen, camera, width, height, detail)
    finally:
        if detail != 1.0:
            release()
        else:
            _idle_release.restart()


@contextmanager
def one_context(surface: QtGui.QOffscreenSurface | None = None) -> Iterator[None]:
    """Paint all pictures of this thread meanwhile, which is not the window's, in one context. Raises NoOpenGL."""
    with _studio(surface) as studio:
        _of_thread.studio = studio
        try:
            yield
        finally:
            _of_thread.studio = None


def surface_for_another_thread(parent: QtCore.QObject) -> QtGui.QOffscreenSurface | None:
    """Return what another thread paints one picture on, made on the window's; None where Qt's OpenGL keeps to one."""
    if not QtGui.QOpenGLContext.supportsThreadedOpenGL():
        return None
    surface = _surface(parent)
    return surface if surface.isValid() else None


def release() -> None:
    """Delete the context of the pictures; the next one makes another. To be called before the application goes."""
    while _studios:
        _studios.pop().close()


def is_released() -> bool:
    """Return whether there is no such context."""
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


@contextmanager
def _studio(surface: QtGui.QOffscreenSurface | None) -> Iterator[_Studio]:
    """Have a studio for this thread and one picture, on the surface or by EGL. Raises NoOpenGL."""
    found = _Studio(_context(surface))
    try:
        yield found
    finally:
        found.close()


def _kept_studio() -> _Studio:
    """Return the studio of the window's thread. Raises NoOpenGL."""
    if not _studios:
        _studios.append(_Studio(_context(_surface())))
        atexit.unregister(release)
        atexit.register(release)
    return _studios[0]


def _context(surface: QtGui.QOffscreenSurface | None) -> _Context:
    """Return a context for this thread: Qt's on the surface where there is one, else EGL's. Raises NoOpenGL."""
    found = _qt_context(surface) or egl.context()
    if found is None:
        raise NoOpenGL(NO_OPENGL)
    return found


def _qt_context(surface: QtGui.QOffscreenSurface | None) -> _QtContext | None:
    """Return a context of Qt's platform; None where that has no OpenGL 3.3."""
    if surface is None or not surface.isValid():
        return None
    context = QtGui.QOpenGLContext()
    context.setFormat(_format())
    works = context.create() and context.format().version() >= (3, 3)
    return _QtContext(context, surface) if works else None


def _surface(parent: QtCore.QObject | None = None) -> QtGui.QOffscreenSurface:
    surface = QtGui.QOffscreenSurface(None, parent)
    surface.setFormat(_format())
    surface.create()
    return surface


def _format() -> QtGui.QSurfaceFormat:
    """The OpenGL version and profile that the shaders need."""
    surface = QtGui.QSurfaceFormat()
    surface.setVersion(3, 3)
    surface.setProfile(QtGui.QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    return surface
