"""Directions of a drag: in the plane of the picture, along one axis, or in the plane of two.

X, Y and Z keep to that axis of the orientation that is set; again, to the bone's own, or to the armature's where those
were the bone's own; once more, to none. With Shift they leave that axis out. While the middle button is held the
pointer's direction chooses the axis.
Points are (3,) in armature space, metres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.viewport.messages import _
from pantin.viewport.picking.gizmo import AXES, PLANES, ROLES
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.events import (
    Event,
    Key,
    Middle,
    Move,
    Orientation,
    Press,
)
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Shape
from pantin.viewport.values.stage import Look

Array = NDArray[np.float64]
Pixel = tuple[float, float]

ALONG: Mapping[Orientation, str] = {
    "global": _("along {axes}"),
    "local": _("along {axes}, own axes"),
    "parent": _("along {axes}, parent's axes"),
    "view": _("along {axes}, view axes"),
}
ABOUT: Mapping[Orientation, str] = {
    "global": _("about {axes}"),
    "local": _("about {axes}, own axes"),
    "parent": _("about {axes}, parent's axes"),
    "view": _("about {axes}, view axes"),
}
WITHIN: Mapping[Orientation, str] = {
    "global": _("in {axes}"),
    "local": _("in {axes}, own axes"),
    "parent": _("in {axes}, parent's axes"),
    "view": _("in {axes}, view axes"),
}


FARTHEST = 3.0
"""Largest factor on the pointer's way: that along an axis at 20° from the line of sight."""

IN_SIGHT = 0.1
"""Sine of the angle to the line of sight below which an axis points at the eye, and a plane is seen from its edge."""

VANISHED = 1e6
"""Farther than anything is dragged, metres."""


class DragAxes(msgspec.Struct, frozen=True, eq=False):
    """The directions left to a drag: along `axis`, or in the plane that stands on `normal`; all where both are None."""

    frames: Mapping[Orientation, Array] = msgspec.field(
        default_factory=lambda: {"global": drag_target.WORLD, "local": drag_target.WORLD}
    )
    """By orientation: rows, the directions called X, Y and Z."""
    orientation: Orientation = "global"
    axis: int | None = None
    normal: int | None = None
    first: Orientation = "global"
    """The orientation that a key keeps to when it is pressed once."""
    loose: Orientation = "global"
    """The orientation while all directions are left: what is typed and what snaps goes along its axes."""
    choosing: bool = False
    """Whether the pointer's direction chooses the axis."""

    @property
    def rows(self) -> Array:
        """The rows called X, Y and Z (3, 3), armature space."""
        return self.frames[self.orientation]

    @property
    def free(self) -> bool:
        """Return whether the drag keeps to no axis and no plane."""
        return self.axis is None and self.normal is None

    @property
    def each(self) -> bool:
        """Return whether several bones go along axes of their own each."""
        return not self.free and self.orientation in ("local", "parent")

    @property
    def kept(self) -> tuple[int, ...]:
        """The axes that are left."""
        return tuple(i for i in range(3) if i != self.normal and self.axis in (None, i))

    @property
    def name(self) -> str:
        """Return the name for the read-out: "along X", "in YZ, own axes"; nothing where all directions are left."""
        return "" if self.free else self._in_words(ALONG)

    @property
    def turning(self) -> str:
        """Return the name for the read-out of a turn: "about X"; nothing where all directions are left."""
        return "" if self.free else self._in_words(ABOUT)

    def _in_words(self, one: Mapping[Orientation, str]) -> str:
        said = WITHIN if self.axis is None else one
        return said[self.orientation].format(axes="".join("XYZ"[i] for i in self.kept))

    def after(self, event: Event, lens: Lens, point: Array, start: Pixel) -> DragAxes:
        """The axes after one more event of a drag that began at the pixel `start`."""
        match event:
            case Key(name=name, held=held) if name in AXES:
                return self._pressed(AXES[name], held.shift)
            case Middle(down=True):
                return self._loose(choosing=self.free)
            case Middle():
                return replace(self, choosing=False)
            case Move(x=x, y=y) if self.choosing:
                axis = _nearest(self.frames[self.first], lens, point, start, (x, y))
                return self if axis is None else replace(self, orientation=self.first, axis=axis, normal=None)
        return self

    def offset(self, lens: Lens, point: Array, start: Pixel, began: Array, now: Pixel) -> Array:
        """Return the displacement of `point` (3,), armature space, while the pointer goes from one pixel to another.

        `began` (3,) is where it was at `start` in the plane through `point` that faces the camera. Axes and planes that
        are seen foreshortened take it FARTHEST times as far as the pointer goes at most.
        """
        free = lens.facing(*now, point) - began
        if self.free:
            return free
        kept = self.rows[list(self.kept)]
        seen = kept.T @ (kept @ free)
        way = _followed(kept, seen, lens, point, start, now)
        most, far = FARTHEST * float(np.linalg.norm(free)), float(np.linalg.norm(way))
        return way * (most / far) if far > most else way

    def snapped(self, offset: Array, step: float) -> Array:
        """The offset (3,) in whole steps along each axis."""
        return np.round(self.rows @ offset / step) * step @ self.rows

    def by(self, metres: Sequence[float]) -> Array:
        """The offset (3,) of typed numbers, along the axes that are left, in their order."""
        numbers = zip(self.kept, metres, strict=False)
        return np.asarray(sum((self.rows[i] * number for i, number in numbers), np.zeros(3)))

    def guides(self, lens: Lens, point: Array) -> tuple[Shape, ...]:
        """Lines through `point` along the axes that are left."""
        reach = lens.camera.distance * 0.45
        return () if self.free else tuple(_guide(point, reach * self.rows[i], ROLES[i]) for i in self.kept)

    def _pressed(self, index: int, plane: bool) -> DragAxes:
        axis, normal = (None, index) if plane else (index, None)
        if (self.axis, self.normal) != (axis, normal):
            return replace(self._loose(), orientation=self.first, axis=axis, normal=normal)
        other: Orientation = "global" if self.first == "local" else "local"
        return self._loose() if self.orientation == other else replace(self, orientation=other)

    def _loose(self, choosing: bool = False) -> DragAxes:
        return replace(self, orientation=self.loose, axis=None, normal=None, choosing=choosing)


def begin(look: Look, name: str, press: Press) -> DragAxes:
    """The axes that a drag begins with: those of the part of the gizmo that was pressed, else all."""
    orientations: tuple[Orientation, ...] = ("global", "local", "parent", "view")
    frames = {one: drag_target.orientation_axes(look, name, one, press.lens) for one in orientations}
    wanted = press.settings.orientation
    loose: Orientation = "global" if wanted == "local" else wanted
    axis, normal = AXES.get(press.part or ""), PLANES.get(press.part or "")
    return DragAxes(frames, loose if axis is normal is None else wanted, axis, normal, wanted, loose)


def step(lens: Lens, point: Array) -> float:
    """Return the step that Ctrl snaps to: the power of ten (metres) that fits into twenty pixels."""
    return 10.0 ** floor(log10(20 * lens.pixel(point)))


def _nearest(axes: Array, lens: Lens, point: Array, start: Pixel, now: Pixel) -> int | None:
    """The axis whose direction on the screen is nearest to that of the pointer."""
    went = np.subtract(now, start)
    size = lens.pixel(point)
    ends = lens.project(point + axes * size)[:, :2] - lens.project(point)[0, :2]
    lengths = np.linalg.norm(ends, axis=1)
    if np.linalg.norm(went) < 2.0 or not np.isfinite(lengths).all():
        return None
    return int(np.argmax(np.where(lengths > 0.1, np.abs(ends @ went) / np.maximum(lengths, 1e-12), -1.0)))


def _guide(point: Array, reach: Array, role: ColourRole) -> Shape:
    ends = np.stack([point - reach, point + reach])
    return Shape(tuple(map(tuple, ends.tolist())), role, 1.0, opacity=0.7)


def _followed(kept: Array, seen: Array, lens: Lens, point: Array, start: Pixel, now: Pixel) -> Array:
    """Return the displacement of `point` along an axis, or in a plane, of the rows `kept` (k, 3) that keeps it under
    the pointer.

    An axis is followed on the plane that holds it and faces the camera; one that points at the eye goes up and down.
    A plane seen from its edge goes as far as its part of the pointer's way, `seen`, and past where a plane vanishes
    all goes that way without end.
    """
    towards = lens.camera.eye - point
    near = IN_SIGHT * float(np.linalg.norm(towards))
    if len(kept) == 1:
        normal = towards - kept[0] * (towards @ kept[0])
        if np.linalg.norm(normal) < near:
            return np.asarray(kept[0] * ((start[1] - now[1]) * lens.pixel(point)))
    else:
        normal = np.cross(kept[0], kept[1])
        if abs(towards @ normal) < near:
            return seen
    before, after = lens.on_plane(*start, point, normal), lens.on_plane(*now, point, normal)
    if before is None or after is None:
        return seen * (VANISHED / max(float(np.linalg.norm(seen)), 1.0 / VANISHED))
    return np.asarray(kept.T @ (kept @ (after - before)))
