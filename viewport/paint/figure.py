"""The wooden figure on the graphics card: its vertices once per rig, its matrices and tints once per pose."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from OpenGL import GL

from viewport.colours import Colours, linear
from viewport.mannequin import Mannequin
from viewport.paint.light import Light
from viewport.paint.program import Program, attribute, buffer
from viewport.paint.wood import grain
from viewport.scene import Figure

Matrix = NDArray[np.float32]
INPUTS = {"position": 3, "normal": 3, "about": 2, "grain": 2}
"""What a vertex is given, in numbers: about is the row of its bone and whether its wood is darker."""


class WoodenFigure:
    """Paints mannequins. `fine` works out light and grain for every pixel, otherwise for every vertex."""

    def __init__(self, fine: bool) -> None:
        inputs = tuple(INPUTS)
        lit_by = "figure.frag" if fine else "figure.vert"
        self._wood = Program("figure.vert", "figure.frag", inputs, light=(lit_by,), define=None if fine else "CHEAP")
        self._ghost = Program("figure.vert", "ghost.frag", inputs, light=("figure.vert",))
        self._array = int(GL.glGenVertexArrays(1))
        self._poses, self._pose_texture = int(GL.glGenBuffers(1)), int(GL.glGenTextures(1))
        self._shape: Mannequin | None = None
        self._buffers: list[int] = []

    def paint(self, figure: Figure, matrix: Matrix, eye: NDArray[np.float64], light: Light, colours: Colours) -> None:
        """Draw the figure into colour and mask."""
        self._show(figure.mannequin)
        tints = figure.tints.copy()
        tints[:, 3] += 2.0 * figure.outlines
        self._pose(figure.matrices, tints)
        wood = np.array([linear(c) for c in (colours.wood, colours.wood_grain, colours.ball, colours.ball_grain)])
        mirrored = (np.linalg.det(figure.matrices[:, :, :3]) < 0).any()
        (GL.glDisable if mirrored else GL.glEnable)(GL.GL_CULL_FACE)
        self._wood.use(camera=matrix, eye=eye, bones=0, wood=wood, brightness=colours.brightness, **light.uniforms())
        self._draw(figure.mannequin)
        GL.glDisable(GL.GL_CULL_FACE)

    def paint_ghost(self, figure: Figure, matrix: Matrix, light: Light) -> None:
        """Draw the silhouette of the figure in its other pose, into the mask."""
        if figure.ghost is None:
            return
        self._show(figure.mannequin)
        self._pose(figure.ghost, np.zeros_like(figure.tints))
        self._ghost.use(camera=matrix, bones=0, scale=light.scale)
        self._draw(figure.mannequin)

    def _draw(self, shape: Mannequin) -> None:
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self._pose_texture)
        GL.glBindVertexArray(self._array)
        GL.glDrawElements(GL.GL_TRIANGLES, shape.triangles.size, GL.GL_UNSIGNED_INT, None)
        GL.glBindVertexArray(0)

    def _show(self, shape: Mannequin) -> None:
        if shape is self._shape:
            return
        if self._buffers:
            GL.glDeleteBuffers(len(self._buffers), np.array(self._buffers, dtype=np.uint32))
        about = np.stack([shape.rows, shape.darker], axis=1).astype(np.float32)
        rings = grain(shape.vertices / shape.scale, shape.rows).astype(np.float32)
        vertices = np.concatenate([shape.vertices, shape.normals, about, rings], axis=1)
        GL.glBindVertexArray(self._array)
        self._buffers = [buffer(GL.GL_ARRAY_BUFFER, vertices), buffer(GL.GL_ELEMENT_ARRAY_BUFFER, shape.triangles)]
        offset = 0
        for location, size in enumerate(INPUTS.values()):
            attribute(location, size, 4 * vertices.shape[1], 4 * offset)
            offset += size
        GL.glBindVertexArray(0)
        self._shape = shape

    def _pose(self, matrices: NDArray[np.float32], tints: NDArray[np.float32]) -> None:
        texels = np.concatenate([matrices, tints[:, None, :]], axis=1).astype(np.float32)
        GL.glBindBuffer(GL.GL_TEXTURE_BUFFER, self._poses)
        GL.glBufferData(GL.GL_TEXTURE_BUFFER, texels.nbytes, texels, GL.GL_STREAM_DRAW)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self._pose_texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self._poses)
