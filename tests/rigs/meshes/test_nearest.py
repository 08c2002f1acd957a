"""The nearest place on triangles, against every triangle sampled finely."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.nearest import nearest_places

ONE = np.array([[(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]])


@pytest.mark.parametrize(
    ("point", "shares", "far"),
    [
        ((0.25, 0.5, 2.0), (0.25, 0.25, 0.5), 2.0),
        ((-1.0, -1.0, 0.0), (1.0, 0.0, 0.0), 2**0.5),
        ((0.5, -2.0, 0.0), (0.5, 0.5, 0.0), 2.0),
        ((1.0, 1.0, 0.0), (0.0, 0.5, 0.5), 0.5**0.5),
        ((0.0, 3.0, 0.0), (0.0, 0.0, 1.0), 2.0),
    ],
)
def test_over_it_beside_an_edge_and_beyond_a_corner(point: tuple, shares: tuple, far: float) -> None:
    found = nearest_places(np.array([point]), ONE)
    np.testing.assert_allclose(found.shares[0], shares, atol=1e-12)
    assert found.distances[0] == pytest.approx(far)


def test_nothing_nearer_is_among_many() -> None:
    chance = np.random.default_rng(3)
    middles = chance.uniform(-1.0, 1.0, (700, 1, 3))
    corners = middles + chance.normal(0.0, 0.1, (700, 3, 3))
    points = chance.uniform(-1.5, 1.5, (90, 3))
    found = nearest_places(points, corners)
    there = np.einsum("nc,nci->ni", found.shares, corners[found.triangles])
    np.testing.assert_allclose(np.linalg.norm(there - points, axis=1), found.distances, atol=1e-12)
    a, b = np.meshgrid(np.linspace(0.0, 1.0, 9), np.linspace(0.0, 1.0, 9))
    kept = a + b <= 1.0
    shares = np.stack([1.0 - a[kept] - b[kept], a[kept], b[kept]], axis=1)
    samples = np.einsum("sc,tci->tsi", shares, corners).reshape(-1, 3)
    for point, far in zip(points, found.distances, strict=True):
        assert far <= np.linalg.norm(samples - point, axis=1).min() + 1e-12


def test_a_triangle_without_area_is_its_edges() -> None:
    line = np.array([[(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (1.0, 0.0, 0.0)]])
    found = nearest_places(np.array([(1.5, 1.0, 0.0)]), line)
    assert found.distances[0] == pytest.approx(1.0)
    assert np.isfinite(found.shares).all()
