"""Importing numba on a thread beside a window, without stopping the thread that draws.

Two things would hold the GIL for 0.1 to 0.4 s each: Python's loading of LLVM's library (170 MB), and the garbage
collector, which looks through numba's 150,000 objects although they all stay.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

LIBRARIES = ("libllvmlite.so", "libllvmlite.dylib", "llvmlite.dll")


@contextlib.contextmanager
def importing_numba() -> Iterator[None]:
    """While numba is imported and compiled entries are loaded: no collection now, nor of these objects later."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        open_llvm()
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def open_llvm() -> None:
    """Open LLVM's library by a foreign call, which frees the GIL; llvmlite's own import finds it open.

    Where this is not possible nothing happens: llvmlite opens it then, or says why not.
    """
    package = importlib.util.find_spec("llvmlite")
    if "llvmlite" in sys.modules or package is None or package.origin is None:
        return
    for name in LIBRARIES:
        library = Path(package.origin).parent / "binding" / name
        if library.exists():
            with contextlib.suppress(OSError, AttributeError):
                _open(library)


def _open(library: Path) -> None:
    """Open a library as the operating system does; ctypes lets go of the GIL meanwhile."""
    if sys.platform == "win32":
        ctypes.WinDLL("kernel32").LoadLibraryW(str(library))
    else:
        now = ctypes.RTLD_LOCAL | 2  # RTLD_NOW, on all systems
        ctypes.CDLL(None).dlopen(str(library).encode(), now)
