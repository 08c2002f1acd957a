"""Bones by the thousand: one unit octahedron, drawn once per bone by instancing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from OpenGL import GL

from viewport.paint.program import Program, attribute, buffer
from viewport.paint.strokes import FAINT
from viewport.scene import Bones

SHOULDER = 0.1
"""Where a bone is widest, as part of its length."""

OPACITY = 0.9

INSTANCE = 12 * 4 + 4
"""Bytes of an instance: three rows of its matrix, its colour."""


class Octahedra:
    """Paints bones in front of the figure, or faintly where it hides them."""

    def __init__(self) -> None:
        self._program = Program("bone.vert", "bone.frag", ("position", "normal", "row_x", "row_y", "row_z", "tint"))
        self._array, self._instances = int(GL.glGenVertexArrays(1)), int(GL.glGenBuffers(1))
        GL.glBindVertexArray(self._array)
        buffer(GL.GL_ARRAY_BUFFER, _octahedron())
        attribute(0, 3, 24, 0)
        attribute(1, 3, 24, 12)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        for row in range(3):
            attribute(2 + row, 4, INSTANCE, 16 * row, divisor=1)
        attribute(5, 4, INSTANCE, 48, GL.GL_UNSIGNED_BYTE, divisor=1)
        GL.glBindVertexArray(0)

    def paint(self, bones: Bones, matrix: NDArray[np.float32], eye: NDArray[np.float64], x_ray: bool) -> None:
        """Draw the bones, those nearer before those farther: before all that is there, or shining through it."""
        count = len(bones.rows)
        if not count:
            return
        data = np.empty((count, INSTANCE), dtype=np.uint8)
        data[:, :48] = np.ascontiguousarray(bones.matrices).reshape(count, 12).view(np.uint8)
        data[:, 48:] = bones.colours
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        GL.glBufferData(GL.GL_ARRAY_BUFFER, data.nbytes, data, GL.GL_STREAM_DRAW)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        self._program.use(camera=matrix, eye=eye, opacity=OPACITY * FAINT)
        GL.glBindVertexArray(self._array)
        if x_ray:
            self._draw_hidden(count)
        else:
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        self._program.use(opacity=OPACITY)
        GL.glDrawArraysInstanced(GL.GL_TRIANGLES, 0, 24, count)
        GL.glBindVertexArray(0)
        GL.glDisable(GL.GL_BLEND)

    def _draw_hidden(self, count: int) -> None:
        """Draw only what lies behind something, one side of each bone."""
        GL.glDepthFunc(GL.GL_GREATER)
        GL.glDepthMask(False)
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glDrawArraysInstanced(GL.GL_TRIANGLES, 0, 24, count)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glDepthMask(True)
        GL.glDepthFunc(GL.GL_LESS)


def _octahedron() -> NDArray[np.float32]:
    """Eight triangles from (0, 0, 0) to (0, 1, 0), positions and flat normals (24, 6)."""
    ring = [(1, SHOULDER, 0), (0, SHOULDER, 1), (-1, SHOULDER, 0), (0, SHOULDER, -1)]
    corners: list[tuple[tuple[float, float, float], ...]] = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        corners += [((0, 0, 0), a, b), ((0, 1, 0), b, a)]
    triangles = np.array(corners, dtype=np.float64)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals *= np.sign((normals * (triangles.mean(axis=1) - (0, 0.5, 0))).sum(axis=1))[:, None]
    return np.concatenate([triangles, np.repeat(normals[:, None], 3, axis=1)], axis=2).reshape(24, 6).astype(np.float32)
