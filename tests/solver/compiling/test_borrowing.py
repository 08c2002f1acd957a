"""Compiled kernels count what they make, and only that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from pantin.solver.compiling import numba_compiler
from pantin.solver.compiling.layout import Numbers, Table

TABLE = "f8[:,::1]"
_arrays: Any = rtsys
_memory: Any = _nrt_python


class Pair(NamedTuple):
    upper: Table
    lower: Table


def compiled(function: Callable[..., Any], signature: str) -> Any:
    """An entry that is kept nowhere."""
    entry: Any = numba_compiler.numba.njit(**numba_compiler._OPTIONS)(function)
    entry.compile(signature)
    return entry


def counts(kernel: Any) -> int:
    """Return how often the first compilation of a kernel counts a reference, up or down."""
    (result,) = kernel.overloads.values()
    lowered = str(result.library._final_module)
    return lowered.count("call void @NRT_incref") + lowered.count("call void @NRT_decref")


@numba_compiler.kernel
def halves(table: Table) -> Pair:
    middle = len(table) // 2
    return Pair(table[:middle], table[middle:])


@numba_compiler.kernel
def rise(pair: Pair, n: int) -> float:
    rows = pair.upper
    if n % 2:
        rows = pair.lower
    first = rows[n // 2]
    return float(first[0] + pair.lower[0, 1])


@numba_compiler.kernel
def doubled(row: Numbers) -> Numbers:
    return row * 2.0


@numba_compiler.kernel
def largest(table: Table) -> Numbers:
    best = table[0]
    for n in range(1, len(table)):
        made = doubled(table[n])
        if made[0] > best[0]:
            best = made
    return best


def run(table: Table, out: Table) -> None:
    pair = halves(table)
    for n in range(len(table)):
        out[n, 0] = rise(pair, n)
    best = largest(table)
    out[0, 1], out[1, 1] = best[0], best[1]


@pytest.fixture
def noted() -> Iterator[None]:
    """Yield what is allocated, and freed, is counted meanwhile."""
    _memory.memsys_enable_stats()
    yield
    _memory.memsys_disable_stats()


def test_what_is_made_is_freed_once_and_what_is_lent_is_not_counted(noted) -> None:
    entry = compiled(run, f"void({TABLE},{TABLE})")
    table, out = np.arange(12.0).reshape(6, 2), np.zeros((6, 2))
    expected = out.copy()
    expected[:, 0] = [table[3 * (n % 2) + n // 2, 0] + table[3, 1] for n in range(6)]
    expected[:2, 1] = 2.0 * table[5]
    before = _arrays.get_allocation_stats()
    for _ in range(50):
        entry(table, out)
    after = _arrays.get_allocation_stats()
    assert np.array_equal(out, expected)
    assert after.mi_alloc - before.mi_alloc == after.mi_free - before.mi_free > 0
    assert counts(rise) == 0 < counts(largest)
