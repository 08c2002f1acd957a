"""Killing the real window while somebody drags and saves in it (`killed`), and looking at what is left.

`python -m tests.app.files.kills [COUNT [SEED]]` kills it COUNT times in each way, 60 by default, and tells of each way
how often, how many drags were lost at most, and what was not kept; the exit status is 1 where anything was not.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pantin import rigs
from pantin.app.files import kept_work
from pantin.rigs import Document
from pantin.rigs.formats.interrupted import remove_left_over
from tests.app.files.killed import CACHE, FILE, SAID
from tests.bench.measuring.machine import on_a_screen
from tests.rigs.samples import leg

TOP = Path(__file__).parents[3]
KILLED = [sys.executable, "-m", "tests.app.files.killed"]
WAYS = tuple(getattr(signal, name) for name in ("SIGKILL", "SIGTERM", "SIGHUP") if hasattr(signal, name))
MOST_SAID = 24
"""Lines after which a window is killed at the latest."""


def kill_the_window(folder: Path, way: signal.Signals, chance: random.Random) -> list[str]:
    """Open a window on a file in this new folder, kill it at any moment, and return all that it said."""
    folder.mkdir()
    rigs.write(Document.of(leg()), folder / FILE)
    command, said = [*KILLED, str(folder / FILE)], list[str]()
    pipe, same = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, cwd=TOP, env=environment(folder), stdout=pipe, stderr=same, text=True) as process:
        assert process.stdout is not None
        for _ in range(chance.randint(2, MOST_SAID)):
            said.append(process.stdout.readline())
        time.sleep(chance.random() / 30)
        process.send_signal(way)
        said += process.stdout.readlines()
        process.wait(60)
    return said


def environment(folder: Path) -> dict[str, str]:
    """For a process that finds this Pantin, and keeps its settings and unsaved work in this folder."""
    places = os.pathsep.join([str(TOP), *sys.path])
    own = {"PANTIN_CONFIG_DIR": str(folder / CACHE), "PANTIN_CACHE_DIR": str(folder / CACHE)}
    return {**os.environ, **own, "PYTHONPATH": places}


def lost(folder: Path, said: list[str]) -> int:
    """Return how many of the drags that were begun are neither in the file nor in the work kept beside it.

    Raises AssertionError where a file cannot be read or is left over, where work is kept of another file, and where
    the program told of an error.
    """
    errors = [line for line in said if line.startswith("Traceback")]
    assert not errors, "".join(said)
    begun = max(int(line.split()[1]) for line in said if line.startswith("began"))
    path = folder / FILE
    kept = [*kept_work.left_in(folder / CACHE / "unsaved", "")]
    assert all(work.path == path for work in kept)
    found = [_number_of(rigs.read(path)), *(_number_of(kept_work.read(work)[0]) for work in kept)]
    remove_left_over(path)
    assert [one.name for one in folder.iterdir() if one.is_file() and one.name != SAID] == [FILE]
    return begun - max(found)


def _number_of(document: Document) -> int:
    """The number of the last change in a document."""
    what, _, number = document.rig.bones[0].name.partition(" ")
    return int(number) if what == "kept" else 0


def main(count: int, seed: int) -> int:
    """Kill the window so often in each way; 1 where more than the drag in progress was lost, or anything else."""
    on_a_screen()
    status = 0
    for way in WAYS:
        chance, drags, failed = random.Random(f"{way.name} {seed}"), list[int](), list[str]()
        with tempfile.TemporaryDirectory() as top:
            for number in range(count):
                folder = Path(top) / str(number)
                try:
                    drags.append(lost(folder, kill_the_window(folder, way, chance)))
                except Exception as error:
                    failed.append(repr(error))
        print(
            f"{way.name}: {count} kills, at most {max(drags, default=0)} drags lost, {len(failed)} failed", flush=True
        )
        print(*failed, sep="\n", end="\n" if failed else "", flush=True)
        status |= bool(failed) or max(drags, default=0) > 1
    return status


if __name__ == "__main__":
    count, seed, *_ = (*map(int, sys.argv[1:]), *(60, 0)[len(sys.argv) - 1 :])
    sys.exit(main(count, seed))
