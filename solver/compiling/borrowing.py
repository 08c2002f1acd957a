"""Kernels count references only to the arrays that they make themselves.

numba counts a reference for each variable that holds an array: a parameter, each table of a tuple, each part of a
table. Whoever calls a kernel holds what it hands over until the kernel returns, so that a variable which only ever
holds parameters, and parts of them, need not count. What a kernel makes, what another returns to it and what it returns
itself are counted as before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import ir, lowering, types

from pantin.solver.compiling.array_views import part, part_of_ints

_ir: Any = ir
_types: Any = types
_Lower: Any = lowering.Lower

TAKING_APART = ("getattr", "getitem", "static_getitem", "exhaust_iter")
"""Operations of numba's IR whose result lies within their first operand, and makes nothing new."""


class Lower(_Lower):  # type: ignore[misc]  # numba has no types
    """numba's lowering of one function, without counts for what is borrowed."""

    def lower_function_body(self) -> Any:
        """Find out what is borrowed, then lower."""
        self._numbers = self._variables_without_arrays()
        self._borrowed = self._borrowed_variables()
        return super().lower_function_body()

    def lower_inst(self, inst: Any) -> None:
        """Lower an instruction; one that only hands on what is borrowed counts nothing."""
        if isinstance(inst, _ir.Assign) and inst.target.name in self._borrowed:
            with self._counting_nothing():
                super().lower_inst(inst)
        else:
            super().lower_inst(inst)

    def delvar(self, name: str) -> None:
        """Let go of a variable. What is borrowed is held by the caller."""
        if self._is_counted(name):
            super().delvar(name)

    @contextmanager
    def _counting_nothing(self) -> Iterator[None]:
        """While one instruction is lowered: numba counts references by two methods of its context."""
        counts = self.context.nrt
        counts.incref = counts.decref = _count_nothing
        try:
            yield
        finally:
            del counts.incref, counts.decref

    def _is_counted(self, name: str) -> bool:
        """Return whether a variable may hold an array that this kernel has to free."""
        return name not in self._borrowed and name not in self._numbers

    def _variables_without_arrays(self) -> set[str]:
        """The variables that hold numbers, and tuples of numbers."""
        models = self.context.data_model_manager
        return {name for name, kind in self.fndesc.typemap.items() if not models[kind].contains_nrt_meminfo()}

    def _borrowed_variables(self) -> set[str]:
        """The variables that hold parameters, parts of parameters or tuples of these, whichever way they are set.

        All are taken to do so, but for what is returned; then those are dropped that are set to anything else, until
        none has to be. So variables that a loop sets to each other stay.
        """
        values, returned = _assignments(self.blocks)
        found, before = set(values) - returned, -1
        while len(found) != before:
            before, known = len(found), found | self._numbers
            found = {name for name in found if all(self._hands_on(value, known) for value in values[name])}
        return found

    def _hands_on(self, value: Any, borrowed: set[str]) -> bool:
        """Return whether a value is borrowed, if these variables are."""
        if isinstance(value, _ir.Var):
            return value.name in borrowed
        if not isinstance(value, _ir.Expr):
            return isinstance(value, _ir.Arg)
        if value.op in TAKING_APART:
            return value.value.name in borrowed
        if value.op == "build_tuple":
            return all(item.name in borrowed for item in value.items)
        return value.op == "call" and self._is_view(value) and all(item.name in borrowed for item in value.args)

    def _is_view(self, call: Any) -> bool:
        """Return whether a call makes a part of an array, which `array_views` does without counting."""
        called = self.typeof(call.func.name)
        return isinstance(called, _types.Function) and called.typing_key in (part, part_of_ints)


def _assignments(blocks: Any) -> tuple[dict[str, list[Any]], set[str]]:
    """Return the values that each variable is set to, and the variables that are returned: these go to the caller."""
    values, returned = defaultdict(list), set()
    for block in blocks.values():
        for each in block.body:
            if isinstance(each, _ir.Assign):
                values[each.target.name].append(each.value)
            elif isinstance(each, _ir.Return):
                returned.add(each.value.name)
    return values, returned


def _count_nothing(builder: Any, kind: Any, value: Any) -> None:
    """In the place of numba's counting."""
