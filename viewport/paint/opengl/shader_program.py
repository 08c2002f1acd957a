"""Shader programs and vertex buffers: the few lines of OpenGL that everything painted shares.

Shaders lie in `resources/shaders`. A line `#include "NAME"` of one stands for the text of another, once.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin import resources
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources

Uniform = float | int | NDArray[np.floating[Any]] | Sequence[float]

SHADERS = resources.FOLDER / "shaders"

_INCLUDE = re.compile(r'^#include "([\w.]+)"$', re.MULTILINE)


class Program:
    """A linked pair of shaders. `attributes` fixes the locations of the vertex inputs, in order.

    `defines` are words that they may ask for with #ifdef.
    """

    def __init__(
        self,
        made: GlResources,
        vertex: str,
        fragment: str,
        attributes: Sequence[str] = (),
        defines: Sequence[str] = (),
    ) -> None:
        self.id = made.program()
        parts = [(GL.GL_VERTEX_SHADER, vertex), (GL.GL_FRAGMENT_SHADER, fragment)]
        shaders = [_compiled(kind, name, defines) for kind, name in parts]
        for shader in shaders:
            GL.glAttachShader(self.id, shader)
        for location, name in enumerate(attributes):
            GL.glBindAttribLocation(self.id, location, name.encode())
        GL.glLinkProgram(self.id)
        if not GL.linked(self.id):
            said = GL.message("glGetProgramInfoLog", self.id)
            raise RuntimeError(f"{vertex} and {fragment} do not link: {said}")
        for shader in shaders:
            GL.glDeleteShader(shader)
        self._locations: dict[str, int] = {}

    def use(self, camera: NDArray[np.floating[Any]] | None = None, **uniforms: Uniform) -> None:
        """Make the program current; set the matrix `camera` (4, 4), and others: ints, floats, vectors, rows of vectors.

        A matrix is set by its name: four rows of four numbers are as many vectors.
        """
        GL.glUseProgram(self.id)
        if camera is not None:
            matrix = np.ascontiguousarray(camera, dtype=np.float32)
            GL.glUniformMatrix4fv(self._location("camera"), 1, GL.GL_TRUE, matrix)
        for name, value in uniforms.items():
            location = self._location(name)
            if location >= 0:
                _set(location, value)

    def _location(self, name: str) -> int:
        if name not in self._locations:
            self._locations[name] = GL.glGetUniformLocation(self.id, name.encode())
        return self._locations[name]


def upload(target: int, buffer: int, data: NDArray[np.generic], usage: int = GL.GL_STATIC_DRAW) -> None:
    """Bind a buffer and set its contents."""
    GL.glBindBuffer(target, buffer)
    GL.glBufferData(target, data.nbytes, np.ascontiguousarray(data), usage)


def attribute(location: int, size: int, stride: int, offset: int, kind: int = GL.GL_FLOAT, divisor: int = 0) -> None:
    """Declare a vertex attribute of the bound buffer. Bytes are read as 0 to 1."""
    GL.glEnableVertexAttribArray(location)
    GL.glVertexAttribPointer(location, size, kind, kind == GL.GL_UNSIGNED_BYTE, stride, ctypes.c_void_p(offset))
    GL.glVertexAttribDivisor(location, divisor)


def sampling(filtering: int) -> None:
    """Sample the bound texture with this filter, and at its borders what lies on them."""
    for name, value in (
        (GL.GL_TEXTURE_MIN_FILTER, filtering),
        (GL.GL_TEXTURE_MAG_FILTER, filtering),
        (GL.GL_TEXTURE_WRAP_S, GL.GL_CLAMP_TO_EDGE),
        (GL.GL_TEXTURE_WRAP_T, GL.GL_CLAMP_TO_EDGE),
    ):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, name, value)


_VECTORS = {2: "glUniform2fv", 3: "glUniform3fv", 4: "glUniform4fv"}


def _set(location: int, value: Uniform) -> None:
    """Set a uniform; its type follows from the value."""
    if isinstance(value, int):
        GL.glUniform1i(location, value)
        return
    if np.ndim(value) == 0:
        GL.glUniform1f(location, np.asarray(value).item())
        return
    array = np.ascontiguousarray(value, dtype=np.float32)
    rows = array.reshape(-1, array.shape[-1])
    getattr(GL, _VECTORS[rows.shape[1]])(location, len(rows), rows)


def _compiled(kind: int, name: str, defines: Sequence[str]) -> int:
    text = "#version 330 core\n" + "".join(f"#define {word}\n" for word in defines)
    text += _text(name, set())
    shader = int(GL.glCreateShader(kind))
    GL.set_source(shader, text)
    GL.glCompileShader(shader)
    if not GL.compiled(shader):
        raise RuntimeError(f"{name} does not compile: {GL.message('glGetShaderInfoLog', shader)}")
    return shader


def _text(name: str, known: set[str]) -> str:
    """Return the text of a shader with all that it includes and that is not known yet."""
    known.add(name)

    def included(found: re.Match[str]) -> str:
        return "" if found[1] in known else _text(found[1], known)

    return _INCLUDE.sub(included, (SHADERS / name).read_text(encoding="utf-8"))
