"""Parts of arrays as machine code of our own, in the place of `array_views`, which holds the same in Python."""

from __future__ import annotations

from typing import Any

from numba import extending
from numba.core import imputils, types, typing
from numba.np import arrayobj

from pantin.solver.compiling.array_views import part, part_of_ints

_types: Any = types
_arrays: Any = arrayobj
_imputils: Any = imputils
_typing: Any = typing
_extending: Any = extending


def _part_type(context: Any) -> Any:
    """Return what types a call takes and gives: numbers and three integers, a table of the same numbers."""

    def typed(numbers: Any, first: Any, rows: Any, columns: Any) -> Any:
        place = _types.intp
        return _typing.signature(_types.Array(numbers.dtype, 2, "C"), numbers, place, place, place)

    return typed


def _part(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Build the address and the shape of a part of an array."""
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


def declare() -> None:
    """Let numba compile calls of the Python functions to this, from now on, in this process."""
    for function in (part, part_of_ints):
        _extending.type_callable(function)(_part_type)
        _extending.lower_builtin(function, _types.Array, _types.intp, _types.intp, _types.intp)(_part)
