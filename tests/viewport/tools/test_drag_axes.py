"""Drags along axes and in planes that are seen foreshortened."""

from __future__ import annotations

from itertools import pairwise
from math import radians

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.viewport.tools.dragging.drag_axes import FARTHEST, DragAxes
from pantin.viewport.values.camera import Camera, Lens

POINT = np.array((0.0, 0.0, 1.0))
START = (400.0, 300.0)
WAYS = [(x, y) for x in range(0, 801, 40) for y in range(0, 601, 40)]


def lens_at(yaw: float, pitch: float) -> Lens:
    """A view of the point from a side, degrees."""
    return Lens(Camera(target=(0.0, 0.0, 1.0), distance=4.0, yaw=radians(yaw), pitch=radians(pitch)), 800.0, 600.0)


def went(axes: DragAxes, lens: Lens, now: tuple[float, float]) -> np.ndarray:
    """Return how far the point goes for a pointer that goes to a pixel."""
    return axes.offset(lens, POINT, START, lens.facing(*START, POINT), now)


@pytest.mark.parametrize("axes", [DragAxes(axis=1), DragAxes(normal=0), DragAxes(normal=2)])
@pytest.mark.parametrize(("yaw", "pitch"), [(8.0, 2.0), (20.0, 5.0), (2.0, 7.0), (45.0, 20.0), (80.0, 8.0)])
def test_a_drag_goes_three_times_as_far_as_the_pointer_at_most(axes: DragAxes, yaw: float, pitch: float) -> None:
    lens = lens_at(yaw, pitch)
    for now in WAYS:
        far = np.linalg.norm(lens.facing(*now, POINT) - POINT)
        assert np.linalg.norm(went(axes, lens, now)) <= FARTHEST * far + 1e-9


def test_past_the_vanishing_point_of_a_plane_nothing_jumps_back() -> None:
    lens, floor = lens_at(0.0, 15.0), DragAxes(normal=2)
    rows = [went(floor, lens, (400.0, y))[1] for y in range(290, 0, -2)]
    assert all(now < then for now, then in pairwise(rows)), "up the picture is ever farther away"


def test_an_axis_that_is_seen_well_stays_under_the_pointer() -> None:
    lens, along = lens_at(60.0, 10.0), DragAxes(axis=1)
    there = POINT + np.array((0.0, 0.3, 0.0))
    x, y, _depth = lens.project(there)[0].tolist()
    assert POINT + went(along, lens, (x, y)) == pytest.approx(there, abs=1e-9)
    assert went(replace(along, axis=None), lens, (x, y)) == pytest.approx(lens.facing(x, y, POINT) - POINT)
