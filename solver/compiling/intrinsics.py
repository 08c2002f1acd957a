"""What kernels call that is machine code of our own when it is compiled: parts of arrays, and the clock.

`array_views` and `clock` hold the same functions in Python. The operating system's monotonic clock is called by its
address, under a symbol of our own, so that the code can be cached.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from llvmlite import ir
from numba.core import cgutils, codegen, imputils, types, typing
from numba.np import arrayobj

from pantin.solver.compiling.array_views import part, part_of_ints
from pantin.solver.compiling.clock import microseconds

NAME = "pantin_read_clock"
_WINDOWS = sys.platform == "win32"
_MONOTONIC = 6 if sys.platform == "darwin" else 1

_types: Any = types
_arrays: Any = arrayobj
_building: Any = cgutils
_codegen: Any = codegen
_imputils: Any = imputils
_typing: Any = typing
_Template: Any = _typing.templates.AbstractTemplate


def _reader() -> Any:
    """The function of the operating system that reads its monotonic clock."""
    if sys.platform == "win32":
        return ctypes.windll.kernel32.QueryPerformanceCounter
    return ctypes.CDLL(None).clock_gettime


def _ticks_each_second() -> float:
    """The rate of the counter on Windows; 1 elsewhere, where clocks tell seconds and nanoseconds."""
    frequency = ctypes.c_int64(1)
    if sys.platform == "win32":
        ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(frequency))
    return float(frequency.value)


_codegen.ll.add_symbol(NAME, ctypes.cast(_reader(), ctypes.c_void_p).value)
_TICK = 1e6 / _ticks_each_second()


class _PartType(_Template):  # type: ignore[misc]  # numba has no types
    """Numbers, three integers: a table of the same numbers."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The types of a call, as numba asks for them."""
        numbers, place = args[0], _types.intp
        return _typing.signature(_types.Array(numbers.dtype, 2, "C"), numbers, place, place, place)


class _TimeType(_Template):  # type: ignore[misc]  # numba has no types
    """Nothing: a number."""

    def generic(self, args: Any, kws: Any) -> Any:
        """The types of a call, as numba asks for them."""
        return _typing.signature(_types.float64)


def _part(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The address and the shape of a part of an array."""
    whole = context.make_array(signature.args[0])(context, builder, arguments[0])
    found = context.make_array(signature.return_type)(context, builder)
    first, height, across = arguments[1:]
    _arrays.populate_array(
        found,
        data=builder.gep(whole.data, [first]),
        shape=[height, across],
        strides=[builder.mul(across, whole.itemsize), whole.itemsize],
        itemsize=whole.itemsize,
        meminfo=whole.meminfo,
        parent=whole.parent,
    )
    return _imputils.impl_ret_borrowed(context, builder, signature.return_type, found._getvalue())


def _time(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The two integers that the operating system writes on the stack, as one number."""
    pair = context.get_value_type(_types.UniTuple(_types.int64, 2))
    number, double, room = ir.IntType(32), ir.DoubleType(), _building.alloca_once(builder, pair)
    takes = [pair.as_pointer()] if _WINDOWS else [number, pair.as_pointer()]
    reader = _building.get_or_insert_function(builder.module, ir.FunctionType(number, takes), NAME)
    builder.call(reader, [room] if _WINDOWS else [number(_MONOTONIC), room])
    first, second = (builder.sitofp(builder.extract_value(builder.load(room), n), double) for n in (0, 1))
    if _WINDOWS:
        return builder.fmul(first, double(_TICK))
    return builder.fadd(builder.fmul(first, double(1e6)), builder.fmul(second, double(1e-3)))


def declare() -> None:
    """Let numba compile calls of the Python functions to these, from now on, in this process."""
    typed, lowered = _typing.templates.infer_global, _imputils.lower_builtin
    for function in (part, part_of_ints):
        typed(function)(_PartType)
        lowered(function, _types.Array, _types.intp, _types.intp, _types.intp)(_part)
    typed(microseconds)(_TimeType)
    lowered(microseconds)(_time)
