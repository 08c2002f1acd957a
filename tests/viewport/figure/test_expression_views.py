"""Pictures of expressions look at what they move: at the face from its brows to the collar, at a tail, at the whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import read
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.meshes import character
from pantin.viewport.figure.expression_views import expression_view
from pantin.viewport.values.loaded_character import Characters, LoadedCharacter
from pantin.viewport.values.pictures import Pictures
from tests.rigs.formats.gltf.mesh_files import MeshFile

SIZE = (130, 120)
BODY = ((-0.2, 0.0, 0.0), (0.2, 0.0, 0.0), (0.2, 1.4, 0.0), (-0.2, 1.4, 0.0))
FACE = ((-0.05, 1.58, 0.1), (0.05, 1.58, 0.1), (0.05, 1.68, 0.1), (-0.05, 1.68, 0.1))
HAIR = ((-0.3, 1.5, -0.1), (0.3, 1.5, -0.1), (0.3, 1.9, -0.1), (-0.3, 1.9, -0.1))
TAIL = ((0.0, 0.9, -0.3), (0.1, 0.9, -0.3), (0.1, 0.9, -0.7), (0.0, 0.9, -0.7))
JOINTS = {"body": 0, "face": 2, "hair": 3, "tail": 4}
POINTS = {"body": BODY, "face": FACE, "hair": HAIR, "tail": TAIL}
NECK = (0.0, 1.5, 0.0)
MOVES: dict[str, dict[str, tuple[float, float, float]]] = {
    "Smile": {"face": (0.0, 0.0, 0.01), "body": (0.0, 0.0, 1e-5)},
    "Wag": {"tail": (0.0, 0.1, 0.0)},
    "Grow": dict.fromkeys(POINTS, (0.0, 0.2, 0.0)),
    "Nothing": {},
}


def person(path: Path, names: tuple[str, str, str] = ("hips", "spine", "head")) -> tuple[Figure, Characters]:
    """Write and read a figure of flat parts, each on a bone of its own, with the expressions of MOVES."""
    file = MeshFile(
        {"name": names[0], "translation": [0, 1, 0], "children": [1, 4]},
        {"name": names[1], "translation": [0, 0.2, 0], "children": [2]},
        {"name": names[2], "translation": [0, 0.3, 0], "children": [3]},
        {"name": "hair", "translation": [0, 0.3, 0]},
        {"name": "tail", "translation": [0, -0.1, -0.3]},
        {"mesh": 0, "skin": 0, "name": "banner"},
    )
    parts = list(POINTS)
    points = np.concatenate([POINTS[name] for name in parts])
    corners = np.concatenate([np.array((0, 1, 2, 0, 2, 3)) + 4 * place for place in range(len(parts))])
    joints = np.repeat([(JOINTS[name], 0, 0, 0) for name in parts], 4, axis=0)
    targets = [
        {"POSITION": file.data.add(np.repeat([moves.get(name, (0, 0, 0)) for name in parts], 4, axis=0))}
        for moves in MOVES.values()
    ]
    weights = np.tile((1.0, 0, 0, 0), (len(points), 1))
    skinned = {"JOINTS_0": joints, "WEIGHTS_0": weights, "NORMAL": np.tile((0.0, 0, 1), (len(points), 1))}
    file.mesh(file.primitive(points, corners, **skinned, targets=targets), extras={"targetNames": list(MOVES)})
    places = {0: (0, 1, 0), 1: (0, 1.2, 0), 2: NECK, 3: (0, 1.8, 0), 4: (0, 0.9, -0.3)}
    binds = [np.eye(4) for _ in places]
    for joint, place in places.items():
        binds[joint][:3, 3] = np.negative(place)
    file.skin(list(places), binds)
    written = file.written(path)
    found = character(written)
    return read(written).figure, {found.digest: LoadedCharacter(found, Pictures(found.pictures))}


def seen(made: tuple[Figure, Characters], name: str, points: object) -> np.ndarray:
    """Return where points of the file are in the picture of an expression, parts of its width and height."""
    camera = expression_view(made[0], name, made[1], SIZE)
    assert camera is not None
    x, y, z = np.atleast_2d(np.array(points, float)).T
    return camera.project(np.stack([x, -z, y], axis=1), *SIZE)[:, :2] / SIZE


@pytest.mark.parametrize("name", ["Smile", "Nothing"])
def test_a_face_is_seen_from_its_brows_to_the_collar(tmp_path: Path, name: str) -> None:
    """Hair does not make it smaller, and what a target moves by a hair is not moved."""
    made = person(tmp_path / "person.glb")
    face, neck, hair = seen(made, name, FACE), seen(made, name, NECK)[0], seen(made, name, HAIR)
    assert face.min() > 0.05 and face.max() < 0.8 and np.ptp(face[:, 1]) > 0.4
    assert face[:, 0].mean() == pytest.approx(0.5, abs=0.01)
    assert 0.8 < neck[1] < 1.0
    assert hair[:, 0].min() < 0.0 and hair[:, 0].max() > 1.0 and hair[:, 1].min() < 0.0


def test_what_else_moves_is_seen_where_it_is(tmp_path: Path) -> None:
    made = person(tmp_path / "person.glb")
    tail, raised = seen(made, "Wag", TAIL), seen(made, "Wag", np.add(TAIL, MOVES["Wag"]["tail"]))
    both = np.concatenate([tail, raised])
    assert both.min() > 0.0 and both.max() < 1.0 and np.ptp(both, axis=0).max() > 0.5
    assert seen(made, "Wag", NECK)[0, 1] < 0.0


def test_what_moves_much_is_seen_as_a_whole(tmp_path: Path) -> None:
    made = person(tmp_path / "person.glb")
    whole = np.concatenate([*POINTS.values(), np.add(HAIR, MOVES["Grow"]["hair"])])
    at = seen(made, "Grow", whole)
    assert at.min() > 0.0 and at.max() < 1.0 and np.ptp(at[:, 1]) > 0.7


def test_where_no_bone_is_a_head_what_moves_is_seen(tmp_path: Path) -> None:
    made = person(tmp_path / "machine.glb", ("base", "arm", "lid"))
    face = seen(made, "Smile", FACE)
    assert face.min() > 0.0 and face.max() < 1.0
    whole = seen(made, "Nothing", np.concatenate(list(POINTS.values())))
    assert whole.min() > 0.0 and whole.max() < 1.0


def test_hidden_parts_are_no_reason_to_look_there(tmp_path: Path) -> None:
    figure, characters = person(tmp_path / "person.glb")
    hidden = replace(figure, hidden_parts=(5,))
    assert expression_view(hidden, "Smile", characters, SIZE) is not None
    assert expression_view(hidden, "Wag", characters, SIZE) is not None


def test_no_picture_is_taken_of_what_is_not_there(tmp_path: Path) -> None:
    figure, characters = person(tmp_path / "person.glb")
    assert expression_view(figure, "Frown", characters, SIZE) is None
    assert expression_view(figure, "Smile", {}, SIZE) is None
    assert expression_view(Figure(), "Smile", characters, SIZE) is None
