"""Painting a large picture in bands, each finished before the next begins.

A software renderer works off what all contexts hand it in one queue, in that order: with all of a picture of twelve
million pixels in the queue at once the window stood still for 0.6 to 0.8 s. Each of the five or six parts of a frame
of the window waits for a band, so bands are as high as can be painted in a moment: over a figure of 173 bones, whose
own frames take 0.14 s, it stands still for 0.3 s at most, and did for 1.2 s when all bands had as many pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter

from pantin.viewport.paint.opengl.gl import GL

LEAST, BAND = 60_000, 500_000
"""Pixels that a band has at least, as the first, and at most. The figure's surface is computed anew for each."""

MOMENT = 0.02
"""Seconds that a band should be waited for: of most figures a software renderer paints BAND in so long."""

EDGE = 16
"""Pixels around a part: more than outlines and the smoothing of edges read."""

Part = tuple[int, int, int, int]
"""Left, bottom, width and height of a part of the frame buffer, pixels."""


def row_bands(width: int, height: int) -> Iterator[slice]:
    """The rows of bands of so many pixels."""
    rows = max(BAND // max(width, 1), 1)
    return (slice(start, min(start + rows, height)) for start in range(0, height, rows))


def bands(part: Part, is_divided: bool) -> Iterator[None]:
    """Restrict drawing and clearing to one band of a part after the other, or to all of it at once."""
    left, bottom, width, height = part
    GL.glEnable(GL.GL_SCISSOR_TEST)
    start, pixels = 0, min(LEAST, BAND)
    while start < height:
        rows = min(max(pixels // max(width, 1), 1), height - start) if is_divided else height
        GL.glScissor(left, bottom + start, width, rows)
        yield
        if is_divided:
            begun = perf_counter()
            GL.glFinish()
            pixels = _next(pixels, perf_counter() - begun)
        start += rows
    GL.glDisable(GL.GL_SCISSOR_TEST)


def around(parts: Iterable[Part]) -> Part:
    """Return the smallest part of a picture that holds all of these."""
    filled = [part for part in parts if part[2] > 0 and part[3] > 0]
    if not filled:
        return 0, 0, 0, 0
    left, bottom = (min(part[axis] for part in filled) for axis in (0, 1))
    right, top = (max(part[axis] + part[axis + 2] for part in filled) for axis in (0, 1))
    return left, bottom, right - left, top - bottom


def grown(part: Part, width: int, height: int) -> Part:
    """Return a part of a picture of this size with the pixels around it that smoothing its edges reads."""
    left, bottom, right, top = part[0], part[1], part[0] + part[2], part[1] + part[3]
    left, bottom = max(left - EDGE, 0), max(bottom - EDGE, 0)
    return left, bottom, min(right + EDGE, width) - left, min(top + EDGE, height) - bottom


def _next(pixels: int, seconds: float) -> int:
    """Return the number of pixels of the next band, after one of so many was waited for so long."""
    return min(max(int(pixels * min(MOMENT / max(seconds, 1e-6), 2.0)), LEAST), BAND)
