"""What happens when somebody does anything at all in the window for ten minutes: errors, stand-stills, memory.

Actions, drags, keys, clicks on whatever is seen, files of other people's where they are there, questions answered by
chance; three seeds, each in a process of its own (`measuring.anybody`). A gap is a time in which the window would not
have answered. Memory is that of the process with a new document open, after the first tenth and at the end.
`PANTIN_MINUTES` says how long each seed goes on instead of one minute: the figure is for ten.

| what | must | measured |
|---|---|---|

The table is what `PANTIN_MINUTES=10 python -m tests.bench random_use` prints.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from tests.bench.measuring.rows import Row
from tests.bench.measuring.watched import Seen, used

GAP, GROWTH = 0.5, 20.0
"""What the figures must be at most: seconds, MB."""

MINUTES = float(os.environ.get("PANTIN_MINUTES", "1"))


@dataclass(frozen=True)
class Counts:
    seeds: tuple[int, ...] = (1, 2, 3)
    seconds: float = 60 * MINUTES
    doings: int = 0
    """So many things in this process, instead of the time in others."""


FULL, TINY = Counts(), Counts(seeds=(4,), doings=40)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Errors, the longest gap, and the growth of memory for each seed."""
    for seed in counts.seeds:
        seen = used(seed, counts.seconds, counts.doings) if counts.doings else _apart(seed, counts.seconds)
        yield Row(f"seed {seed}: errors", len(seen.errors), must=0, note=f"{seen.doings:,} doings")
        yield Row(f"seed {seed}: longest gap", seen.longest, "s", GAP, note=_told(seen))
        if seen.memory:
            grown = seen.memory[-1] - seen.memory[0]
            yield Row(f"seed {seed}: memory grows by", grown, "MB", GROWTH, note=f"to {seen.memory[-1]:.0f} MB")


def _apart(seed: int, seconds: float) -> Seen:
    """In a process of its own; what went wrong is printed."""
    command = [sys.executable, "-m", "tests.bench.measuring.watched", str(seed), str(seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=2 * seconds + 120)
    seen = msgspec.json.decode(done.stdout.rpartition(b"\n")[2], type=Seen)
    for error in seen.errors:
        print(f"seed {seed}: {error}", file=sys.stderr)
    return seen


def _told(seen: Seen) -> str:
    """How many gaps there were, and what was done before the longest."""
    worst = max(seen.gaps, key=lambda gap: gap.seconds, default=None)
    if worst is None:
        return ""
    return f"{worst.processor:.2f} s of processor; {len(seen.gaps)} above 0.2 s; {worst.doing}"
