"""A choice among kernels by number.

Compiled code cannot look a kernel up in a mapping. So the choice is a chain of comparisons, which is made here from the
mapping, one kernel for each: a table of kernels stays a table in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pantin.solver.compiling.kernel import kernel

Kernel = Callable[..., Any]


def choice_of(kernels: Mapping[int, Kernel], otherwise: Kernel) -> Kernel:
    """A kernel that is called as (number, …) and calls the kernel of that number with the rest, else `otherwise`."""
    chosen = _rest_of(otherwise)
    for number, each in kernels.items():
        chosen = _either(number, each, chosen)
    return chosen


def _either(number: int, one: Kernel, other: Kernel) -> Kernel:
    """A kernel that calls `one` for its number, and for any other asks `other`, which is called alike."""

    @kernel
    def choose(asked: int, *arguments: Any) -> Any:
        if asked == number:
            return one(*arguments)
        return other(asked, *arguments)

    return choose


def _rest_of(otherwise: Kernel) -> Kernel:
    """The end of the chain: `otherwise` takes no number."""

    @kernel
    def choose(asked: int, *arguments: Any) -> Any:
        return otherwise(*arguments)

    return choose
