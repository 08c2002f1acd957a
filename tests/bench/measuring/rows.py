"""What a bench yields: a row for each figure, with what it must be; and the table that all rows are printed in."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

import msgspec

HEAD = "| what | must | measured |\n|---|---|---|"


class Row(msgspec.Struct, frozen=True):
    """One figure. Without `must` it is shown for comparison and judged by nobody."""

    what: str
    measured: float | None = None
    """None where it could not be measured; `why_not` says why."""
    unit: str = ""
    must: float | None = None
    better: Literal["lower", "higher"] = "lower"
    note: str = ""
    """What else was seen, in words: other percentiles, the peer's own figure."""
    why_not: str = ""

    @property
    def missed(self) -> bool:
        """Return whether it was measured and is worse than it must be; what is no number is worse than anything."""
        if self.must is None or self.measured is None:
            return False
        met = self.measured <= self.must if self.better == "lower" else self.measured >= self.must
        return not met

    def line(self, bench: str = "") -> str:
        """The row of the table."""
        what = f"{bench}: {self.what}" if bench else self.what
        return f"| {what} | {self._bound()} | {self._seen()} |"

    def _bound(self) -> str:
        if self.must is None:
            return ""
        return f"{'≤' if self.better == 'lower' else '≥'} {_with_unit(self.must, self.unit)}"

    def _seen(self) -> str:
        note = f" ({self.note})" if self.note else ""
        if self.measured is None:
            return f"not measured: {self.why_not}{note}"
        return f"{_with_unit(self.measured, self.unit)}{note}{', NOT MET' if self.missed else ''}"


class Outcome(msgspec.Struct, frozen=True):
    """What became of one bench: its rows, and in `failed` why it did not come to its end."""

    bench: str
    rows: tuple[Row, ...]
    failed: str = ""


def table(outcomes: Iterable[Outcome]) -> str:
    """One table of all benches."""
    lines = [HEAD]
    for outcome in outcomes:
        lines.extend(row.line(outcome.bench) for row in outcome.rows)
        if outcome.failed:
            lines.append(f"| {outcome.bench} | comes to its end | FAILED: {outcome.failed} |")
    return "\n".join(lines)


def verdict(outcomes: Iterable[Outcome]) -> tuple[int, str]:
    """The exit status, 1 where a figure is not met or a bench failed, and the closing line."""
    known = list(outcomes)
    rows = [row for outcome in known for row in outcome.rows]
    judged = [row for row in rows if row.must is not None and row.measured is not None]
    missed = sum(row.missed for row in judged)
    failed = sum(bool(outcome.failed) for outcome in known)
    absent = sorted({row.why_not for row in rows if row.measured is None})
    unmeasured = sum(row.measured is None for row in rows)
    told = [f"{len(judged) - missed} met", f"{missed} not met", f"{unmeasured} not measured"]
    if absent:
        told[-1] += f" ({'; '.join(absent)})"
    told.append(f"{failed} of {len(known)} benches failed")
    return int(missed > 0 or failed > 0), ", ".join(told)


def percentile(values: Iterable[float], part: float) -> float:
    """The smallest value that this part of all, 0 to 1, do not exceed; NaN of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else math.nan


def milliseconds(what: str, values: list[float], must: float | None, part: float) -> Row:
    """A row for times in ms: their percentile `part` is judged, the others are told beside."""
    others = ", ".join(
        f"{name} {percentile(values, at):.2f}"
        for name, at in (("p50", 0.5), ("p99", 0.99), ("worst", 1.0))
        if at != part
    )
    return Row(f"{what}, p{100 * part:.0f}", percentile(values, part), "ms", must, note=f"{others} of {len(values)}")


def _with_unit(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{number} {unit}" if unit else number
