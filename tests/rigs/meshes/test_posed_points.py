"""Points of posed characters: morph targets, normals below uneven and mirrored axes, by numbers done by hand."""

from __future__ import annotations

import numpy as np

from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import PosedPart, corners, points
from pantin.rigs.rig import Rig
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, MeshFile


def unmoved(found: Character, weights: dict | None = None) -> PosedPart:
    """The only part, as it stands, in the axes of the file."""
    bound = binding(Rig(), None, found)
    (part,) = points(found, bound, palette(bound, np.empty((0, 4, 4))), weights)
    back = found.turn[:3, :3]
    return part._replace(positions=part.positions @ back, normals=part.normals @ back)


def face(node: dict | None = None) -> MeshFile:
    file = MeshFile({"mesh": 0, **(node or {})})
    primitive = file.primitive(NORMAL=FACING)
    primitive["targets"] = [
        {"POSITION": file.sparse(4, [1, 2], [(0, 0, 1), (0, 0, 2)]), "NORMAL": file.sparse(4, [1], [(0, 1, 0)])},
        {"POSITION": file.sparse(4, [2], [(4, 0, 0)])},
    ]
    file.mesh(primitive, weights=[0.5, 0.0])
    return file


def test_targets_are_added_by_their_weights(tmp_path) -> None:
    found = character(face().written(tmp_path / "a.glb"))
    moved = np.array(SQUARE)
    moved[1, 2], moved[2, 2] = 0.5, 1.0
    assert np.abs(unmoved(found).positions - moved).max() < 1e-6  # as the file says
    assert np.abs(unmoved(found).normals[1] - np.array([0, 0.5, 1]) / np.hypot(0.5, 1)).max() < 1e-6
    moved[:, 2] = 0.0
    moved[2, 0] = 1.0 + 4.0 * -0.25
    assert np.abs(unmoved(found, {0: (0.0, -0.25)}).positions - moved).max() < 1e-6
    assert np.abs(unmoved(found, {0: ()}).positions - SQUARE).max() == 0.0


def test_normals_stay_upright_on_uneven_and_mirrored_surfaces(tmp_path) -> None:
    slope = [(0, 0.6, 0.8)] * 4
    for scale in ((1, 4, 1), (-1, 1, 1)):
        file = MeshFile({"mesh": 0, "scale": list(scale)})
        file.mesh(file.primitive(NORMAL=slope))
        found = character(file.written(tmp_path / "a.glb"))
        part, upright = unmoved(found), np.array(slope[0]) / scale  # by the inverse, whose transpose is itself here
        assert np.abs(part.normals - upright / np.linalg.norm(upright)).max() < 1e-6
        assert part.mirrored == (scale[0] < 0)
        first, second, third = part.positions[corners(found.parts[0], part)[0]]
        assert np.cross(second - first, third - first)[2] > 0.0  # as the normals do
