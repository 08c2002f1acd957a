"""The way of a kernel through numba: how it is lowered, and what numba would look up again for each of them."""

from __future__ import annotations

from typing import Any

from numba.core import compiler, compiler_machinery, typed_passes, types

from pantin.solver.compiling.borrowing import Lower

_passes: Any = compiler_machinery
_typed: Any = typed_passes
_types: Any = types
_Compiler: Any = compiler.CompilerBase
_Passes: Any = compiler.DefaultPassBuilder
_Lowering: Any = typed_passes.BaseNativeLowering


@_passes.register_pass(mutates_CFG=True, analysis_only=False)
class _LowerKernel(_Lowering):  # type: ignore[misc]  # numba has no types
    """The pass that writes LLVM's instructions, with `borrowing`."""

    _name = "lower_kernel"

    @property
    def lowering_class(self) -> Any:
        return Lower


class KernelCompiler(_Compiler):  # type: ignore[misc]  # numba has no types
    """numba's compiler with that pass in the place of its own."""

    def define_pipelines(self) -> Any:
        """Return the passes, as numba wants them."""
        manager = _Passes.define_nopython_pipeline(self.state, "kernel")
        own = _typed.NativeLowering
        manager.passes = [(_LowerKernel if each is own else each, name) for each, name in manager.passes]
        manager.finalize()
        return [manager]


def remember_types() -> None:
    """Let numba look up once what a built-in function makes of arguments of given types, not at each call."""
    functions: Any = _types.Function
    find = functions.get_call_type
    known: dict[Any, Any] = {}

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        asked = (self, context, args, tuple(sorted(kws.items())))
        if (signature := known.get(asked)) is None:
            signature = known[asked] = find(self, context, args, kws)
        return signature

    functions.get_call_type = remembered
