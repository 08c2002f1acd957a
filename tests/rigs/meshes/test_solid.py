"""The solid inside a mesh: as large as the mesh, whole where that has holes, and open where one sees through."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.solid import solid_of
from tests.rigs.meshes.weighting.solids import together, tube

LONG = tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), 0.3, 61, 48)


def volume(mesh: tuple[np.ndarray, np.ndarray], *, thin: bool = True) -> float:
    solid = solid_of(*mesh, 128, thin=thin)
    return len(solid.cells) * solid.step**3


def test_it_is_as_large_as_the_mesh() -> None:
    assert volume(LONG) == pytest.approx(np.pi * 0.3**2 * 3.0, rel=0.12)


@pytest.mark.parametrize("thin", [True, False])
def test_holes_are_closed(thin: bool) -> None:
    points, triangles = LONG
    whole = volume(LONG, thin=thin)
    ends = (triangles >= len(points) - 2).any(axis=1)
    assert volume((points, triangles[~ends]), thin=thin) == pytest.approx(whole, rel=0.02)
    kept = np.random.default_rng(5).random(len(triangles)) > 0.08
    assert volume((points, triangles[kept]), thin=thin) == pytest.approx(whole, rel=0.02)


def test_faces_within_do_not_count() -> None:
    inner = tube((0.0, 0.0, 1.0), (0.0, 0.0, 2.0), 0.1)
    assert volume(together(LONG, inner)) == pytest.approx(volume(LONG), rel=0.01)


def test_legs_stay_apart_and_the_room_between_them_is_outside() -> None:
    legs = together(tube((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.2), tube((0.5, 0.0, 0.0), (0.5, 0.0, 2.0), 0.2))
    solid = solid_of(*legs, 128, thin=True)
    assert solid.at(np.array([(0.0, 0.0, 1.0), (0.5, 0.0, 1.0)])).min() >= 0
    assert solid.at(np.array([(0.25, 0.0, 1.0), (9.0, 0.0, 0.0)])).max() == -1
    assert len(list(solid.pieces(np.ones(len(solid.cells), bool)))) == 2


def test_paths_go_round_what_is_outside() -> None:
    u = together(
        tube((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.2),
        tube((0.8, 0.0, 0.0), (0.8, 0.0, 2.0), 0.2),
        tube((-0.2, 0.0, -0.1), (1.0, 0.0, -0.1), 0.2),
    )
    solid = solid_of(*u, 100)
    one, other = (solid.nearest(np.array((x, 0.0, 1.95))) for x in (0.0, 0.8))
    assert solid.distances([one])[other] == pytest.approx(4.5, abs=0.4)  # down, across and up


def test_pieces_that_do_not_touch_are_tied_by_their_nearest_cells() -> None:
    apart = together(tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.1), tube((0.0, 0.0, 1.3), (0.0, 0.0, 2.0), 0.1))
    solid = solid_of(*apart, 100)
    ((_one, _other, gap),) = solid.bridges
    assert gap == pytest.approx(0.3, abs=0.05)
    assert np.isfinite(solid.distances([0])).all()


def test_a_thick_body_gets_no_more_cells_than_wanted_and_a_thin_one_more() -> None:
    ball = tube((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.5)
    assert len(solid_of(*ball, 200, 20_000).cells) < 30_000
    rod = tube((0.0, 0.0, 0.0), (0.0, 0.0, 3.0), 0.05)
    assert len(solid_of(*rod, 100, 20_000, 0.5).cells) > 3 * len(solid_of(*rod, 100, 20_000).cells)


def test_a_mesh_without_extent_has_none() -> None:
    with pytest.raises(ValueError, match="no extent"):
        solid_of(np.zeros((3, 3)), np.array([(0, 1, 2)]), 10)
