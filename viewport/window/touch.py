"""Wheels and touchpads: both send the same event, and mean different things by it.

A wheel turns by notches. Two fingers on a touchpad go some pixels in any direction. What sent an event is told by the
device where the system knows it, else by the phases that only touchpads have.
"""

from __future__ import annotations

import msgspec
from PySide6 import QtCore, QtGui

Qt = QtCore.Qt

NOTCH, PIXELS = 120.0, 40.0
"""One notch of a wheel in Qt's angle, and the pixels that two fingers go for as much."""


class Scroll(msgspec.Struct, frozen=True):
    """What a wheel or a touchpad did. Two fingers: pixels in `dx`, `dy`, to the right and down."""

    notches: float
    fingers: bool = False
    dx: float = 0.0
    dy: float = 0.0


def scroll(event: QtGui.QWheelEvent) -> Scroll:
    """What an event means. Fingers that have left the touchpad mean nothing any more."""
    angle, pixels = event.angleDelta(), event.pixelDelta()
    if not by_fingers(event):
        return Scroll((angle.y() or angle.x()) / NOTCH)
    if event.phase() == Qt.ScrollPhase.ScrollMomentum:
        return Scroll(0.0, fingers=True)
    trusted = not pixels.isNull() and event.phase() != Qt.ScrollPhase.NoScrollPhase
    x, y = (pixels.x(), pixels.y()) if trusted else (angle.x() / NOTCH * PIXELS, angle.y() / NOTCH * PIXELS)
    return Scroll((y or x) / PIXELS, True, x, y)


def by_fingers(event: QtGui.QWheelEvent) -> bool:
    """Whether a touchpad sent this and not a wheel."""
    kind = event.device().type() if event.device() is not None else QtGui.QInputDevice.DeviceType.Unknown
    if kind == QtGui.QInputDevice.DeviceType.TouchPad:
        return True
    synthesised = event.source() == Qt.MouseEventSource.MouseEventSynthesizedBySystem
    return event.phase() != Qt.ScrollPhase.NoScrollPhase or synthesised
