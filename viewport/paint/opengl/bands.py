"""Painting a large picture in bands, each finished before the next begins.

A software renderer works off what all contexts hand it in one queue, in that order: with all of a picture of twelve
million pixels in the queue at once the window stood still for 0.6 to 0.8 s, with bands for 0.2 s.
"""

from __future__ import annotations

from collections.abc import Iterator

from pantin.viewport.paint.opengl.gl import GL

BAND = 500_000
"""Pixels of a band at most: a software renderer paints the wood of so many in 0.05 s."""

Part = tuple[int, int, int, int]
"""Left, bottom, width and height of a part of the frame buffer, pixels."""


def bands(part: Part, is_divided: bool) -> Iterator[None]:
    """Restrict drawing and clearing to one band of a part after the other, or to all of it at once."""
    left, bottom, width, height = part
    rows = max(BAND // max(width, 1), 1) if is_divided else max(height, 1)
    GL.glEnable(GL.GL_SCISSOR_TEST)
    for start in range(bottom, bottom + height, rows):
        GL.glScissor(left, start, width, min(rows, bottom + height - start))
        yield
        if is_divided:
            GL.glFinish()
    GL.glDisable(GL.GL_SCISSOR_TEST)
