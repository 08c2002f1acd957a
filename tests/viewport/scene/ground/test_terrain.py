"""The ground as it is drawn: triangles on its surface, none of it where it is hidden, rings around planted feet."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground.kinds import Floor, Steps
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.ground.surface import surface
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import humanoid
from pantin.viewport.scene.ground.planted_rings import planted_rings
from pantin.viewport.scene.ground.terrain import terrain

FIGURE = Document.of(humanoid.rig())
HEIGHT = 1.77


@pytest.mark.parametrize("kind", PRESETS)
def test_triangles_lie_on_the_surface(kind: str) -> None:
    drawn = terrain(PRESETS[kind], FIGURE.figure, HEIGHT)
    assert drawn is not None
    upward = drawn.triangles[drawn.normals[:, 0, 2] > 0.5]
    middles = upward.mean(axis=1)
    inside = middles[np.abs(middles[:, :2]).max(axis=1) < 3.0]
    off = surface(PRESETS[kind], inside).heights - inside[:, 2]
    assert np.abs(off).max(initial=0.0) < 0.01
    assert (drawn.normals[:, :, 2] >= -1e-9).all()


def test_steps_have_edges_and_fronts() -> None:
    drawn = terrain(Steps(count=3, rise=0.2), FIGURE.figure, HEIGHT)
    assert drawn is not None
    along = np.ptp(drawn.edges[:, :, 0], axis=1) > 1.0
    assert along.sum() == 6
    assert np.unique(np.round(drawn.triangles[:, :, 2], 6)).tolist() == [0.0, 0.2, 0.4, 0.6]


@pytest.mark.parametrize("kind", ["steps", "slope"])
def test_seen_exactly_from_the_side_the_ground_has_a_profile(kind: str) -> None:
    """Faces on edge have no pixels. The line leads over the origin, and up the whole height."""
    drawn = terrain(replace(PRESETS[kind], heading=0.0), FIGURE.figure, HEIGHT)
    assert drawn is not None
    profile = drawn.edges[np.abs(drawn.edges[:, :, 0]).max(axis=1) < 1e-9]
    assert np.ptp(profile[:, :, 2]) == pytest.approx(np.ptp(drawn.triangles[:, :, 2]))
    assert np.ptp(profile[:, :, 1]) == pytest.approx(np.ptp(drawn.triangles[:, :, 1]))
    middles = profile[np.abs(np.diff(profile[:, :, 1])[:, 0]) > 1e-9].mean(axis=1)
    assert surface(drawn.ground, middles).heights == pytest.approx(middles[:, 2])


def test_hidden_ground_and_none_are_not_drawn() -> None:
    assert terrain(None, FIGURE.figure, HEIGHT) is None
    assert terrain(Floor(hidden=True), FIGURE.figure, HEIGHT) is None
    standing = with_ground(FIGURE, Floor())
    assert terrain(standing.ground, standing.figure, HEIGHT) is terrain(
        standing.posed({}).ground, standing.figure, HEIGHT
    )


def test_planted_feet_have_a_ring_around_the_sole() -> None:
    rig = with_ground(FIGURE, Floor()).rig
    matrices = rest_matrices(rig.bones).copy()
    rings = planted_rings(rig, Floor(), matrices)
    assert set(rings) == {"foot.L", "foot.R"}
    points = np.array(rings["foot.L"].points)
    assert np.ptp(points[:, 1]) > 0.25
    assert 0.0 < points[:, 2].max() < 0.01
    matrices[:, 2, 3] += 0.1
    assert planted_rings(rig, Floor(), matrices) == {}
    assert planted_rings(FIGURE.rig, None, matrices) == {}
