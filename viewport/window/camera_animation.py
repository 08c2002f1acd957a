"""Animates the camera from one view to the next, unless reduced motion is set."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.viewport.navigation.view_camera import ViewCamera

GLIDE = 120
"""Duration of a change of view, milliseconds."""


class CameraAnimation(QtCore.QObject):
    """Animates a `ViewCamera` to the view that it was sent to. `at_once` says whether it jumps there."""

    moved = QtCore.Signal()
    """The camera is somewhere else."""

    def __init__(self, view_camera: ViewCamera, at_once: Callable[[], bool], parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._view_camera, self._at_once = view_camera, at_once
        self._time = QtCore.QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=GLIDE)
        self._time.valueChanged.connect(self._go_on)

    def begin(self) -> None:
        """Begin to move."""
        self._time.stop()
        if self._at_once():
            self.arrive()
        else:
            self._time.start()

    def arrive(self) -> None:
        """Jump to the end."""
        self._time.stop()
        self._go_on(1.0)

    def _go_on(self, part: float) -> None:
        self._view_camera.glide(part)
        self.moved.emit()
