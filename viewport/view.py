"""The viewport as a Qt widget: Qt's events go in to the hand, the scene comes out on the screen.

What an event means is decided in `viewport.hand`; this module translates it, repaints, and tells the program by signals
what changed. All of pyqtgraph's own input is replaced; its items still fit, because its matrices are our camera's.
"""

from __future__ import annotations

import sys

import numpy as np
from pyqtgraph.opengl import GLViewWidget
from PySide6 import QtCore, QtGui, QtWidgets

from rigs.document import Document
from solver import Evaluated
from viewport.camera import Camera, Lens, between
from viewport.colours import DARK, Colours
from viewport.floats import Floats
from viewport.hand import Hand
from viewport.keys import BUTTONS, CURSORS, MODIFIERS, held, held_after, name_of
from viewport.mannequin import mannequin
from viewport.paint import offscreen
from viewport.paint.floor import grid_cell
from viewport.paint.painter import Painter
from viewport.scene import DISPLAY, Display, scene
from viewport.stage import Look, Stage

Qt = QtCore.Qt

GLIDE = 120
"""How long a change of view takes, milliseconds."""

POINTING = 12
"""What lies under the pointer is looked up at most this often, milliseconds."""

LATE = 40
"""A drag repaints when its pose arrives; after so many milliseconds without one, all the same."""

UNITS = ((1.0, "m"), (0.01, "cm"), (0.001, "mm"))

NOTCH, PIXELS = 120.0, 40.0
"""One notch of a wheel in Qt's angle, and in pixels of a touchpad."""


class View(GLViewWidget):
    """Shows a rig and lets it be grabbed."""

    hints_changed = QtCore.Signal(tuple)
    """What mouse and keys would do now: ((keys, text), …), see `viewport.hints`."""
    hovered = QtCore.Signal(object)
    """The name of the bone under the pointer, or None."""
    tool_changed = QtCore.Signal(str)
    auto_ik_changed = QtCore.Signal(bool, int)
    """Whether Auto IK is on, and the chain length; 0 is as far as connected."""
    x_ray_changed = QtCore.Signal(bool)
    """Whether the figure hides bones but for a faint shine, or they lie in front."""
    picture_asked = QtCore.Signal()

    def __init__(self, stage: Stage, parent: QtWidgets.QWidget | None = None) -> None:
        self._hand = Hand(stage, self._glide)
        self._look: Look | None = None
        self._painter = Painter()
        super().__init__(parent)
        self.reduced_motion = False
        self._unframed = False
        self._colours = DARK
        self._display = DISPLAY
        self._told: dict[str, object] = {}
        self._glide_from, self._glide_to = self._hand.camera, self._hand.camera
        self._gliding = QtCore.QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=GLIDE)
        self._gliding.valueChanged.connect(self._glided)
        self._pointing = _timer(self, POINTING, self._point)
        self._late = _timer(self, LATE, self.update)
        self.setMouseTracking(True)
        self.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 240)
        self._floats = Floats(self)
        self._connect_floats()
        self._say()

    # What the program says

    def show_state(self, document: Document, evaluated: Evaluated) -> None:
        """Show this document in this pose."""
        self._look = Look(document, evaluated)
        self._hand.see(self._look)
        self._late.stop()
        self._say()
        self.update()

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        self._colours = colours
        self._floats.show_colours(colours)
        self.update()

    @property
    def camera(self) -> Camera:
        """Where the rig is seen from."""
        return self._hand.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._gliding.stop()
        self._hand.camera = camera
        self._say()
        self.update()

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view: which pixel shows what."""
        return self._hand.lens

    def frame_all(self) -> None:
        """Look at the whole rig, at once; as soon as the view has its size if nobody sees it yet."""
        self._unframed = not self.isVisible()
        self._hand.frame_all()
        self.camera = self._glide_to

    def pick_tool(self, name: str) -> None:
        """Take the tool of that name, see `viewport.tools.TOOLS`."""
        self._hand.pick_tool(name)
        self._changed()

    def switch_auto_ik(self, on: bool) -> None:
        """Whether dragging a bone takes its chain along."""
        self._hand.switch_auto_ik(on)
        self._changed()

    def set_chain_length(self, length: int) -> None:
        """How many bones Auto IK takes along; 0 is as far as connected."""
        self._hand.set_chain_length(length)
        self._changed()

    def switch_x_ray(self, on: bool) -> None:
        """Whether bones shine through the figure faintly instead of lying in front of it."""
        self._display = Display(x_ray=on)
        self._changed()

    def picture(self, width: int, height: int) -> QtGui.QImage:
        """The rig as seen now, without what lies over it, in any size."""
        look, shown = self._hand.seen, self._display
        return offscreen.render(look.document, look.evaluated, self.camera, width, height, self._colours, display=shown)

    # Painting

    def initializeGL(self) -> None:
        """A context begins: the first one, or another after the window was moved into a dock."""
        super().initializeGL()
        self._painter = Painter()

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

    # Mouse

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        """A button goes down."""
        self._press(event, 1)

    def mouseDoubleClickEvent(self, event: QtGui.QMouseEvent) -> None:
        """It goes down a second time."""
        self._press(event, 2)

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        """The pointer moves."""
        busy, dragging = self._hand.busy, self._hand.gesture is not None
        before = self.camera
        self._hand.move(event.position().x(), event.position().y(), held(event.modifiers()))
        if dragging or self._hand.gesture is not None:
            self._dragged()
        elif not busy and not self._pointing.isActive():
            self._pointing.start()
        elif self.camera is not before:
            self._changed()

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        """A button comes up."""
        if event.button() in BUTTONS:
            self._hand.release(BUTTONS[event.button()])
            self._hand.point()
            self._changed()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        """Wheel or touchpad: zoom, or a longer and shorter chain."""
        self._gliding.stop()
        self._hand.pointer = event.position().x(), event.position().y()
        angle, pixels = event.angleDelta(), event.pixelDelta()
        touched = event.phase() != Qt.ScrollPhase.NoScrollPhase and not pixels.isNull()
        notches = (pixels.y() or pixels.x()) / PIXELS if touched else (angle.y() or angle.x()) / NOTCH
        self._hand.wheel(notches, held(event.modifiers()))
        self._hand.point()
        self._changed()
        event.accept()

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        """Keys follow the pointer, unless somebody is typing."""
        typing = (QtWidgets.QLineEdit, QtWidgets.QAbstractSpinBox, QtWidgets.QTextEdit, QtWidgets.QPlainTextEdit)
        if self.isActiveWindow() and not isinstance(QtWidgets.QApplication.focusWidget(), typing):
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def leaveEvent(self, event: QtCore.QEvent) -> None:
        """Nothing lies under the pointer any more."""
        self._leave()

    # Keyboard

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """A key that means something here is not a shortcut of the program's; during a drag none is."""
        if event.type() != QtCore.QEvent.Type.ShortcutOverride:
            return False
        known = self._hand.knows(name_of(event), held(event.modifiers()))
        event.setAccepted(known)
        return known

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """A key goes down; what means nothing here goes on to the window."""
        self._hand.hold(held_after(event))
        if event.key() not in MODIFIERS:
            event.setAccepted(self._hand.key(name_of(event), held(event.modifiers())))
        self._changed()

    def keyReleaseEvent(self, event: QtGui.QKeyEvent) -> None:
        """A key comes up; modifiers change what a drag does."""
        self._hand.hold(held_after(event))
        self._changed()

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

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """The floating panels keep their places."""
        super().resizeEvent(event)
        self._hand.size = self.width(), self.height()
        self._floats.place()

    # Inside

    def _paint(self) -> None:
        """The scene, then whatever items others added."""
        if self._look is None:
            return
        self._hand.size = self.width(), self.height()
        look, overlay = self._look, self._hand.overlay()
        drawn = scene(look.document, look.evaluated, overlay, self._colours, display=self._display)
        self._painter.paint(drawn, self.camera, self.width(), self.height(), self.devicePixelRatioF())
        if self.items:
            region = self.getViewport()
            self.setProjection(region, region)
            self.setModelview()
            self.drawItemTree()

    def _press(self, event: QtGui.QMouseEvent, clicks: int) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._gliding.stop()
        if event.button() in BUTTONS:
            at = event.position()
            self._hand.press(BUTTONS[event.button()], at.x(), at.y(), held(event.modifiers()), clicks)
            self._changed()

    def _leave(self) -> None:
        self._pointing.stop()
        self._hand.leave()
        self._changed()

    def _point(self) -> None:
        if self._hand.point():
            self._changed()

    def _dragged(self) -> None:
        """A drag went on: its picture comes with its pose."""
        self._say()
        if self._hand.gesture is None:
            self.update()
        elif not self._late.isActive():
            self._late.start()

    def _changed(self) -> None:
        self._say()
        self.update()

    def _say(self) -> None:
        """Tell the program and the floating panels what changed."""
        hand = self._hand
        if self.cursor().shape() != CURSORS[hand.cursor]:
            self.setCursor(CURSORS[hand.cursor])
        self._floats.step_aside(hand.gesture is not None)
        if self._look is None:
            return
        cell = grid_cell(mannequin(self._look.document.rig).scale)
        self._floats.title.show_title(hand.camera.name, hand.readout or f"Perspective · grid {in_words(cell)}")
        self._tell("hints", hand.says(), self.hints_changed)
        self._tell("hovered", hand.under.bone, self.hovered)
        if self._tell("tool", hand.tool.name, self.tool_changed):
            self._floats.tools.show_tool(hand.tool.name)
        if self._tell("x-ray", self._display.x_ray, self.x_ray_changed):
            self._floats.options.x_ray.setChecked(self._display.x_ray)
        settings = (hand.settings.auto_ik, hand.settings.chain_length)
        if self._told.get("auto ik") != settings:
            self._told["auto ik"] = settings
            self._floats.options.show_auto_ik(*settings)
            self._floats.place()
            self.auto_ik_changed.emit(*settings)

    def _tell(self, what: str, value: object, signal: QtCore.SignalInstance) -> bool:
        if what in self._told and self._told[what] == value:
            return False
        self._told[what] = value
        signal.emit(value)
        return True

    def _glide(self, camera: Camera) -> None:
        """Go to another camera in a moment, or at once where motion is not wanted or nobody sees it."""
        self._glide_from, self._glide_to = self._hand.camera, camera
        self._gliding.stop()
        if self.reduced_motion or not self.isVisible():
            self.camera = camera
        else:
            self._gliding.start()

    def _glided(self, part: float) -> None:
        self._hand.camera = between(self._glide_from, self._glide_to, part)
        self._changed()

    def _connect_floats(self) -> None:
        self._floats.tools.picked.connect(self.pick_tool)
        self._floats.options.auto_ik_switched.connect(self.switch_auto_ik)
        self._floats.options.x_ray_switched.connect(self.switch_x_ray)
        self._floats.navigation.frame_asked.connect(self._hand.frame_selected)
        self._floats.navigation.picture_asked.connect(self.picture_asked)
        for panel in self._floats.panels:
            panel.entered.connect(self._leave)


def in_words(metres: float) -> str:
    """A round length in the unit that fits it: "10 cm"."""
    size, unit = next((u for u in UNITS if metres > 0.999 * u[0]), UNITS[-1])
    return f"{metres / size:g} {unit}"


def _matrix(rows: np.ndarray) -> QtGui.QMatrix4x4:
    return QtGui.QMatrix4x4(*rows.ravel().tolist())


def _timer(parent: QtCore.QObject, milliseconds: int, then: object) -> QtCore.QTimer:
    timer = QtCore.QTimer(parent, singleShot=True, interval=milliseconds)
    timer.timeout.connect(then)
    return timer
