"""A widget that OpenGL is painted into, and the camera that it looks through."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.messages import _
from pantin.viewport.navigation.steering import Navigation, Side
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.values.camera import Camera, Lens, Point
from pantin.viewport.values.stage import Look
from pantin.viewport.window.camera_animation import CameraAnimation
from pantin.viewport.window.item_view import ItemView

UNPAINTED = _("The figure could not be painted, the document is unharmed: save it, and start Pantin again ({error}).")


class CameraView(ItemView):
    """Shows what `paint_scene` paints; `seen` says which document and pose that is."""

    camera_moved = QtCore.Signal()
    """The camera is somewhere else: on its way to another view, turned, or gone with a figure; or the size is another.
    What lies over the picture goes with it at once."""
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
        self._resizing = False
        self._animation = CameraAnimation(self._view_camera, lambda: self.reduced_motion or not self.isVisible(), self)

    def paint_scene(self) -> None:
        """Paint into the bound frame buffer. For whoever derives from this."""
        raise NotImplementedError

    @property
    def seen_by(self) -> Camera:
        """The camera as it is at this moment."""
        return self._view_camera.camera

    @property
    def goal(self) -> Camera:
        """The view that the camera is on its way to, or has reached."""
        return self._view_camera.goal

    def carry(self, by: Point) -> None:
        """Move the camera and the view that it is on its way to by so much, in the world."""
        self._view_camera.carry(by)
        self._animation.moved.emit()

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

    # Qt

    def paintGL(self) -> None:
        """The scene. An error is said once and not at every frame: let through to Qt, it would end the program."""
        if self._resizing:
            return
        try:
            self.paint_scene()
            self.paint_items()
            self._painted_before = True
        except Exception as error:
            if self._painted_before:
                self._painted_before = False
                sys.excepthook(*sys.exc_info())
                self.painting_failed.emit(UNPAINTED.format(error=error.__class__.__name__))

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Qt asks for a picture at once here, which nobody sees: the one that is shown is painted after this."""
        self._resizing = True
        try:
            super().resizeEvent(event)
        finally:
            self._resizing = False
        self.update()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        """Frame what was opened before there was a picture to frame it in."""
        super().showEvent(event)
        if self._frame_when_shown:
            self.frame_all()
            self._animation.arrive()
