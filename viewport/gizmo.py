"""The handles that move and turn what is selected, and the axes in the corner: values in pixels, to draw and to hit.

A gizmo keeps its size on screen whatever the zoom. Its parts are named after what they do: "x" moves along or turns
about the X axis, "yz" moves in that plane, "centre" moves in the plane of the picture, "view" turns about the line of
sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import pi

import numpy as np
from numpy.typing import NDArray

from viewport.camera import Camera, Lens
from viewport.colours import Role
from viewport.overlay import Point, Shape

Array = NDArray[np.float64]

REACH = 7.0
"""How far from its line a part may be pressed, pixels."""

AXES: dict[str, int] = {"x": 0, "y": 1, "z": 2}
PLANES: dict[str, int] = {"yz": 0, "xz": 1, "xy": 2}
"""The planes by the axis that stands on them."""

ROLES: tuple[Role, Role, Role] = ("axis_x", "axis_y", "axis_z")

_ARROW, _RING, _VIEW_RING, _CENTRE = 78.0, 74.0, 90.0, 9.0
_CIRCLE = np.stack(
    [np.cos(np.linspace(0, 2 * pi, 64, endpoint=False)), np.sin(np.linspace(0, 2 * pi, 64, endpoint=False))], 1
)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One line or area of a gizmo. Several parts may share a name: they act, and light up, together."""

    name: str
    points: Array
    """(n, 2) pixels."""
    role: Role
    width: float = 2.0
    closed: bool = False
    fill: float = 0.0


def moving(pivot: Array, axes: Array, lens: Lens) -> tuple[Part, ...]:
    """Three arrows, three planes and a centre at `pivot`; rows of `axes` are the directions."""
    size = _ARROW * lens.pixel(pivot)
    parts: list[Part] = []
    for name, index in PLANES.items():
        parts += _plane(name, pivot, axes, index, size, lens)
    for name, index in AXES.items():
        parts += _arrow(name, pivot, axes[index], ROLES[index], size, lens)
    parts.append(Part("centre", _round(lens.project(pivot)[0, :2], _CENTRE), "text", 1.5, closed=True, fill=0.12))
    return tuple(parts)


def turning(pivot: Array, axes: Array, lens: Lens) -> tuple[Part, ...]:
    """A ring about each axis, the halves that face the camera, and one about the line of sight."""
    size = _RING * lens.pixel(pivot)
    parts = [Part("view", _round(lens.project(pivot)[0, :2], _VIEW_RING), "text_dim", 1.5, closed=True)]
    for name, index in AXES.items():
        parts += _ring(name, pivot, axes, index, size, lens)
    return tuple(parts)


def part_at(parts: Iterable[Part], x: float, y: float) -> str | None:
    """The name of the part under a pixel: the nearest within reach; what is drawn last wins a tie."""
    found, nearest = None, REACH
    for part in parts:
        distance = _distance(part, np.array([x, y]))
        if distance <= nearest:
            found, nearest = part.name, distance
    return found


def shapes(parts: Iterable[Part], lit: str | None) -> tuple[Shape, ...]:
    """What to draw; the part named `lit` stands out."""
    return tuple(
        Shape(
            points=_tuples(part.points),
            role="text" if part.name == lit else part.role,
            width=part.width + (part.name == lit),
            closed=part.closed,
            fill=min(part.fill * 2, 1.0) if part.name == lit else part.fill,
        )
        for part in parts
    )


def _plane(name: str, pivot: Array, axes: Array, normal: int, size: float, lens: Lens) -> Iterator[Part]:
    if abs(axes[normal] @ _towards_eye(pivot, lens)) < 0.2:
        return
    u, v = (axes[i] * size for i in range(3) if i != normal)
    corners = [pivot + a * u + b * v for a, b in ((0.28, 0.28), (0.5, 0.28), (0.5, 0.5), (0.28, 0.5))]
    yield Part(name, lens.project(corners)[:, :2], ROLES[normal], 1.25, closed=True, fill=0.3)


def _arrow(name: str, pivot: Array, axis: Array, role: Role, size: float, lens: Lens) -> Iterator[Part]:
    if abs(axis @ _towards_eye(pivot, lens)) > 0.97:
        return
    start, end = lens.project([pivot + 0.18 * size * axis, pivot + size * axis])[:, :2]
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across = np.array([-along[1], along[0]])
    yield Part(name, np.stack([start, end]), role)
    yield Part(name, np.stack([end + 12 * along, end + 5 * across, end - 5 * across]), role, 1.0, closed=True, fill=1.0)


def _ring(name: str, pivot: Array, axes: Array, axis: int, size: float, lens: Lens) -> Iterator[Part]:
    u, v = (axes[i] * size for i in range(3) if i != axis)
    turns = np.linspace(0, 2 * pi, 97)[:, None]
    circle = np.cos(turns) * u + np.sin(turns) * v
    facing = circle @ _towards_eye(pivot, lens) >= -0.02 * size
    for half in _runs(circle, facing):
        yield Part(name, lens.project(pivot + half)[:, :2], ROLES[axis])


def _runs(circle: Array, facing: NDArray[np.bool_]) -> Iterator[Array]:
    """The stretches of a closed line that face the camera, each in one piece; the whole line if it all does."""
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
    back = lens.camera.eye - pivot
    return back / max(float(np.linalg.norm(back)), 1e-12)


def _round(centre: Array, radius: float) -> Array:
    return centre + radius * _CIRCLE


def _distance(part: Part, pixel: Array) -> float:
    """Pixels from a part: 0 inside a filled area and on a line."""
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
    """Whether an outline surrounds a pixel: a line to the right of it crosses the outline an odd number of times."""
    crossing = (starts[:, 1] > pixel[1]) != (ends[:, 1] > pixel[1])
    s, e = starts[crossing], ends[crossing]
    crossed = s[:, 0] + (pixel[1] - s[:, 1]) / (e[:, 1] - s[:, 1]) * (e[:, 0] - s[:, 0])
    return int((crossed > pixel[0]).sum()) % 2 == 1


@dataclass(frozen=True, slots=True)
class Ball:
    """One end of an axis in the corner: "x" or "-x"."""

    name: str
    x: float
    y: float
    depth: float

    @property
    def radius(self) -> float:
        """The named ends are larger."""
        return 6.0 if self.name.startswith("-") else 8.0

    @property
    def role(self) -> Role:
        """The colour of its axis."""
        return ROLES[AXES[self.name[-1]]]


CORNER = (56.0, 60.0)
"""Where the axes stand, pixels from the right and from the top of the view."""

CORNER_RADIUS = 34.0

_LOOKS = {
    "x": (pi / 2, 0.0),
    "-x": (-pi / 2, 0.0),
    "y": (pi, 0.0),
    "-y": (0.0, 0.0),
    "z": (0.0, pi / 2),
    "-z": (0.0, -pi / 2),
}
"""Yaw and pitch that look from each end of the axes towards the target."""


def balls(lens: Lens) -> tuple[Ball, ...]:
    """The six ends of the axes in the corner, the farthest first."""
    x, y = lens.width - CORNER[0], CORNER[1]
    found = []
    for name, index in AXES.items():
        right, up, near = lens.camera.axes[:, index]
        for sign, label in ((1, name), (-1, f"-{name}")):
            found.append(Ball(label, x + sign * right * CORNER_RADIUS, y - sign * up * CORNER_RADIUS, sign * near))
    return tuple(sorted(found, key=lambda ball: ball.depth))


def ball_at(lens: Lens, x: float, y: float) -> str | None:
    """The end of an axis under a pixel; the nearest to the eye where two overlap."""
    under = [ball for ball in balls(lens) if (ball.x - x) ** 2 + (ball.y - y) ** 2 <= (ball.radius + 2) ** 2]
    return under[-1].name if under else None


def in_corner(lens: Lens, x: float, y: float) -> bool:
    """Whether a pixel lies among the axes in the corner, where a drag turns the camera."""
    return (lens.width - CORNER[0] - x) ** 2 + (CORNER[1] - y) ** 2 <= (CORNER_RADIUS + 10) ** 2


def looking_along(camera: Camera, name: str) -> Camera:
    """The camera looking from that end of an axis; from the opposite end if it looks from there already."""
    yaw, pitch = _LOOKS[name]
    if abs(camera.yaw - yaw) % (2 * pi) < 1e-6 and abs(camera.pitch - pitch) < 1e-6:
        yaw, pitch = _LOOKS[name[1:] if name.startswith("-") else f"-{name}"]
    return replace(camera, yaw=yaw, pitch=pitch)


def corner(lens: Lens, lit: str | None) -> tuple[Shape, ...]:
    """The axes in the corner, to draw. The end named `lit` stands out."""
    centre = (lens.width - CORNER[0], CORNER[1])
    return tuple(shape for ball in balls(lens) for shape in _ball_shapes(ball, centre, ball.name == lit))


def _ball_shapes(ball: Ball, centre: tuple[float, float], lit: bool) -> Iterator[Shape]:
    role: Role = "text" if lit else ball.role
    outline = _tuples(_round(np.array([ball.x, ball.y]), ball.radius))
    if ball.name.startswith("-"):
        yield Shape(outline, role, 1.25, closed=True, fill=0.18, opacity=0.75, casing=0)
        return
    yield Shape((centre, (ball.x, ball.y)), role, 2.0, casing=0)
    yield Shape(outline, role, 1.0, closed=True, fill=1.0, casing=0)
    for stroke in _LETTERS[ball.name]:
        yield Shape(tuple((ball.x + x, ball.y + y) for x, y in stroke), "casing", 1.75, casing=0)


_LETTERS = {
    "x": (((-2.6, -3.5), (2.6, 3.5)), ((2.6, -3.5), (-2.6, 3.5))),
    "y": (((-2.8, -3.5), (0.0, 0.2), (2.8, -3.5)), ((0.0, 0.2), (0.0, 3.5))),
    "z": (((-2.6, -3.5), (2.6, -3.5), (-2.6, 3.5), (2.6, 3.5)),),
}
"""Strokes of the letters, pixels: text would need a casing, which is larger than the balls."""


def _tuples(points: Array) -> tuple[Point, ...]:
    return tuple(map(tuple, points.tolist()))
