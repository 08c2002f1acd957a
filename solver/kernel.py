"""How the inner loops are compiled.

A kernel is a function that numba turns into machine code. Kernels release the GIL and run serially, so the user
interface never waits for them. Only an entry, which Python calls, is kept on disk; the kernels it uses are compiled
into it. numba judges a stored entry by the file it stands in alone, so the folder carries a hash of the whole room:
whoever edits one kernel never runs a stale one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

ROOM = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled entries are kept: a folder of the user's, one for each version of the kernels."""
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {version('numpy')}".encode())
    for source in sorted(ROOM.glob("*.py")):
        digest.update(source.read_bytes())
    return _user_cache() / "pantin" / f"kernels-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

import numba  # noqa: E402  (numba reads NUMBA_CACHE_DIR when it is imported)

_OPTIONS = {"nogil": True, "error_model": "numpy"}


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` into the entries that call it.

    numba would compile it anew for each constant that it is called with; constants are passed as plain numbers here,
    which makes the first start several times shorter.
    """
    compiled: Any = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    resolve = compiled.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(numba.types.unliteral, args)), kws)

    compiled.get_call_template = widened
    return cast(Callable[..., Any], compiled)


def stage(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` as a part of the one kernel that calls it: for stages that stand above the solvers.

    Each level of calls is optimised again with all that lies below it, so the levels above the largest kernel are few.
    """
    return cast(Callable[..., Any], numba.njit(inline="always", **_OPTIONS)(function))


def entry(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile `function` at once for `signature`, and keep it on disk. A wrong type is then a TypeError, not a compile."""

    def compile_now(function: Callable[..., Any]) -> Callable[..., Any]:
        compiled: Callable[..., Any] = numba.njit(signature, cache=True, **_OPTIONS)(function)
        return compiled

    return compile_now
