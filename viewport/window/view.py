"""The viewport as a Qt widget: the program asks it to show a rig, and hears by signals what changed.

Events go in by `viewport.window.input`, what they mean is decided in `viewport.interaction.hand`. What others add as
items of pyqtgraph fits the picture, because its matrices are our camera's.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from pyqtgraph.opengl import GLViewWidget
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.rigs.document import Document
from pantin.solver import Evaluated
from pantin.viewport.interaction.bone_question import Question
from pantin.viewport.interaction.change_notifier import Telling
from pantin.viewport.interaction.hand import Hand
from pantin.viewport.navigation.gliding import Gliding
from pantin.viewport.navigation.steering import Navigation, Side
from pantin.viewport.navigation.view_camera import Sight
from pantin.viewport.picking.picking import Hit
from pantin.viewport.scene.grid import grid_cell
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import NOTHING, Camera, Edges, Lens
from pantin.viewport.values.colours import Colours
from pantin.viewport.values.lengths import cell_in_words
from pantin.viewport.values.stage import Look, Stage
from pantin.viewport.window.input import Input
from pantin.viewport.window.keys import CURSORS
from pantin.viewport.window.shown_frame import Showing

Qt = QtCore.Qt

LATE = 40
"""A drag repaints when its pose arrives; after so many milliseconds without one, all the same."""


STILL = 150
"""Once edited bones have been still for so many milliseconds the figure behind them follows."""


class View(GLViewWidget):
    """Shows a rig and lets it be grabbed."""

    hints_changed = QtCore.Signal(tuple)
    """What mouse and keys would do now: ((keys, text), …), see `viewport.interaction.hints`."""
    hovered = QtCore.Signal(object)
    """The name of the bone under the pointer, or None."""
    tool_changed = QtCore.Signal(str)
    settings_changed = QtCore.Signal(object)
    display_changed = QtCore.Signal(object)
    camera_changed = QtCore.Signal()
    """The camera has come to rest somewhere else, or its projection is another."""
    context_asked = QtCore.Signal(QtCore.QPoint, object)
    """The right button clicked at this place of the screen, over this bone or none."""
    dragging_changed = QtCore.Signal(bool)
    resting_changed = QtCore.Signal(bool)
    title_changed = QtCore.Signal(str, str, bool)
    """See `title`."""
    resized = QtCore.Signal()
    """The view has another size. What lies over it can be placed anew, and `covered` set, before it is used."""

    def __init__(self, stage: Stage, parent: QtWidgets.QWidget | None = None) -> None:
        self._sight = Sight(lambda: self._gliding.begin())
        self._hand = Hand(stage, self._sight)
        self._showing, self._telling = Showing(), Telling()
        super().__init__(parent)
        self.reduced_motion = False
        self._framed: object = None
        self._unframed = False
        self._gliding = Gliding(self._sight, lambda: self.reduced_motion or not self.isVisible(), self)
        self._gliding.moved.connect(self._glided)
        self._late = QtCore.QTimer(self, singleShot=True, interval=LATE)
        self._late.timeout.connect(self._changed)
        self._growing = QtCore.QTimer(self, singleShot=True, interval=STILL)
        self._growing.timeout.connect(self._grow)
        self._input = Input(self, self._hand)
        self._input.changed.connect(self._changed)
        self._input.dragged.connect(self._dragged)
        self._input.context_asked.connect(self.context_asked)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Figure")
        self.setMinimumSize(376, 260)
        self.covered: Edges = NOTHING
        """How much of the view lies under what others laid over it. It counts from the next change of size on."""
        self._changed()

    # What the program says

    def show_state(
        self, document: Document, evaluated: Evaluated, compared: Evaluated | None = None, resting: bool = False
    ) -> None:
        """Show this document in this pose; and, to compare, the pose that another solver finds.

        `resting` says that the pose is the rest pose, and that the bones themselves are edited in it.
        """
        look = Look(document, evaluated, resting)
        self._showing.show(look)
        self._showing.compared = compared
        self._hand.see(look)
        self._late.stop()
        if resting:
            self._growing.start()
        self._changed()

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        self._showing.colours = colours
        self.update()

    @property
    def dragging(self) -> bool:
        """Whether a drag is under way, begun by a button or by a key."""
        return self._hand.gesture is not None

    def cancel(self) -> None:
        """Let go of what is dragged and put it back."""
        self._hand.cancel()
        self._changed()

    def begin(self, name: str) -> None:
        """Start what the pointer then goes on with: "move", "rotate", "scale", "trackball", "box", "lasso"."""
        self._hand.begin(name)
        self._changed()

    def leave(self) -> None:
        """The pointer went on to something that lies over the picture: nothing of the picture is pointed at."""
        self._input.leave()

    @property
    def resting(self) -> bool:
        """Whether the rest pose is shown, and the bones themselves are edited in it."""
        return self._hand.seen.resting

    @property
    def title(self) -> tuple[str, str, bool]:
        """The name of the view, the numbers of a drag or else what the grid measures, and whether it is a drag's."""
        camera, readout = self.camera, self._hand.readout
        projection = "Orthographic" if camera.orthographic else "Perspective"
        cell = cell_in_words(grid_cell(camera, self.height()), self._hand.settings.lengths)
        line = f"{projection} · {'rest pose, editing' if self.resting else f'grid {cell}'}"
        return camera.name, readout or line, bool(readout)

    @property
    def tool(self) -> str:
        """The name of the tool that is picked."""
        return self._hand.tool.name

    def point_at(self, bone: str | None, constraints: tuple[int, ...] = ()) -> None:
        """Light a bone that is pointed at elsewhere, and draw the relations of constraints."""
        if (bone, constraints) != (self._showing.pointed, self._showing.related):
            self._showing.pointed, self._showing.related = bone, constraints
            self._changed()

    def ask_for_bone(self, question: Question | None) -> None:
        """Let the next click on a bone answer; None asks no longer."""
        self._hand.ask(question)
        self._changed()

    def pick_tool(self, name: str) -> None:
        """Take the tool of that name, see `viewport.tools.TOOLS`."""
        self._hand.pick_tool(name)
        self._changed()

    @property
    def settings(self) -> Settings:
        """What is set for the tools."""
        return self._hand.settings

    def change_settings(self, **changes: Any) -> None:
        """Set something for the tools."""
        self._hand.change_settings(**changes)
        self._showing.lengths = self._hand.settings.lengths
        self._changed()

    def lengthen_chain(self, steps: int) -> None:
        """Take so many bones more along, or fewer: in the drag that goes on, or in the next one."""
        self._hand.lengthen(steps)
        self._changed()

    @property
    def display(self) -> Display:
        """How figure and bones are shown."""
        return self._showing.display

    def change_display(self, **changes: Any) -> None:
        """Show figure or bones in another way."""
        self._showing.display = replace(self._showing.display, **changes)
        self._hand.limits = self._showing.display.limits
        self._changed()

    def picture(self, width: int, height: int) -> QtGui.QImage:
        """The rig as seen now, without what lies over it, in any size."""
        return self._showing.picture(self._hand.seen, self.camera, width, height)

    @property
    def pointed(self) -> Hit | None:
        """The bone under the pointer, and the place on it."""
        return self._hand.under.hit

    # Where it is seen from

    @property
    def camera(self) -> Camera:
        """Where the rig is seen from."""
        return self._sight.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._sight.camera = camera
        self._changed()

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view: which pixel shows what."""
        return self._sight.lens

    @property
    def navigation(self) -> Navigation:
        """How mouse and touchpad turn the view."""
        return self._sight.navigation

    def change_navigation(self, **changes: Any) -> None:
        """Let mouse or touchpad turn the view in another way."""
        self._sight.navigation = replace(self._sight.navigation, **changes)
        self._say()

    def show_switches(self, switches: Mapping[str, str]) -> None:
        """The keys that begin "move", "rotate" and "scale": while one goes on without a button they take another."""
        self._hand.switches = switches
        self._say()

    def look_from(self, side: Side) -> None:
        """Look from a side, orthographically; from the opposite side if it is seen from there already."""
        self._sight.look_from(side, self._hand.seen)

    def orbit_by(self, degrees_right: float, degrees_up: float) -> None:
        """Turn the view by a step."""
        self._sight.orbit_by(degrees_right, degrees_up, self._hand.seen)

    def switch_perspective(self) -> None:
        """Orthographic, or perspective."""
        self._sight.switch_perspective()

    def frame_selected(self) -> None:
        """Look at the selected bones; at all of them if none is selected."""
        self.frame(self._hand.seen.document.selected)

    def frame(self, names: tuple[str, ...]) -> None:
        """Look at these bones."""
        self._sight.frame(self._hand.seen, names)

    def frame_all(self) -> None:
        """Look at the whole rig: at one that is new at once, or as soon as the view has its size."""
        bones = self._hand.seen.document.rig.bones
        new, self._framed = bones is not self._framed, bones
        self._unframed = not self.isVisible()
        self._sight.frame(self._hand.seen, ())
        if new:
            self._gliding.arrive()

    # Painting

    def initializeGL(self) -> None:
        """A context begins: the first one, or another after the window was moved into a dock."""
        super().initializeGL()
        self._showing.begin(self.context())

    def paintGL(self) -> None:
        """The scene. An error is reported like any other: let through to Qt from here, it would end the program."""
        try:
            self._paint()
        except Exception:
            sys.excepthook(*sys.exc_info())

    def projectionMatrix(self, region: tuple[int, ...], viewport: tuple[int, ...]) -> QtGui.QMatrix4x4:
        """Our camera's projection, cut to a region of the viewport."""
        x0, y0, width, height = viewport
        x, y, w, h = region
        cut = np.diag([width / w, height / h, 1.0, 1.0])
        cut[:2, 3] = (width - w - 2 * (x - x0)) / w, (height - h - 2 * (y - y0)) / h
        return _matrix(cut @ self.camera.projection(width, height))

    def viewMatrix(self) -> QtGui.QMatrix4x4:
        """Our camera's place."""
        return _matrix(self.camera.view())

    # Keyboard

    @property
    def keeps_keys(self) -> bool:
        """Whether keys go on coming here wherever the pointer goes: something is dragged, perhaps by keys alone."""
        return self._hand.gesture is not None

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """What means nothing here goes on to the window."""
        event.ignore()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on to the buttons that lie over the view, but not out of a drag."""
        return self._hand.gesture is None and super().focusNextPrevChild(forward)

    # Window

    def hideEvent(self, event: QtGui.QHideEvent) -> None:
        """Who hides the picture lets go of what was dragged."""
        self._hand.cancel()
        super().hideEvent(event)

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        """Frame what was opened before there was a picture to frame it in."""
        super().showEvent(event)
        if self._unframed:
            self.frame_all()
            self._gliding.arrive()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """What lies over the view keeps its place, and what was framed stays so."""
        super().resizeEvent(event)
        self.resized.emit()
        self._sight.resize(self.width(), self.height(), self.covered, self._hand.seen)

    # Inside

    def _paint(self) -> None:
        """The scene, then whatever items others added."""
        if self._showing.look is not None:
            self._showing.paint(
                self._hand.overlay(), self.camera, self.width(), self.height(), self.devicePixelRatioF()
            )
        if self.items:
            region = self.getViewport()
            self.setProjection(region, region)
            self.setModelview()
            self.drawItemTree()

    def _dragged(self) -> None:
        """A drag went on: its picture comes with its pose."""
        self._say()
        if not self._late.isActive():
            self._late.start()

    def _changed(self) -> None:
        """Something is to be seen that was not before."""
        self._say()
        self._telling.tell("title", self.title, lambda title: self.title_changed.emit(*title))
        self.update()

    def _say(self) -> None:
        """Tell the program what changed; often nothing did."""
        hand, tell = self._hand, self._telling.tell
        tell("cursor", CURSORS[hand.cursor], self.setCursor)
        tell("dragging", hand.gesture is not None, self.dragging_changed.emit)
        tell("tool", hand.tool.name, self.tool_changed.emit)
        tell("settings", hand.settings, self.settings_changed.emit)
        tell("display", self._showing.display, self.display_changed.emit)
        tell("resting", hand.seen.resting, self.resting_changed.emit)
        if self._sight.at_rest:
            tell("camera", self.camera, lambda _: self.camera_changed.emit())
        if self._showing.look is not None:
            tell("hints", hand.says(), self.hints_changed.emit)
            tell("hovered", hand.under.bone, self.hovered.emit)

    def _grow(self) -> None:
        """The figure behind edited bones follows them, unless they are still being dragged."""
        if self.dragging:
            self._growing.start()
        elif self._showing.grow():
            self.update()

    def _glided(self) -> None:
        if self._sight.at_rest:
            self._input.point()
        self._changed()


def _matrix(rows: np.ndarray) -> QtGui.QMatrix4x4:
    return QtGui.QMatrix4x4(*rows.ravel().tolist())
