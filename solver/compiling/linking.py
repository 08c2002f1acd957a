"""All kernels of an entry are linked and optimised together; numba would do it for each kernel.

numba finishes every function that it compiles: it links what the function uses, optimises that, and emits machine code.
A kernel is never called by itself, so that work is thrown away. Here a kernel is left as it was lowered until an entry
needs it. The entry links all kernels below it, removes pairs of reference counts, and optimises them together, with the
counts that are left as plain instructions instead of calls, and with the kernels as internal functions. A function that
is internal, and called from one place, is inlined there whatever its size; otherwise each array that is passed on costs
nine stores and loads.

Shared kernels (`kernel.shared_kernel`) are optimised for the first entry only, as functions with names of their own,
which the other entries call. What each of this buys is in docs/decisions/0007-kernels.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from llvmlite import binding, ir
from numba.core import codegen, registry

from pantin.solver.compiling.kernel import SCALAR, SHARED, SHARING

CALLED_FROM_PYTHON = ("_ZN7cpython", "_ZN5cfunc")
"""The prefixes of the mangled names of numba's wrappers."""

NUMBERED = re.compile("B[0-9]+v[0-9]+")
"""The part of a mangled name by which numba tells one compilation from another."""

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


class Library(_Finished):  # type: ignore[misc]  # numba has no types
    """numba's class for the code of one function, finished at once only where Python calls the function.

    numba compiles a function into its `_final_module`, an LLVM module, and calls `finalize`, which links the libraries
    in `_linking_libraries` into that, calls `_optimize_final_module` and emits machine code.
    """

    def finalize(self) -> None:
        """Link, optimise and emit an entry; leave a kernel as it is."""
        if self._is_kernel():
            self._finalized = True
        else:
            self._gather_kernels()
            super().finalize()

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, list[str]]]:
        """Return the parts of an entry that are kept on disk: machine code, and the symbols that it names.

        numba would keep the code in front of that as well, to inline the entry into others, and hold it in memory for
        ever after: 43 MB for all entries.
        """
        self._ensure_finalized()
        module = self._final_module
        named = (*module.functions, *module.global_variables)
        return self.name, "object", (self._get_compiled_object(), [one.name for one in named if not one.is_declaration])

    @classmethod
    def _unserialize(cls, processor: Any, state: tuple[str, str, tuple[bytes, list[str]]]) -> Any:
        """An entry as it was kept."""
        name, _kind, (machine_code, names) = state
        found = processor.create_library(name)
        found.enable_object_caching()
        found._set_compiled_object(machine_code)
        found._finalize_final_module()
        processor._engine._defined_symbols.update(names)
        return found

    def _is_kernel(self) -> bool:
        """Return whether this is the code of a kernel: compiled by numba from Python, and without wrappers for
        Python.
        """
        names = self._defined_names()
        compiled = any(name.startswith("_ZN") for name in names)
        return compiled and not any(name.startswith(CALLED_FROM_PYTHON) for name in names)

    def _defined_names(self) -> list[str]:
        """The mangled names of the functions whose code is here."""
        return [function.name for function in self._final_module.functions if not function.is_declaration]

    def _gather_kernels(self) -> None:
        """Find all that this entry needs, but for the shared kernels that it calls in another entry."""
        self._own = set(self._defined_names())
        self._shared = [mangled(kernel) for kernel in SHARED] if self._belongs_to(SHARING) else []
        elsewhere = self._shared if self._belongs_to(SHARING[1:]) else []
        below = [library for library in _below(self, elsewhere) if not library.is_among(elsewhere)]
        self._linking_libraries = [library for library in below if library.name != COUNTING]
        self._counting = [library for library in below if library.name == COUNTING]

    def _optimize_functions(self, ll_module: Any) -> None:
        """Nothing: the entry optimises them."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Optimise an entry with all its kernels: pairs of reference counts first, as long as they are calls."""
        self._name_shared_kernels()
        self._make_kernels_internal()
        self._run(self._codegen._module_pass_manager(opt=0, loop_vectorize=False, slp_vectorize=False, cost="cheap"))
        self._count_by_instructions()
        self._make_kernels_internal()
        self._leave_short_loops()
        self._run(self._codegen._module_pass_manager())

    def _name_shared_kernels(self) -> None:
        """Names that are the same in every process, by which one entry finds the kernels of another."""
        for function in self._final_module.functions:
            if function.name.startswith(tuple(self._shared)):
                function.name = NUMBERED.sub("", function.name, count=1)
                function.linkage = "external"
                self._own.add(function.name)

    def _make_kernels_internal(self) -> None:
        """All but the entry itself. None may stay external: it would be replaced by an entry's before, of that name."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self._own:
                function.linkage = "internal"

    def _leave_short_loops(self) -> None:
        """Keep LLVM from vectorising kernels that are quicker without, and what is inlined in them."""
        scalar = tuple(map(mangled, SCALAR))
        for function in self._final_module.functions:
            if function.name.startswith(scalar):
                function.add_function_attribute("noimplicitfloat")

    def _run(self, passes: Any) -> None:
        """Run a manager of passes, which numba hands out with its builder, over all code."""
        manager, builder = passes
        manager.run(self._final_module, builder)

    def _count_by_instructions(self) -> None:
        """Link our functions for counting, which then are in the place of numba's of the same names."""
        if self._counting:
            self._final_module.link_in(binding.parse_assembly(COUNTED))
        for library in self._counting:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def _belongs_to(self, entries: Iterable[str]) -> bool:
        """Return whether the function of this library is of one of these modules."""
        return self.is_among([_mangled(entry) for entry in entries])

    def is_among(self, beginnings: Iterable[str]) -> bool:
        """Return whether the function of this library has a mangled name that begins so."""
        return any(name.startswith(tuple(beginnings)) for name in self._defined_names())


def _below(library: Any, elsewhere: Iterable[str]) -> dict[Any, None]:
    """Every library that this one needs, in the order in which they were requested, and no further than `elsewhere`."""
    found: dict[Any, None] = {}
    waiting = list(reversed(library._linking_libraries))
    while waiting:
        needed = waiting.pop()
        if needed not in found:
            found[needed] = None
            if not needed.is_among(elsewhere):
                waiting.extend(reversed(needed._linking_libraries))
    return found


def mangled(kernel: Callable[..., Any]) -> str:
    """Return the beginning of the mangled names of a kernel."""
    return _mangled(f"{kernel.__module__}.{kernel.__qualname__}") + "B"


def _mangled(name: str) -> str:
    """The beginning of a mangled name, as C++ compilers write it: the length of each part before it."""
    return "_ZN" + "".join(f"{len(part)}{part}" for part in name.split("."))


def link_at_entries() -> None:
    """Let numba compile in this way from now on, in this process."""
    context: Any = registry.cpu_target.target_context
    processor = context.codegen()
    processor._library_class = Library
    _set_environments_of_entries_only(processor)
    _leave_out_addresses_of_kernels(context)


def _set_environments_of_entries_only(processor: Any) -> None:
    """An environment is of use to wrappers only; a kernel has none yet."""
    set_env = processor.set_env

    def set_env_of_entry(name: str, environment: Any) -> None:
        if processor._engine.get_global_value_address(name):
            set_env(name, environment)

    processor.set_env = set_env_of_entry


def _leave_out_addresses_of_kernels(context: Any) -> None:
    """A kernel that is handed to another is known by its type: its address would keep the entry off the disk."""
    add_address = context.add_dynamic_addr

    def add_address_of_data(builder: Any, address: int, info: str) -> Any:
        if info == "CPUDispatcher":
            return ir.Constant(ir.IntType(8).as_pointer(), None)
        return add_address(builder, address, info)

    context.add_dynamic_addr = add_address_of_data
