"""Somebody in front of the real window, with a mouse and keys that act on it as a person's do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import is_not
from pathlib import Path

import numpy as np
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import rigs
from pantin.app.window.window import Window
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from tests.bench.measuring.driving import failures_of, wait_for_the_worker
from tests.viewport.pictures import picture

LEFT = QtCore.Qt.MouseButton.LeftButton
NONE = QtCore.Qt.MouseButton.NoButton


@cache
def sample(name: str) -> Document:
    """A sample figure, the same value for every test: it is read once, and what is made of it is found again."""
    return rigs.read(FOLDER / "rigs" / f"{name}.rig.json")


class Person:
    """Somebody in front of a window. Positions are logical pixels of the widget."""

    def __init__(self, window: Window) -> None:
        self.window, self.view, self.session = window, window.view, window.session
        failures_of(window.evaluator)
        self._looks = False
        self._held = QtCore.Qt.KeyboardModifier.NoModifier

    def open_sample(self, name: str) -> None:
        """The sample figure is open and posed."""
        self.session.open(sample(name))
        self.wait_for_the_pose()

    def look(self) -> None:
        """The window is painted: one acts on what one sees."""
        if not self._looks:
            self._looks = True
            self.window.setUpdatesEnabled(True)
            QtWidgets.QApplication.processEvents()

    @contextmanager
    def without_looking(self) -> Iterator[None]:
        """Paint what is done inside once, afterwards."""
        self._looks = True
        self.window.setUpdatesEnabled(False)
        yield
        self._looks = False
        self.look()

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Something has come true."""
        wait_for_the_worker(self.window.evaluator, holds)

    def wait_for_the_pose(self) -> None:
        """What is asked for is on screen, in the panels too."""
        self.wait_until(lambda: self.session.ready and self.session.settled)
        QtWidgets.QApplication.processEvents()
        panels = self.window.panels
        updates = panels.updates
        if updates._is_late or updates._work.waiting or any(map(is_not, updates._state(), updates._seen)):
            panels.show()

    def where(self, bone: str, part: float = 0.5) -> tuple[float, float]:
        """Return a place on a bone, 0 at its head and 1 at its tail, in pixels of the view as it is seen: panels have
        taken their room, and the camera stands still.
        """
        self.look()
        QtWidgets.QApplication.processEvents()
        self.wait_until(lambda: self.view.camera is self.view.goal)
        evaluated = self.session.evaluated
        row = evaluated.index[bone]
        point = (1 - part) * evaluated.heads[row] + part * evaluated.tails[row]
        x, y, _ = self.view.lens.project(point[None])[0]
        return float(x), float(y)

    def tail(self, bone: str) -> np.ndarray:
        """Return where a bone ends on screen now, armature space."""
        return np.array(self.session.evaluated.tails[self.session.evaluated.index[bone]])

    def press(self, at: tuple[float, float], on: QtWidgets.QWidget | None = None) -> None:
        """The left button goes down."""
        self._mouse(QtCore.QEvent.Type.MouseMove, at, NONE, NONE, on)
        self._mouse(QtCore.QEvent.Type.MouseButtonPress, at, LEFT, LEFT, on)

    def move(self, *ats: tuple[float, float], on: QtWidgets.QWidget | None = None) -> None:
        """The pointer moves with the left button held."""
        for at in ats:
            self._mouse(QtCore.QEvent.Type.MouseMove, at, NONE, LEFT, on)
            QtWidgets.QApplication.processEvents()

    def release(self, at: tuple[float, float], on: QtWidgets.QWidget | None = None) -> None:
        """The left button comes up, and what it left behind is on screen."""
        self._mouse(QtCore.QEvent.Type.MouseButtonRelease, at, LEFT, NONE, on)
        self.wait_for_the_pose()

    def click(self, at: tuple[float, float]) -> None:
        """Press and release."""
        self.press(at)
        self.release(at)

    def drag(self, start: tuple[float, float], *ats: tuple[float, float], on: QtWidgets.QWidget | None = None) -> None:
        """Press, move, release."""
        self.press(start, on)
        self.move(*ats, on=on)
        self.wait_for_the_pose()
        self.release(ats[-1], on)

    def key(self, key: QtCore.Qt.Key, held: QtCore.Qt.KeyboardModifier = QtCore.Qt.KeyboardModifier.NoModifier) -> None:
        """A key goes down and up where the focus is."""
        self.look()
        QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget() or self.window, key, held)
        self.wait_for_the_pose()

    def shortcut(self, keys: str) -> None:
        """What a menu's keys do."""
        combination = QtGui.QKeySequence(keys)[0]
        self.key(combination.key(), combination.keyboardModifiers())

    def press_keys(self, keys: QtGui.QKeySequence) -> None:
        """Keys go down and up over the figure, whatever comes of it."""
        self.look()
        combination = keys[0]
        self.view.setFocus()
        QtTest.QTest.keyClick(self.view, combination.key(), combination.keyboardModifiers())
        QtWidgets.QApplication.processEvents()

    def by_palette(self, title: str) -> None:
        """F3, the words at once, as they are pasted, Enter."""
        self.press_keys(QtGui.QKeySequence("F3"))
        line = QtWidgets.QApplication.focusWidget()
        assert isinstance(line, QtWidgets.QLineEdit)
        line.insert(title.removesuffix("…"))
        QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), QtCore.Qt.Key.Key_Return)
        QtWidgets.QApplication.processEvents()

    def hover(self, at: tuple[float, float]) -> None:
        """The pointer goes there with no button held."""
        self._mouse(QtCore.QEvent.Type.MouseMove, at, NONE, NONE, None)
        self.wait_until(lambda: self.window.pointed_at is not None)

    def save_to(self, path: Path) -> None:
        """The document lies at `path`."""
        rigs.write(self.session.document, path)
        self.window.files.opened(path, rigs.opened(path))
        self.wait_for_the_pose()

    def picture(self) -> np.ndarray:
        """The pixels of the view (height, width, 3)."""
        self.look()
        return picture(self.view.grabFramebuffer())

    def _mouse(self, kind, at, button, buttons, on) -> None:
        self.look()
        widget = on or self.view
        local = QtCore.QPointF(*at)
        event = QtGui.QMouseEvent(kind, local, QtCore.QPointF(widget.mapToGlobal(local)), button, buttons, self._held)
        QtWidgets.QApplication.sendEvent(widget, event)
