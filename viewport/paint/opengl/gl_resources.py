"""The OpenGL objects that one painter has made, to be deleted together.

Contexts of this program share buffers, textures and programs, so that these outlive the one that they were made in.
With Mesa frame buffers do so too, and hold on to their textures. Vertex arrays go with their context.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Literal

from pantin.viewport.paint.opengl.gl import GL, GLError


class GlResources:
    """Makes OpenGL objects and remembers them. Needs a current context."""

    def __init__(self) -> None:
        self._free: dict[tuple[str, int], Callable[[], None]] = {}
        """The function that deletes each object, by its kind and its name, oldest first."""

    def buffer(self) -> int:
        """An empty buffer."""
        return self._of("buffer", "glGenBuffers", "glDeleteBuffers")

    def texture(self) -> int:
        """A texture without a size."""
        return self._of("texture", "glGenTextures", "glDeleteTextures")

    def frame(self) -> int:
        """A frame buffer that nothing is attached to."""
        return self._of("frame", "glGenFramebuffers", "glDeleteFramebuffers")

    def sampler(self) -> int:
        """Return a new sampler, whose parameters are yet to be set."""
        return self._of("sampler", "glGenSamplers", "glDeleteSamplers")

    def program(self) -> int:
        """A program without shaders."""
        name = int(GL.glCreateProgram())
        self._free["program", name] = lambda: GL.glDeleteProgram(name)
        return name

    def delete(self, kind: Literal["buffer", "texture", "frame"], name: int) -> None:
        """Delete one object. A texture of no size would keep its memory with Mesa."""
        self._free.pop((kind, name))()

    def free(self) -> None:
        """Delete all objects. Those that went with a lost context are skipped."""
        while self._free:
            with contextlib.suppress(GLError):
                self._free.popitem()[1]()

    def _of(self, kind: str, make: str, delete: str) -> int:
        """Make one object, and remember how it is deleted."""
        name = GL.made(make)
        self._free[kind, name] = lambda: GL.delete(delete, name)
        return name
