"""The clock of kernels as machine code, in the place of `clock`, by numba's and LLVM's documented interface.

The operating system's monotonic clock is called by its address, under a symbol of our own, so that the code can be
kept on disk.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from llvmlite import binding, ir
from numba import extending, types

from pantin.solver.compiling.clock import microseconds

NAME = "pantin_read_clock"
_WINDOWS = sys.platform == "win32"
_MONOTONIC = 6 if sys.platform == "darwin" else 1

_types: Any = types
_symbols: Any = binding
_extending: Any = extending


def _reader() -> Any:
    """Return the function of the operating system that reads its monotonic clock."""
    if sys.platform == "win32":
        return ctypes.windll.kernel32.QueryPerformanceCounter
    return ctypes.CDLL(None).clock_gettime


def _ticks_each_second() -> float:
    """Return the rate of the counter on Windows; 1 elsewhere, where clocks count seconds and nanoseconds."""
    frequency = ctypes.c_int64(1)
    if sys.platform == "win32":
        ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(frequency))
    return float(frequency.value)


_TICK = 1e6 / _ticks_each_second()


def _time(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Build the call: the two integers that the operating system writes on the stack, as one number."""
    word, number, double = ir.IntType(64), ir.IntType(32), ir.DoubleType()
    pair = ir.ArrayType(word, 2)
    with builder.goto_entry_block():
        room = builder.alloca(pair)
    takes = [pair.as_pointer()] if _WINDOWS else [number, pair.as_pointer()]
    reader = builder.module.globals.get(NAME) or ir.Function(builder.module, ir.FunctionType(number, takes), NAME)
    builder.call(reader, [room] if _WINDOWS else [number(_MONOTONIC), room])
    first, second = (builder.sitofp(builder.extract_value(builder.load(room), n), double) for n in (0, 1))
    if _WINDOWS:
        return builder.fmul(first, double(_TICK))
    return builder.fadd(builder.fmul(first, double(1e6)), builder.fmul(second, double(1e-3)))


def declare() -> None:
    """Let numba compile calls of `clock.microseconds` to this, from now on, in this process."""
    _symbols.add_symbol(NAME, ctypes.cast(_reader(), ctypes.c_void_p).value)
    _extending.type_callable(microseconds)(lambda context: lambda: _types.float64)
    _extending.lower_builtin(microseconds)(_time)
