"""Changes of the view glide: a moment from one camera to the next, or none where motion is not wanted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.viewport.navigation.view_camera import ViewCamera

GLIDE = 120
"""How long a change of view takes, milliseconds."""


class CameraAnimation(QtCore.QObject):
    """Takes the camera of a `ViewCamera` to where it was sent. `at_once` says whether it jumps there."""

    moved = QtCore.Signal()
    """The camera is somewhere else."""

    def __init__(self, view_camera: ViewCamera, at_once: Callable[[], bool], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._view_camera, self._at_once = view_camera, at_once
        self._time = QtCore.QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=GLIDE)
        self._time.valueChanged.connect(self._go_on)

    def begin(self) -> None:
        """Set off."""
        self._time.stop()
        if self._at_once():
            self.arrive()
        else:
            self._time.start()

    def arrive(self) -> None:
        """Be there now."""
        self._time.stop()
        self._go_on(1.0)

    def _go_on(self, part: float) -> None:
        self._view_camera.glide(part)
        self.moved.emit()
