"""What one painter has made in OpenGL, to be given back together.

Contexts of this program share buffers, textures and programs, so that these outlive the one that they were made in.
With Mesa frame buffers do so too, and hold on to their textures. Vertex arrays go with their context.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np

from pantin.viewport.paint.opengl.gl import GL


class GlResources:
    """Hands out new names of OpenGL and remembers them. Needs a current context."""

    def __init__(self) -> None:
        self._free: list[Callable[[], None]] = []

    def buffer(self) -> int:
        """An empty buffer."""
        return self._of(GL.glGenBuffers, GL.glDeleteBuffers)

    def texture(self) -> int:
        """A texture without a size."""
        return self._of(GL.glGenTextures, GL.glDeleteTextures)

    def frame(self) -> int:
        """A frame buffer that nothing is attached to."""
        return self._of(GL.glGenFramebuffers, GL.glDeleteFramebuffers)

    def program(self) -> int:
        """A program without shaders."""
        name = int(GL.glCreateProgram())
        self._free.append(lambda: GL.glDeleteProgram(name))
        return name

    def free(self) -> None:
        """Give everything back. What is not there any more, because its context was lost, is passed over."""
        while self._free:
            with contextlib.suppress(GL.GLError):
                self._free.pop()()

    def _of(self, make: Callable[[int], int], delete: Callable[[int, np.ndarray], None]) -> int:
        name = int(make(1))
        self._free.append(lambda: delete(1, np.array([name], dtype=np.uint32)))
        return name
