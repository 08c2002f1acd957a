"""The program does not take its leave in Python's way: that would take the ground from under what still works."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

LEFT = """
import signal, sys, time
from PySide6 import QtCore
from pantin.app.start import start

class Leaves(start.Window):
    def __init__(self):
        super().__init__()
        part = QtCore.QObject(self)
        part.destroyed.connect(lambda: print("taken apart", self.settings.pose_folders, flush=True))
        if sys.argv[1] == "while a file is read":
            self.files.jobs.reader.start("slow", lambda: time.sleep(600))
        QtCore.QTimer.singleShot(0, lambda: signal.raise_signal(signal.SIGTERM))

start.Window = Leaves
start.edit(None, None)
"""


@pytest.mark.parametrize("when", ["at rest", "while a file is read"])
def test_nothing_is_taken_apart_and_nobody_waited_for(when: str, qapp, tmp_path: Path) -> None:
    folders = {"PANTIN_CONFIG_DIR": str(tmp_path), "PANTIN_CACHE_DIR": str(tmp_path)}
    places = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", LEFT, when],
        env={**os.environ, **folders, **places},
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
