"""Where a drag may go: in the plane of the picture, along one axis, or in the plane of two."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from viewport.camera import Lens
from viewport.colours import Role
from viewport.gizmo import AXES, PLANES, ROLES
from viewport.overlay import Shape
from viewport.tools.grip import WORLD

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Way:
    """The directions left to a drag: along `axis`, or in the plane that stands on `normal`; all where both are None."""

    axes: Array = field(default_factory=lambda: WORLD)
    """Rows: the directions called X, Y and Z."""
    axis: int | None = None
    normal: int | None = None
    own: bool = False
    """The axes are the bone's own and not those of the armature."""

    def offset(self, lens: Lens, point: Array, start: tuple[float, float], now: tuple[float, float]) -> Array:
        """How far `point` goes, armature space, while the pointer goes from one pixel to another."""
        if self.axis is not None:
            return _along(self.axes[self.axis], lens, point, start, now)
        free = lens.facing(*now, point) - lens.facing(*start, point)
        if self.normal is None:
            return free
        normal = self.axes[self.normal]
        before, after = lens.on_plane(*start, point, normal), lens.on_plane(*now, point, normal)
        return free - normal * (free @ normal) if before is None or after is None else after - before

    def snapped(self, offset: Array, step: float) -> Array:
        """The offset in whole steps along each axis."""
        return np.round(self.axes @ offset / step) * step @ self.axes

    def by(self, metres: float) -> Array:
        """The offset of a typed number: along the axis, else along the first axis that is free."""
        free = 1 if self.normal == 0 else 0
        return np.asarray(self.axes[self.axis if self.axis is not None else free] * metres)

    def guides(self, lens: Lens, point: Array) -> tuple[Shape, ...]:
        """Lines through `point` along the axes that are left."""
        reach = lens.camera.distance * 0.45
        kept = [i for i in range(3) if i == self.axis or (self.normal is not None and i != self.normal)]
        return tuple(_guide(point, reach * self.axes[i], ROLES[i]) for i in kept)

    @property
    def name(self) -> str:
        """What the read-out calls it: "along X", "in YZ, own axes"; nothing where the way is free."""
        if self.axis is None and self.normal is None:
            return ""
        letters = "XYZ"[self.axis] if self.axis is not None else "XYZ".replace("XYZ"[self.normal or 0], "")
        return f"{'along' if self.axis is not None else 'in'} {letters}{', own axes' if self.own else ''}"


def of_part(part: str | None, axes: Array, own: bool) -> Way:
    """The way of a part of the move gizmo."""
    return Way(axes, AXES.get(part or ""), PLANES.get(part or ""), own)


def after_key(way: Way, key: str, own_axes: Array) -> Way:
    """The way after X, Y or Z: first along that axis of the armature, then along the bone's own, then free again."""
    index = AXES.get(key)
    if index is None:
        return way
    if way.axis != index:
        return Way(WORLD, index)
    return Way() if way.own else replace(way, axes=own_axes, own=True)


def step(lens: Lens, point: Array) -> float:
    """What Ctrl snaps to: the power of ten (metres) that fits into twenty pixels."""
    return 10.0 ** floor(log10(20 * lens.pixel(point)))


def _guide(point: Array, reach: Array, role: Role) -> Shape:
    ends = np.stack([point - reach, point + reach])
    return Shape(tuple(map(tuple, ends.tolist())), role, 1.0, opacity=0.7)


def _along(axis: Array, lens: Lens, point: Array, start: tuple[float, float], now: tuple[float, float]) -> Array:
    """Follow the pointer on the plane that holds the axis and faces the camera; an axis in sight goes up and down."""
    towards = lens.camera.eye - point
    normal = towards - axis * (towards @ axis)
    if np.linalg.norm(normal) < 0.1 * np.linalg.norm(towards):
        return axis * ((start[1] - now[1]) * lens.pixel(point))
    before, after = lens.on_plane(*start, point, normal), lens.on_plane(*now, point, normal)
    if before is None or after is None:
        return np.zeros(3)
    return axis * float((after - before) @ axis)
