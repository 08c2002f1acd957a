"""Blends what QPainter draws over the picture: text, marked bones and gizmos, antialiased on any graphics card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore, QtGui

from pantin.viewport.paint.opengl.bands import bands
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import Program, sampling
from pantin.viewport.paint.overlay.overlay_painter import paint_marks
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera


class OverlayLayer:
    """An image of the size of the view, and the texture that it is uploaded to."""

    def __init__(self, made: GlResources, in_bands: bool) -> None:
        self._in_bands = in_bands
        self._program = Program(made, "screen.vert", "overlay.frag")
        self._empty, self._texture = GL.made("glGenVertexArrays"), made.texture()
        self._image = QtGui.QImage()
        self._texture_size = (0, 0)

    def paint(self, scene: Scene, camera: Camera, width: float, height: float, ratio: float) -> None:
        """Draw the overlay and blend it over the bound frame buffer."""
        size = QtCore.QSize(max(round(width * ratio), 1), max(round(height * ratio), 1))
        if self._image.size() != size:
            self._image = QtGui.QImage(size, QtGui.QImage.Format.Format_ARGB32_Premultiplied)
        self._image.setDevicePixelRatio(ratio)
        self._image.fill(QtCore.Qt.GlobalColor.transparent)
        painter = QtGui.QPainter(self._image)
        paint_marks(painter, scene, camera, width, height)
        painter.end()
        self._blend()

    def _blend(self) -> None:
        wide, high = self._image.width(), self._image.height()
        pixels = np.frombuffer(self._image.constBits(), dtype=np.uint32).reshape(high, wide)
        drawn = _drawn(pixels)
        if drawn is None:
            return
        left, top, right, bottom = drawn
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        if self._texture_size != (wide, high):
            self._resize_texture(wide, high)
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        size = right - left, bottom - top
        GL.glTexSubImage2D(GL.GL_TEXTURE_2D, 0, left, top, *size, GL.GL_BGRA, GL.GL_UNSIGNED_INT_8_8_8_8_REV, part)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        GL.glBindVertexArray(self._empty)
        self._program.use(picture=0)
        for _ in bands((left, high - bottom, *size), self._in_bands):
            GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
        GL.glBindVertexArray(0)

    def _resize_texture(self, wide: int, high: int) -> None:
        """Make the bound texture as large as the picture; where nothing is drawn none is needed."""
        self._texture_size = (wide, high)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, wide, high, 0, GL.GL_BGRA, GL.GL_UNSIGNED_BYTE, None)
        sampling(GL.GL_NEAREST)


def _drawn(pixels: NDArray[np.uint32]) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the pixels that are not empty; None where all are empty."""
    rows = np.flatnonzero(pixels.any(axis=1))
    if not len(rows):
        return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(pixels[top:bottom].any(axis=0))
    return int(columns[0]), top, int(columns[-1]) + 1, bottom
