"""Every bench comes to its end in small, and yields figures. How good they are is judged by `make bench` alone."""

from __future__ import annotations

import importlib
import math
import pkgutil
from pathlib import Path

import msgspec
import pytest

from tests import bench as benches
from tests.bench.__main__ import BENCHES
from tests.bench.measuring.rows import Row


@pytest.mark.parametrize("module", [pytest.param(module, id=module.rpartition(".")[2]) for module in BENCHES])
def test_the_bench_ends_with_figures(module: str, qapp) -> None:
    bench = importlib.import_module(f"tests.bench.{module}")
    rows = list(bench.measure(bench.TINY))
    assert rows
    assert msgspec.json.decode(msgspec.json.encode(rows), type=list[Row]) == rows
    assert len({row.what for row in rows}) == len(rows)
    for row in rows:
        assert bool(row.why_not) == (row.measured is None)
        assert row.measured is None or math.isfinite(row.measured)


def test_every_bench_is_in_the_table_by_a_name_of_its_own() -> None:
    folder = Path(benches.__path__[0])
    rooms = {found.name for found in pkgutil.iter_modules([str(folder)]) if found.ispkg} - {"measuring"}
    modules = {f"{room}.{found.name}" for room in rooms for found in pkgutil.iter_modules([str(folder / room)])}
    assert modules == set(BENCHES)
    assert len({module.rpartition(".")[2] for module in BENCHES}) == len(BENCHES)
