"""The surface of the ground: height and normal under many points at once, for every kind.

Whoever stands on the ground, draws it or casts a shadow on it asks `surface`; a mesh would answer the same. A sole that
is pushed against the front of a step asks `climb` besides.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin, tan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import Vector3
from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps
from pantin.rigs.remembered import remembered
from pantin.rigs.vectors import smoothstep

Floats = NDArray[np.float64]

BEFORE = 1e-5
"""Metres that a sole which is held back by a step stays before it."""

EASE = 0.25
"""A sole climbs a step while it is pushed against it by this part of its length, and of the tread at most."""


LEFT = 0.1
"""A sole has left the step above it when it is past its edge by this part of its length."""


class Surface(NamedTuple):
    """Heights (n,) of the ground, and its normals (n, 3), of length 1."""

    heights: Floats
    normals: Floats


class Climb(NamedTuple):
    """A sole that is pushed against the front of a step, metres: `edge` is the height of the step.

    It is held back so far (2,), and has come up so high there. `blend` is how far below the edge it is let go; `near`
    is the height of the ground that draws it, which comes up to the edge while the sole goes over that.
    """

    edge: float
    back: Floats
    up_to: float
    blend: float
    near: float


def surface(ground: Ground, points: Floats) -> Surface:
    """The ground above or under points (n, 2) or (n, 3), armature space, metres."""
    return _SURFACES[type(ground)](ground, np.asarray(points, np.float64)[:, :2])


def heights_above(ground: Ground | None, points: ArrayLike) -> Floats:
    """Return how high points (…, 3) are above the ground (…), metres; below 0 where they are in it.

    Above the floor of the picture where there is no ground.
    """
    places = np.asarray(points, np.float64)
    if ground is None:
        return np.asarray(places[..., 2])
    return np.asarray(places[..., 2] - surface(ground, places.reshape(-1, 3)).heights.reshape(places.shape[:-1]))


def above_ground(ground: Ground | None, place: Vector3) -> float:
    """Return the same of one place."""
    return float(heights_above(ground, place))


def climb(ground: Ground, points: Floats, length: float) -> Climb | None:
    """Return how the front of a step moves a sole of these points (n, 2) and this length; None where there is none.

    A sole cannot go through the front of a step, and would jump where its first point comes over the edge. So it is
    held back while it comes up, and catches up when it is there: over twice the distance, as a function of its place
    alone.
    """
    if not isinstance(ground, Steps):
        return None
    along = _along(ground.heading) * np.sign(ground.rise)
    fronts = _fronts(ground)
    foremost = float((np.asarray(points)[:, :2] @ along).max())
    passed = int(np.searchsorted(fronts, foremost, side="right"))
    blend = EASE * min(length, ground.tread)
    beyond = foremost - fronts[passed - 1] if passed else np.inf
    if beyond >= 2.0 * blend:
        return None
    rise = abs(ground.rise)
    edge = ground.height + min(ground.rise * ground.count, 0.0) + rise * passed
    climbed = smoothstep(min(beyond / blend, 1.0))
    back = beyond + BEFORE if beyond <= blend else 2.0 * blend - beyond
    near = edge - rise * (1.0 - smoothstep(beyond / (2.0 * blend)))
    return Climb(edge, -back * along, edge - rise * (1.0 - climbed), min(blend, rise) * climbed, near)


def past_edge(ground: Ground, points: Floats, length: float) -> float:
    """Return how far a sole with points (n, 2) and this length has left the step above it: 0 at its edge, 1 past it.

    1 on ground that has no edges.
    """
    if not isinstance(ground, Steps):
        return 1.0
    along = _along(ground.heading) * np.sign(ground.rise)
    fronts = _fronts(ground)
    foremost = float((np.asarray(points)[:, :2] @ along).max())
    ahead = int(np.searchsorted(fronts, foremost, side="right"))
    return 1.0 if ahead == len(fronts) else smoothstep(min((fronts[ahead] - foremost) / (LEFT * length), 1.0))


def _fronts(ground: Steps) -> Floats:
    """Return the places of the fronts (count,) along the way that leads up, metres, the lowest step first."""
    fronts = np.arange(ground.count) * ground.tread
    return np.asarray(ground.start + fronts if ground.rise > 0.0 else -ground.start - fronts[::-1], np.float64)


def _floor(ground: Floor, points: Floats) -> Surface:
    return Surface(np.full(len(points), ground.height), _upwards(len(points)))


def _slope(ground: Slope, points: Floats) -> Surface:
    along = _along(ground.heading)
    normal = np.array((*(-sin(ground.angle) * along), cos(ground.angle)))
    heights = ground.height + points @ along * tan(ground.angle)
    return Surface(heights, np.broadcast_to(normal, (len(points), 3)))


def _steps(ground: Steps, points: Floats) -> Surface:
    passed = np.floor((points @ _along(ground.heading) - ground.start) / ground.tread) + 1.0
    heights = ground.height + ground.rise * np.clip(passed, 0.0, ground.count)
    return Surface(heights, _upwards(len(points)))


def _heights(ground: Heights, points: Floats) -> Surface:
    """Heights between four points of the grid, and normals between theirs: both change without a jump."""
    heights, across, along = _grid(ground)
    rows, columns = heights.shape
    points = on_grid(ground, points)
    at = points / (ground.cell, -ground.cell) + ((columns - 1) / 2, (rows - 1) / 2)
    at = np.clip(at, 0.0, (columns - 1, rows - 1))
    x, y = at[:, 0], at[:, 1]
    i, j = np.minimum(x.astype(int), columns - 2), np.minimum(y.astype(int), rows - 2)
    u, v = x - i, y - j

    def between(of: Floats) -> Floats:
        upper, lower = of[j, i] * (1 - u) + of[j, i + 1] * u, of[j + 1, i] * (1 - u) + of[j + 1, i + 1] * u
        return np.asarray(upper * (1 - v) + lower * v)

    normals = np.stack([-between(across), between(along), np.ones(len(points))], axis=1)
    normals[:, :2] = normals[:, :2] @ _turn(ground.heading).T
    return Surface(between(heights), normals / np.linalg.norm(normals, axis=1, keepdims=True))


def on_grid(ground: Heights, points: Floats) -> Floats:
    """Return points (n, 2) seen from the middle of the grid, along its own axes."""
    return np.asarray((points - (ground.x, ground.y)) @ _turn(ground.heading))


def from_grid(ground: Heights, points: Floats) -> Floats:
    """Return points (n, 2), given from the middle of the grid along its own axes, where the ground is."""
    return np.asarray(points @ _turn(ground.heading).T + (ground.x, ground.y))


def _turn(angle: float) -> Floats:
    """Return the matrix (2, 2) of a turn, counter-clockwise from above."""
    along, across = cos(angle), sin(angle)
    return np.array(((along, -across), (across, along)))


@remembered(most=8)
def _grid(ground: Heights) -> tuple[Floats, Floats, Floats]:
    """Return the heights (r, c) of a field, metres, and their slopes (r, c) towards +X and towards -Y."""
    heights = _numbers(ground) * ground.strength + ground.height
    along, across = np.gradient(heights, ground.cell)
    return heights, np.asarray(across), np.asarray(along)


@remembered("rows")
def _numbers(ground: Heights) -> Floats:
    """Return the rows (r, c) of a field as an array: a ground that is placed otherwise has the same ones."""
    return np.array(ground.rows, np.float64)


def _along(heading: float) -> Floats:
    """The direction (2,) of a heading."""
    return np.array((sin(heading), -cos(heading)))


def _upwards(count: int) -> Floats:
    return np.broadcast_to(np.array((0.0, 0.0, 1.0)), (count, 3))


_SURFACES: dict[type, Callable[[Any, Floats], Surface]] = {
    Floor: _floor,
    Slope: _slope,
    Steps: _steps,
    Heights: _heights,
}
