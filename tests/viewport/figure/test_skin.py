"""The mesh of a character beside wood: what a card would make of it by its palette is where the file's points are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import read
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.pose import Transform
from pantin.solver.edits.expressions import set_expression
from pantin.viewport.figure.skin import Skin, morphs_of, skin_of, with_skin
from pantin.viewport.values.loaded_character import LoadedCharacter
from pantin.viewport.values.mesh import corners
from pantin.viewport.values.pictures import Pictures
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, MeshFile, moved_by
from tests.rigs.formats.gltf_files import standing

BENT = Transform(rotation=(0.0, 0.0, 0.6, 0.8))


def tower(**more: object) -> MeshFile:
    """Three joints above each other, a square on all of them, and one that hangs on the last."""
    file = MeshFile(
        {"name": "a", "children": [1]},
        {"name": "b", "translation": [0, 1, 0], "children": [2]},
        {"name": "c", "translation": [0, 1, 0], "children": [4]},
        {"mesh": 0, "skin": 0},
        {"mesh": 1, "translation": [0, 0.5, 0]},
    )
    weights = [(1, 0, 0, 0), (0.5, 0.5, 0, 0), (0.2, 0.3, 0.5, 0), (0, 0, 1, 0)]
    file.mesh(file.primitive(NORMAL=FACING, JOINTS_0=[(0, 1, 2, 0)] * 4, WEIGHTS_0=weights, **more))
    file.mesh(file.primitive(NORMAL=FACING))
    file.skin([0, 1, 2], [np.eye(4), moved_by(0, -1, 0), moved_by(0, -2, 0)])
    return file


def dressed(file: MeshFile, folder: Path) -> tuple[Figure, Skin]:
    path = file.written(folder / "tower.glb")
    figure, found = read(path).figure, character(path)
    skin = skin_of(figure, {found.digest: LoadedCharacter(found, Pictures(found.pictures))})
    assert skin is not None
    return figure, skin


def drawn(skin: Skin, matrices: np.ndarray, positions: np.ndarray | None = None) -> np.ndarray:
    """What a card computes: the mean of the matrices of its joints by their weights moves each vertex."""
    mesh = skin.mesh.full
    moved = mesh.positions if positions is None else positions
    shares = np.ones((len(moved), 1)) if mesh.weights is None else mesh.weights
    blended = np.einsum("vk,vkij->vij", shares, with_skin(skin, matrices)[mesh.joints])
    return np.einsum("vij,vj->vi", blended[:, :3], np.c_[moved, np.ones(len(moved))])


@pytest.mark.parametrize("pose", [{}, {"b": BENT}, {"a": BENT, "c": BENT}])
def test_vertices_are_where_the_parts_of_the_file_are(tmp_path: Path, pose: dict[str, Transform]) -> None:
    figure, skin = dressed(tower(), tmp_path)
    matrices = standing(figure.posed(pose))
    bound = binding(figure.rig, figure.source, skin.character)
    expected = np.concatenate([each.positions for each in points(skin.character, bound, palette(bound, matrices))])
    assert np.abs(drawn(skin, matrices) - expected).max() < 1e-6


def test_boxes_hold_all_that_is_drawn(tmp_path: Path) -> None:
    figure, skin = dressed(tower(), tmp_path)
    boxes = skin.mesh.full.boxes
    there = ~np.isnan(boxes[:, 0, 0])
    assert not there[: len(figure.rig.bones)].any()
    for angle in np.linspace(-3.0, 3.0, 13):
        turned = Transform(rotation=(np.sin(angle / 2), 0.0, 0.0, np.cos(angle / 2)))
        matrices = standing(figure.posed({"b": turned, "c": turned}))
        around = corners(boxes[there], with_skin(skin, matrices)[there]).reshape(-1, 3)
        seen = drawn(skin, matrices)
        assert (seen >= around.min(axis=0) - 1e-6).all() and (seen <= around.max(axis=0) + 1e-6).all()


def test_of_more_than_eight_joints_the_heaviest_carry_a_vertex(tmp_path: Path) -> None:
    nodes = [{"name": f"j{row}"} for row in range(12)]
    file = MeshFile(*nodes, {"mesh": 0, "skin": 0})
    share = np.arange(1.0, 13.0) / 78.0
    sets = {f"WEIGHTS_{at}": [share[4 * at : 4 * at + 4]] * 4 for at in range(3)}
    rows = {f"JOINTS_{at}": [range(4 * at, 4 * at + 4)] * 4 for at in range(3)}
    file.mesh(file.primitive(NORMAL=FACING, **sets, **rows))
    file.skin(list(range(12)))
    figure, skin = dressed(file, tmp_path)
    mesh, bones = skin.mesh.full, len(figure.rig.bones)
    assert mesh.weights is not None and mesh.weights.shape == (4, 8)
    carried = dict(zip((mesh.joints[0] - bones).tolist(), mesh.weights[0].tolist(), strict=True))
    assert carried == pytest.approx({row: (row + 1) / sum(range(5, 13)) for row in range(4, 12)}, abs=1e-6)


def test_morph_targets_move_the_vertices_of_their_part_alone(tmp_path: Path) -> None:
    file = tower()
    target = {"POSITION": file.data.add(((0.0, 0.0, 1.0), (0, 0, 0), (0, 0, 0), (0, 0, 0)))}
    file.entries["meshes"][0]["primitives"][0]["targets"] = [target]
    figure, skin = dressed(file, tmp_path)
    assert morphs_of(skin) is None
    characters = {skin.character.digest: LoadedCharacter(skin.character, Pictures(()))}
    smiling = skin_of(set_expression(figure, "0", 0.5), characters)
    assert smiling is not None
    moved = morphs_of(smiling)
    assert moved is not None
    expected = np.array([*SQUARE, *SQUARE])
    expected[0] += (0.0, 0.0, 0.5)
    assert np.abs(moved[0] - expected).max() < 1e-7
    high = skin.mesh.full.boxes[len(figure.rig.bones), 1]
    assert high[2] == pytest.approx(1.0)


def test_a_figure_without_its_file_has_no_skin(tmp_path: Path) -> None:
    figure, skin = dressed(tower(), tmp_path)
    assert skin_of(figure, {}) is None
    assert skin_of(Figure(), {skin.character.digest: LoadedCharacter(skin.character, Pictures(()))}) is None


def test_meshes_of_so_many_bones_are_made_once(tmp_path: Path) -> None:
    _figure, skin = dressed(tower(), tmp_path)
    loaded = LoadedCharacter(skin.character, Pictures(()))
    assert loaded.mesh(3) is loaded.mesh(3)
    assert (loaded.mesh(5).full.joints == loaded.mesh(3).full.joints + 2).all()
