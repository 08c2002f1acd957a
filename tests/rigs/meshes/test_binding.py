"""Parts of characters follow the bones of their rig: points by matrices that are multiplied here, node by node."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Rig, read
from pantin.rigs.editing.building.joints import transformed
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import PosedPart, points
from pantin.rigs.pose import Transform
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, MeshFile, moved_by
from tests.rigs.formats.gltf_files import standing

QUARTER = np.sqrt(0.5)
TURNED = [0.0, 0.0, QUARTER, QUARTER]
"""A quarter turn about Z, as a quaternion."""
Z = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
"""The same as a matrix."""
Z_UP = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
WEIGHTS = [(1, 0, 0, 0), (0.5, 0.5, 0, 0), (0, 1, 0, 0), (0.25, 0.75, 0, 0)]
JOINTS = {"JOINTS_0": [(0, 1, 0, 0)] * 4, "WEIGHTS_0": WEIGHTS}
SHARES = np.array([row[:2] for row in WEIGHTS])


def arm(upper: dict | None = None, lower: dict | None = None, **entries: object) -> MeshFile:
    """Two joints, of which the second is 1 above the first, a mesh on their skin, and a stiff one at the second.

    The skin's mesh hangs on a node that is moved, which does not count.
    """
    file = MeshFile(
        {"name": "upper", "children": [1], **(upper or {})},
        {"name": "lower", "translation": [0, 1, 0], "children": [3], **(lower or {})},
        {"mesh": 0, "skin": 0, "translation": [100, 0, 0]},
        {"mesh": 1, "name": "sword", "translation": [0, 0, 1]},
        **entries,
    )
    file.mesh(file.primitive(NORMAL=FACING, **JOINTS))
    file.mesh(file.primitive(NORMAL=FACING))
    file.skin([0, 1], [np.eye(4), moved_by(0, -1, 0)])
    return file


def posed(figure: Figure, found: Character) -> tuple[PosedPart, ...]:
    bound = binding(figure.rig, figure.source, found)
    return points(found, bound, palette(bound, standing(figure)))


def skinned(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """The corners of the square where the joints stand so, in the axes of the file."""
    whole = np.array([(*corner, 1.0) for corner in SQUARE])
    each = [whole @ (joint @ bind).T for joint, bind in ((upper, np.eye(4)), (lower, moved_by(0, -1, 0)))]
    return np.einsum("vk,kvi->vi", SHARES, np.array(each))[:, :3]


def stiff(at: np.ndarray) -> np.ndarray:
    return (np.array([(*corner, 1.0) for corner in SQUARE]) @ at.T)[:, :3]


@pytest.mark.parametrize("place", [(0.0, 0.0, 0.0), (3.0, 0.0, -2.0)])
def test_points_stand_as_in_the_file(tmp_path, place) -> None:
    path = arm({"translation": list(place), "scale": [2, 2, 2]}, {"rotation": TURNED}).written(tmp_path / "a.glb")
    upper = moved_by(*place) @ np.diag([2.0, 2, 2, 1])
    lower = upper @ moved_by(0, 1, 0) @ Z
    body, sword = posed(read(path).figure, character(path))
    assert np.abs(body.positions - skinned(upper, lower) @ Z_UP.T).max() < 1e-6
    assert np.abs(sword.positions - stiff(lower @ moved_by(0, 0, 1)) @ Z_UP.T).max() < 1e-6


def test_bones_that_are_posed_take_their_points_along(tmp_path) -> None:
    """What the rig does to a bone that rests upright is what turning its node does in the file."""
    figure = read(arm().written(tmp_path / "a.glb")).figure
    turned = character(arm(lower={"rotation": TURNED}).written(tmp_path / "b.glb"))
    expected = posed(read(tmp_path / "b.glb").figure, turned)
    about = standing(figure)[1, :3, :3].T @ (Z_UP @ [0.0, 0.0, 1.0])  # the axis of the turn in those of the bone
    rotation = tuple((QUARTER * about).tolist())
    figure = figure.posed({"lower": Transform(rotation=(*rotation, QUARTER))})
    found = posed(figure, character(tmp_path / "a.glb"))
    for one, other in zip(found, expected, strict=True):
        assert np.abs(one.positions - other.positions).max() < 1e-6
        assert np.abs(one.normals - other.normals).max() < 1e-6


def test_uneven_scale_in_the_file_keeps_its_shear(tmp_path) -> None:
    """A turned joint below uneven scale is sheared; as it stands in the file it is drawn so."""
    path = arm({"scale": [1, 3, 1]}, {"rotation": [0.0, 0.0, np.sin(0.4), np.cos(0.4)]}).written(tmp_path / "a.glb")
    turn = np.eye(4)
    turn[:2, :2] = [[np.cos(0.8), -np.sin(0.8)], [np.sin(0.8), np.cos(0.8)]]
    upper = np.diag([1.0, 3, 1, 1])
    body, _sword = posed(read(path).figure, character(path))
    assert np.abs(body.positions - skinned(upper, upper @ moved_by(0, 1, 0) @ turn) @ Z_UP.T).max() < 1e-6


def test_a_figure_that_rests_in_its_bind_pose_stands_as_in_the_file(tmp_path) -> None:
    path = arm(lower={"rotation": TURNED}).written(tmp_path / "a.glb")
    lower = moved_by(0, 1, 0) @ Z
    bound = read(path, rest_from="bind").figure
    assert "lower" in bound.pose.bones
    for figure, expected in ((bound, lower), (bound.posed({}), moved_by(0, 1, 0))):
        body, sword = posed(figure, character(path))
        assert np.abs(body.positions - skinned(np.eye(4), expected) @ Z_UP.T).max() < 1e-6
        assert np.abs(sword.positions - stiff(expected @ moved_by(0, 0, 1)) @ Z_UP.T).max() < 1e-6


def test_meshes_stay_where_bones_are_edited_at_rest(tmp_path) -> None:
    path = arm(lower={"rotation": TURNED}).written(tmp_path / "a.glb")
    document, found = read(path), character(path)
    edited = transformed(document, [("lower", "head"), ("lower", "tail")], moved_by(0.3, 0.2, 0.1))
    assert edited.rig.bones != document.rig.bones
    for one, other in zip(posed(document.figure, found), posed(edited.figure, found), strict=True):
        assert np.abs(one.positions - other.positions).max() < 1e-9


def test_points_of_a_bone_that_is_gone_follow_the_one_above(tmp_path) -> None:
    path = arm().written(tmp_path / "a.glb")
    found = character(path)
    figure = delete(read(path), ["lower"]).figure
    assert [bone.name for bone in figure.rig.bones] == ["upper"]
    moved = figure.posed({"upper": Transform(location=(1.0, 2.0, 3.0))})
    for one, other in zip(posed(figure, found), posed(moved, found), strict=True):
        apart = other.positions - one.positions
        assert np.abs(np.linalg.norm(apart, axis=1) - np.sqrt(14.0)).max() < 1e-6


def test_a_figure_of_old_vrm_is_turned_round(tmp_path) -> None:
    path = arm(extensionsUsed=["VRM"]).written(tmp_path / "a.vrm")
    body, _sword = posed(read(path).figure, character(path))
    expected = skinned(np.eye(4), moved_by(0, 1, 0)) * (-1.0, 1.0, -1.0) @ Z_UP.T
    assert np.abs(body.positions - expected).max() < 1e-6


def test_without_a_rig_of_the_file_nothing_moves(tmp_path: Path) -> None:
    found = character(arm().written(tmp_path / "a.glb"))
    bound = binding(Rig(), None, found)
    body, sword = points(found, bound, palette(bound, np.empty((0, 4, 4))))
    assert np.abs(body.positions - skinned(np.eye(4), moved_by(0, 1, 0)) @ Z_UP.T).max() < 1e-6
    assert np.abs(sword.positions - stiff(moved_by(0, 1, 1)) @ Z_UP.T).max() < 1e-6
