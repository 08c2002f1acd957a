"""Every bench comes to its end in small, and yields figures. How good they are is judged by `make bench` alone."""

from __future__ import annotations

import importlib
import math
import pkgutil

import msgspec
import pytest

from tests import bench
from tests.bench.__main__ import BENCHES
from tests.bench.measuring.rows import Row

NOT_BENCHES = {"measuring"}
"""What the benches share."""


@pytest.mark.parametrize("name", BENCHES)
def test_the_bench_ends_with_figures(name: str, qapp) -> None:
    module = importlib.import_module(f"tests.bench.{name}")
    rows = list(module.measure(module.TINY))
    assert rows
    assert msgspec.json.decode(msgspec.json.encode(rows), type=list[Row]) == rows
    assert len({row.what for row in rows}) == len(rows)
    for row in rows:
        assert bool(row.why_not) == (row.measured is None)
        assert row.measured is None or math.isfinite(row.measured)


def test_every_bench_is_in_the_table() -> None:
    modules = {module.name for module in pkgutil.iter_modules(bench.__path__)}
    assert {name for name in modules if not name.startswith(("_", "test_"))} == set(BENCHES) | NOT_BENCHES
