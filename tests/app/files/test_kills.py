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
from pathlib import Path

import pytest

from tests.app.files.killed import SAID
from tests.app.files.kills import KILLED, TOP, WAYS, environment, kill_the_window, lost

KILLS = int(os.environ.get("PANTIN_KILLS", "40"))


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_a_kill_of_the_window_loses_at_most_the_drag_in_progress(way: signal.Signals, qapp, tmp_path: Path) -> None:
    chance = random.Random(way)
    for number in range(max(KILLS // 100, 1)):
        folder = tmp_path / str(number)
        assert lost(folder, kill_the_window(folder, way, chance)) <= 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_no_kill_loses_more_than_the_drag_in_progress(tmp_path: Path) -> None:
    subprocess.run([*KILLED, str(tmp_path), str(KILLS)], cwd=TOP, env=environment(tmp_path), check=True)
    for seed in range(KILLS):
        folder = tmp_path / str(seed)
        assert lost(folder, (folder / SAID).read_text().splitlines()) <= 1
