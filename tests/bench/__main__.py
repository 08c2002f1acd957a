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
    "app.start": 180,
    "app.first_pull": 180,
    "rigs.hostile": 300,
    "app.painting": 180,
    "app.skins": 600,
    "app.interaction": 300,
    "app.scrubbing": 180,
    "app.large": 180,
    "app.edits": 300,
    "rigs.building": 180,
    "rigs.binding": 180,
    "rigs.bodies": 900,
    "solver.convergence": 900,
    "solver.clips": 180,
    "solver.limits": 300,
    "app.live": 180,
    "solver.pulling": 300,
    "solver.drags": 3600,
    "rigs.exchange": 300,
    "solver.peers": 900,
    "solver.robots": 900,
    "solver.sameness": 180,
    "solver.simulation": 300,
    "solver.springs": 180,
    "solver.tracking": 180,
}
"""Each bench in its room, by its name behind the dot, and the seconds after which it is ended: several times what it
takes on two shared cores.
"""


def main(names: list[str]) -> int:
    """Run the benches named, all where none is; 1 where one is short of what it must be."""
    modules = {module.rpartition(".")[2]: module for module in BENCHES}
    unknown = [name for name in names if name not in modules]
    if unknown:
        print(f"There is no bench “{unknown[0]}”; there are {', '.join(modules)}.", file=sys.stderr)
        return 2
    on_a_screen()
    outcomes = [_run(name, modules[name]) for name in names or modules]
    status, closing = verdict(outcomes)
    print(f"{table(outcomes)}\n\n{described()}\n{closing}")
    return status


def _run(name: str, module: str) -> Outcome:
    print(f"{name} …", end="", file=sys.stderr, flush=True)
    began = time.monotonic()
    outcome = run(name, module, BENCHES[module])
    print(f" {time.monotonic() - began:.0f} s {outcome.failed}", file=sys.stderr, flush=True)
    return outcome


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
