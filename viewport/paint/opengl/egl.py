"""OpenGL without a window system: contexts of EGL, current on any thread, that draw into frame buffer objects alone.

A graphics card is asked for first (EGL_EXT_platform_device), then Mesa's software renderer, with or without a device
(EGL_MESA_platform_surfaceless). Of EGL a dozen functions are needed, so that nothing is between it and ctypes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

Handle = ctypes.c_void_p
Ints = ctypes.Array[ctypes.c_int32]

LIBRARIES = ("libEGL.so.1", "libEGL.so", "libEGL.dylib", "libEGL.dll")

NONE = 0x3038
PLATFORM_DEVICE, PLATFORM_SURFACELESS = 0x313F, 0x31DD
OPENGL_API, OPENGL_BIT = 0x30A2, 0x0008
SURFACE_TYPE, RENDERABLE_TYPE = 0x3033, 0x3040
MAJOR, MINOR, PROFILE, CORE = 0x3098, 0x30FB, 0x30FD, 1
"""Values of the standard's constants."""

CONFIG = (RENDERABLE_TYPE, OPENGL_BIT, SURFACE_TYPE, 0, NONE)
CONTEXT = (MAJOR, 3, MINOR, 3, PROFILE, CORE, NONE)
MOST_DEVICES = 16

_i32, _u32, _pointer = ctypes.c_int32, ctypes.c_uint32, ctypes.c_void_p
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "eglGetProcAddress": (Handle, ctypes.c_char_p),
    "eglGetCurrentContext": (Handle,),
    "eglInitialize": (_u32, Handle, _pointer, _pointer),
    "eglBindAPI": (_u32, _u32),
    "eglChooseConfig": (_u32, Handle, _pointer, _pointer, _i32, _pointer),
    "eglCreateContext": (Handle, Handle, Handle, Handle, _pointer),
    "eglMakeCurrent": (_u32, Handle, Handle, Handle, Handle),
    "eglDestroyContext": (_u32, Handle, Handle),
}
"""Of each function what it gives back, and what it takes."""

_EXTENSIONS: dict[str, tuple[Any, ...]] = {
    "eglGetPlatformDisplayEXT": (Handle, _u32, Handle, _pointer),
    "eglQueryDevicesEXT": (_u32, _i32, _pointer, _pointer),
}


class EglContext:
    """An OpenGL 3.3 context that has no frame buffer of its own."""

    def __init__(self, display: Handle, context: Handle) -> None:
        self._display, self._context = display, context

    def make_current(self) -> bool:
        """Make it the context of this thread. False where that fails."""
        egl = _library()
        return bool(egl.eglBindAPI(OPENGL_API) and egl.eglMakeCurrent(self._display, None, None, self._context))

    def done(self) -> None:
        """Leave this thread without a context."""
        _library().eglMakeCurrent(self._display, None, None, None)

    def destroy(self) -> None:
        """Delete it, with all that was made in it."""
        _library().eglDestroyContext(self._display, self._context)


def context() -> EglContext | None:
    """Return a new context; None where there is no EGL that gives one of OpenGL 3.3 without a window."""
    found = _drawable()
    made = None if found is None else _context(*found)
    return None if found is None or made is None else EglContext(found[0], made)


def address_of(name: str) -> int | None:
    """Return the address of a function of OpenGL; None where no context of EGL is current on this thread."""
    if not _drawable.cache_info().currsize or not _library().eglGetCurrentContext():
        return None
    return Handle(_library().eglGetProcAddress(name.encode())).value


@cache
def _drawable() -> tuple[Handle, Handle] | None:
    """Return the display and the config of the first device that draws with OpenGL 3.3 into no surface; None without.

    A display lasts as long as the process does.
    """
    for display in _displays():
        config = _config(display)
        made = None if config is None else _context(display, config)
        if config is None or made is None:
            continue
        trial = EglContext(display, made)
        draws = trial.make_current()
        trial.done()
        trial.destroy()
        if draws:
            return display, config
    return None


def _displays() -> Iterator[Handle]:
    """Yield the displays that can be initialised: those of devices, a card before software, then one without."""
    egl = _library()
    display_of = egl and _extension("eglGetPlatformDisplayEXT")
    if not display_of:
        return
    devices = (Handle * MOST_DEVICES)()
    count = ctypes.c_int32()
    query = _extension("eglQueryDevicesEXT")
    if query:
        query(MOST_DEVICES, devices, ctypes.byref(count))
    asked = [(PLATFORM_DEVICE, device) for device in devices[: count.value]]
    for platform, native in (*asked, (PLATFORM_SURFACELESS, None)):
        display = Handle(display_of(platform, native, None))
        if display and egl.eglInitialize(display, None, None):
            yield display


def _config(display: Handle) -> Handle | None:
    """Return the config of a display for contexts of OpenGL."""
    config, count = Handle(), ctypes.c_int32()
    chosen = _library().eglChooseConfig(display, _ints(CONFIG), ctypes.byref(config), 1, ctypes.byref(count))
    return config if chosen and count.value else None


def _context(display: Handle, config: Handle) -> Handle | None:
    """Return a new context of OpenGL 3.3."""
    egl = _library()
    if not egl.eglBindAPI(OPENGL_API):
        return None
    return Handle(egl.eglCreateContext(display, config, None, _ints(CONTEXT))) or None


@cache
def _library() -> Any:
    """Return the EGL library with the types of its functions; None where it is not installed."""
    for name in LIBRARIES:
        with suppress(OSError):
            library = ctypes.CDLL(name)
            for function, (given, *taken) in _SIGNATURES.items():
                getattr(library, function).restype = given
                getattr(library, function).argtypes = taken
            return library
    return None


def _extension(name: str) -> Any:
    """Return a function of an extension; None where the library has none of that name."""
    address = _library().eglGetProcAddress(name.encode())
    given, *taken = _EXTENSIONS[name]
    return ctypes.CFUNCTYPE(given, *taken)(address) if address else None


def _ints(values: tuple[int, ...]) -> Ints:
    return (ctypes.c_int32 * len(values))(*values)
