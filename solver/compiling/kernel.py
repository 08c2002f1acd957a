"""The decorators of the solver's kernels: all that the rest of it knows of compiling.

A kernel is a Python function in the subset that numba compiles; it is called by kernels and entries only. An entry is
called from Python. Both run interpreted, as they are written, until the compiled entry has been loaded (`warm_up`):
then it takes over from one call to the next. Only the process that compiles decorates otherwise (`begin_compiling`).
Compiled entries release the GIL.

Interpreted and compiled functions do the same operations on the same numbers and come to the same bits. Two things make
it so: literals become numpy's numbers, which divide by zero without an exception, and `functions` has the mathematical
functions that differ.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TypeVar, cast

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])


IS_PLAIN = os.environ.get("PANTIN_PLAIN_NUMBA") == "1"
"""The switch: numba compiles by its documented interface alone (`plain_numba`), not as `numba_compiler` lets it."""


class NumbaCompiler(Protocol):
    """The interface of `numba_compiler` and `plain_numba`."""

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Compile a kernel into the entries that call it."""

    def entry(self, function: Callable[..., Any], signature: str) -> Callable[..., Any]:
        """Compile an entry now and keep it on disk."""

    def load(self, function: Callable[..., Any], signature: str) -> Callable[..., Any]:
        """Return a compiled entry from the disk. Raises where it is not there, or damaged."""

    def unchecked(self, compiled: Callable[..., Any]) -> Callable[..., Any]:
        """Return a loaded entry that may leave out looking at the types of its arguments."""

    def files(self, function: Callable[..., Any]) -> list[Path]:
        """Return the files of a compiled entry."""


WORTH_LOADING = 0.5
"""Seconds that an entry runs interpreted before it is worth while to load the compiled one: that takes as long."""

KERNELS: list[Callable[..., Any]] = []
"""Every kernel declared, so that a first start can tell how far it is."""

SHARED: list[Callable[..., Any]] = []
"""Kernels that are optimised once, in `entries.auto`; other entries call them there (`linking`)."""

SCALAR: list[Callable[..., Any]] = []
"""Kernels that are not vectorised, and nothing that is inlined in them (`linking`)."""

SHARING = ("pantin.solver.entries.auto", "pantin.solver.entries.all_solvers", "pantin.solver.entries.simulation")
"""The entry that holds them, and those that call them there: it has to be loaded before these."""

_compiler: NumbaCompiler | None = None


def begin_compiling(compiler: NumbaCompiler) -> None:
    """Compile everything that is declared from now on: in a process that does nothing else."""
    global _compiler
    _compiler = compiler


def is_compiling() -> bool:
    """Return whether this process compiles what is declared."""
    return _compiler is not None


def kernel(function: Function) -> Function:
    """Declare a kernel."""
    KERNELS.append(function)
    return cast(Function, _compiler.kernel(function)) if _compiler else _with_numpy_numbers(function)


def shared_kernel(function: Function) -> Function:
    """Declare a kernel that is long, and is called so seldom that a call may cost some ten nanoseconds."""
    SHARED.append(function)
    return kernel(function)


def scalar_kernel(function: Function) -> Function:
    """Declare a kernel whose loops are short: vectorised for long ones, they would take longer."""
    SCALAR.append(function)
    return kernel(function)


class Entry:
    """A function that Python calls: interpreted, and compiled as soon as that is there."""

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        self.function, self.signature = function, signature
        self.compiled: Callable[..., Any] | None = None
        self.unchecked: Callable[..., Any] | None = None
        """The same without numba's look at what it is given: for arrays that the caller has made itself."""
        self.seconds = 0.0
        """The time that it has run interpreted, altogether."""
        if _compiler:
            self.compiled = _compiler.entry(function, signature)
        else:
            _with_numpy_numbers(function)

    def __call__(self, *arguments: Any) -> Any:
        """Run compiled where that is there, else interpreted."""
        return self.compiled(*arguments) if self.compiled else self.interpreted(*arguments)

    def interpreted(self, *arguments: Any) -> Any:
        """Run as it is written."""
        began = perf_counter()
        with np.errstate(all="ignore"):
            result = self.function(*arguments)
        self.seconds += perf_counter() - began
        return result


def entry(signature: str) -> Callable[[Callable[..., Any]], Entry]:
    """Declare an entry; compiled, it takes the types of `signature` and no others."""
    return lambda function: Entry(function, signature)


def _with_numpy_numbers(function: Function) -> Function:
    """`function`, whose literal numbers are numpy's from now on: divided by zero they give inf or nan."""
    code = function.__code__
    function.__code__ = code.replace(co_consts=tuple(map(_as_numpy, code.co_consts)))
    return function


def _as_numpy(constant: Any) -> Any:
    """A constant with all floats in it as numpy's."""
    if isinstance(constant, tuple):
        return tuple(map(_as_numpy, constant))
    return np.float64(constant) if isinstance(constant, float) else constant
