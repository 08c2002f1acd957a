"""All kernels of an entry are linked and optimised together; numba would do it for each kernel.

numba finishes every function that it compiles: it links what the function uses, optimises that, and emits machine code.
A kernel is never called by itself, so that work is thrown away. Here a kernel is left as it was lowered until an entry
needs it. The entry links all kernels below it and optimises them together: once in numba's way, then again with
reference counts as plain instructions instead of calls, and with the kernels as internal functions. The counts are put
in between, because numba's pass that removes pairs of them wants to see calls. A function that is internal, and called
from one place, is inlined there whatever its size; otherwise each array that is passed on costs nine stores and loads.

What it buys (numba 0.68.1, two shared cores, CPU time; evaluation of the humanoid sample, best of 4000):

    |                                          | `auto` compiles in | `all_solvers` after it | evaluation |
    | numba's own way                          | 96.5 s             | 48.0 s                 | 12.6 µs    |
    | linked at entries, optimised once        | 38.2 s             | 15.6 s                 | 13.2 µs    |
    | linked at entries, optimised twice       | 42.7 s             | 21.9 s                 | 12.9 µs    |
    | and references counted by instructions   | 36.7 s             | 18.3 s                 | 11.1 µs    |
    | and kernels internal                     | 46.4 s             | 28.8 s                 | 8.6 µs     |

Times of compiling in the first four rows, and of evaluation in the first three, are from before kernels were split into
smaller functions; the fourth then evaluated in 10.4 µs.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba.core import codegen, registry

CALLED_FROM_PYTHON = ("_ZN7cpython", "_ZN5cfunc")
"""How the mangled names of numba's wrappers begin."""

COUNTING = "nrt"
"""numba's name for its library of reference counting."""

COUNTED = """
declare void @NRT_MemInfo_call_dtor(ptr)

define linkonce_odr void @NRT_incref(ptr noalias %memory) alwaysinline {
    %none = icmp eq ptr %memory, null
    br i1 %none, label %done, label %count
count:
    %before = load i64, ptr %memory
    %after = add i64 %before, 1
    store i64 %after, ptr %memory
    br label %done
done:
    ret void
}

define linkonce_odr void @NRT_decref(ptr noalias %memory) alwaysinline {
    %none = icmp eq ptr %memory, null
    br i1 %none, label %done, label %count
count:
    %before = load i64, ptr %memory
    %after = sub i64 %before, 1
    store i64 %after, ptr %memory
    %unused = icmp eq i64 %after, 0
    br i1 %unused, label %free, label %done
free:
    call void @NRT_MemInfo_call_dtor(ptr %memory)
    br label %done
done:
    ret void
}
"""
"""Reference counting of arrays as plain instructions.

numba's own way is a call and an atomic instruction, because threads may share arrays. What an entry allocates is its
own, and so is its view of what it is given.
"""

_Finished: Any = codegen.JITCodeLibrary


class Library(_Finished):  # type: ignore[misc]
    """numba's class for the code of one function, finished at once only where Python calls the function."""

    def finalize(self) -> None:
        """Link, optimise and emit an entry; leave a kernel as it is."""
        if self._is_kernel():
            self._finalized = True
            return
        self._own = {function.name for function in self._final_module.functions if not function.is_declaration}
        below = list(_below(self))
        self._linking_libraries = [library for library in below if library.name != COUNTING]
        self._counting = [library for library in below if library.name == COUNTING]
        super().finalize()

    def _is_kernel(self) -> bool:
        names = [function.name for function in self._final_module.functions if not function.is_declaration]
        compiled = any(name.startswith("_ZN") for name in names)
        return compiled and not any(name.startswith(CALLED_FROM_PYTHON) for name in names)

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        if self._counting:
            self._final_module.link_in(binding.parse_assembly(COUNTED))
        for library in self._counting:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._make_kernels_internal()
        super()._optimize_final_module()

    def _make_kernels_internal(self) -> None:
        """All but the entry itself. None may stay external: it would be replaced by an entry's before, of that name."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "internal"


def _below(library: Any) -> dict[Any, None]:
    """Every library that this one needs, directly or not, in the order in which they were requested."""
    found: dict[Any, None] = {}
    waiting = list(reversed(library._linking_libraries))
    while waiting:
        needed = waiting.pop()
        if needed not in found:
            found[needed] = None
            waiting.extend(reversed(needed._linking_libraries))
    return found


def link_at_entries() -> None:
    """Let numba compile in this way from now on, in this process."""
    context: Any = registry.cpu_target.target_context
    processor = context.codegen()
    processor._library_class = Library
    set_env = processor.set_env

    def set_env_of_entry(name: str, environment: Any) -> None:
        """An environment is of use to wrappers only; a kernel has none yet."""
        if processor._engine.get_global_value_address(name):
            set_env(name, environment)

    processor.set_env = set_env_of_entry
    add_address = context.add_dynamic_addr

    def add_address_of_data(builder: Any, address: int, info: str) -> Any:
        """A kernel that is handed to another is known by its type: its address would keep the entry off the disk."""
        if info == "CPUDispatcher":
            return ir.Constant(ir.IntType(8).as_pointer(), None)
        return add_address(builder, address, info)

    context.add_dynamic_addr = add_address_of_data
