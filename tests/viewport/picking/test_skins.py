"""A click on a skin takes the bone below it: the nearest triangle decides, and of its joints the one that does most."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import read
from pantin.rigs.document import Document
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.pose import Pose, Transform
from pantin.solver import evaluate
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.picking.figures import pick_other
from pantin.viewport.picking.picking import touches
from pantin.viewport.picking.targets import targets
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.loaded_character import NO_CHARACTERS, LoadedCharacter
from pantin.viewport.values.pictures import Pictures
from pantin.viewport.values.stage import Look
from tests.bench.app.skins import person
from tests.rigs.formats.gltf.mesh_files import FACING, MeshFile, moved_by

LENS = Lens(Camera(target=(0.0, 0.0, 1.0), distance=8.0, yaw=0.0, pitch=0.0), 800, 600)
WIDE = ((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (-1.0, 2.0, 0.0))
"""A square that stands in the picture, two metres high; in the armature space its second axis is Z."""


def wall(folder: Path) -> Look:
    """Two joints, one above the other, and a wall that follows the lower at its foot and the upper at its top; behind
    it, farther from the camera, a second one that hangs on the lower joint alone.
    """
    file = MeshFile(
        {"name": "lower", "children": [1, 3]},
        {"name": "upper", "translation": [0, 1, 0]},
        {"mesh": 0, "skin": 0},
        {"mesh": 1, "translation": [1, 0, -1]},
    )
    weights = [(1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)]
    file.mesh(file.primitive(WIDE, NORMAL=FACING, JOINTS_0=[(0, 1, 0, 0)] * 4, WEIGHTS_0=weights))
    file.mesh(file.primitive(WIDE, NORMAL=FACING))
    file.skin([0, 1], [np.eye(4), moved_by(0, -1, 0)])
    path = file.written(folder / "wall.glb")
    document, found = read(path), character(path)
    loaded = LoadedCharacter(found, Pictures(found.pictures))
    return Look(document, evaluate(document), characters={found.digest: loaded})


def under(look: Look, x: float, z: float, y: float = 0.0) -> str | None:
    """The bone under the pixel where a place of the armature is seen."""
    at = LENS.project([(x, y, z)])[0]
    hit = grabbed(look, LENS, float(at[0]), float(at[1]))
    return None if hit is None else hit.bone


@pytest.mark.parametrize(
    ("x", "z", "bone"), [(-0.9, 0.2, "lower"), (0.9, 0.9, "lower"), (0.9, 1.1, "upper"), (-0.9, 1.9, "upper")]
)
def test_the_joint_that_does_most_is_taken(tmp_path: Path, x: float, z: float, bone: str) -> None:
    assert under(wall(tmp_path), x, z) == bone


def test_the_nearest_triangle_is_hit(tmp_path: Path) -> None:
    look = wall(tmp_path)
    assert under(look, 0.5, 1.9) == "upper"
    assert under(look, 1.8, 1.9, y=1.0) == "lower"  # of the wall behind, beside the one in front


def test_beside_the_skin_nothing_is_hit(tmp_path: Path) -> None:
    look = wall(tmp_path)
    assert under(look, -1.5, 1.0) is None
    at = LENS.project([(-0.9, 0.0, 1.0), (-1.5, 0.0, 1.0)])
    assert [touches(targets(look), LENS, x, y) for x, y in at[:, :2].tolist()] == [True, False]


def test_a_bone_that_cannot_be_selected_gives_way_to_its_parent(tmp_path: Path) -> None:
    look = wall(tmp_path)
    bones = tuple(replace(bone, selectable=bone.name != "upper") for bone in look.document.rig.bones)
    document = look.document.with_rig(look.document.rig.changed(bones=bones))
    assert under(replace(look, document=document), 0.9, 1.8) == "lower"


def test_where_the_skin_is_not_drawn_wood_is_hit(tmp_path: Path) -> None:
    look = replace(wall(tmp_path), characters=NO_CHARACTERS)
    assert under(look, 0.9, 1.8) is None
    assert under(look, 0.0, 0.5) == "lower"


def test_the_skin_of_a_figure_that_is_not_edited_is_hit_too(tmp_path: Path) -> None:
    look = wall(tmp_path)
    other = replace(look.document.figure, name="other")
    scene = replace(look.document.scene, figures=(other, replace(read_of_one(tmp_path), name="edited")))
    both = Look(
        Document(scene, "edited"),
        evaluate(Document(scene, "edited")),
        others={"other": look.evaluated},
        characters=look.characters,
    )
    x, y, _ = LENS.project([(0.9, 0.0, 1.8)])[0]
    found = pick_other(both, LENS, float(x), float(y), None)
    assert found is not None and found.bone == ("other", "upper")


def read_of_one(folder: Path):
    """A figure far to the side."""
    file = MeshFile({"name": "far", "translation": [50, 0, 0]})
    file.skin([0])
    return read(file.written(folder / "far.glb")).figure


def test_rays_meet_what_they_meet_among_all_triangles(tmp_path: Path) -> None:
    """Of a bent person of thousands of triangles: held against each ray and every triangle, by hand."""
    file = person(tmp_path / "person.glb", 4_000)
    document, found = read(file), character(file)
    bent = {
        "spine": Transform(rotation=(0.2, 0.1, 0.0, 0.97)),
        "upper_arm.L": Transform(rotation=(0.0, 0.3, 0.4, 0.86)),
    }
    document = document.with_figure(replace(document.figure, pose=Pose(bent)))
    loaded = LoadedCharacter(found, Pictures(found.pictures))
    look = Look(document, evaluate(document), characters={found.digest: loaded})
    skin = targets(look).skin
    bound = binding(document.rig, document.figure.source, found)
    (posed,) = points(found, bound, palette(bound, np.asarray(look.evaluated.matrices)))
    corners = posed.positions[found.parts[0].triangles]
    chance, met = np.random.default_rng(11), 0
    for _number in range(60):
        origin = chance.normal(0.0, 1.0, 3) * (1.0, 1.0, 0.3) + (0.0, -4.0, 1.1)
        aim = posed.positions[chance.integers(len(posed.positions))] + chance.normal(0.0, 0.03, 3) - origin
        direction = aim / np.linalg.norm(aim)
        nearest, hit = _nearest(corners, origin, direction), skin.hit(origin, direction)
        assert (hit is None) == (nearest is None)
        if hit is not None and nearest is not None:
            assert hit.depth == pytest.approx(nearest, abs=1e-4)
            met += 1
    assert met > 10


def _nearest(corners: np.ndarray, origin: np.ndarray, direction: np.ndarray) -> float | None:
    """The distance to the nearest of triangles (t, 3, 3) by Cramer's rule (Möller and Trumbore 1997)."""
    one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across, away = np.cross(direction, other), origin - corners[:, 0]
    size = np.einsum("ti,ti->t", one, across)
    size = np.where(np.abs(size) < 1e-14, np.inf, size)
    u = np.einsum("ti,ti->t", away, across) / size
    beside = np.cross(away, one)
    v, t = beside @ direction / size, np.einsum("ti,ti->t", other, beside) / size
    found = t[(u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)]
    return float(found.min()) if len(found) else None
