"""Measures how long the first pull takes on a new machine: with an empty cache, while the kernels are still to be
compiled.

The program is started as a process of its own, with a home of its own. From the first frame that has the figure in it
the hand is pulled, until the pose on screen has followed; then it is pulled on and on, until the compiled kernels have
taken over or the time is up.

| what | must | measured |
|---|---|---|
| window shown → the hand follows, empty cache | ≤ 2 s | 0.2985 s |
| poses a second until compiled | ≥ 20 | 29.99 (37 ms of processor time each) |
| `pantin evaluate FILE`, empty cache, median | ≤ 0.6 s | 0.1432 s (0.24 s of processor time each) |

The table is what `python -m tests.bench first_pull` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics
card (Mesa llvmpipe), AMD EPYC; nothing else ran.
"""

from __future__ import annotations

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

from pantin.resources import FOLDER
from tests.bench.measuring.rows import Row

FOLLOWS, POSES, EVALUATES = 2.0, 20.0, 0.6
"""What the figures must be: seconds, poses a second, seconds."""
LIMIT = 90.0
NOT_HANDED_ON = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "PYTHONDONTWRITEBYTECODE")
"""Of the environment: where kernels were compiled already, and that Python is to compile its modules at every start."""
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


@dataclass(frozen=True)
class Counts:
    seconds: float = 10.0
    """How long the hand is pulled at most."""
    runs: int = 5


FULL, TINY = Counts(), Counts(seconds=0.5, runs=1)

PULLED = """
import sys, time
from PySide6 import QtCore, QtWidgets
from pantin.app.start import start
from pantin.app.window.window import Window
from pantin.solver.edits import auto_ik
from pantin.viewport.values.stage import Preview

class Pulled(Window):
    def showEvent(self, event):
        super().showEvent(event)
        self.shown, self.pull, self.follows, self.poses = 0.0, None, 0.0, 0
        self.view.frameSwapped.connect(self.seen)
        self.session.evaluated_changed.connect(self.posed)

    def seen(self):
        if self.session.document.rig.bones and not self.shown:
            self.shown = time.perf_counter()
        if self.shown and self.pull is None and self.session.posed:
            self.pull = auto_ik.pull(self.session.document, self.session.evaluated, "hand.L")
            self.move()

    def move(self):
        self.aside = 0.01 * (1 + self.poses % 20)
        document, grabs = self.pull.to((self.aside, 0.0, self.aside))
        self.session.preview(Preview(document, grabs))

    def posed(self):
        if self.pull is None or not self.session.settled:
            return
        now = time.perf_counter()
        if not self.follows:
            self.follows, self.spent = now, time.process_time()
        self.poses += 1
        from pantin.solver.entries import auto
        if auto.run.compiled or now - self.follows > SECONDS:
            spent = (time.process_time() - self.spent) / self.poses
            print(self.follows - self.shown, self.poses / max(now - self.follows, 1e-9), spent)
            QtCore.QTimer.singleShot(0, QtWidgets.QApplication.quit)
        else:
            QtCore.QTimer.singleShot(0, self.move)

start.Window = Pulled
from pantin.app.start.command_line import main
main(sys.argv[1:])
"""


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The first pull, the pulls after it, and the first evaluation by the command."""
    follows, poses, spent = _pulled(counts.seconds)
    yield Row("window shown → the hand follows, empty cache", follows, "s", FOLLOWS)
    yield Row(
        "poses a second until compiled", poses, "", POSES, "higher", f"{1000 * spent:.0f} ms of processor time each"
    )
    before = os.times()
    seconds = [_evaluated() for _ in range(counts.runs)]
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    bounds = f"best {min(seconds):.2f}, worst {max(seconds):.2f} of {len(seconds)}"
    note = f"{spent / counts.runs:.2f} s of processor time each, {bounds}"
    yield Row("`pantin evaluate FILE`, empty cache, median", statistics.median(seconds), "s", EVALUATES, note=note)


def _pulled(seconds: float) -> tuple[float, float, float]:
    script = PULLED.replace("SECONDS", str(seconds))
    follows, poses, spent = _run("-c", script, str(SAMPLE)).split()[-3:]
    return float(follows), float(poses), float(spent)


def _evaluated() -> float:
    began = time.perf_counter()
    _run("-m", "pantin", "evaluate", str(SAMPLE))
    return time.perf_counter() - began


def _run(*arguments: str) -> str:
    """Return what Python prints with these arguments, in a home where nothing was ever compiled. Its compilers end with
    it.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        own = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env={**own, "HOME": home, "LOCALAPPDATA": home},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=LIMIT)
        finally:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        raise RuntimeError(f"The program ended with {process.returncode}.")
    return printed
