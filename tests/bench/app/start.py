"""Measures how long it takes from the command to a window with a figure in it, warm.

Starts the program with a file as a process of its own and stops the clock at the end of the first frame that has the
figure in it. Warm means with compiled modules, as they are after any start: PYTHONDONTWRITEBYTECODE is not handed on.

| what | must | measured |
|---|---|---|
| window with a figure, warm, median | ≤ 1 s | 0.6222 s (best 0.60, worst 0.66 of 7) |

The table is what `python -m tests.bench start` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics card (Mesa
llvmpipe); PySide6 6.11.3, pyqtgraph 0.14.0, numpy 2.4.6, numba 0.68.1. AMD EPYC;
nothing else ran.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from pantin.resources import FOLDER
from tests.bench.measuring.rows import Row

MUST = 1.0
LIMIT = 60.0
"""Seconds after which a program that shows nothing is ended."""
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


@dataclass(frozen=True)
class Counts:
    runs: int = 7
    before: int = 1
    """Runs that are not counted: they bring the files into memory."""


FULL, TINY = Counts(), Counts(runs=1, before=0)

STARTED = """
import gc, sys, time
gc.disable()  # as the command does first of all
from pantin.app.start import command_line
from pantin.app.system import loading
loading.begin()  # and before it loads the window
from PySide6 import QtCore, QtWidgets
from pantin.app.start import start
from pantin.app.window.window import Window

class Timed(Window):
    def showEvent(self, event):
        super().showEvent(event)
        self.view.frameSwapped.connect(self.seen)

    def seen(self):
        if self.session.document.rig.bones:
            print(time.time())
            QtCore.QTimer.singleShot(0, QtWidgets.QApplication.quit)

start.Window = Timed
command_line.main(sys.argv[1:])
"""


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The median of the runs, seconds."""
    seconds = [_seconds() for _ in range(counts.before + counts.runs)][counts.before :]
    note = f"best {min(seconds):.2f}, worst {max(seconds):.2f} of {len(seconds)}"
    yield Row("window with a figure, warm, median", statistics.median(seconds), "s", MUST, note=note)


def _seconds() -> float:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", STARTED, str(SAMPLE)]
    began = time.time()
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT, env=own)
    return float(done.stdout.split()[0]) - began
