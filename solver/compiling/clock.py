"""The time, read inside kernels: how long each group of goals took to solve. No result depends on it.

The operating system's monotonic clock is called by its address, under a symbol of our own, so that the code can be
cached. A reading takes 29 ns; calling Python's `perf_counter` from a kernel takes 3.9 µs, and the humanoid sample,
which is evaluated in 10 µs, reads the clock ten times.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from llvmlite import ir
from numba.core import cgutils, codegen, types
from numba.extending import intrinsic

from pantin.solver.compiling.kernel import kernel

NAME = "pantin_read_clock"
_WINDOWS = sys.platform == "win32"
_MONOTONIC = 6 if sys.platform == "darwin" else 1


def _reader() -> Any:
    if sys.platform == "win32":
        return ctypes.windll.kernel32.QueryPerformanceCounter
    return ctypes.CDLL(None).clock_gettime


def _ticks_each_second() -> float:
    """The rate of the counter on Windows; 1 elsewhere, where clocks tell seconds and nanoseconds."""
    frequency = ctypes.c_int64(1)
    if sys.platform == "win32":
        ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(frequency))
    return float(frequency.value)


_codegen: Any = codegen
_codegen.ll.add_symbol(NAME, ctypes.cast(_reader(), ctypes.c_void_p).value)
_intrinsic: Any = intrinsic
_types: Any = types
_building: Any = cgutils
_TICK = 1e6 / _ticks_each_second()


@_intrinsic
def _read(_: Any) -> Any:
    """The two integers that the operating system writes: on the stack, without an allocation."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pair = context.get_value_type(signature.return_type)
        number, room = ir.IntType(32), _building.alloca_once(builder, pair)
        takes = [pair.as_pointer()] if _WINDOWS else [number, pair.as_pointer()]
        reader = _building.get_or_insert_function(builder.module, ir.FunctionType(number, takes), NAME)
        builder.call(reader, [room] if _WINDOWS else [number(_MONOTONIC), room])
        return builder.load(room)

    return _types.UniTuple(_types.int64, 2)(), lower


@kernel
def microseconds() -> float:
    """The time since some moment in the past, µs."""
    now = _read()
    moment: float = now[0] * _TICK if _WINDOWS else now[0] * 1e6 + now[1] * 1e-3
    return moment
