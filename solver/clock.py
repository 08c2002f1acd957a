"""The time, read in machine code: how long each solve took. No result depends on it.

The operating system's monotonic clock is called by its address, which numba's code looks up under a name of ours.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np
from numba.core import codegen, types

from solver.kernel import kernel

NAME = "pantin_read_clock"
_WINDOWS = sys.platform == "win32"
_MONOTONIC = 6 if sys.platform == "darwin" else 1


def _reader() -> Any:
    if sys.platform == "win32":
        return ctypes.windll.kernel32.QueryPerformanceCounter
    return ctypes.CDLL(None).clock_gettime


def _ticks_each_second() -> float:
    """How often the counter of Windows ticks; the other systems tell seconds and nanoseconds."""
    frequency = ctypes.c_int64(1)
    if sys.platform == "win32":
        ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(frequency))
    return float(frequency.value)


_codegen: Any = codegen
_codegen.ll.add_symbol(NAME, ctypes.cast(_reader(), ctypes.c_void_p).value)
_signature: Any = types.int32(types.intp) if _WINDOWS else types.int32(types.int32, types.intp)
_read: Any = types.ExternalFunction(NAME, _signature)
_TICK = 1e6 / _ticks_each_second()

if _WINDOWS:

    @kernel
    def microseconds() -> float:
        """Since some moment in the past."""
        now = np.zeros(2, np.int64)
        _read(now.ctypes.data)
        moment: float = now[0] * _TICK
        return moment

else:

    @kernel
    def microseconds() -> float:
        """Since some moment in the past."""
        now = np.zeros(2, np.int64)
        _read(_MONOTONIC, now.ctypes.data)
        moment: float = now[0] * 1e6 + now[1] * 1e-3
        return moment
