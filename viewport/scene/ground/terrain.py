"""The ground as it is drawn: triangles of its surface, the light edges of its steps, the profile of steps and slopes.

It goes on to all sides, as the ground does, and fades away from the figure. What it is drawn from is the ground and the
figure's size alone, so it is made once and not again while the figure moves.
"""

from __future__ import annotations

from math import cos, sin

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.ground.kinds import Ground, Heights, Slope, Steps, why_no_ground
from pantin.rigs.ground.surface import from_grid, surface
from pantin.rigs.remembered import remembered

Floats = NDArray[np.float64]

REACH = 6.0
"""Distance to which it is drawn, heights of the figure; steps farther, until they end."""
FINE = 4
"""Into how many parts each cell of a field of heights is divided: between its points the ground is not flat."""
MOST_CELLS = 256
"""Cells along a side that are divided: larger fields are fine already."""


class Terrain(msgspec.Struct, frozen=True, eq=False):
    """Triangles (t, 3, 3) with a normal at each corner (t, 3, 3), edges (e, 2, 3), and how far it is seen, metres."""

    ground: Ground
    triangles: Floats
    normals: Floats
    edges: Floats
    reach: float
    lines: float
    """Distance between the lines of its grid, metres; every fifth is stronger."""


def terrain(ground: Ground | None, figure: Figure, height: float) -> Terrain | None:
    """Return the ground of a scene, in world space, as it is drawn for a figure whose rig is so high.

    None where there is none, or it is hidden.
    """
    if ground is None or ground.hidden or why_no_ground(ground):
        return None
    return _terrain(figure, ground, height)


@remembered("rig.bones", "place")
def _terrain(figure: Figure, ground: Ground, height: float) -> Terrain:
    height = max(height * figure.place.size, 1e-3)
    reach = REACH * height
    edges = np.zeros((0, 2, 3))
    match ground:
        case Steps():
            reach = max(reach, ground.start + ground.tread * ground.count + 2.0 * height)
            quads, edges = _staircase(ground, reach)
        case Heights():
            quads = _field(ground, reach)
        case _:
            corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * reach
            quads = np.column_stack([corners, surface(ground, corners).heights])[None]
            if isinstance(ground, Slope):
                edges = _profile(ground, reach)
    triangles = quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3, 3)
    return Terrain(ground, triangles, _normals(ground, triangles), edges, reach, _lines(height))


def _lines(height: float) -> float:
    """10 cm for a person, and a power of ten for others."""
    return float(10.0 ** round(np.log10(height / 17.7)))


def _staircase(ground: Steps, reach: float) -> tuple[Floats, Floats]:
    """Treads and fronts (n, 4, 3) of steps, and their edges (e, 2, 3), with the profile for views from the side."""
    along = np.array((sin(ground.heading), -cos(ground.heading), 0.0))
    aside = np.array((-along[1], along[0], 0.0)) * reach
    fronts = ground.start + ground.tread * np.arange(ground.count)
    places = np.array([-reach, *np.repeat(fronts, 2), max(reach, float(fronts[-1]) + ground.tread)])
    heights = ground.height + ground.rise * np.repeat(np.arange(ground.count + 1), 2)
    profile = places[:, None] * along + heights[:, None] * (0.0, 0.0, 1.0)
    left, right = profile + aside, profile - aside
    quads = np.stack([right[:-1], right[1:], left[1:], left[:-1]], axis=1)
    across = np.stack([left, right], axis=1)[1:-1]
    return quads, np.concatenate([across, np.stack([profile[:-1], profile[1:]], axis=1)])


def _profile(ground: Slope, reach: float) -> Floats:
    """The line (1, 2, 3) straight up a slope, for views from the side."""
    along = np.array((sin(ground.heading), -cos(ground.heading)))
    places = np.array([-reach, reach])[:, None] * along
    return np.column_stack([places, surface(ground, places).heights])[None]


def _field(ground: Heights, reach: float) -> Floats:
    """The cells (n, 4, 3) of a field of heights, with its edge drawn out to the end."""
    rows, columns = len(ground.rows), len(ground.rows[0])
    x, y = (_divided(count, ground.cell, reach) for count in (columns, rows))
    across, along = np.meshgrid(x, y)
    points = from_grid(ground, np.stack([across, along], axis=2).reshape(-1, 2)).reshape(*across.shape, 2)
    heights = surface(ground, points.reshape(-1, 2)).heights.reshape(across.shape)
    at = np.concatenate([points, heights[..., None]], axis=2)
    cells = np.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], axis=2)
    return np.asarray(cells.reshape(-1, 4, 3))


def _divided(count: int, cell: float, reach: float) -> Floats:
    """Places along a side of a field with so many points, from end to end."""
    half = (count - 1) * cell / 2
    fine = FINE if count <= MOST_CELLS else 1
    inside = np.linspace(-half, half, (count - 1) * fine + 1)
    return inside if reach <= half else np.concatenate([[-reach], inside, [reach]])


def _normals(ground: Ground, triangles: Floats) -> Floats:
    """Of each corner: of the surface, where the triangle is part of that, else of the triangle."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    flat = np.repeat(across[:, None], 3, axis=1)
    if not isinstance(ground, Heights):
        return flat
    return surface(ground, triangles.reshape(-1, 3)).normals.reshape(-1, 3, 3).copy()
