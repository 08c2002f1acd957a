"""Tests that what the first frame of the figure needs is loaded and made before it, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from pantin.resources import FOLDER
from tests.patience import PATIENCE

STARTED = """
import json, linecache, sys
from pantin.app.start import command_line
from pantin.app.system import loading
loading.begin()
from PySide6 import QtCore, QtWidgets
from pantin.app.files import kept_work
from pantin.app.start import start
from pantin.app.window.window import Window
from pantin.viewport.figure import mannequin
from pantin.viewport.paint.opengl.painter import Painter
from pantin.widgets.properties.properties import Properties
from pantin.widgets.theme import icons

counted = {"paint": 0, "parts": 0, "panels": 0, "looked": 0}

def counting(owner, name, what):
    whole = getattr(owner, name)
    def call(*arguments):
        counted[what] += 1
        return whole(*arguments)
    setattr(owner, name, call)

counting(Painter, "paint", "paint")
counting(mannequin, "part", "parts")
counting(Properties, "prepare_next", "panels")
counting(kept_work, "left_in", "looked")

class Watched(Window):
    def showEvent(self, event):
        super().showEvent(event)
        self.view.frameSwapped.connect(self.seen, QtCore.Qt.ConnectionType.SingleShotConnection)

    def seen(self):
        bones = len(self.session.document.rig.bones)
        icons_made = icons._icon.cache_info().currsize
        ours = [module for name, module in list(sys.modules.items()) if name.startswith("pantin.")]
        from_text = {found.__name__ for module in ours for found in list(vars(module).values())
                     if isinstance(found, type) and "__dataclass_fields__" in vars(found)}
        seen = {"modules": sorted(sys.modules), "sources": [*linecache.cache], "bones": bones, "icons": icons_made}
        seen["from_text"] = sorted(from_text)
        print(json.dumps({**seen, **counted}))
        sys.stdout.flush()
        QtCore.QTimer.singleShot(0, QtWidgets.QApplication.quit)

start.Window = Watched
command_line.main(sys.argv[1:])
"""

NOT_NEEDED = (
    *("pyqtgraph", "OpenGL.GL", "numba", "llvmlite", "numpy.ma"),
    *("asyncio", "multiprocessing", "xml", "pydoc"),
    *("pantin.rigs.formats.bvh.reading", "pantin.rigs.formats.gltf.reading", "pantin.rigs.templates"),
)
"""Libraries, parts of the standard one, and of ours, that are loaded when somebody needs them."""

NOT_SEEN = ("solving.solver_panel", "solving.solve_shelf", "status.problems_panel", "fitting", "tracking")
"""What the first layout does not show."""


@pytest.fixture(scope="module")
def first_frame(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what there was when the first frame with the figure in it was shown."""
    rig = FOLDER / "rigs" / "humanoid.rig.json"
    own = {f"PANTIN_{kind}_DIR": str(tmp_path_factory.mktemp(kind)) for kind in ("CONFIG", "CACHE")}
    command = [sys.executable, "-c", STARTED, str(rig)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **own})
    assert done.stdout, done.stderr
    return dict(json.loads(done.stdout.splitlines()[0]))


@pytest.mark.parametrize("package", NOT_NEEDED)
def test_what_no_figure_needs_is_not_loaded(first_frame: dict[str, Any], package: str) -> None:
    assert not [name for name in first_frame["modules"] if name == package or name.startswith(f"{package}.")]


@pytest.mark.parametrize("panel", NOT_SEEN)
def test_panels_that_are_not_seen_are_not_loaded(first_frame: dict[str, Any], panel: str) -> None:
    assert f"pantin.widgets.{panel}" not in first_frame["modules"]


def test_no_source_is_read_where_it_is_compiled(first_frame: dict[str, Any]) -> None:
    """PySide's own import would read that of every module."""
    assert not [name for name in first_frame["sources"] if "viewport" in name]


def test_values_are_not_made_from_text(first_frame: dict[str, Any]) -> None:
    """Python compiles a source for every dataclass, which takes a millisecond; a msgspec Struct needs none."""
    assert first_frame["from_text"] == ["GoalReport"], "which leaves a field out when it is compared"


def test_unsaved_work_is_looked_for_afterwards(first_frame: dict[str, Any]) -> None:
    assert first_frame["looked"] == 0


def test_the_figure_is_made_and_painted_once(first_frame: dict[str, Any]) -> None:
    assert first_frame["bones"] > 0
    assert first_frame["paint"] == 1
    assert first_frame["parts"] == first_frame["bones"]


def test_panels_that_a_click_shows_are_made_afterwards(first_frame: dict[str, Any]) -> None:
    assert first_frame["panels"] == 0


def test_icons_of_menus_are_drawn_when_one_opens(first_frame: dict[str, Any]) -> None:
    assert first_frame["icons"] == 0
