"""The key light's view of a figure: a map of depths, from which its shadow is read where no capsules stand for it.

It is rendered from the palette that poses the figure, once per pose, and its cost is that of its triangles: that of
capsules would be their number times that of the vertices that they shade.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.light import Cast
from pantin.viewport.paint.opengl.meshes import MeshPainter
from pantin.viewport.paint.opengl.shader_program import sampling
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.camera import Camera

Floats = NDArray[np.float64]

FINE, COARSE = 1024, 512
"""Texels of a side of the map, by how fast the graphics are."""

ROOM = 0.02
"""Margin of the map around the figure, parts of its size: a shadow has soft edges."""

THINNEST = 1e-3
"""The least extent of what a map holds, metres."""


class DepthMap:
    """The map of one figure."""

    def __init__(self, made: GlResources, fine: bool) -> None:
        self._size = FINE if fine else COARSE
        self._texture, self._frame = made.texture(), made.frame()
        self._cast: Cast | None = None
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        kind, side = GL.GL_DEPTH_COMPONENT, self._size
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_DEPTH_COMPONENT24, side, side, 0, kind, GL.GL_UNSIGNED_INT, None)
        sampling(GL.GL_NEAREST)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_DEPTH_ATTACHMENT, GL.GL_TEXTURE_2D, self._texture, 0)
        GL.glDrawBuffers(1, np.array([GL.GL_NONE], dtype=np.uint32))
        GL.glReadBuffer(GL.GL_NONE)

    def cast(self, figure: DrawnFigure, place: int, meshes: MeshPainter, camera: Camera, key: Floats) -> Cast:
        """Return the shadow that the figure in a place of the scene casts in light from `key` (3,); that of the last
        call where nothing has changed. Leaves another frame buffer and viewport bound."""
        known = self._cast
        if known is not None and known.figure is figure and np.array_equal(known.key, key):
            return known
        around = _corners(figure.bounds)
        matrix = light_matrix(around, key)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        GL.glViewport(0, 0, self._size, self._size)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        meshes.paint_depth(figure, place, matrix.astype(np.float32), camera)
        GL.glDisable(GL.GL_DEPTH_TEST)
        self._cast = Cast(figure, key, self._texture, matrix, around)
        return self._cast

    def free(self, made: GlResources) -> None:
        """Delete it."""
        made.delete("frame", self._frame)
        made.delete("texture", self._texture)


def light_matrix(around: Floats, key: Floats) -> Floats:
    """Return the matrix (4, 4) from the world to clip coordinates of parallel light from `key` (3,), a unit vector.

    What lies in the hull of the points `around` (n, 3) fills them, the nearest to the light at depth −1.
    """
    aside = np.cross((0.0, 0.0, 1.0) if abs(key[2]) < 0.99 else (0.0, 1.0, 0.0), key)
    aside /= np.linalg.norm(aside)
    axes = np.stack([aside, np.cross(key, aside), -key])
    seen = around @ axes.T
    low, high = seen.min(axis=0), seen.max(axis=0)
    halves = np.maximum((high - low) / 2 * (1.0 + 2.0 * ROOM), THINNEST)
    matrix = np.eye(4)
    matrix[:3, :3] = axes / halves[:, None]
    matrix[:3, 3] = -(low + high) / 2 / halves
    return matrix


def _corners(bounds: Floats) -> Floats:
    """Return the corners (8, 3) of a box (2, 3)."""
    return np.stack(np.meshgrid(*bounds.T, indexing="ij"), axis=-1).reshape(-1, 3)
