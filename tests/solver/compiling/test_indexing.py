"""Compiled kernels take indices as they are: none counts from the end, but for what is known beforehand."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pantin.resources import FOLDER
from pantin.rigs import read
from pantin.solver import evaluate, simulate
from pantin.solver.compiling import numba_compiler
from pantin.solver.compiling.kernel import KERNELS, Entry
from pantin.solver.compiling.layout import Numbers, Table
from tests.oracle.cases import case_of, is_known
from tests.solver.compiling.both_ways import all_entries, interpreting
from tests.solver.sample_chains import chain, reaching
from tests.sources import ORACLE

CASES = sorted(ORACLE.glob("blender_c*.json"))
EACH = 9
"""Of the oracle's cases every so manieth is evaluated."""


def compiled(function: Any, signature: str) -> Any:
    """An entry that is kept nowhere."""
    entry: Any = numba_compiler.numba.njit(**numba_compiler._OPTIONS)(function)
    entry.compile(signature)
    return entry


def test_an_index_that_is_known_beforehand_may_count_from_the_end() -> None:
    def last(numbers: Numbers) -> float:
        return float(numbers[-1])

    assert compiled(last, "f8(f8[::1])")(np.array((1.0, 2.0, 3.0))) == 3.0


def test_of_an_index_nothing_is_asked() -> None:
    def at(table: Table, i: int, k: int) -> float:
        return float(table[i, k])

    entry = compiled(at, "f8(f8[:,::1],i8,i8)")
    (result,) = entry.overloads.values()
    assert "icmp slt i64" not in str(result.library._final_module)
    assert entry(np.arange(6.0).reshape(2, 3), 1, 2) == 5.0


class FromTheBeginning(np.ndarray):
    """An array that a kernel may not index from its end."""

    def __getitem__(self, index: Any) -> Any:
        _check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        _check(index)
        super().__setitem__(index, value)


def _check(index: Any) -> None:
    each = index if isinstance(index, tuple) else (index,)
    if any(isinstance(one, int | np.integer) and one < 0 for one in each):
        asking = sys._getframe(2).f_code
        assert asking not in KERNEL_CODE, f"{asking.co_qualname}, line {sys._getframe(2).f_lineno}: {index}"


KERNEL_CODE = {kernel.__code__ for kernel in KERNELS} | {entry.function.__code__ for entry in all_entries()}


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, warm_solver) -> list[int]:
    """Kernels run interpreted, and neither what they are given nor what they make is indexed from its end."""
    runs, run = [0], Entry.interpreted

    def interpreted(entry: Entry, *given: Any) -> Any:
        runs[0] += 1
        with monkeypatch.context() as making:
            for name in ("empty", "zeros"):
                make = getattr(np, name)
                making.setattr(np, name, lambda *size, make=make: make(*size).view(FromTheBeginning))
            return run(entry, *(one.view(FromTheBeginning) if isinstance(one, np.ndarray) else one for one in given))

    monkeypatch.setattr(Entry, "interpreted", interpreted)
    return runs


def test_what_watches_sees_a_kernel_that_counts_from_the_end(monkeypatch) -> None:
    def last(numbers: Numbers, i: int) -> float:
        return float(numbers[i])

    monkeypatch.setattr(sys.modules[__name__], "KERNEL_CODE", {last.__code__})
    with pytest.raises(AssertionError, match="last, line"):
        last(np.zeros(3).view(FromTheBeginning), -1)


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_cases_of_the_oracle_never_count_from_the_end(file: Path, watched: list[int]) -> None:
    with interpreting():
        for spec in [spec for spec in json.loads(file.read_text())["cases"] if is_known(spec)][::EACH]:
            case_of(spec).evaluate()
    assert watched[0] > 0


@pytest.mark.parametrize("solver", ["ccd", "fabrik", "dls", "sdls", "lm", "spring", None])
def test_no_solver_counts_from_the_end(solver: Any, watched: list[int]) -> None:
    with interpreting():
        evaluate(reaching(chain(4), (0.9, 0.4, 1.7)), (), solver)
    assert watched[0] == 1


@pytest.mark.parametrize("name", sorted(path.name for path in (FOLDER / "rigs").glob("*.rig.json")))
def test_samples_never_count_from_the_end(name: str, watched: list[int]) -> None:
    with interpreting():
        evaluate(read(FOLDER / "rigs" / name))
    assert watched[0] > 0


def test_simulations_never_count_from_the_end(watched: list[int], warm_simulation) -> None:
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    with interpreting():
        simulate(document, simulate(document, None, 0.0).memory, 1 / 60)
    assert watched[0] > 0
