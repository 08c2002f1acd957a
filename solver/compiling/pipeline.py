"""The way of a kernel through numba: the passes that kernels need, and what numba would do again for each of them."""

from __future__ import annotations

from typing import Any

from numba.core import compiler, compiler_machinery, ir, typed_passes, types, untyped_passes

from pantin.solver.compiling.borrowing import Lower

_ir: Any = ir
_passes: Any = compiler_machinery
_typed: Any = typed_passes
_types: Any = types
_untyped: Any = untyped_passes
_Compiler: Any = compiler.CompilerBase
_Lowering: Any = typed_passes.BaseNativeLowering


@_passes.register_pass(mutates_CFG=True, analysis_only=False)
class _LowerKernel(_Lowering):  # type: ignore[misc]  # numba has no types
    """The pass that writes LLVM's instructions, with `borrowing`."""

    _name = "lower_kernel"

    @property
    def lowering_class(self) -> Any:
        return Lower


PASSES = (
    _untyped.TranslateByteCode,
    _untyped.FixupArgs,
    _untyped.IRProcessing,
    _untyped.RewriteSemanticConstants,
    _untyped.DeadBranchPrune,
    _untyped.GenericRewrites,
    _untyped.ReconstructSSA,
    _typed.NopythonTypeInference,
    _typed.PreLowerStripPhis,
    _typed.InlineOverloads,
    _typed.NopythonRewrites,
    _typed.IRLegalization,
    _typed.AnnotateTypes,
    _LowerKernel,
    _typed.NoPythonBackend,
)
"""Of numba's passes those that change a kernel: it has neither closures nor generators, and raises nothing."""

WITHOUT_VARIABLES = frozenset({ir.Loc, str, int, type(None)})
"""Kinds of what stands in instructions."""


class KernelCompiler(_Compiler):  # type: ignore[misc]  # numba has no types
    """numba's compiler with these passes."""

    def define_pipelines(self) -> Any:
        """The passes, as numba wants them."""
        manager = _passes.PassManager("kernel")
        for each in PASSES:
            manager.add_pass(each, each._name)
        manager.finalize()
        return [manager]


def list_variables_fast() -> None:
    """Let numba find the variables of an instruction without asking of each place and each name whether it is one."""
    _ir.Inst._rec_list_vars = lambda self, value: _variables_in(value)


def _variables_in(value: Any) -> list[Any]:
    """The variables of an instruction, or of what is a part of it. Types are compared, which is quicker than asking."""
    kind = type(value)
    if kind is _ir.Var:
        return [value]
    if kind is dict:
        value = value.values()
    elif kind is not list and kind is not tuple:
        return [] if kind in WITHOUT_VARIABLES or not isinstance(value, _ir.Inst) else list(value.list_vars())
    found: list[Any] = []
    for each in value:
        if type(each) is _ir.Var:
            found.append(each)
        elif type(each) not in WITHOUT_VARIABLES:
            found.extend(_variables_in(each))
    return found


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
