"""Qt's events by mouse, touchpad and keyboard, translated for the controller.

All that happens to the view comes by here first. What an event means is decided by
`viewport.interaction.controller`; signals say whether there is anything new to be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import msgspec
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.navigation import axes_corner
from pantin.viewport.tools.dragging.events import CLICK, Held
from pantin.viewport.window.keys import BUTTONS, MODIFIERS, held, held_after, name_of

Qt = QtCore.Qt
Kind = QtCore.QEvent.Type

POINTING = 12
"""Least time between two looks for what is under the pointer, milliseconds; the first is at once."""

TYPING = (QtWidgets.QLineEdit, QtWidgets.QAbstractSpinBox, QtWidgets.QTextEdit, QtWidgets.QPlainTextEdit)
"""The widgets that keep the keyboard while something is typed in them."""

LENDS_KEYS = "lends keys"
"""The property of a line that is typed into and gives the keys away as soon as the pointer is over something else.

The search lines of panels have it; panels and view do not know each other."""


NOTCH, PIXELS = 120.0, 40.0
"""One notch of a wheel in Qt's angle, and the pixels that two fingers go for as much."""


class Scroll(msgspec.Struct, frozen=True):
    """The movement of a wheel or a touchpad. Two fingers: pixels in `dx`, `dy`, to the right and down."""

    notches: float
    fingers: bool = False
    dx: float = 0.0
    dy: float = 0.0


class Input(QtCore.QObject):
    """The events of one view."""

    changed = QtCore.Signal()
    """There is something to be seen that was not before."""
    dragged = QtCore.Signal()
    """A drag went on: there will be something to be seen when its pose arrives."""
    context_asked = QtCore.Signal(QtCore.QPoint, object)

    def __init__(self, view: QtWidgets.QWidget, controller: InteractionController) -> None:
        super().__init__(view)
        self._view, self._controller = view, controller
        self._over = False
        self._clicking: QtCore.QPointF | None = None
        self._pointing = QtCore.QTimer(self, singleShot=True, interval=POINTING)
        self._pointing.timeout.connect(self._point_again)
        self._moved = False
        self._does: dict[Kind, Callable[[Any], bool]] = {
            Kind.MouseButtonPress: lambda event: self._press(event, 1),
            Kind.MouseButtonDblClick: lambda event: self._press(event, 2),
            Kind.MouseMove: self._move,
            Kind.MouseButtonRelease: self._release,
            Kind.Wheel: self._wheel,
            Kind.NativeGesture: self._touch,
            Kind.Enter: self._enter,
            Kind.Leave: self._leave,
            Kind.ContextMenu: self._ask,
            Kind.ToolTip: self._explain,
            Kind.ShortcutOverride: self._override,
            Kind.KeyPress: self._key_press,
            Kind.KeyRelease: self._key_release,
            Kind.FocusOut: self._unfocus,
        }
        view.installEventFilter(self)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """True for what has been dealt with."""
        does = self._does.get(event.type())
        return does is not None and does(event)

    def point(self) -> None:
        """Find what lies under the pointer, if it is over the picture."""
        if self._over and self._controller.point():
            self.changed.emit()

    def leave(self) -> None:
        """Nothing lies under the pointer any more."""
        self._over = False
        self._pointing.stop()
        before, asked = self._controller.hovered, self._controller.bone_pick is not None
        self._controller.leave()
        if asked or not before.same(self._controller.hovered):
            self.changed.emit()

    # Mouse

    def _press(self, event: QtGui.QMouseEvent, clicks: int) -> bool:
        self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() in BUTTONS:
            at, idle = event.position(), not self._controller.busy and self._controller.bone_pick is None
            self._controller.press(BUTTONS[event.button()], at.x(), at.y(), held(event.modifiers()), clicks)
            asks = event.button() == Qt.MouseButton.RightButton and idle and not self._controller.busy
            self._clicking = at if asks else None
            self.changed.emit()
        return True

    def _move(self, event: QtGui.QMouseEvent) -> bool:
        controller, at, self._over = self._controller, event.position(), True
        if (now := QtWidgets.QApplication.focusWidget()) is not None and now.property(LENDS_KEYS):
            self._take_keys()
        busy, dragging, camera = controller.busy, controller.gesture is not None, controller.view_camera.camera
        controller.move(at.x(), at.y(), held(event.modifiers()))
        if dragging or controller.gesture is not None:
            (self.changed if controller.gesture is None else self.dragged).emit()
        elif controller.view_camera.camera is not camera:
            self.changed.emit()
        elif not busy:
            self._moved = True
            if not self._pointing.isActive():
                self._point_again()
        return True

    def _point_again(self) -> None:
        """Point at once; what moves on meanwhile is looked up when the pause is over."""
        if self._moved:
            self._moved = False
            self._pointing.start()
            self.point()

    def _release(self, event: QtGui.QMouseEvent) -> bool:
        if event.button() in BUTTONS:
            self._controller.release(BUTTONS[event.button()])
            self._controller.point()
            self.changed.emit()
        if event.button() == Qt.MouseButton.RightButton and self._clicking is not None:
            moved, self._clicking = event.position() - self._clicking, None
            if hypot(moved.x(), moved.y()) <= CLICK:
                self.context_asked.emit(event.globalPosition().toPoint(), self._controller.hovered.bone)
        return True

    def _enter(self, event: QtGui.QEnterEvent) -> bool:
        self._take_keys()
        return False

    def _take_keys(self) -> None:
        """Keys follow the pointer, unless somebody is typing what would be lost; a search stays as it was typed."""
        now = QtWidgets.QApplication.focusWidget()
        typing = isinstance(now, TYPING) and not now.property(LENDS_KEYS)
        if now is not self._view and self._view.isActiveWindow() and not typing:
            self._view.setFocus(Qt.FocusReason.MouseFocusReason)

    def _leave(self, event: QtCore.QEvent) -> bool:
        self.leave()
        return False

    # Wheel and touchpad

    def _wheel(self, event: QtGui.QWheelEvent) -> bool:
        """A wheel zooms, or makes the chain longer and shorter; two fingers orbit, pan and zoom."""
        self._controller.pointer = event.position().x(), event.position().y()
        turned, keys = scroll(event), held(event.modifiers())
        if turned.fingers:
            self._controller.swipe(turned.dx, turned.dy, turned.notches, keys)
        else:
            self._controller.wheel(turned.notches, keys)
        self._controller.point()
        self.changed.emit()
        return True

    def _touch(self, event: QtGui.QNativeGestureEvent) -> bool:
        """Two fingers pinch, or tap twice."""
        controller = self._controller
        controller.pointer = event.position().x(), event.position().y()
        match event.gestureType():
            case Qt.NativeGestureType.ZoomNativeGesture:
                controller.pinch(event.value())
            case Qt.NativeGestureType.SmartZoomNativeGesture if not controller.busy:
                controller.view_camera.frame(controller.seen, controller.seen.document.selected)
            case _:
                return False
        self.changed.emit()
        return True

    # What Qt asks for

    def _ask(self, event: QtGui.QContextMenuEvent) -> bool:
        """The menu key asks for the menu at the pointer; the right button does so when it comes up."""
        if event.reason() == QtGui.QContextMenuEvent.Reason.Keyboard and not self._controller.busy:
            place = QtCore.QPointF(*self._controller.pointer).toPoint()
            self.context_asked.emit(self._view.mapToGlobal(place), self._controller.hovered.bone)
        return True

    def _explain(self, event: QtGui.QHelpEvent) -> bool:
        """Explain the axes in the corner."""
        controller, at = self._controller, event.pos()
        ball = None if controller.busy else axes_corner.ball_at(controller.view_camera.lens, at.x(), at.y())
        QtWidgets.QToolTip.showText(event.globalPos(), "" if ball is None else axes_corner.tip(ball), self._view)
        return True

    # Keyboard

    def _override(self, event: QtGui.QKeyEvent) -> bool:
        """A key that means something to a drag is not a shortcut of the program's."""
        if event.key() not in MODIFIERS:
            self._controller.active_drag.yield_to_shortcut(name_of(event), held(event.modifiers()))
        known = self._controller.knows(name_of(event), held(event.modifiers()))
        event.setAccepted(known)
        return known

    def _key_press(self, event: QtGui.QKeyEvent) -> bool:
        """Press a key: one that means nothing here goes on to the window."""
        self._controller.hold(held_after(event))
        busy = self._controller.busy
        known = event.key() not in MODIFIERS and self._controller.key(name_of(event), held(event.modifiers()))
        if busy and self._over:
            self._controller.point()
        self.changed.emit()
        return known

    def _key_release(self, event: QtGui.QKeyEvent) -> bool:
        self._controller.hold(held_after(event))
        self.changed.emit()
        return True

    def _unfocus(self, event: QtGui.QFocusEvent) -> bool:
        """Keys go elsewhere now, to a menu or a dialog: their release is not reported here."""
        if not self._controller.busy:
            self._controller.hold(Held())
            self.changed.emit()
        return False


def scroll(event: QtGui.QWheelEvent) -> Scroll:
    """Return what a wheel or a touchpad did: both send the same event, and mean different things by it.

    A wheel turns by notches. Two fingers on a touchpad go some pixels in any direction; fingers that have left it mean
    nothing any more.
    """
    angle, pixels = event.angleDelta(), event.pixelDelta()
    if not by_fingers(event):
        return Scroll((angle.y() or angle.x()) / NOTCH)
    if event.phase() == Qt.ScrollPhase.ScrollMomentum:
        return Scroll(0.0, fingers=True)
    trusted = not pixels.isNull() and event.phase() != Qt.ScrollPhase.NoScrollPhase
    x, y = (pixels.x(), pixels.y()) if trusted else (angle.x() / NOTCH * PIXELS, angle.y() / NOTCH * PIXELS)
    return Scroll((y or x) / PIXELS, True, x, y)


def by_fingers(event: QtGui.QWheelEvent) -> bool:
    """Return whether a touchpad sent this and not a wheel: by the device, else by phases that only touchpads have."""
    kind = event.device().type() if event.device() is not None else QtGui.QInputDevice.DeviceType.Unknown
    if kind == QtGui.QInputDevice.DeviceType.TouchPad:
        return True
    synthesised = event.source() == Qt.MouseEventSource.MouseEventSynthesizedBySystem
    return event.phase() != Qt.ScrollPhase.NoScrollPhase or synthesised
