"""The OpenGL objects that one painter has made, to be deleted together.

Contexts of this program share buffers, textures and programs, so that these outlive the one that they were made in.
With Mesa frame buffers do so too, and hold on to their textures. Vertex arrays go with their context.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from pantin.viewport.paint.opengl.gl import GL, GLError


class GlResources:
    """Makes OpenGL objects and remembers them. Needs a current context."""

    def __init__(self) -> None:
        self._free: list[Callable[[], None]] = []

    def buffer(self) -> int:
        """An empty buffer."""
        return self._of("glGenBuffers", "glDeleteBuffers")

    def texture(self) -> int:
        """A texture without a size."""
        return self._of("glGenTextures", "glDeleteTextures")

    def frame(self) -> int:
        """A frame buffer that nothing is attached to."""
        return self._of("glGenFramebuffers", "glDeleteFramebuffers")

    def program(self) -> int:
        """A program without shaders."""
        name = int(GL.glCreateProgram())
        self._free.append(lambda: GL.glDeleteProgram(name))
        return name

    def free(self) -> None:
        """Delete all objects. Those that went with a lost context are skipped."""
        while self._free:
            with contextlib.suppress(GLError):
                self._free.pop()()

    def _of(self, make: str, delete: str) -> int:
        """Make one object, and remember how it is deleted."""
        name = GL.made(make)
        self._free.append(lambda: GL.delete(delete, name))
        return name
