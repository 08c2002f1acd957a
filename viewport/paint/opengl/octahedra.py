"""Bones as solids or by the thousand: one unit octahedron, drawn once per bone by instancing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import Program, attribute, upload
from pantin.viewport.paint.strokes.bone_lines import CORNERS, FACES
from pantin.viewport.paint.strokes.strokes import FAINT
from pantin.viewport.scene.scene import Scene
from pantin.viewport.values.camera import Camera

OPACITY, EDGE = 0.9, 0.75
"""Of bones before the figure; width of the edges on each of the two faces beside them, pixels."""

INSTANCE = 12 * 4 + 4
"""Bytes of an instance: three rows of its matrix, its colour."""


class Octahedra:
    """Paints bones as solids before the figure, faintly where it hides them, or as their edges alone."""

    def __init__(self, made: GlResources) -> None:
        self._program = Program(
            made, "bone.vert", "bone.frag", ("position", "normal", "corner", "row_x", "row_y", "row_z", "tint")
        )
        self._array, self._instances = GL.made("glGenVertexArrays"), made.buffer()
        GL.glBindVertexArray(self._array)
        upload(GL.GL_ARRAY_BUFFER, made.buffer(), _octahedron())
        for place in range(3):
            attribute(place, 3, 36, 12 * place)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        for row in range(3):
            attribute(3 + row, 4, INSTANCE, 16 * row, divisor=1)
        attribute(6, 4, INSTANCE, 48, GL.GL_UNSIGNED_BYTE, divisor=1)
        GL.glBindVertexArray(0)

    def paint(self, scene: Scene, camera: Camera, width: float, height: float, ratio: float) -> None:
        """Draw the bones as a camera in their armature space sees them; nearer ones hide farther ones."""
        bones, count = scene.bones, len(scene.bones.rows)
        if not count:
            return
        matrix = (camera.projection(width, height) @ camera.view()).astype(np.float32)
        data = np.empty((count, INSTANCE), dtype=np.uint8)
        data[:, :48] = np.ascontiguousarray(bones.matrices).reshape(count, 12).view(np.uint8)
        data[:, 48:] = bones.colours
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        GL.glBufferData(GL.GL_ARRAY_BUFFER, data.nbytes, data, GL.GL_STREAM_DRAW)
        GL.glBindVertexArray(self._array)
        red, green, blue, _ = (value / 255 for value in scene.colours.solid_edge)
        self._program.use(camera=matrix, eye=camera.eye, line=EDGE * ratio, edge=(red, green, blue, 1.0), fill=1.0)
        if scene.solid:
            self._program.use(opacity=1.0, solid=1.0)
            self._draw(count)
        elif scene.display.bones == "wire":
            self._program.use(fill=0.0, edge=(0.0, 0.0, 0.0, 0.0))
            self._paint_over(count, scene.display.in_front, wire=True)
        else:
            self._program.use(solid=0.0, edge=(0.0, 0.0, 0.0, 0.0), line=0.0)
            self._paint_over(count, scene.display.in_front, wire=False)
        GL.glBindVertexArray(0)

    def _paint_over(self, count: int, in_front: bool, wire: bool) -> None:
        """Draw over the figure: before all that is there, or shining through it."""
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        if in_front:
            GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        else:
            self._program.use(opacity=OPACITY * FAINT)
            self._draw_hidden(count)
        GL.glDepthMask(not wire)
        self._program.use(opacity=OPACITY, solid=0.0)
        self._draw(count)
        GL.glDepthMask(True)
        GL.glDisable(GL.GL_BLEND)

    def _draw(self, count: int) -> None:
        GL.glDrawArraysInstanced(GL.GL_TRIANGLES, 0, 24, count)

    def _draw_hidden(self, count: int) -> None:
        """Draw only what lies behind something, one side of each bone."""
        GL.glDepthFunc(GL.GL_GREATER)
        GL.glDepthMask(False)
        GL.glEnable(GL.GL_CULL_FACE)
        self._draw(count)
        GL.glDisable(GL.GL_CULL_FACE)
        GL.glDepthMask(True)
        GL.glDepthFunc(GL.GL_LESS)


def _octahedron() -> NDArray[np.float32]:
    """Eight triangles from (0, 0, 0) to (0, 1, 0): positions, flat normals, and which corner it is (24, 9)."""
    triangles = CORNERS[FACES]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    outward = np.sign((normals * (triangles.mean(axis=1) - (0, 0.5, 0))).sum(axis=1))
    triangles[outward < 0] = triangles[outward < 0][:, ::-1]
    normals = np.repeat((normals * outward[:, None])[:, None], 3, axis=1)
    corners = np.broadcast_to(np.eye(3), triangles.shape)
    return np.concatenate([triangles, normals, corners], axis=2).reshape(24, 9).astype(np.float32)
