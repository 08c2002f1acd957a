"""Tests of what is judged, what is told, and that a bench which crashes or hangs is a failure and not the end of the
run.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.bench import __main__
from tests.bench.measuring import running
from tests.bench.measuring.rows import Outcome, Row, milliseconds, percentile, table, verdict


@pytest.mark.parametrize(
    ("row", "missed"),
    [
        (Row("lower", 1.0, must=1.0), False),
        (Row("lower", 1.1, must=1.0), True),
        (Row("higher", 1.0, must=1.0, better="higher"), False),
        (Row("higher", 0.9, must=1.0, better="higher"), True),
        (Row("no number", float("nan"), must=1.0), True),
        (Row("for comparison", 9.0), False),
        (Row("not measured", must=1.0, why_not="it is not here"), False),
    ],
)
def test_a_figure_that_is_worse_than_it_must_be_is_missed(row: Row, missed: bool) -> None:
    assert row.missed == missed


def test_the_table_tells_what_must_be_and_what_was_measured() -> None:
    rows = (
        Row("poses", 41234.5, "poses/s", 30_000, "higher", note="best of 5"),
        Row("painting", 2.0, "ms", 1.5),
        Row("ratio", must=4, better="higher", why_not="Blender is not here"),
    )
    assert table([Outcome("clips", rows), Outcome("drags", (), "still running after 9 s")]).splitlines()[2:] == [
        "| clips: poses | ≥ 30,000 poses/s | 41,234 poses/s (best of 5) |",
        "| clips: painting | ≤ 1.5 ms | 2 ms, NOT MET |",
        "| clips: ratio | ≥ 4 | not measured: Blender is not here |",
        "| drags | comes to its end | FAILED: still running after 9 s |",
    ]


@pytest.mark.parametrize(
    ("outcome", "status", "words"),
    [
        (Outcome("a", (Row("x", 1.0, must=2.0),)), 0, "1 met, 0 not met, 0 not measured, 0 of 1 benches failed"),
        (Outcome("a", (Row("x", 3.0, must=2.0),)), 1, "0 met, 1 not met, 0 not measured, 0 of 1 benches failed"),
        (Outcome("a", (Row("x", must=2.0, why_not="no y"),)), 0, "0 met, 0 not met, 1 not measured (no y), 0 of 1"),
        (Outcome("a", (Row("x", 1.0, must=2.0),), "exit status 1"), 1, "1 met, 0 not met, 0 not measured, 1 of 1"),
    ],
)
def test_a_missed_figure_or_a_failed_bench_fails_the_run(outcome: Outcome, status: int, words: str) -> None:
    found, closing = verdict([outcome])
    assert found == status
    assert closing.startswith(words)


def test_percentiles() -> None:
    values = [float(n) for n in range(100)]
    assert [percentile(values, part) for part in (0.0, 0.5, 0.99, 1.0)] == [0.0, 50.0, 99.0, 99.0]
    assert milliseconds("late", values, 3.0, 0.99).line() == (
        "| late, p99 | ≤ 3 ms | 99 ms (p50 50.00, worst 99.00 of 100), NOT MET |"
    )


def test_a_bench_that_crashes_has_failed(capfd) -> None:
    assert running.ended([sys.executable, "-c", "raise SystemExit('it broke')"], 60.0, {}) == "exit status 1, it broke"
    assert "it broke" in capfd.readouterr().err


def test_a_bench_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    """A child of its own holds the writing end of a pipe: the pipe ends only when the child has."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    hanging = f"(echo begun; exec sleep 600) > '{pipe}' & wait"
    assert running.ended(["sh", "-c", hanging], 2.0, {}) == "still running after 2 s"
    os.set_blocking(reading, True)
    assert os.read(reading, 9) == b"begun\n"
    assert os.read(reading, 9) == b"", "it comes only when nobody holds the other end any more"
    os.close(reading)


def test_rows_are_kept_as_soon_as_they_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure():
        yield Row("first", 1.0)
        raise RuntimeError("second")

    import tests.bench.solver.clips

    monkeypatch.setattr(tests.bench.solver.clips, "measure", measure)
    with pytest.raises(RuntimeError):
        running.main("solver.clips", tmp_path / "rows")
    assert running.rows_of(tmp_path / "rows") == (Row("first", 1.0),)


def test_an_unknown_bench_is_wrong_usage(capsys) -> None:
    assert __main__.main(["clip"]) == 2
    assert "There is no bench “clip”; there are start, " in capsys.readouterr().err
