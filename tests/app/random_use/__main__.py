"""What happens when somebody does anything at all in the window for ten minutes: errors, stand-stills, memory.

Actions, drags, keys, clicks on whatever is seen, files of other people's where they are there, questions answered by
chance; three seeds, each in a process of its own (`anybody`). A gap is a time in which the window would not have
answered. Everything is done once; then the time begins. Memory is that of the process with a new document open in a
window of the first size, after the first tenth and at the end: three looks shortly after each other, of which the
middle one counts.
`PANTIN_MINUTES` says how long each seed goes on instead of one minute: the figures are for ten. Seeds can be given as
arguments instead of those three.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from tempfile import TemporaryDirectory

import msgspec

from tests.app.random_use.watched import Seen
from tests.bench.measuring.machine import described, on_a_screen
from tests.bench.measuring.rows import Outcome, Row, table, verdict

GAP, GROWTH = 0.5, 20.0
"""What the figures must be at most: seconds, MB."""

SEEDS = (1, 2, 3)
SECONDS = 60 * float(os.environ.get("PANTIN_MINUTES", "1"))

ALONE = """
from pantin.app.system import loading
loading.begin()  # as the program does before it loads the window
import sys
from tests.app.random_use.watched import watch
watch(int(sys.argv[1]), float(sys.argv[2]))
"""


def measure(seeds: Iterable[int]) -> Iterator[Row]:
    """Errors, the longest gap, and the growth of memory for each seed."""
    for seed in seeds:
        seen = _apart(seed)
        yield Row(f"seed {seed}: errors", len(seen.errors), must=0, note=f"{seen.doings:,} doings")
        yield Row(f"seed {seed}: longest gap", seen.longest, "s", GAP, note=_told(seen))
        if (grown := seen.grown) is not None:
            looks = ", ".join(f"{used:.0f}" for used in seen.memory)
            yield Row(f"seed {seed}: memory grows by", grown, "MB", GROWTH, note=f"MB at each look: {looks}")


def _apart(seed: int) -> Seen:
    """In a process of its own, with settings of its own; what went wrong is printed."""
    command = [sys.executable, "-c", ALONE, str(seed), str(SECONDS)]
    with TemporaryDirectory(prefix="pantin-random-") as folder:
        own = {"PANTIN_CONFIG_DIR": f"{folder}/config"}
        output = {"stdout": subprocess.PIPE, "env": {**os.environ, **own}}
        done = subprocess.run(command, check=True, timeout=2 * SECONDS + 300, **output)
    seen = msgspec.json.decode(done.stdout.rpartition(b"\n")[2], type=Seen)
    for error in seen.errors:
        print(f"seed {seed}: {error}", file=sys.stderr)
    return seen


def _told(seen: Seen) -> str:
    """Return how many gaps there were, and what was done before the longest."""
    worst = max(seen.gaps, key=lambda gap: gap.seconds, default=None)
    if worst is None:
        return ""
    own = f"{worst.processor:.2f} s of processor, {worst.queued:.2f} s waiting for one"
    most = max(gap.processor for gap in seen.gaps)
    return f"{own}; {len(seen.gaps)} above 0.2 s, of processor at most {most:.2f} s; {worst.doing}"


def main() -> int:
    """Print the table; 1 where a figure is not what it must be."""
    on_a_screen()
    seeds = tuple(map(int, sys.argv[1:])) or SEEDS
    outcome = Outcome("random use", tuple(measure(seeds)))
    status, closing = verdict([outcome])
    print(f"{table([outcome])}\n\n{described()}\n{closing}")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
