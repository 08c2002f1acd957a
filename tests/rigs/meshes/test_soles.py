"""Soles are points of the mesh: a boot is longer than the bones of its foot, and thicker."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.building.scaling import scaled
from tests.rigs.formats.gltf.mesh_files import MeshFile

CORNERS = np.array(list(product((0.05, 0.15), (-0.04, 0.12), (-0.1, 0.25))))
"""A boot in the axes of the file, Y up and looking along Z: 4 cm below the floor, its heel 10 cm behind the ankle."""
SIDES = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
TRIANGLES = [corner for a, b, c, d in SIDES for corner in (a, b, c, a, c, d)]


def booted(path: Path, extra: tuple[float, float, float] | None = None) -> Document:
    """Return a figure whose left foot wears a boot; an `extra` corner of the mesh hangs on its thigh."""
    file = MeshFile(
        {"name": "Hips", "translation": [0, 1, 0], "children": [1, 4]},
        {"name": "LeftUpLeg", "translation": [0.1, -0.05, 0], "children": [2]},
        {"name": "LeftLeg", "translation": [0, -0.4, 0.01], "children": [3]},
        {"name": "LeftFoot", "translation": [0, -0.45, -0.01]},
        {"name": "Spine", "translation": [0, 0.2, 0]},
        {"mesh": 0, "skin": 0},
    )
    places = [*CORNERS.tolist(), *([list(extra)] if extra else [])]
    triangles = TRIANGLES + ([0, 1, 8] if extra else [])
    joints = [(1, 0, 0, 0)] * 8 + ([(0, 0, 0, 0)] if extra else [])
    file.mesh(file.primitive(places, triangles, JOINTS_0=joints, WEIGHTS_0=[(1, 0, 0, 0)] * len(places)))
    binds = np.tile(np.eye(4), (2, 1, 1))
    binds[:, :3, 3] = (-0.1, -0.95, 0.0), (-0.1, -0.1, 0.0)
    file.skin([1, 3], binds)
    return rigs.read(file.written(path))


def in_rig(corners: np.ndarray) -> set[tuple[float, ...]]:
    """The corners in the space of rigs: Z up, looking along -Y."""
    return {tuple(np.round((x, -z, y), 6)) for x, y, z in corners}


def test_the_points_of_a_sole_are_the_lower_corners_of_the_boot(tmp_path) -> None:
    found = booted(tmp_path / "boot.glb").rig.soles
    assert found.keys() == {"LeftFoot"}
    assert set(found["LeftFoot"]) == in_rig(CORNERS[CORNERS[:, 1] < 0])


def test_what_hangs_lower_on_another_bone_is_no_sole(tmp_path) -> None:
    """The tip of a coat goes through the floor; nobody stands on it."""
    found = booted(tmp_path / "coat.glb", extra=(0.1, -0.5, -0.2)).rig.soles
    assert set(found["LeftFoot"]) == in_rig(CORNERS[CORNERS[:, 1] < 0])


def test_soles_are_kept_in_files_and_follow_their_bone(tmp_path) -> None:
    document = booted(tmp_path / "boot.glb")
    rigs.write(document, tmp_path / "figure.rig.json")
    assert rigs.read(tmp_path / "figure.rig.json").rig.soles == document.rig.soles
    renamed = rename(document, "LeftFoot", "boot")
    assert renamed.rig.soles == {"boot": document.rig.soles["LeftFoot"]}


def test_soles_of_a_larger_figure_are_as_much_larger(tmp_path) -> None:
    document = booted(tmp_path / "boot.glb")
    larger = scaled(document, 100.0).rig.soles["LeftFoot"]
    np.testing.assert_allclose(larger, 100.0 * np.array(document.rig.soles["LeftFoot"]), rtol=1e-12)


@pytest.mark.parametrize("broken", [{"POSITION": 99}, {"POSITION": 0, "JOINTS_0": 99, "WEIGHTS_0": 99}])
def test_a_figure_whose_mesh_is_damaged_opens_without_soles(tmp_path, broken: dict) -> None:
    file = MeshFile({"name": "LeftFoot", "mesh": 0, "skin": 0})
    file.mesh({**file.primitive(), "attributes": broken})
    file.skin([0])
    assert rigs.read(file.written(tmp_path / "broken.glb")).rig.soles == {}
