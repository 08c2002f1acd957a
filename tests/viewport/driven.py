"""A view driven like a person drives it: events as Qt sends them, and what the view said."""

from __future__ import annotations

import numpy as np
from msgspec.structs import asdict
from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtTest import QTest

from pantin.rigs.document import Document
from pantin.rigs.templates import humanoid
from pantin.viewport.navigation.steering import Navigation
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools import operation_letters
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import DARK
from pantin.viewport.window.view import View
from tests.viewport.edited_rest_pose import RestPoseStage
from tests.viewport.stages import RecordingStage, seen_at

Qt = QtCore.Qt
NONE, SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
SIZE = (886, 682)
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


def on_screen() -> Driven:
    """A view on the screen with the humanoid in it. Whoever asked for it closes it."""
    driven = Driven()
    driven.view.resize(*SIZE)
    driven.stage.show()
    driven.view.show()
    QTest.qWaitForWindowExposed(driven.view)
    return driven


def close(driven: Driven) -> None:
    """The view is gone."""
    driven.view.close()
    driven.view.deleteLater()
    QtCore.QCoreApplication.sendPostedEvents(driven.view, QtCore.QEvent.Type.DeferredDelete.value)


class Driven:
    """A view with a stage, driven like a person drives it."""

    def __init__(self, stage: RecordingStage | RestPoseStage | None = None) -> None:
        self.stage = stage or RecordingStage(Document.of(humanoid.rig()))
        self.view = View(self.stage)
        self.view.reduced_motion = True
        self.stage.shown = self.view.show_state
        self.hints: list = []
        self.view.hints_changed.connect(self.hints.append)
        self.settings: list = []
        self.view.settings_changed.connect(self.settings.append)
        self.at = QtCore.QPointF()
        self.down = Qt.MouseButton.NoButton

    def as_new(self) -> None:
        """View and stage as they were on the screen at first, whatever was done to them: it is painted once, then."""
        view, stage = self.view, self.stage
        assert isinstance(stage, RecordingStage)
        view.setUpdatesEnabled(False)
        self.down = Qt.MouseButton.NoButton
        self.move(0, 0)
        QtWidgets.QApplication.sendEvent(view, QtCore.QEvent(QtCore.QEvent.Type.Leave))
        view.cancel()
        view.ask_for_bone(None)
        view.pick_tool("select")
        view.change_settings(**asdict(Settings()))
        view.change_display(**asdict(Display()))
        view.change_navigation(**asdict(Navigation()))
        view.show_switches(operation_letters())
        view.show_colours(DARK)
        view.point_at(None)
        view.reduced_motion = True
        view.camera = Camera()
        stage.begin(Document.of(humanoid.rig()))
        stage.show()
        self.at = QtCore.QPointF()
        del self.hints[:-1]  # what they are now
        self.settings.clear()
        view.setUpdatesEnabled(True)

    def place(self, name: str, part: float = 0.5) -> tuple[float, float]:
        return seen_at(self.stage.look(), name, part, self.view.lens)

    def move(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        self.at = QtCore.QPointF(x, y)
        self._mouse(QtCore.QEvent.Type.MouseMove, Qt.MouseButton.NoButton, held)

    def press(self, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.down |= button
        self._mouse(QtCore.QEvent.Type.MouseButtonPress, button, held)

    def release(self, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.down &= ~button
        self._mouse(QtCore.QEvent.Type.MouseButtonRelease, button, held)

    def drag(self, start: tuple, end: tuple, button: Qt.MouseButton = LEFT, held: Qt.KeyboardModifier = NONE) -> None:
        self.move(*start, held)
        self.press(button, held)
        for part in np.linspace(0, 1, 6)[1:]:
            self.move(*(np.array(start) * (1 - part) + np.array(end) * part), held)
        self.release(button, held)

    def click(self, x: float, y: float, held: Qt.KeyboardModifier = NONE) -> None:
        self.drag((x, y), (x, y), held=held)

    def wheel(self, notches: int, held: Qt.KeyboardModifier = NONE) -> None:
        self._wheel(QtCore.QPoint(), QtCore.QPoint(0, 120 * notches), Qt.ScrollPhase.NoScrollPhase, held)

    def fingers(self, dx: int, dy: int, held: Qt.KeyboardModifier = NONE) -> None:
        """Two fingers on a touchpad."""
        self._wheel(QtCore.QPoint(dx, dy), QtCore.QPoint(3 * dx, 3 * dy), Qt.ScrollPhase.ScrollUpdate, held)

    def pinch(self, kind: Qt.NativeGestureType, value: float) -> None:
        """Two fingers that do something else."""
        device = QtGui.QPointingDevice.primaryPointingDevice()
        places = self.at, self.at, self._globally()
        event = QtGui.QNativeGestureEvent(kind, device, 2, *places, value, QtCore.QPointF())
        QtWidgets.QApplication.sendEvent(self.view, event)

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.view, key, held)

    def _wheel(
        self, pixels: QtCore.QPoint, angle: QtCore.QPoint, phase: Qt.ScrollPhase, held: Qt.KeyboardModifier
    ) -> None:
        event = QtGui.QWheelEvent(self.at, self._globally(), pixels, angle, self.down, held, phase, False)
        QtWidgets.QApplication.sendEvent(self.view, event)

    def _mouse(self, kind: QtCore.QEvent.Type, button: Qt.MouseButton, held: Qt.KeyboardModifier) -> None:
        event = QtGui.QMouseEvent(kind, self.at, self._globally(), button, self.down, held)
        QtWidgets.QApplication.sendEvent(self.view, event)

    def _globally(self) -> QtCore.QPointF:
        return self.view.mapToGlobal(self.at)
