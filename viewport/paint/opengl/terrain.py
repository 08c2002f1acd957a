"""Paints the ground of a rig: neutral grey with the floor's grid on what faces up, light edges, the figure's shadow.

Its colours are kept with the background until the camera moves. Every frame its depth goes before the figure's, so
that steps hide feet, and the shadow is laid over what of it is seen. From below and from inside it is not there: a
camera under steps would see nothing but their dark side.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.ground.surface import surface
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import Program, attribute, sampling, upload
from pantin.viewport.scene.ground.terrain import Terrain
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colours, rgba

Matrix = NDArray[np.float32]

SIDE = 96
"""Heights along each side of the rectangle that the shadow is worked out for."""


class TerrainPainter:
    """Paints one terrain after the other. Needs a current context when it is made."""

    def __init__(self, made: GlResources) -> None:
        self._program = Program(made, "terrain.vert", "terrain.frag", ("position", "normal"))
        self._dark = Program(made, "terrain.vert", "terrain_shadow.frag", ("position", "normal"))
        self._array, self._corners = GL.made("glGenVertexArrays"), made.buffer()
        self._lines, self._ends = GL.made("glGenVertexArrays"), made.buffer()
        for array, buffer in ((self._array, self._corners), (self._lines, self._ends)):
            GL.glBindVertexArray(array)
            GL.glBindBuffer(GL.GL_ARRAY_BUFFER, buffer)
            attribute(0, 3, 24, 0)
            attribute(1, 3, 24, 12)
        GL.glBindVertexArray(0)
        self.heights = made.texture()
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.heights)
        sampling(GL.GL_NEAREST)
        self._shown: Terrain | None = None
        self._counts = (0, 0)

    def paint(
        self, terrain: Terrain, matrix: Matrix, colours: Colours, camera: Camera, key: NDArray[np.float64]
    ) -> None:
        """Draw it over what is there, nearer parts before farther ones, lit from `key` (3,).

        Needs a depth buffer, which it clears.
        """
        self._hold(terrain)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LEQUAL)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        self._program.use(
            camera=matrix,
            eye=camera.eye,
            key=key,
            nearer=0.0,
            fill=rgba(colours.ground),
            edge=0.0,
            line=rgba(colours.floor_line),
            cell=terrain.lines,
            reach=terrain.reach,
        )
        self._draw(self._array, GL.GL_TRIANGLES, self._counts[0])
        self._program.use(nearer=2e-4, edge=1.0)
        self._draw(self._lines, GL.GL_LINES, self._counts[1])
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glDepthFunc(GL.GL_LESS)

    def hide_behind(self, terrain: Terrain, matrix: Matrix) -> None:
        """Write its depth alone, so that it hides what is drawn after it."""
        self._hold(terrain)
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glColorMask(False, False, False, False)
        self._program.use(camera=matrix, nearer=-2e-5)
        self._draw(self._array, GL.GL_TRIANGLES, self._counts[0])
        GL.glColorMask(True, True, True, True)

    def darken(self, matrix: Matrix, rectangle: NDArray[np.float32], depth: int, shade: float) -> None:
        """Lay the shadow in the texture of unit 0 over it; `depth` is the texture of what is drawn before it."""
        GL.glActiveTexture(GL.GL_TEXTURE0 + 1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, depth)
        self._dark.use(camera=matrix, nearer=0.0, rectangle=rectangle, shadow=0, depths=1, shade=shade)
        self._draw(self._array, GL.GL_TRIANGLES, self._counts[0])
        GL.glActiveTexture(GL.GL_TEXTURE0)

    def measure(self, terrain: Terrain, rectangle: NDArray[np.float32]) -> None:
        """Bind a texture of unit 0 to the heights of the ground in a rectangle, corner and size."""
        places = (np.arange(SIDE) + 0.5) / SIDE
        x, y = np.meshgrid(rectangle[0] + places * rectangle[2], rectangle[1] + places * rectangle[3])
        heights = surface(terrain.ground, np.column_stack([x.ravel(), y.ravel()])).heights.astype(np.float32)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.heights)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_R32F, SIDE, SIDE, 0, GL.GL_RED, GL.GL_FLOAT, heights)

    def _hold(self, terrain: Terrain) -> None:
        """Have these triangles and edges in the buffers."""
        if terrain is self._shown:
            return
        corners = np.concatenate([terrain.triangles, terrain.normals], axis=2).reshape(-1, 6)
        upwards = np.broadcast_to(np.array((0.0, 0.0, 1.0)), terrain.edges.shape)
        ends = np.concatenate([terrain.edges, upwards], axis=2).reshape(-1, 6)
        for buffer, data in ((self._corners, corners), (self._ends, ends)):
            upload(GL.GL_ARRAY_BUFFER, buffer, data.astype(np.float32))
        self._shown, self._counts = terrain, (len(corners), len(ends))

    def _draw(self, array: int, kind: int, count: int) -> None:
        if count:
            GL.glEnable(GL.GL_CULL_FACE)
            GL.glBindVertexArray(array)
            GL.glDrawArrays(kind, 0, count)
            GL.glBindVertexArray(0)
            GL.glDisable(GL.GL_CULL_FACE)
