"""How the inner loops are compiled.

A kernel is a function that numba turns into machine code. Kernels release the GIL and run serially, so the user
interface never waits for them. Only an entry, which Python calls, is kept on disk; the kernels it uses are compiled
into it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pantin.solver.compiling import cache_folder

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder.folder()))

import numba  # numba reads NUMBA_CACHE_DIR when it is imported

from pantin.solver.compiling.linking import link_at_entries

link_at_entries()

Function = TypeVar("Function", bound=Callable[..., Any])

_njit: Any = numba.njit
_OPTIONS = {"nogil": True, "error_model": "numpy"}

KERNELS: list[Callable[..., Any]] = []
"""Every kernel that has been declared, so that a first start can say how far it is."""


def kernel(function: Function) -> Function:
    """Compile `function` into the entries that call it.

    numba would compile it anew for each constant that it is called with; constants are passed as plain numbers here,
    which makes the first start several times shorter.
    """
    machine = _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    resolve = machine.get_call_template

    def widened(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(numba.types.unliteral, args)), kws)

    machine.get_call_template = widened
    KERNELS.append(function)
    return cast(Function, machine)


def entry(signature: str) -> Callable[[Function], Function]:
    """Compile a function at once for `signature`, and keep it on disk. A wrong type is then a TypeError."""

    def compile_now(function: Function) -> Function:
        return cast(Function, _njit(signature, cache=True, **_OPTIONS)(function))

    return compile_now
