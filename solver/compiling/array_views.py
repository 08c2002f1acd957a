"""Parts of a long array as tables of their own.

numba's reshape asks at run time whether the numbers lie as numpy wants them. Here they do, one behind the other, so
that a table is nothing but where it begins and its shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import imputils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from pantin.solver.compiling.layout import Ints, Numbers, Rows, Table

_types: Any = types
_arrays: Any = arrayobj
_borrowed: Any = imputils.impl_ret_borrowed
_intrinsic: Any = intrinsic


@_intrinsic
def _part(_: Any, numbers: Any, at: Any, rows: Any, width: Any) -> Any:
    """How a part of `numbers` is typed, and how machine code finds it."""
    place, table = _types.intp, _types.Array(numbers.dtype, 2, "C")

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.make_array(signature.args[0])(context, builder, arguments[0])
        found = context.make_array(table)(context, builder)
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
        return _borrowed(context, builder, table, found._getvalue())

    return table(numbers, place, place, place), lower


part: Callable[[Numbers, int, int, int], Table] = _part
"""The table of so many rows and columns that begins at a place of an array, with which it shares the numbers."""

part_of_ints: Callable[[Ints, int, int, int], Rows] = _part
"""The same of row numbers."""
