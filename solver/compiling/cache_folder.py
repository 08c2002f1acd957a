"""Where compiled entries are kept: a folder of the user's, one for each version of the kernels.

numba checks a cached function against its own source file only. The folder's name therefore contains a hash of all
kernels and of what they are built from, so that a stale one is never run. The Python code around them may change.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pantin.rigs.solvers import SOLVERS

ROOM = Path(__file__).parents[1]
KERNEL_ROOMS = ("chains", "compiling", "constraints", "entries", "groups", "least_squares", "maths", "methods")
"""The folders of `solver` whose modules are compiled, or define what is; the others are Python around them."""


def folder() -> Path:
    """NUMBA_CACHE_DIR where it is set, else a folder of Pantin's own."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else _user_cache() / "pantin" / f"kernels-{_digest()}"


def mark(part: str = "complete") -> Path:
    """The file whose existence says that this part of the kernels is compiled."""
    return folder() / f"{part}-{_digest()}"


@cache
def _digest() -> str:
    built_from = (sys.version, version("numba"), version("numpy"), *SOLVERS)
    digest = hashlib.sha256(" ".join(built_from).encode())
    for source in kernel_sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources() -> list[Path]:
    """The files that kernels are compiled from, in a fixed order."""
    return sorted(source for room in KERNEL_ROOMS for source in (ROOM / room).glob("*.py"))


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
