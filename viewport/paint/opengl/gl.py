"""The part of OpenGL 3.3 that the painters use, called straight in the driver by the names of the standard.

A function is looked up in the current context when it is first called. After every call the driver is asked for an
error. Calls keep Python's lock: a thread that interprets kernels would hold on to it for a while at each of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QOpenGLContext

Buffer = NDArray[Any] | ctypes.c_void_p | None
"""Contents, an offset into the bound buffer, or nothing."""

LONGEST = 4096
"""Bytes of a compiler's message that are read."""

_TYPES: dict[str, Any] = {
    "u": ctypes.c_uint,
    "i": ctypes.c_int,
    "f": ctypes.c_float,
    "z": ctypes.c_ssize_t,
    "b": ctypes.c_ubyte,
    "p": ctypes.c_void_p,
    "s": ctypes.c_char_p,
    " ": None,
}

_SIGNATURES = {
    "glActiveTexture": " u",
    "glAttachShader": " uu",
    "glBindAttribLocation": " uus",
    "glBindBuffer": " uu",
    "glBindFramebuffer": " uu",
    "glBindTexture": " uu",
    "glBindVertexArray": " u",
    "glBlendFunc": " uu",
    "glBlitFramebuffer": " iiiiiiiiuu",
    "glBufferData": " uzpu",
    "glCheckFramebufferStatus": "uu",
    "glClear": " u",
    "glClearColor": " ffff",
    "glColorMask": " bbbb",
    "glColorMaski": " ubbbb",
    "glCompileShader": " u",
    "glCreateProgram": "u",
    "glCreateShader": "uu",
    "glDeleteBuffers": " ip",
    "glDeleteFramebuffers": " ip",
    "glDeleteProgram": " u",
    "glDeleteShader": " u",
    "glDeleteTextures": " ip",
    "glDepthFunc": " u",
    "glDepthMask": " b",
    "glDisable": " u",
    "glDrawArrays": " uii",
    "glDrawArraysInstanced": " uiii",
    "glDrawBuffers": " ip",
    "glDrawElements": " uiup",
    "glEnable": " u",
    "glEnableVertexAttribArray": " u",
    "glFramebufferTexture2D": " uuuui",
    "glGenBuffers": " ip",
    "glGenFramebuffers": " ip",
    "glGenTextures": " ip",
    "glGenVertexArrays": " ip",
    "glGetError": "u",
    "glGetIntegerv": " up",
    "glGetProgramInfoLog": " uipp",
    "glGetProgramiv": " uup",
    "glGetShaderInfoLog": " uipp",
    "glGetShaderiv": " uup",
    "glGetString": "su",
    "glGetUniformLocation": "ius",
    "glLinkProgram": " u",
    "glReadPixels": " iiiiuup",
    "glScissor": " iiii",
    "glShaderSource": " uipp",
    "glTexBuffer": " uuu",
    "glTexImage2D": " uiiiiiuup",
    "glTexParameteri": " uui",
    "glTexSubImage2D": " uiiiiiuup",
    "glUniform1f": " if",
    "glUniform1i": " ii",
    "glUniform2fv": " iip",
    "glUniform3fv": " iip",
    "glUniform4fv": " iip",
    "glUniformMatrix4fv": " iibp",
    "glUseProgram": " u",
    "glVertexAttribDivisor": " uu",
    "glVertexAttribPointer": " uiubip",
    "glViewport": " iiii",
}
"""What each function gives back, then what it takes, in the letters of `_TYPES`."""


class GLError(Exception):
    """OpenGL refused a call."""

    def __init__(self, code: int, function: str) -> None:
        super().__init__(f"OpenGL error {code:#x} in {function}")
        self.code = code


class _Address:
    """A pointer: to the contents of an array, or an offset, or nothing."""

    @staticmethod
    def from_param(data: Buffer) -> ctypes.c_void_p | None:
        if not isinstance(data, np.ndarray):
            return data
        if not data.flags.c_contiguous:
            raise ValueError("OpenGL reads arrays that lie in one piece.")
        return ctypes.c_void_p(data.ctypes.data)


_TYPES["p"] = _Address


class OpenGL:
    """The functions and constants, under their names."""

    GL_ARRAY_BUFFER = 0x8892
    GL_BGRA = 0x80E1
    GL_BLEND = 0x0BE2
    GL_CLAMP_TO_EDGE = 0x812F
    GL_COLOR_ATTACHMENT0 = 0x8CE0
    GL_COLOR_ATTACHMENT1 = 0x8CE1
    GL_COLOR_BUFFER_BIT = 0x4000
    GL_COMPILE_STATUS = 0x8B81
    GL_CULL_FACE = 0x0B44
    GL_DEPTH_ATTACHMENT = 0x8D00
    GL_DEPTH_BUFFER_BIT = 0x0100
    GL_DEPTH_COMPONENT = 0x1902
    GL_DEPTH_COMPONENT24 = 0x81A6
    GL_DEPTH_TEST = 0x0B71
    GL_DRAW_FRAMEBUFFER = 0x8CA9
    GL_DRAW_FRAMEBUFFER_BINDING = 0x8CA6
    GL_ELEMENT_ARRAY_BUFFER = 0x8893
    GL_FLOAT = 0x1406
    GL_FRAGMENT_SHADER = 0x8B30
    GL_FRAMEBUFFER = 0x8D40
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5
    GL_GREATER = 0x0204
    GL_LESS = 0x0201
    GL_LINEAR = 0x2601
    GL_LINK_STATUS = 0x8B82
    GL_MAX_TEXTURE_SIZE = 0x0D33
    GL_NEAREST = 0x2600
    GL_NO_ERROR = 0x0000
    GL_ONE = 0x0001
    GL_ONE_MINUS_SRC_ALPHA = 0x0303
    GL_R8 = 0x8229
    GL_READ_FRAMEBUFFER = 0x8CA8
    GL_RED = 0x1903
    GL_RENDERER = 0x1F01
    GL_RGBA = 0x1908
    GL_RGBA32F = 0x8814
    GL_RGBA8 = 0x8058
    GL_SCISSOR_TEST = 0x0C11
    GL_STATIC_DRAW = 0x88E4
    GL_STENCIL_TEST = 0x0B90
    GL_STREAM_DRAW = 0x88E0
    GL_TEXTURE0 = 0x84C0
    GL_TEXTURE_2D = 0x0DE1
    GL_TEXTURE_BUFFER = 0x8C2A
    GL_TEXTURE_MAG_FILTER = 0x2800
    GL_TEXTURE_MIN_FILTER = 0x2801
    GL_TEXTURE_WRAP_S = 0x2802
    GL_TEXTURE_WRAP_T = 0x2803
    GL_TRIANGLES = 0x0004
    GL_TRIANGLE_FAN = 0x0006
    GL_TRIANGLE_STRIP = 0x0005
    GL_TRUE = 0x0001
    GL_UNSIGNED_BYTE = 0x1401
    GL_UNSIGNED_INT = 0x1405
    GL_UNSIGNED_INT_8_8_8_8_REV = 0x8367
    GL_VERTEX_SHADER = 0x8B31

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The function of that name: looked up at its first call, an attribute from then on."""
        if name not in _SIGNATURES:
            raise AttributeError(f"{name} is no function of OpenGL that is known here")
        function = _in_driver(name)
        checked = function if name == "glGetError" else self._checked(name, function)
        setattr(self, name, checked)
        return checked

    def _checked(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        error = self.glGetError

        def call(*arguments: object) -> Any:
            given = function(*arguments)
            if code := error():
                raise GLError(code, name)
            return given

        return call

    # Those that give back something else than the driver's function does

    def made(self, function: str) -> int:
        """A new name from one of the functions glGen…."""
        return self._asked(getattr(self, function), 1)

    def integer(self, what: int) -> int:
        """A single number of the context."""
        return self._asked(self.glGetIntegerv, what)

    def linked(self, program: int) -> bool:
        """Whether the program could be linked."""
        return bool(self._asked(self.glGetProgramiv, program, self.GL_LINK_STATUS))

    def compiled(self, shader: int) -> bool:
        """Whether the shader could be compiled."""
        return bool(self._asked(self.glGetShaderiv, shader, self.GL_COMPILE_STATUS))

    def message(self, function: str, name: int) -> str:
        """What glGetProgramInfoLog or glGetShaderInfoLog tells."""
        text = np.zeros(LONGEST, dtype=np.uint8)
        getattr(self, function)(name, LONGEST, None, text)
        return bytes(text).rstrip(b"\0").decode(errors="replace")

    def set_source(self, shader: int, text: str) -> None:
        """Give a shader its text."""
        source = ctypes.c_char_p(text.encode())
        self.glShaderSource(shader, 1, ctypes.cast(ctypes.pointer(source), ctypes.c_void_p), None)

    @staticmethod
    def _asked(function: Callable[..., Any], *arguments: int) -> int:
        answer = np.zeros(1, dtype=np.int32)
        function(*arguments, answer)
        return int(answer[0])


def _in_driver(name: str) -> Callable[..., Any]:
    context = QOpenGLContext.currentContext()
    address = context.getProcAddress(name.encode()) if context is not None else None
    if not address:
        raise RuntimeError(f"{name} is not there: no OpenGL 3.3 context is current.")
    given, *taken = (_TYPES[letter] for letter in _SIGNATURES[name])
    return ctypes.PYFUNCTYPE(given, *taken)(int(address))


GL = OpenGL()
