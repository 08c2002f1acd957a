"""A widget of pyqtgraph that looks through our camera: where it looks from, and the matrices that others paint with."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.opengl import GLViewWidget  # type: ignore[import-untyped]  # pyqtgraph ships no types for OpenGL.
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.messages import _
from pantin.viewport.navigation.steering import Navigation, Side
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look
from pantin.viewport.window.camera_animation import CameraAnimation

UNPAINTED = _("The figure could not be painted, the document is unharmed: save it, and start Pantin again ({error}).")


class CameraView(GLViewWidget):  # type: ignore[misc]  # GLViewWidget is untyped, see its import.
    """Shows what `paint_scene` paints; `seen` says which document and pose that is."""

    camera_moved = QtCore.Signal()
    """The camera is somewhere else on its way to another view, or has arrived there."""
    painting_failed = QtCore.Signal(str)
    """One sentence: the picture could not be painted. Said once, until one could be painted again."""

    def __init__(self, seen: Callable[[], Look], parent: QtWidgets.QWidget | None) -> None:
        self._view_camera = ViewCamera(lambda: self._animation.begin())
        super().__init__(parent)
        self._seen = seen
        self.reduced_motion = False
        self._framed_bones: object = None
        self._painted_before = True
        self._frame_when_shown = False
        self._animation = CameraAnimation(self._view_camera, lambda: self.reduced_motion or not self.isVisible(), self)
        self._animation.moved.connect(self.camera_moved)

    def paint_scene(self) -> None:
        """Paint into the bound frame buffer. For whoever derives from this."""
        raise NotImplementedError

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view: which pixel shows what."""
        return self._view_camera.lens

    @property
    def navigation(self) -> Navigation:
        """How mouse and touchpad turn the view."""
        return self._view_camera.navigation

    def look_from(self, side: Side) -> None:
        """Look from a side, orthographically."""
        self._view_camera.look_from(side, self._seen())

    def orbit_by(self, degrees_right: float, degrees_up: float) -> None:
        """Turn the view by a step."""
        self._view_camera.orbit_by(degrees_right, degrees_up, self._seen())

    def switch_perspective(self) -> None:
        """Orthographic, or perspective."""
        self._view_camera.switch_perspective()

    def frame_selected(self) -> None:
        """Look at the selected bones; at all of them if none is selected."""
        self.frame(self._seen().document.selected)

    def frame(self, names: tuple[str, ...]) -> None:
        """Look at these bones."""
        self._view_camera.frame(self._seen(), names)

    def frame_all(self) -> None:
        """Look at the whole rig: at one that is new at once, or as soon as the view has its size."""
        bones = self._seen().document.rig.bones
        new, self._framed_bones = bones is not self._framed_bones, bones
        self._frame_when_shown = not self.isVisible()
        self._view_camera.frame(self._seen(), ())
        if new:
            self._animation.arrive()

    # Qt and pyqtgraph

    def paintGL(self) -> None:
        """The scene. An error is said once and not at every frame: let through to Qt, it would end the program."""
        try:
            self.paint_scene()
            self._paint_items()
            self._painted_before = True
        except Exception as error:
            if self._painted_before:
                self._painted_before = False
                sys.excepthook(*sys.exc_info())
                self.painting_failed.emit(UNPAINTED.format(error=error.__class__.__name__))

    def projectionMatrix(self, region: tuple[int, ...], viewport: tuple[int, ...]) -> QtGui.QMatrix4x4:
        """Our camera's projection, cut to a region of the viewport."""
        x0, y0, width, height = viewport
        x, y, w, h = region
        cut = np.diag([width / w, height / h, 1.0, 1.0])
        cut[:2, 3] = (width - w - 2 * (x - x0)) / w, (height - h - 2 * (y - y0)) / h
        return _matrix(cut @ self._view_camera.camera.projection(width, height))

    def viewMatrix(self) -> QtGui.QMatrix4x4:
        """Our camera's place."""
        return _matrix(self._view_camera.camera.view())

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        """Frame what was opened before there was a picture to frame it in."""
        super().showEvent(event)
        if self._frame_when_shown:
            self.frame_all()
            self._animation.arrive()

    def _paint_items(self) -> None:
        """Whatever items others added."""
        if self.items:
            region = self.getViewport()
            self.setProjection(region, region)
            self.setModelview()
            self.drawItemTree()


def _matrix(rows: NDArray[np.float64]) -> QtGui.QMatrix4x4:
    return QtGui.QMatrix4x4(*rows.ravel().tolist())
