"""A Pantin is killed while it edits, drags and saves: the file can be read, and at most the drag in progress is lost.

`PANTIN_KILLS` says how often; ten times by default, with the same moments each time.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pantin import rigs
from pantin.app.files import kept_work
from pantin.rigs import Document
from pantin.rigs.formats.replacing import sweep
from tests.rigs.samples import leg

TOP = Path(__file__).parents[3]
KILLS = int(os.environ.get("PANTIN_KILLS", "10"))
WAYS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_loses_at_most_the_drag_in_progress(seed: int, qapp, tmp_path: Path) -> None:
    rng, way = random.Random(seed), WAYS[seed % len(WAYS)]
    path, cache = tmp_path / "leg.rig.json", tmp_path / "cache"
    rigs.write(Document(rig=leg()), path)
    begun = run_until_killed(path, cache, rng, way)
    kept = [*kept_work.left_in(cache / "unsaved", "")]
    assert all(work.path == path for work in kept)
    found = [number_of(rigs.read(path)), *(number_of(kept_work.read(work.kept)[0]) for work in kept)]
    assert max(found) >= begun - 1, f"{found} after drag {begun} had begun"
    sweep(path)
    assert [one for one in tmp_path.iterdir() if one.is_file()] == [path]


def run_until_killed(path: Path, cache: Path, rng: random.Random, way: signal.Signals) -> int:
    """Let a Pantin work for a while, then end it. Returns the number of the last drag that it began."""
    environment = {**os.environ, "PANTIN_CACHE_DIR": str(cache), "PYTHONPATH": os.pathsep.join([str(TOP), *sys.path])}
    command = [sys.executable, "-m", "tests.app.files.killed", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TOP, env=environment) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(rng.randint(2, 24))]
        time.sleep(rng.random() / 30)
        process.send_signal(way)
        said += process.stdout.readlines()
        process.wait(60)
    numbers = [int(line.split()[1]) for line in said if line.startswith("began")]
    assert numbers, "it began to work"
    return numbers[-1]


def number_of(document: Document) -> int:
    """The number of the last change in a document."""
    what, _, number = document.rig.bones[0].name.partition(" ")
    return int(number) if what == "kept" else 0
