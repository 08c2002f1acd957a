"""The two decorators of compiled functions: all that the rest of the solver knows of compiling.

A kernel is a Python function in the subset that numba compiles; it is called by kernels and entries only. An entry is
called from Python, and alone kept on disk: its kernels are linked into it (`linking`). Entries release the GIL and run
serially, so that the user interface never waits for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pantin.solver.compiling import cache_folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder.folder()))

import numba  # it reads NUMBA_CACHE_DIR when it is imported, and again whenever the environment changes

from pantin.solver.compiling.linking import link_at_entries

link_at_entries()

Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_OPTIONS = {"nogil": True, "error_model": "numpy"}

KERNELS: list[Callable[..., Any]] = []
"""Every kernel declared, so that a first start can tell how far it is."""


def kernel(function: Function) -> Function:
    """Compile `function` into the entries that call it.

    numba would compile a kernel again for each constant that it is called with. Here constants are passed as plain
    numbers (`get_call_template`), and kernels have no wrappers for calls from Python. `linking` needs both: with either
    of them left as it is in numba, entries fail to link.
    """
    compiled = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    resolve = compiled.get_call_template

    def as_numbers(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(numba.types.unliteral, args)), kws)

    compiled.get_call_template = as_numbers
    KERNELS.append(function)
    return cast(Function, compiled)


def entry(signature: str) -> Callable[[Function], Function]:
    """Compile a function at once for the types of `signature`, and keep it on disk. Other types raise TypeError."""

    def compile_now(function: Function) -> Function:
        return cast(Function, _njit(signature, cache=True, **_OPTIONS)(function))

    return compile_now


def interpreted(function: Function) -> Function:
    """The Python function of a kernel or an entry: what tests compile once more, alone."""
    plain: Any = function
    return cast(Function, plain.py_func)
