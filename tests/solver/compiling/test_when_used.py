"""The entry of simulations: nobody compiles it before it is used, and then one process does."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from pantin.solver.compiling import warm_up, when_used
from pantin.solver.compiling.kernel import SHARING, WORTH_LOADING, Entry

MODULE = when_used.SIMULATION


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Return what processes were begun for, instead of beginning them; nothing is compiled."""
    found: list[Sequence[str]] = []

    def compiler(modules: Sequence[str]) -> SimpleNamespace:
        found.append(modules)
        return SimpleNamespace(ended=False)

    monkeypatch.setattr(warm_up, "Compiler", compiler)
    monkeypatch.setattr(warm_up, "is_left_alone", False)
    monkeypatch.setattr(when_used, "_going_on", None)
    monkeypatch.setattr(when_used, "ready", lambda: False)
    return found


def entry(seconds: float) -> Entry:
    made = Entry(lambda: None, "void()")
    made.seconds = seconds
    return made


def test_it_is_not_among_what_a_start_compiles() -> None:
    assert MODULE not in (*warm_up.WITH_ENTRIES, warm_up.AFTERWARDS, *warm_up.BESIDE)
    assert [each.function.__module__ for each in warm_up.entries_of(MODULE)] == [MODULE]


def test_one_process_compiles_it_where_much_was_interpreted(begun) -> None:
    when_used.consider(entry(WORTH_LOADING))
    assert begun == []
    for _ in range(3):
        when_used.consider(entry(warm_up.COMPILE_AFTER + 0.1))
    assert begun == [(SHARING[0], MODULE)], "with the entry whose kernels it calls"


def test_a_window_prepares_it_by_itself(begun, monkeypatch) -> None:
    monkeypatch.setattr(warm_up, "is_left_alone", True)
    when_used.consider(entry(warm_up.COMPILE_AFTER + 0.1))
    assert begun == []
    monkeypatch.setattr(warm_up, "wait", lambda compilers, parts, report: report(0.5))
    monkeypatch.setattr(warm_up, "_loaded", lambda modules: bool(begun))
    told: list[float] = []
    when_used.prepare(told.append)
    assert begun == [when_used.MODULES] and told == [0.5, 1.0]


def test_what_is_compiled_is_loaded(begun, monkeypatch) -> None:
    considered: list[Entry] = []
    monkeypatch.setattr(when_used, "ready", lambda: True)
    monkeypatch.setattr(warm_up, "consider", lambda each, expected: considered.append(each))
    waiting = entry(WORTH_LOADING + 0.1)
    when_used.consider(waiting)
    assert considered == [waiting] and begun == []
