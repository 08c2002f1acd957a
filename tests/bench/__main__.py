"""python -m tests.bench [NAME …]: every figure that Pantin promises, in one table, or those of the benches named.

Each bench runs in a process of its own and counts as failed when its time is up. The exit status is 1 where a figure is
not what it must be or a bench failed. What needs a peer that is not installed is told as not measured: neither met nor
missed. The rows printed are those of the tables in the benches' docstrings: to bring one up to date, put them there.
"""

from __future__ import annotations

import sys
import time

from tests.bench.measuring.machine import described, on_a_screen
from tests.bench.measuring.rows import Outcome, table, verdict
from tests.bench.measuring.running import run

BENCHES = {
    "start": 180,
    "first_pull": 180,
    "hostile": 300,
    "painting": 180,
    "interaction": 300,
    "scrubbing": 180,
    "large": 180,
    "building": 180,
    "convergence": 900,
    "clips": 180,
    "limits": 300,
    "live": 180,
    "pulling": 300,
    "drags": 3600,
    "exchange": 300,
    "peers": 900,
    "robots": 900,
    "sameness": 180,
    "simulation": 300,
}
"""Each bench, and the seconds after which it is ended: several times what it takes on two shared cores."""


def main(names: list[str]) -> int:
    """Run the benches named, all where none is; 1 where one is short of what it must be."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no bench “{unknown[0]}”; there are {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    on_a_screen()
    outcomes = [_run(name) for name in names or BENCHES]
    status, closing = verdict(outcomes)
    print(f"{table(outcomes)}\n\n{described()}\n{closing}")
    return status


def _run(name: str) -> Outcome:
    print(f"{name} …", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    outcome = run(name, BENCHES[name])
    print(f" {time.monotonic() - began:.0f} s {outcome.failed}", file=sys.stderr, flush=True)
    return outcome


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
