"""Draws plain lines with the graphics card, smooth without multisampling: each is a thin rectangle with soft sides."""

from __future__ import annotations

import numpy as np

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import Program, attribute
from pantin.viewport.paint.strokes.strokes import Strokes

INSTANCE = 4 * 4 + 2 * 4 + 4 + 4
"""Bytes of a line: its ends, their depths, its width, its colour."""


class StrokeLayer:
    """Draws all lines in one call, over the picture."""

    def __init__(self, made: GlResources) -> None:
        self._program = Program(made, "stroke.vert", "stroke.frag", ("ends", "depths", "width", "tint"))
        self._array, self._instances = GL.made("glGenVertexArrays"), made.buffer()
        GL.glBindVertexArray(self._array)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        attribute(0, 4, INSTANCE, 0, divisor=1)
        attribute(1, 2, INSTANCE, 16, divisor=1)
        attribute(2, 1, INSTANCE, 24, divisor=1)
        attribute(3, 4, INSTANCE, 28, GL.GL_UNSIGNED_BYTE, divisor=1)
        GL.glBindVertexArray(0)

    def paint(self, lines: Strokes, depth: int, hidden: float, width: float, height: float, ratio: float) -> None:
        """Draw into the bound frame buffer of a view of this size in logical pixels.

        What the texture `depth` hides is drawn with the opacity `hidden`.
        """
        count = len(lines.ends)
        if not count:
            return
        data = np.empty((count, INSTANCE), dtype=np.uint8)
        data[:, :16] = lines.ends.view(np.uint8).reshape(count, 16)
        data[:, 16:24] = lines.depths.view(np.uint8).reshape(count, 8)
        data[:, 24:28] = lines.widths.view(np.uint8).reshape(count, 4)
        data[:, 28:] = lines.colours
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._instances)
        GL.glBufferData(GL.GL_ARRAY_BUFFER, data.nbytes, data, GL.GL_STREAM_DRAW)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, depth)
        GL.glBindVertexArray(self._array)
        self._program.use(view=(width, height), ratio=float(ratio), figure=0, hidden=hidden)
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, count)
        GL.glBindVertexArray(0)
