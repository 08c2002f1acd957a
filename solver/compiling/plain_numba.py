"""Kernels and entries as numba compiles them: what `numba_compiler` does, by numba's documented interface alone.

Set PANTIN_PLAIN_NUMBA=1 to use it, in every process that is started with it: for the day when a new numba breaks
`numba_compiler`. Matrices are the same to the last bit. What it costs is in docs/decisions/0007-kernels.md.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
from numba import extending

from pantin.solver.compiling import cache_folder, compiled_clock
from pantin.solver.compiling.array_views import part, part_of_ints

_njit: Any = numba.njit
_settings: Any = numba.config
_extending: Any = extending
_OPTIONS = {"nogil": True, "error_model": "numpy"}

compiled_clock.declare()
for _view in (part, part_of_ints):
    _extending.register_jitable(_view)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` anew for all types, and all constants, that kernels and entries call it with."""
    return cast("Callable[..., Any]", _extending.register_jitable(**_OPTIONS)(function))


def entry(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Compile a function now for the types of `signature`, and keep it on disk. Other types raise TypeError."""
    if not cache_folder.is_sound(cache_folder.mark_of(function.__module__)):
        for file in files(function):  # numba would take a damaged one for what it has compiled
            file.unlink()
    return _compiled(function, signature)


def load(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Return the compiled entry from the disk. Raises what numba raises where it is not there."""
    return _compiled(function, signature)


def unchecked(compiled: Callable[..., Any]) -> Callable[..., Any]:
    """Return the entry itself: numba documents no call past its choice by types."""
    return compiled


def files(function: Callable[..., Any]) -> list[Path]:
    """Return the files that numba keeps the compiled entry in."""
    beginning = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-{function.__code__.co_firstlineno}."
    return sorted(Path(_kept(function).stats.cache_path).glob(f"{beginning}*"))


def _compiled(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Compile an entry for the types of `signature`, or take it from the disk where it is there."""
    compiled = _kept(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return cast("Callable[..., Any]", compiled)


def _kept(function: Callable[..., Any]) -> Any:
    """Return `function` for numba, compiled for no types yet, with its place in the folder of compiled kernels."""
    _settings.CACHE_DIR = str(cache_folder.folder())
    return _njit(cache=True, **_OPTIONS)(function)
