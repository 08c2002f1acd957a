"""OpenGL 3.3 as the painters use it: names, numbers and types are PyOpenGL's, the functions those of the context.

Of PyOpenGL only the declarations of OpenGL's versions are loaded, a third of what importing `OpenGL.GL` takes. Its
calls are not used, because they give Python's lock up and take it back: beside a thread that poses by interpreted
kernels each of the three hundred calls of a frame would wait for it. Qt finds the functions on any window system, and
EGL where there is none; both find the same, which act on whatever context is current.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import numpy as np
import OpenGL  # type: ignore[import-untyped]  # PyOpenGL ships neither stubs nor a py.typed marker.
from numpy.typing import NDArray
from PySide6.QtGui import QOpenGLContext

from pantin.viewport.paint.opengl import egl

OpenGL.ERROR_CHECKING = OpenGL.ERROR_LOGGING = OpenGL.USE_ACCELERATE = False

VERSIONS = ("1_0", "1_1", "1_2", "1_3", "1_4", "1_5", "2_0", "2_1", "3_0", "3_1", "3_2", "3_3")
DECLARED = tuple(import_module(f"OpenGL.raw.GL.VERSION.GL_{version}") for version in VERSIONS)
"""The functions that each version has added. They read those three switches when they are loaded."""

Buffer = NDArray[Any] | ctypes.c_void_p | bytes | None
"""Contents, an offset into the bound buffer, a text, or nothing."""

LONGEST = 4096
"""Bytes of a compiler's message that are read."""

WAITING = frozenset(
    {
        *("glCompileShader", "glLinkProgram", "glTexImage2D", "glReadPixels", "glBlitFramebuffer", "glClear"),
        *("glDrawElements", "glDrawArrays", "glDrawArraysInstanced", "glFinish"),
    }
)
"""Functions in which a driver works for long. On any thread but the first they let the others run meanwhile: a picture
that is painted there holds up nobody."""


class GLError(Exception):
    """A call of OpenGL failed."""

    def __init__(self, code: int, function: str) -> None:
        super().__init__(f"OpenGL error {code:#x} in {function}")
        self.code = code


class _Address:
    """The type of pointer arguments: the contents of an array, a text, an offset, or None."""

    @staticmethod
    def from_param(data: Buffer) -> ctypes.c_void_p | bytes | None:
        if not isinstance(data, np.ndarray):
            return data
        if not data.flags.c_contiguous:
            raise ValueError("OpenGL reads arrays that lie in one piece.")
        return ctypes.c_void_p(data.ctypes.data)


class Functions:
    """The functions and constants of OpenGL as attributes, by their names."""

    def __getattr__(self, name: str) -> Any:
        """A constant or a function, looked up at its first use."""
        declared = next((vars(version)[name] for version in DECLARED if name in vars(version)), None)
        if declared is None:
            raise AttributeError(f"{name} is not in OpenGL 3.3")
        found = int(declared) if isinstance(declared, int) else self._function(name, declared)
        setattr(self, name, found)
        return found

    def _function(self, name: str, declared: Any) -> Callable[..., Any]:
        function = _in_driver(name, declared)
        if name in WAITING:
            function = _beside(function, _in_driver(name, declared, ctypes.CFUNCTYPE))
        return function if name == "glGetError" else self._checked(name, function)

    def _checked(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with an error check after each call. Raises GLError."""
        error = self.glGetError

        def call(*arguments: object) -> Any:
            given = function(*arguments)
            if code := error():
                raise GLError(code, name)
            return given

        return call

    # Those that give back something else than the driver's function does

    def made(self, function: str) -> int:
        """A new object name, from one of the functions glGen…."""
        return self._asked(getattr(self, function), 1)

    def delete(self, function: str, name: int) -> None:
        """Delete an object by one of the functions glDelete…s."""
        getattr(self, function)(1, np.array([name], dtype=np.uint32))

    def integer(self, what: int) -> int:
        """The value of a state variable of the context."""
        return self._asked(self.glGetIntegerv, what)

    def linked(self, program: int) -> bool:
        """Return whether linking the program succeeded."""
        return bool(self._asked(self.glGetProgramiv, program, self.GL_LINK_STATUS))

    def compiled(self, shader: int) -> bool:
        """Return whether compiling the shader succeeded."""
        return bool(self._asked(self.glGetShaderiv, shader, self.GL_COMPILE_STATUS))

    def message(self, function: str, name: int) -> str:
        """The text of glGetProgramInfoLog or glGetShaderInfoLog."""
        text = np.zeros(LONGEST, dtype=np.int8)
        getattr(self, function)(name, LONGEST, None, text)
        return bytes(text).rstrip(b"\0").decode(errors="replace")

    def set_source(self, shader: int, text: str) -> None:
        """Set the source of a shader."""
        source = ctypes.c_char_p(text.encode())
        self.glShaderSource(shader, 1, ctypes.cast(ctypes.pointer(source), ctypes.c_void_p), None)

    @staticmethod
    def _asked(function: Callable[..., Any], *arguments: int) -> int:
        answer = np.zeros(1, dtype=np.int32)
        function(*arguments, answer)
        return int(answer[0])


def _beside(holding: Callable[..., Any], yielding: Callable[..., Any]) -> Callable[..., Any]:
    """The same function as called on the first thread, and on all others."""

    def call(*arguments: object) -> Any:
        is_first = threading.current_thread() is threading.main_thread()
        return (holding if is_first else yielding)(*arguments)

    return call


def _in_driver(name: str, declared: Any, prototype: Any = ctypes.PYFUNCTYPE) -> Callable[..., Any]:
    """The context's function with the argument types that PyOpenGL declares; pointers accept arrays and bytes.

    A `prototype` of ctypes makes it: PYFUNCTYPE keeps Python's lock during the call, CFUNCTYPE lets go of it.
    """
    context = QOpenGLContext.currentContext()
    address = context.getProcAddress(name.encode()) if context is not None else egl.address_of(name)
    if not address:
        raise RuntimeError(f"{name} is not there: no OpenGL 3.3 context is current.")
    given = declared.restype if declared.restype is None or _is_number(declared.restype) else ctypes.c_char_p
    types = declared.argTypes if hasattr(declared, "argTypes") else declared.argtypes  # not loaded yet; loaded
    taken: Iterable[Any] = (kind if _is_number(kind) else _Address for kind in types)
    found: Callable[..., Any] = prototype(given, *taken)(int(address))
    return found


def _is_number(kind: type) -> bool:
    return issubclass(kind, ctypes._SimpleCData) and kind not in (ctypes.c_void_p, ctypes.c_char_p)


GL = Functions()
