"""Volumes and edges of bent tubes, against what geometry says."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.weighting.deforming import torn, volume_kept
from pantin.rigs.meshes.weighting.surfaces import Surface, welded

RINGS, ROUND = 21, 24


def open_tube() -> tuple[Surface, np.ndarray]:
    """A tube along X, 4 m long and 1 m wide, open at both ends; and where each of its points is along it."""
    along, turn = np.linspace(-2.0, 2.0, RINGS), np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    x, angle = (each.ravel() for each in np.meshgrid(along, turn, indexing="ij"))
    corner = np.arange((RINGS - 1) * ROUND).reshape(RINGS - 1, ROUND)
    beside = np.roll(corner, -1, axis=1)
    quads = np.stack((corner, beside, corner + ROUND, beside, beside + ROUND, corner + ROUND), axis=-1)
    surface, _places = welded(np.stack((x, 0.5 * np.cos(angle), 0.5 * np.sin(angle)), axis=1), quads.reshape(-1, 3))
    return surface, surface.points[:, 0]


def test_what_is_moved_and_turned_as_a_whole_keeps_its_volume() -> None:
    surface, along = open_tube()
    turn = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    moved = surface.points @ turn.T + (5.0, -3.0, 2.0)
    assert volume_kept(surface, moved, np.ones(len(along), bool)) == pytest.approx(1.0, abs=1e-9)
    assert volume_kept(surface, moved, np.abs(along) < 1.0) == pytest.approx(1.0, abs=1e-9)


def test_a_section_that_is_half_as_wide_has_a_quarter_of_the_volume() -> None:
    surface, along = open_tube()
    thin = surface.points * (1.0, 0.5, 0.5)
    assert volume_kept(surface, thin, np.ones(len(along), bool)) == pytest.approx(0.25, abs=1e-9)
    pinched = np.where((np.abs(along) < 0.01)[:, None], thin * (1.0, 0.0, 0.0), surface.points)
    half = np.abs(along) < 0.21  # one ring on each side of the middle: two cones of a third each
    assert volume_kept(surface, pinched, half) == pytest.approx(1.0 / 3.0, abs=1e-9)


def test_a_linear_blend_that_turns_by_90_degrees_keeps_what_its_sections_do() -> None:
    """At the share s the section is a disc whose radius is |1 − s + s·i| of the whole (Kavan et al., 2007)."""
    surface, along = open_tube()
    share = (along / 4.0 + 0.5)[:, None]
    twisted = (1.0 - share) * surface.points + share * surface.points[:, (0, 2, 1)] * (1.0, -1.0, 1.0)
    part = np.linspace(0.0, 1.0, 2001)
    expected = float(np.mean((1.0 - part) ** 2 + part**2))
    assert volume_kept(surface, twisted, np.ones(len(along), bool)) == pytest.approx(expected, rel=0.01)


def test_what_encloses_nothing_has_no_volume() -> None:
    surface, along = open_tube()
    assert volume_kept(surface, surface.points, np.zeros(len(along), bool)) is None
    flat = surface._replace(points=surface.points * (1.0, 1.0, 0.0))
    assert volume_kept(flat, flat.points, np.ones(len(along), bool)) is None


def test_edges_tear_where_they_are_more_than_three_times_as_long() -> None:
    surface, along = open_tube()
    for times, count in ((2.9, 0), (3.1, 2 * ROUND)):
        apart = surface.points + np.where(along > 0.01, (times - 1.0) * 0.2, 0.0)[:, None] * (1.0, 0.0, 0.0)
        found = torn(surface, apart)
        assert len(found) == count
        assert all(-0.01 < along[point] < 0.21 for point in found)


def test_edges_too_short_to_be_seen_do_not_tear() -> None:
    surface = welded(np.array([(0, 0, 0), (1, 0, 0), (0, 1e-4, 0)], float), np.array([(0, 1, 2)])).surface
    bent = surface.points.copy()
    bent[surface.points[:, 1] > 0.0, 1] = 4e-4
    assert not len(torn(surface, bent))
