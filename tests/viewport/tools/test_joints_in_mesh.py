"""A joint that is moved inside a mesh keeps to the middle of it along the line of sight."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import read
from pantin.rigs.formats.gltf.meshes import character
from pantin.solver import rest_pose
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.picking.skins import PosedSkin
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.tools.dragging.snapping import snapped
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.loaded_character import LoadedCharacter
from pantin.viewport.values.pictures import Pictures
from pantin.viewport.values.stage import Look
from tests.rigs.bodies.capsules import capsule, joined, written

FRONT = Lens(Camera(target=(0.0, 0.0, 1.0), distance=8.0, yaw=0.0, pitch=0.0), 800, 600)


@pytest.fixture
def legs(tmp_path: Path) -> Look:
    """Two upright legs, one behind the other, half a metre apart along the line of sight of a front view."""
    pieces = capsule((0.0, 0.0, 0.2), (0.0, 0.0, 1.8), 0.2), capsule((0.0, 1.0, 0.2), (0.0, 1.0, 1.8), 0.1)
    path = written(tmp_path / "legs.glb", joined(pieces))
    document, found = read(path), character(path)
    loaded = LoadedCharacter(found, Pictures(found.pictures))
    return Look(document, rest_pose(document.rig), in_rest_pose=True, characters={found.digest: loaded})


def moved_to(look: Look, free: tuple[float, float, float], snaps: tuple[str, ...] = ("mesh",)) -> np.ndarray:
    x, y = FRONT.project([free])[0][:2]
    return snapped(look, FRONT, (float(x), float(y)), np.array(free), snaps).place


def test_it_is_in_the_middle_of_the_part_that_it_is_in(legs: Look) -> None:
    for y, middle in ((-0.15, 0.0), (0.18, 0.0), (0.93, 1.0), (1.3, 1.0)):
        np.testing.assert_allclose(moved_to(legs, (0.02, y, 1.0))[1], middle, atol=0.02)


def test_it_stays_under_the_pointer(legs: Look) -> None:
    place = moved_to(legs, (0.05, -0.1, 1.2))
    np.testing.assert_allclose(FRONT.project([place])[0][:2], FRONT.project([(0.05, -0.1, 1.2)])[0][:2], atol=0.01)


def test_beside_the_mesh_and_without_the_switch_it_goes_where_the_pointer_does(legs: Look) -> None:
    np.testing.assert_allclose(moved_to(legs, (0.6, -0.1, 1.0)), (0.6, -0.1, 1.0))
    np.testing.assert_allclose(moved_to(legs, (0.02, -0.1, 1.0), ()), (0.02, -0.1, 1.0))


def test_it_is_on_where_there_is_a_mesh_and_changes_nothing_where_there_is_none(legs: Look) -> None:
    assert "mesh" in Settings().snaps
    bare = replace(legs, characters={})
    np.testing.assert_allclose(moved_to(bare, (0.02, -0.15, 1.0)), (0.02, -0.15, 1.0))


def test_a_ray_is_inside_from_where_it_enters_to_where_it_leaves(legs: Look) -> None:
    skin = skin_of(legs.document.figure, legs.characters)
    assert skin is not None
    spans = PosedSkin(skin, np.asarray(legs.evaluated.matrices)).spans(
        np.array((0.0, -3.0, 1.0)), np.array((0.0, 1.0, 0.0))
    )
    np.testing.assert_allclose(spans, [(2.8, 3.2), (3.9, 4.1)], atol=0.01)
