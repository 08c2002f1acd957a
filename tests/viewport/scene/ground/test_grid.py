"""The grid: its cell follows the zoom, its plane the view, and the title says what one sees."""

from __future__ import annotations

import itertools
from math import log10, pi

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.viewport.scene.ground.grid import NARROWEST, grid, grid_cell, plane
from pantin.viewport.values.camera import Camera

HEIGHT = 700.0


def test_the_figure_stands_on_ten_centimetres() -> None:
    assert grid_cell(Camera(), HEIGHT) == pytest.approx(0.1)
    assert grid(Camera(), HEIGHT).reach == pytest.approx(3.4, rel=0.05)


@pytest.mark.parametrize("orthographic", [False, True])
def test_cells_are_powers_of_ten_and_never_crowd(orthographic: bool) -> None:
    cells = []
    for distance in np.geomspace(0.02, 4000, 200):
        camera = Camera(target=(0, 0, 0), distance=float(distance), orthographic=orthographic)
        found = grid(camera, HEIGHT)
        assert log10(found.cell) == pytest.approx(round(log10(found.cell)), abs=1e-9)
        assert NARROWEST * 0.999 <= found.cell / camera.pixel(distance, HEIGHT) <= NARROWEST * 10.01
        assert 0.0 <= found.coarser <= 1.0
        cells.append(grid_cell(camera, HEIGHT))
    assert cells == sorted(cells) and cells[0] < 0.002 and cells[-1] >= 100


def test_lines_fade_into_those_of_the_next_power() -> None:
    seen = [grid(Camera(target=(0, 0, 0), distance=float(d)), HEIGHT) for d in np.geomspace(1, 100, 4000)]
    for before, after in itertools.pairwise(seen):
        faded_before, faded_after = (round(log10(found.cell)) + found.coarser for found in (before, after))
        assert 0.0 <= faded_after - faded_before + 1e-9 < 0.05


@pytest.mark.parametrize(
    ("yaw", "pitch", "axes"),
    [(0.0, 0.0, (0, 2)), (pi, 0.0, (0, 2)), (pi / 2, 0.0, (1, 2)), (0.0, pi / 2, (0, 1)), (0.5, 0.3, (0, 1))],
)
def test_an_orthographic_view_from_a_side_has_its_plane(yaw: float, pitch: float, axes: tuple[int, int]) -> None:
    camera = Camera(yaw=yaw, pitch=pitch, orthographic=True)
    assert plane(camera) == axes
    assert plane(replace(camera, orthographic=False)) == (0, 1)


def test_the_grid_is_centred_below_the_target() -> None:
    assert grid(Camera(target=(3.0, -2.0, 1.0)), HEIGHT).centre == (3.0, -2.0)
    front = Camera(target=(3.0, -2.0, 1.0), yaw=0.0, pitch=0.0, orthographic=True)
    assert grid(front, HEIGHT).centre == (3.0, 1.0)
