"""Takes the pictures of README.md and of docs/ from the running program.

`make pictures` opens the real window on a screen of its own, drives it with a mouse, and keeps what stands on the
screen. Whoever changes how Pantin looks takes them anew and looks at them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6 import QtCore, QtGui, QtTest, QtWidgets

import rigs
from app.surface import prepare_surface
from app.window import Window
from resources import FOLDER
from tests.bench.machine import on_a_screen
from widgets import theme

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (1440, 900)
LEFT, NONE = QtCore.Qt.MouseButton.LeftButton, QtCore.Qt.MouseButton.NoButton
Type = QtCore.QEvent.Type


class Photographer:
    """Somebody who drives the window and takes pictures of it."""

    def __init__(self, window: Window) -> None:
        self.window, self.view, self.session = window, window.view, window.session

    def open(self, name: str) -> None:
        """A sample figure stands on the screen."""
        self.session.open(rigs.read(FOLDER / "rigs" / f"{name}.rig.json"))
        self.settle()

    def settle(self) -> None:
        """Everything asked for is on the screen."""
        for _ in range(20):
            while not (self.session.ready and self.session.settled):
                self._process()
            self._process()

    def where(self, bone: str) -> tuple[float, float]:
        """The middle of a bone, pixels of the view."""
        evaluated = self.session.evaluated
        row = evaluated.index[bone]
        point = (evaluated.heads[row] + evaluated.tails[row]) / 2
        x, y, _ = self.view.camera.project(point[None], self.view.width(), self.view.height())[0]
        return float(x), float(y)

    @contextmanager
    def pulling(self, bone: str, by: tuple[float, float]) -> Iterator[None]:
        """The bone is held, some pixels from where it was; it goes back afterwards."""
        x, y = self.where(bone)
        self._mouse(Type.MouseMove, x, y, NONE, NONE)
        self._mouse(Type.MouseButtonPress, x, y, LEFT, LEFT)
        for part in range(1, 41):
            self._mouse(Type.MouseMove, x + by[0] * part / 40, y + by[1] * part / 40, NONE, LEFT)
            self._process()
        self.settle()
        yield
        QtTest.QTest.keyClick(self.view, QtCore.Qt.Key.Key_Escape)
        self._mouse(Type.MouseButtonRelease, x, y, LEFT, NONE)
        self.settle()

    def take(self, name: str) -> None:
        """The window as it stands on the screen."""
        self.settle()
        corner = self.window.mapToGlobal(QtCore.QPoint(0, 0))
        taken = self.window.screen().grabWindow(0, corner.x(), corner.y(), *SIZE)
        PICTURES.mkdir(parents=True, exist_ok=True)
        if not taken.save(str(PICTURES / f"{name}.png")):
            raise SystemExit(f"{PICTURES / name}.png cannot be written")

    def _mouse(self, kind: Type, x: float, y: float, button, buttons) -> None:
        at = QtCore.QPointF(x, y)
        plain = QtCore.Qt.KeyboardModifier.NoModifier
        event = QtGui.QMouseEvent(kind, at, QtCore.QPointF(self.view.mapToGlobal(at)), button, buttons, plain)
        QtWidgets.QApplication.sendEvent(self.view, event)

    def _process(self) -> None:
        QtWidgets.QApplication.processEvents(QtCore.QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QtCore.QThread.msleep(5)


def start(by: Photographer) -> None:
    by.window.show_start_page()
    by.take("start")


def pose(by: Photographer) -> None:
    by.open("humanoid")
    with by.pulling("hand.L", (-20.0, -330.0)):
        by.take("pose")


def rig(by: Photographer) -> None:
    by.open("quadruped")
    by.window.docks.show_layout("rig")
    by.view.change_display(figure="x-ray", names=True)
    by.take("rig")
    by.view.change_display(figure="wood", names=False)


def solve(by: Photographer) -> None:
    by.open("humanoid")
    by.window.docks.show_layout("solve")
    by.window.compare("ccd")
    with by.pulling("hand.L", (60.0, -300.0)):
        by.take("solve")
    by.window.compare(None)
    by.window.docks.show_layout("pose")


def light(by: Photographer) -> None:
    by.window.preferring.change("interface", "theme", "light")
    by.open("humanoid")
    with by.pulling("foot.L", (120.0, -120.0)):
        by.take("light")
    by.window.preferring.change("interface", "theme", "dark")


def find(by: Photographer) -> None:
    by.open("hand")
    by.window.open_palette()
    QtTest.QTest.keyClicks(QtWidgets.QApplication.focusWidget(), "ori")
    by.take("find")
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), QtCore.Qt.Key.Key_Escape)


TAKES: tuple[Callable[[Photographer], None], ...] = (start, pose, rig, solve, light, find)


def main() -> None:
    """Take them all."""
    os.environ["PANTIN_CONFIG_DIR"] = tempfile.mkdtemp(prefix="pantin-pictures-")
    on_a_screen(*SIZE)
    prepare_surface()
    app = QtWidgets.QApplication(sys.argv[:1])
    theme.apply(app, theme.DARK)
    window = Window()
    window.setGeometry(0, 0, *SIZE)
    window.show()
    by = Photographer(window)
    by.open("humanoid")
    for take in TAKES:
        take(by)
    window.evaluator.stop()


if __name__ == "__main__":
    main()
