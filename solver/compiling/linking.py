"""One optimisation for everything that Python calls, instead of one for each kernel.

numba finishes every function that it compiles: it links what the function uses, optimises that, and emits machine code.
A kernel is never called by itself, so all of this is thrown away again. Here a kernel is left as it was lowered until
an entry needs it; the entry links all kernels below it and optimises them together, twice, because the second time sees
through what the first has brought together. The first start on a machine takes half as long and the code is as fast.

Between the two, references are counted by instructions of the entry's own: numba's pass that finds counts that cancel
out has run then, and wants to see calls; the second optimisation takes what is left into the code around it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding
from numba.core import codegen, registry

CALLED_FROM_PYTHON = ("_ZN7cpython", "_ZN5cfunc")
"""How the mangled names of numba's wrappers begin."""

COUNTING = "nrt"
"""numba's name for its library that counts references."""

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
"""How the references to an array are counted, where numba has not found out that it need not.

numba's own way is a call and a locked instruction for each, because threads may share arrays. What an entry makes is
its own, and so is its view of what it is handed.
"""

_Finished: Any = codegen.JITCodeLibrary


class Library(_Finished):  # type: ignore[misc]
    """What numba calls the machine code of one function: finished at once only where Python calls it."""

    def finalize(self) -> None:
        """Link, optimise and emit; or, for a kernel, do nothing yet."""
        if self._is_kernel():
            self._finalized = True
            return
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
        super()._optimize_final_module()


def _below(library: Any) -> dict[Any, None]:
    """Every library that this one needs, directly or not, in the order in which they were asked for."""
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
    processor: Any = registry.cpu_target.target_context.codegen()
    processor._library_class = Library
    set_env = processor.set_env

    def set_env_of_entry(name: str, environment: Any) -> None:
        """An environment is of use to wrappers only; a kernel has none yet."""
        if processor._engine.get_global_value_address(name):
            set_env(name, environment)

    processor.set_env = set_env_of_entry
