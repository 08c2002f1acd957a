"""The grid: its plane, the spacing of its lines at this zoom, and where it fades.

Lines are a power of ten of metres apart, every fifth is stronger.
"""

from __future__ import annotations

from math import ceil, hypot, log10, tan

import msgspec

from pantin.viewport.values.camera import Camera

NARROWEST = 8.0
"""The finest lines are this many pixels apart at least, in the middle of the picture."""

REACH, REACH_FLAT = 1.345, 2.0
"""Distance to which the grid is seen, against the height of the picture; of an orthographic one."""

STRAIGHT = 0.9995
"""An orthographic camera that looks along an axis this straight sees the grid in the plane before it."""


class Grid(msgspec.Struct, frozen=True, eq=False):
    """Lines in the plane of two axes of armature space (0 is X), `cell` metres apart; `coarser` 0 to 1 is how far
    they have faded towards those ten times as far apart."""

    across: int
    along: int
    cell: float
    coarser: float
    centre: tuple[float, float]
    reach: float


def grid(camera: Camera, height: float) -> Grid:
    """The grid for a camera in a picture of this height, pixels."""
    across, along = plane(camera)
    span = _span(camera)
    cell, coarser = _level(span / max(height, 1.0))
    reach = span * (REACH_FLAT if camera.orthographic else REACH)
    return Grid(across, along, cell, coarser, (camera.target[across], camera.target[along]), reach)


def grid_cell(camera: Camera, height: float) -> float:
    """The spacing of the visible lines, metres; the title of the view shows it."""
    cell, coarser = _level(_span(camera) / max(height, 1.0))
    return cell if coarser < 0.5 else cell * 10.0


def plane(camera: Camera) -> tuple[int, int]:
    """The axes of the grid: the floor, or in an orthographic view from a side the plane that faces the camera."""
    if camera.orthographic:
        if abs(camera.axes[2][1]) > STRAIGHT:
            return 0, 2
        if abs(camera.axes[2][0]) > STRAIGHT:
            return 1, 2
    return 0, 1


def _span(camera: Camera) -> float:
    """Return how many metres of the floor below the target the picture is high, were it seen face to face."""
    away = camera.distance if camera.orthographic else hypot(camera.distance, 2.0 * camera.target[2])
    return 2.0 * tan(camera.fov / 2) * away


def _level(pixel: float) -> tuple[float, float]:
    """The power of ten of the spacing where a pixel covers so many metres, and how far it has faded."""
    wanted = log10(pixel * NARROWEST)
    power = ceil(wanted)
    near = 1.0 - (power - wanted)
    part = min(max((near - 0.5) / 0.5, 0.0), 1.0)
    return float(10.0**power), part * part * (3.0 - 2.0 * part)
