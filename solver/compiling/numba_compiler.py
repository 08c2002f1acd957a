"""Kernels and entries as numba compiles them, keeps them on disk and loads them again.

The process that compiles uses `kernel` and `entry`; every other loads entries only, and never compiles. Importing this
takes 0.4 s, which whoever evaluates once does without.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
from numba.core import caching
from numba.core.compiler_lock import global_compiler_lock

from pantin.solver.compiling import cache_folder, compiled_clock, intrinsics
from pantin.solver.compiling.indexing import count_from_the_beginning
from pantin.solver.compiling.kernel import is_compiling
from pantin.solver.compiling.linking import link_at_entries
from pantin.solver.compiling.pipeline import KernelCompiler, remember_types

compiled_clock.declare()
intrinsics.declare()
link_at_entries()
remember_types()
count_from_the_beginning()

_njit: Any = numba.njit
_caching: Any = caching
_lock: Any = global_compiler_lock
_Locator: Any = caching._CacheLocator
_OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler}


class _OwnFolder(_Locator):  # type: ignore[misc]  # numba has no types
    """Keeps compiled entries in `cache_folder.folder()` and nowhere else: numba would try beside the sources next.

    numba asks where a source lies and when it was written. Here an entry belongs to the text of all sources, which the
    digest stands for: one that was compiled for another installation of the same sources is taken as it is.
    """

    def __init__(self, function: Any) -> None:
        self._line = function.__code__.co_firstlineno

    def ensure_cache_path(self) -> None:
        """Make the folder, where this process writes."""
        if is_compiling():
            cache_folder.folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(cache_folder.folder())

    def get_source_stamp(self) -> str:
        """Return the stamp of the sources that an entry has to be compiled from."""
        return cache_folder.digest()

    def get_disambiguator(self) -> str:
        """Tells functions of one name apart."""
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, source: str) -> Any:
        """The folder for `function`, whatever numba is set to use as its own."""
        return cls(function)


class _Kept(_caching.CompileResultCacheImpl):  # type: ignore[misc]  # numba has no types
    """The cache by which numba writes an entry to files, in our folder."""

    _locator_classes = (_OwnFolder,)


class _Cache(_caching.FunctionCache):  # type: ignore[misc]  # numba has no types
    """numba's index of the files of an entry."""

    _impl_class = _Kept


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` into the entries that call it.

    numba would compile a kernel again for each constant that it is called with. Here constants are passed as plain
    numbers (`get_call_template`), and kernels have no wrappers for calls from Python. `linking` needs both: with either
    of them left as it is in numba, entries fail to link.
    """
    compiled: Any = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    resolve = compiled.get_call_template

    def as_numbers(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(numba.types.unliteral, args)), kws)

    compiled.get_call_template = as_numbers
    return cast("Callable[..., Any]", compiled)


def entry(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """Compile a function now for the types of `signature`, and keep it on disk. Other types raise TypeError."""
    if not cache_folder.is_sound(cache_folder.mark_of(function.__module__)):
        for file in files(function):  # numba would take a damaged one for what it has compiled
            file.unlink()
    compiled = _kept(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return cast("Callable[..., Any]", compiled)


def load(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """The compiled entry from the disk. Raises LookupError where there is none for these sources and this processor."""
    compiled = _kept(function)
    with _lock:
        if (found := compiled._cache.load_overload(signature, compiled.targetctx)) is None:
            raise LookupError(f"{function.__module__} is not compiled for this processor.")
        compiled.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
        compiled.add_overload(found)
    compiled.disable_compile()
    return cast("Callable[..., Any]", compiled)


def unchecked(compiled: Callable[..., Any]) -> Callable[..., Any]:
    """A loaded entry without numba's dispatcher, which looks at the type of each argument in every call."""
    (found,) = cast("Any", compiled).overloads.values()
    return cast("Callable[..., Any]", found.entry_point)


def files(function: Callable[..., Any]) -> list[Path]:
    """Return the paths of the compiled entry."""
    cache: Any = _kept(function)._cache
    return sorted(Path(cache.cache_path).glob(f"{cache._impl.filename_base}.*"))


def _kept(function: Callable[..., Any]) -> Any:
    """`function` for numba, compiled for no types yet, with its place on the disk."""
    compiled: Any = _njit(**_OPTIONS)(function)
    compiled._cache = _Cache(function)
    return compiled
