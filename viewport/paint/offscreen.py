"""A picture of a rig without a window: by OpenGL where there is any, by the processor alone where there is none."""

from __future__ import annotations

import numpy as np
from PySide6 import QtCore, QtGui

from pantin.rigs.document import Document
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.painter import Painter
from pantin.viewport.paint.software import paint_by_processor
from pantin.viewport.scene.scene import DISPLAY, Display, Scene
from pantin.viewport.scene.scene_builder import scene
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.values.overlay import NOTHING, Overlay
from pantin.viewport.values.pose import Pose

OVERSAMPLING = 2.0
"""The picture is painted at this size and shrunk: its edges come out clean. Less where no frame is that large."""


def render(
    document: Document,
    evaluated: Pose,
    camera: Camera,
    width: int,
    height: int,
    colours: Colours = DARK,
    overlay: Overlay = NOTHING,
    display: Display = DISPLAY,
) -> QtGui.QImage:
    """A picture of the document in its evaluated pose. Needs a QGuiApplication, but no screen."""
    seen = scene(document, evaluated, overlay, colours, display=display)
    return paint_by_opengl(seen, camera, width, height) or paint_by_processor(seen, camera, width, height)


def paint_by_opengl(seen: Scene, camera: Camera, width: int, height: int) -> QtGui.QImage | None:
    """The picture by OpenGL, in a context of its own; None where there is no OpenGL 3.3."""
    surface, context = QtGui.QOffscreenSurface(), QtGui.QOpenGLContext()
    context.setFormat(_format())
    surface.setFormat(_format())
    surface.create()
    if not (surface.isValid() and context.create() and context.format().version() >= (3, 3)):
        return None
    before = QtGui.QOpenGLContext.currentContext()
    if not context.makeCurrent(surface):
        return None
    try:
        return picture_by(Painter(), seen, camera, width, height)
    finally:
        context.doneCurrent()
        if before is not None:
            before.makeCurrent(before.surface())


def picture_by(painter: Painter, seen: Scene, camera: Camera, width: int, height: int) -> QtGui.QImage:
    """The picture by a painter of the current context."""
    ratio = min(OVERSAMPLING, GL.integer(GL.GL_MAX_TEXTURE_SIZE) / max(width, height))
    wide, high = max(round(width * ratio), 1), max(round(height * ratio), 1)
    texture, frame = GL.made("glGenTextures"), GL.made("glGenFramebuffers")
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, wide, high, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
    GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, frame)
    GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0)
    GL.glViewport(0, 0, wide, high)
    painter.paint(seen, camera, width, height, ratio)
    pixels = np.empty((high, wide, 4), dtype=np.uint8)
    GL.glReadPixels(0, 0, wide, high, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, pixels)
    GL.delete("glDeleteFramebuffers", frame)
    GL.delete("glDeleteTextures", texture)
    upright = np.ascontiguousarray(pixels[::-1])
    large = QtGui.QImage(upright.data, wide, high, QtGui.QImage.Format.Format_RGBX8888)
    return large.scaled(
        width, height, QtCore.Qt.AspectRatioMode.IgnoreAspectRatio, QtCore.Qt.TransformationMode.SmoothTransformation
    )


def _format() -> QtGui.QSurfaceFormat:
    """The OpenGL version and profile that the shaders need."""
    surface = QtGui.QSurfaceFormat()
    surface.setVersion(3, 3)
    surface.setProfile(QtGui.QSurfaceFormat.OpenGLContextProfile.CoreProfile)
    return surface
