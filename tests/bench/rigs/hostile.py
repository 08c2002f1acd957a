"""Measures what files of a megabyte that were made to hurt cost a reader: time, and memory of the whole process.

Writes one file of each kind of `tests/rigs/formats/hostile_files.py` and reads it in a process of its own. Each is
opened, or rejected in one sentence. Seconds are those of the processor, which other work on it leaves nearly alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.measuring.rows import Row
from tests.rigs.formats.hostile_files import KINDS

SECONDS, MEGABYTES = 2.0, 300.0
LIMIT = 120.0
"""Seconds after which a process that reads is ended."""


@dataclass(frozen=True)
class Counts:
    size: int = 1_000_000
    kinds: int | None = None
    """How many of the kinds; None for all."""


FULL, TINY = Counts(), Counts(size=2_000, kinds=2)

READING = """
import json, re, sys, time
from pathlib import Path
from pantin import rigs
began, said = time.process_time(), "opened"
try:
    rigs.read(sys.argv[1])
except rigs.FileProblem as problem:
    said = "rejected"
seconds = time.process_time() - began
status = Path("/proc/self/status")
if status.exists():
    peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1]) / 1024
else:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps([seconds, peak, said]))
"""


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The seconds for each kind, and the most memory that any of them took."""
    most, which = 0.0, ""
    with tempfile.TemporaryDirectory(prefix="pantin-bench-") as folder:
        for name, kind in list(KINDS.items())[: counts.kinds]:
            path = Path(folder) / f"hostile{kind.ending}"
            path.write_bytes(kind.made(counts.size))
            seconds, peak, said = _read(path)
            yield Row(f"{kind.ending}: {name}", seconds, "s", SECONDS, note=f"{peak:.0f} MB, {said}")
            if peak > most:
                most, which = peak, name
    yield Row("memory of the process, worst kind", most, "MB", MEGABYTES, note=which)


def _read(path: Path) -> tuple[float, float, str]:
    """Seconds, megabytes and what became of the file."""
    done = subprocess.run(
        [sys.executable, "-c", READING, str(path)], capture_output=True, text=True, check=True, timeout=LIMIT
    )
    seconds, peak, said = json.loads(done.stdout)
    return seconds, peak, said
