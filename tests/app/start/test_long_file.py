"""A long file that is named on the command line is read while the window is there and shows how much of it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

WATCHED = """
import json, sys
from pantin.app.start import command_line
from pantin.app.system import loading
loading.begin()
from PySide6 import QtCore, QtWidgets
from pantin.app.start import start
from pantin.app.window.window import Window

class Watched(Window):
    def showEvent(self, event):
        super().showEvent(event)
        self.parts = []
        self.at_first = (len(self.session.document.rig.bones), self.files.jobs.reader.doing)
        self.files.jobs.reader.progressed.connect(self.parts.append)
        self.session.document_changed.connect(self.look)

    def look(self):
        if self.session.document.figure.clips:
            clip = self.session.document.figure.clips[0]
            print(json.dumps({"first": self.at_first, "parts": self.parts, "frames": clip.count}))
            sys.stdout.flush()
            QtCore.QTimer.singleShot(0, QtWidgets.QApplication.quit)

start.Window = Watched
command_line.main(sys.argv[1:])
"""

HEAD = """HIERARCHY
ROOT hips
{
OFFSET 0 1 0
CHANNELS 3 Zrotation Xrotation Yrotation
End Site
{
OFFSET 0 1 0
}
}
MOTION
"""


def test_the_window_comes_first_and_tells_how_much_is_read(tmp_path: Path) -> None:
    frames = 200_000
    path = tmp_path / "long.bvh"
    path.write_text(f"{HEAD}Frames: {frames}\nFrame Time: 0.0333333\n" + "0.0000000 1.0000000 2.0000000\n" * frames)
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(path)],
        env={**os.environ, **{f"PANTIN_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "CACHE")}},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["first"] == [0, "long.bvh"] and seen["frames"] == frames
    assert seen["parts"] == sorted(seen["parts"]) and 0.0 < seen["parts"][0] < seen["parts"][-1] <= 1.0
