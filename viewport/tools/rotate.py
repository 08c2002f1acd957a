"""Rotate: drag a ring of the gizmo, drag a bone, or press R. X, Y and Z choose an axis, digits say how many degrees.

The rings turn the bone about its own axes, which are those of its joint; otherwise the line of sight is the axis. Each
selected bone turns about its own head, and what it carries comes along.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, radians, sin

import numpy as np
from numpy.typing import NDArray

from rigs.fields import Quaternion
from solver import posing
from viewport.camera import Lens
from viewport.events import Event, Held, Key, Move, Press, Release
from viewport.gizmo import AXES
from viewport.overlay import Overlay, Shape
from viewport.stage import Kept, Look, Preview
from viewport.tools import grip
from viewport.tools.typed import number, typed
from viewport.tools.way import Way, after_key

Array = NDArray[np.float64]

SNAP = radians(5)
"""Ctrl turns in steps of this angle."""

ALONG = 74.0
"""Where a ring is seen from its edge, so many pixels along it turn by one radian."""


def rotate(look: Look, press: Press) -> Generator[Preview, Event, Kept | None]:
    """Turn what was pressed, or what is selected."""
    look = replace(look, document=grip.taken(look.document, press))
    name = grip.lead(look.document)
    if name is None:
        return None
    drag = _taken_hold(look, press, name)
    while True:
        preview = drag.preview()
        event = yield preview
        if event == Release():
            return Kept(f"Rotate {grip.title(drag.names)}", preview)
        drag = drag.heard(event)


@dataclass(frozen=True, eq=False)
class _Drag:
    """Everything that decides what a rotation shows."""

    look: Look
    press: Press
    name: str
    names: tuple[str, ...]
    pivot: Array
    way: Way
    aim: tuple[float, float]
    held: Held
    text: str = ""

    def heard(self, event: Event) -> _Drag:
        """The drag after one more event."""
        match event:
            case Move():
                return replace(self, aim=(event.x, event.y), held=event.held)
            case Key():
                turned = after_key(self.way, event.name, grip.axes_of(self.look, self.name))
                return replace(self, way=turned, text=typed(self.text, event.name))
        return self

    def preview(self) -> Preview:
        """What to show."""
        axis = self._axis()
        angle = self._angle(axis)
        document = posing.rotate(self.look.document, self.look.evaluated, self.names, turn(axis, angle))
        guides = (*self.way.guides(self.press.lens, self.pivot), _spoke(self.press.lens, self.pivot, self.aim))
        return Preview(document, overlay=Overlay(guides=guides), readout=self._readout(angle))

    def _axis(self) -> Array:
        if self.way.axis is not None:
            return np.asarray(self.way.axes[self.way.axis])
        towards = self.press.lens.camera.eye - self.pivot
        return np.asarray(towards / np.linalg.norm(towards))

    def _angle(self, axis: Array) -> float:
        number_typed = number(self.text)
        if number_typed is not None:
            return radians(number_typed)
        angle = swept(self.press.lens, self.pivot, axis, (self.press.x, self.press.y), self.aim)
        return round(angle / SNAP) * SNAP if self.held.ctrl else angle

    def _readout(self, angle: float) -> str:
        shown = self.text or f"{degrees(angle):.1f}"
        about = self.way.name.replace("along", "about") or "about the line of sight"
        return f"Rotate {shown}° {about}".replace("-", "\N{MINUS SIGN}")


def swept(lens: Lens, pivot: Array, axis: Array, start: tuple[float, float], now: tuple[float, float]) -> float:
    """The angle about an axis between two pixels, radians; -180° to 180°."""
    towards = lens.camera.eye - pivot
    if abs(axis @ towards) < 0.15 * np.linalg.norm(towards):
        return _swept_edge_on(lens, pivot, axis, start, now)
    before, after = lens.on_plane(*start, pivot, axis), lens.on_plane(*now, pivot, axis)
    if before is None or after is None:
        return 0.0
    before, after = before - pivot, after - pivot
    return atan2(float(np.cross(before, after) @ axis), float(before @ after))


def turn(axis: Array, angle: float) -> Quaternion:
    """The turn by an angle about a unit axis, [x, y, z, w]."""
    x, y, z = (sin(angle / 2) * axis).tolist()
    return (x, y, z, cos(angle / 2))


def _swept_edge_on(
    lens: Lens, pivot: Array, axis: Array, start: tuple[float, float], now: tuple[float, float]
) -> float:
    """A ring seen from its edge is a line: the front of it follows the pointer along that line."""
    front = np.cross(axis, lens.camera.eye - pivot)
    front /= np.linalg.norm(front)
    ends = lens.project([pivot, pivot + front * lens.pixel(pivot)])[:, :2]
    return float((np.subtract(now, start)) @ (ends[1] - ends[0])) / ALONG


def _spoke(lens: Lens, pivot: Array, aim: tuple[float, float]) -> Shape:
    """A dashed line from the pivot to the pointer."""
    x, y = lens.project(pivot)[0, :2].tolist()
    return Shape(((x, y), aim), "text_dim", 1.0, dash=(4.0, 3.0))


def _taken_hold(look: Look, press: Press, name: str) -> _Drag:
    axis = AXES.get(press.part or "")
    own = axis is not None
    return _Drag(
        look,
        press,
        name,
        names=look.document.selected,
        pivot=grip.head(look, name),
        way=Way(grip.axes_of(look, name) if own else grip.WORLD, axis, None, own),
        aim=(press.x, press.y),
        held=press.held,
    )
