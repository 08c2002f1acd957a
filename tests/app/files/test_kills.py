"""A Pantin is killed while it edits, drags and saves: the file can be read, and at most the drag in progress is lost.

Forty kills of everything but the window, at any moment, half of them by SIGKILL and half by SIGTERM; and one of the
window in each way. `PANTIN_KILLS` says how many instead of forty; then of the window a hundredth of that in each way.
The chances are the same each time.
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
from tests.app.files.killed import CACHE, FILE, SAID
from tests.rigs.samples import leg

TOP = Path(__file__).parents[3]
KILLS = int(os.environ.get("PANTIN_KILLS", "40"))
KILLED = [sys.executable, "-m", "tests.app.files.killed"]
WAYS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_a_kill_of_the_window_loses_at_most_the_drag_in_progress(way: signal.Signals, qapp, tmp_path: Path) -> None:
    chance = random.Random(way)
    for number in range(max(KILLS // 100, 1)):
        folder = tmp_path / str(number)
        folder.mkdir()
        rigs.write(Document(rig=leg()), folder / FILE)
        command = [*KILLED, str(folder / FILE)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TOP, env=environment(folder)) as process:
            assert process.stdout is not None
            said = [process.stdout.readline() for _ in range(chance.randint(2, 24))]
            time.sleep(chance.random() / 30)
            process.send_signal(way)
            said += process.stdout.readlines()
            process.wait(60)
        assert_kept(folder, said)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_no_kill_loses_more_than_the_drag_in_progress(tmp_path: Path) -> None:
    subprocess.run([*KILLED, str(tmp_path), str(KILLS)], cwd=TOP, env=environment(tmp_path), check=True)
    for seed in range(KILLS):
        assert_kept(tmp_path / str(seed), (tmp_path / str(seed) / SAID).read_text().splitlines())


def environment(folder: Path) -> dict[str, str]:
    """For a process that finds this Pantin, and keeps unsaved work in this folder."""
    places = os.pathsep.join([str(TOP), *sys.path])
    return {**os.environ, "PANTIN_CACHE_DIR": str(folder / CACHE), "PYTHONPATH": places}


def assert_kept(folder: Path, said: list[str]) -> None:
    """Whether file and kept work can be read, and one of them has all but the last drag that was begun."""
    begun = max(int(line.split()[1]) for line in said if line.startswith("began"))
    path = folder / FILE
    kept = [*kept_work.left_in(folder / CACHE / "unsaved", "")]
    assert all(work.path == path for work in kept)
    found = [number_of(rigs.read(path)), *(number_of(kept_work.read(work.kept)[0]) for work in kept)]
    assert max(found) >= begun - 1, f"{found} after drag {begun} had begun in {folder}"
    sweep(path)
    assert [one.name for one in folder.iterdir() if one.is_file() and one.name != SAID] == [FILE]


def number_of(document: Document) -> int:
    """The number of the last change in a document."""
    what, _, number = document.rig.bones[0].name.partition(" ")
    return int(number) if what == "kept" else 0
