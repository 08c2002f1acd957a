"""A Pantin is killed while it edits, drags and saves: the file can be read, and at most the drag in progress is lost.

A hundred kills of everything but the window, and ten of the window, which is slow to start. `PANTIN_KILLS` says how
often otherwise. The moments are the same each time.
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
KILLS = int(os.environ.get("PANTIN_KILLS", "100"))
KILLED = [sys.executable, "-m", "tests.app.files.killed"]
WAYS = (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP)


@pytest.mark.parametrize("seed", range(max(KILLS // 10, 1)))
def test_a_kill_of_the_window_loses_at_most_the_drag_in_progress(seed: int, qapp, tmp_path: Path) -> None:
    rng, way = random.Random(seed), WAYS[seed % len(WAYS)]
    path, cache = rig_in(tmp_path), tmp_path / "cache"
    command = [*KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TOP, env=environment(cache)) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(rng.randint(2, 24))]
        time.sleep(rng.random() / 30)
        process.send_signal(way)
        said += process.stdout.readlines()
        process.wait(60)
    assert_kept(path, cache, said)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_no_kill_loses_more_than_the_drag_in_progress(qapp, tmp_path: Path) -> None:
    with subprocess.Popen(
        KILLED, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TOP, env=environment(tmp_path)
    ) as server:
        for seed in range(KILLS):
            folder = tmp_path / str(seed)
            folder.mkdir()
            kill_once(server, folder, random.Random(seed))
        assert server.stdin is not None
        server.stdin.close()


def kill_once(server: subprocess.Popen[str], folder: Path, rng: random.Random) -> None:
    """Let one process of the server work for a while, kill it, and look at what it left."""
    assert server.stdin is not None and server.stdout is not None
    path, cache = rig_in(folder), folder / "cache"
    print(path, cache, file=server.stdin, flush=True)
    _, _, process = server.stdout.readline().partition(" ")
    said = [server.stdout.readline() for _ in range(rng.randint(2, 16))]
    time.sleep(rng.random() / 100)
    os.kill(int(process), signal.SIGKILL)
    said += iter(server.stdout.readline, f"ended {process}")
    assert_kept(path, cache, said)


def rig_in(folder: Path) -> Path:
    """A file to work on."""
    path = folder / "leg.rig.json"
    rigs.write(Document(rig=leg()), path)
    return path


def environment(cache: Path) -> dict[str, str]:
    """For a process that finds this Pantin, and keeps unsaved work in this folder."""
    places = os.pathsep.join([str(TOP), *sys.path])
    return {**os.environ, "PANTIN_CACHE_DIR": str(cache), "PYTHONPATH": places}


def assert_kept(path: Path, cache: Path, said: list[str]) -> None:
    """Whether file and kept work can be read, and one of them has all but the last drag that was begun."""
    begun = max(int(line.split()[1]) for line in said if line.startswith("began"))
    kept = [*kept_work.left_in(cache / "unsaved", "")]
    assert all(work.path == path for work in kept)
    found = [number_of(rigs.read(path)), *(number_of(kept_work.read(work.kept)[0]) for work in kept)]
    assert max(found) >= begun - 1, f"{found} after drag {begun} had begun"
    sweep(path)
    assert [one for one in path.parent.iterdir() if one.is_file()] == [path]


def number_of(document: Document) -> int:
    """The number of the last change in a document."""
    what, _, number = document.rig.bones[0].name.partition(" ")
    return int(number) if what == "kept" else 0
