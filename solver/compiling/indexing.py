"""Indices of kernels count from the beginning: numba would ask of each whether it is negative, and count from the end.

That took three instructions for each number that is read or written, and kept loops over rows from being vectorised.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.np import arrayobj

_arrays: Any = arrayobj
_types: Any = types


def count_from_the_beginning() -> None:
    """Let numba take every index as it is from now on, in this process; those that are known beforehand it may turn."""
    turned = _arrays.fix_integer_index

    def as_it_is(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
        if isinstance(value, ir.Constant):
            return turned(context, builder, kind, value, size)
        return context.cast(builder, value, kind, _types.intp if kind.signed else _types.uintp)

    _arrays.fix_integer_index = as_it_is
