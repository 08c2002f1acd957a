"""The gizmos that move, rotate and scale the selection: shapes in pixels, to draw and to hit-test.

A gizmo keeps its size on screen whatever the zoom. Its parts are named after what they do: "x" moves along or rotates
about the X axis, "yz" moves in that plane, "centre" moves in the plane of the picture or scales evenly, "view" rotates
about the line of sight, and the area inside the rings is a "trackball". Axes that are locked on the bone are drawn dim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import pi

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.fields import AxisSwitches
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Shape, points_of

Array = NDArray[np.float64]

REACH = 7.0
"""Distance from its line at which a part can be pressed, pixels."""

AXES: dict[str, int] = {"x": 0, "y": 1, "z": 2}
PLANES: dict[str, int] = {"yz": 0, "xz": 1, "xy": 2}
"""The planes by the axis that stands on them."""

TRACKBALL = "trackball"

ROLES: tuple[ColourRole, ColourRole, ColourRole] = ("axis_x", "axis_y", "axis_z")

NONE_LOCKED: AxisSwitches = (False, False, False)

DIM = 0.3
"""Opacity of a part that is locked."""

_ARROW, _RING, _VIEW_RING, _CENTRE, _BOX = 78.0, 74.0, 90.0, 9.0, 5.0
_CIRCLE = np.stack(
    [np.cos(np.linspace(0, 2 * pi, 64, endpoint=False)), np.sin(np.linspace(0, 2 * pi, 64, endpoint=False))], 1
)


class Part(msgspec.Struct, frozen=True, eq=False):
    """One line or area of a gizmo. Parts that share a name act, and are highlighted, together."""

    name: str
    points: Array
    """(n, 2) pixels."""
    role: ColourRole
    width: float = 2.0
    closed: bool = False
    fill: float = 0.0
    locked: bool = False
    """Cannot be grabbed."""
    behind: bool = False
    """Gives way to every other part within reach."""


def moving(pivot: Array, axes: Array, lens: Lens, locked: AxisSwitches = NONE_LOCKED) -> tuple[Part, ...]:
    """The gizmo of move at `pivot` (3,): three arrows, three planes, a centre; rows of `axes` (3, 3) are directions."""
    size = _ARROW * lens.pixel(pivot)
    parts = list(_planes(pivot, axes, size, lens))
    for name, index in AXES.items():
        parts += _arrow(name, pivot, axes[index], ROLES[index], size, lens)
    parts.append(Part("centre", _round(lens.project(pivot)[0, :2], _CENTRE), "text", 1.5, closed=True, fill=0.12))
    return _with_locks(parts, locked)


def turning(pivot: Array, axes: Array, lens: Lens, locked: AxisSwitches = NONE_LOCKED) -> tuple[Part, ...]:
    """The gizmo of rotate: the visible half of a ring about each axis, one about the line of sight, a trackball."""
    size = _RING * lens.pixel(pivot)
    centre = lens.project(pivot)[0, :2]
    parts = [
        Part(TRACKBALL, _round(centre, _RING), "text", 0.0, closed=True, fill=0.03, behind=True),
        Part("view", _round(centre, _VIEW_RING), "text_dim", 1.5, closed=True),
    ]
    for name, index in AXES.items():
        parts += _ring(name, pivot, axes, index, size, lens)
    return _with_locks(parts, locked)


def sizing(pivot: Array, axes: Array, lens: Lens, locked: AxisSwitches = NONE_LOCKED) -> tuple[Part, ...]:
    """The gizmo of scale: three lines that end in boxes, three planes, and a box in the middle that scales evenly."""
    size = _ARROW * lens.pixel(pivot)
    parts = list(_planes(pivot, axes, size, lens))
    for name, index in AXES.items():
        parts += _boxed(name, pivot, axes[index], ROLES[index], size, lens)
    parts.append(Part("centre", _square(lens.project(pivot)[0, :2], _CENTRE), "text", 1.5, closed=True, fill=0.12))
    return _with_locks(parts, locked)


def part_at(parts: Iterable[Part], x: float, y: float) -> Part | None:
    """The part under a pixel, the nearest within reach; of equally near ones the one drawn last."""
    found, nearest = None, REACH
    for part in sorted(parts, key=lambda part: not part.behind):
        distance = _distance(part, np.array([x, y]))
        if distance <= nearest or (found is not None and found.behind and distance <= REACH):
            found, nearest = part, distance
    return found


def shapes(parts: Iterable[Part], highlighted: str | None) -> tuple[Shape, ...]:
    """The shapes to draw; the part named `highlighted` stands out."""
    return tuple(
        Shape(
            points=points_of(part.points),
            role="text" if part.name == highlighted else part.role,
            width=part.width + (part.name == highlighted and part.width > 0),
            closed=part.closed,
            fill=min(part.fill * 2, 1.0) if part.name == highlighted else part.fill,
            opacity=DIM if part.locked else 1.0,
        )
        for part in parts
    )


def _with_locks(parts: Iterable[Part], locked: AxisSwitches) -> tuple[Part, ...]:
    """The parts with their locks: a part is locked where all channels that it changes are."""
    return tuple(replace(part, locked=all(locked[i] for i in _changes(part.name))) for part in parts)


def _changes(name: str) -> tuple[int, ...]:
    """The axes, 0 to 2, that the part of this name changes."""
    if name in AXES:
        return (AXES[name],)
    return tuple(i for i in range(3) if i != PLANES.get(name))


def _planes(pivot: Array, axes: Array, size: float, lens: Lens) -> Iterator[Part]:
    """Squares that move or scale in the plane of two axes."""
    for name, index in PLANES.items():
        yield from _plane(name, pivot, axes, index, size, lens)


def _boxed(name: str, pivot: Array, axis: Array, role: ColourRole, size: float, lens: Lens) -> Iterator[Part]:
    """A line along an axis that ends in a box; none where the axis points at the camera."""
    if abs(axis @ _towards_eye(pivot, lens)) > 0.97:
        return
    start, end = lens.project([pivot + 0.18 * size * axis, pivot + size * axis])[:, :2]
    yield Part(name, np.stack([start, end]), role)
    yield Part(name, _square(end, _BOX), role, 1.0, closed=True, fill=1.0)


def _plane(name: str, pivot: Array, axes: Array, normal: int, size: float, lens: Lens) -> Iterator[Part]:
    """A square in the plane of two axes; none where it is seen from its edge."""
    if abs(axes[normal] @ _towards_eye(pivot, lens)) < 0.2:
        return
    u, v = (axes[i] * size for i in range(3) if i != normal)
    corners = [pivot + a * u + b * v for a, b in ((0.28, 0.28), (0.5, 0.28), (0.5, 0.5), (0.28, 0.5))]
    yield Part(name, lens.project(corners)[:, :2], ROLES[normal], 1.25, closed=True, fill=0.3)


def _arrow(name: str, pivot: Array, axis: Array, role: ColourRole, size: float, lens: Lens) -> Iterator[Part]:
    """A line along an axis that ends in an arrow head; none where the axis points at the camera."""
    if abs(axis @ _towards_eye(pivot, lens)) > 0.97:
        return
    start, end = lens.project([pivot + 0.18 * size * axis, pivot + size * axis])[:, :2]
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across = np.array([-along[1], along[0]])
    yield Part(name, np.stack([start, end]), role)
    yield Part(name, np.stack([end + 12 * along, end + 5 * across, end - 5 * across]), role, 1.0, closed=True, fill=1.0)


def _ring(name: str, pivot: Array, axes: Array, axis: int, size: float, lens: Lens) -> Iterator[Part]:
    """The part of a ring about an axis that faces the camera."""
    u, v = (axes[i] * size for i in range(3) if i != axis)
    turns = np.linspace(0, 2 * pi, 97)[:, None]
    circle = np.cos(turns) * u + np.sin(turns) * v
    facing = circle @ _towards_eye(pivot, lens) >= -0.02 * size
    for half in _runs(circle, facing):
        yield Part(name, lens.project(pivot + half)[:, :2], ROLES[axis])


def _runs(circle: Array, facing: NDArray[np.bool_]) -> Iterator[Array]:
    """The contiguous stretches of a closed line that face the camera; the whole line where all of it does."""
    if facing.all():
        yield circle
        return
    first = int(np.argmin(facing))
    circle, facing = np.roll(circle[:-1], -first, axis=0), np.roll(facing[:-1], -first)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], facing, [False]]).astype(int)))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if end - start > 1:
            yield circle[start:end]


def _towards_eye(pivot: Array, lens: Lens) -> Array:
    """The unit direction (3,) from the pivot to the camera."""
    back = lens.camera.eye - pivot
    return back / max(float(np.linalg.norm(back)), 1e-12)


def _square(centre: Array, half: float) -> Array:
    """The corners of a square, pixels."""
    return centre + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=np.float64)


def _round(centre: Array, radius: float) -> Array:
    """The points of a circle, pixels."""
    return centre + radius * _CIRCLE


def _distance(part: Part, pixel: Array) -> float:
    """The distance of a pixel from a part, pixels: 0 inside a filled area and on a line."""
    ends = np.roll(part.points, -1, axis=0) if part.closed else part.points[1:]
    starts = part.points if part.closed else part.points[:-1]
    if part.fill and _inside(starts, ends, pixel):
        return 0.0
    along = ends - starts
    length2 = np.maximum((along * along).sum(axis=1), 1e-12)
    place = np.clip(((pixel - starts) * along).sum(axis=1) / length2, 0.0, 1.0)
    away = float(np.linalg.norm(pixel - starts - place[:, None] * along, axis=1).min())
    return max(away - part.width, 0.0)


def _inside(starts: Array, ends: Array, pixel: Array) -> bool:
    """Return whether a closed outline surrounds a pixel, by the parity of its crossings with a ray to the right."""
    crossing = (starts[:, 1] > pixel[1]) != (ends[:, 1] > pixel[1])
    s, e = starts[crossing], ends[crossing]
    crossed = s[:, 0] + (pixel[1] - s[:, 1]) / (e[:, 1] - s[:, 1]) * (e[:, 0] - s[:, 0])
    return int((crossed > pixel[0]).sum()) % 2 == 1
