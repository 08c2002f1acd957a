"""A tube of both arms that is seen from the front with the brush in hand, and what its file holds by numpy alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Skin
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.source import SourceFile
from pantin.viewport.values.brush import Brush
from tests.app.files.character_window import opened
from tests.app.person import Person
from tests.readers.skinned import Skinned

RINGS, ROUND, LONG = 41, 16, 1.0
WIDE = 0.05
"""The radius of the brush, parts of the length of the tube."""


def both_arms() -> Content:
    """A tube along X, 2 m long: its middle on a chest, each side on an arm that begins 0.2 m from the middle."""
    along, angles = np.linspace(-LONG, LONG, RINGS), np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    x, turn = (each.ravel() for each in np.meshgrid(along, angles, indexing="ij"))
    positions = np.stack((x, 0.15 * np.cos(turn) + 1.0, 0.15 * np.sin(turn)), axis=1).astype(np.float32)
    normals = np.stack((0.0 * x, np.cos(turn), np.sin(turn)), axis=1).astype(np.float32)
    corner = np.arange((RINGS - 1) * ROUND).reshape(RINGS - 1, ROUND)
    beside = np.roll(corner.reshape(RINGS - 1, ROUND), -1, axis=1)
    triangles = np.stack((corner, beside, corner + ROUND, beside, beside + ROUND, corner + ROUND), axis=-1)
    own = np.where(x > 0.175, 1, np.where(x < -0.175, 2, 0))
    weights = np.eye(3, dtype=np.float32)[own]
    joints = np.tile(np.arange(3, dtype=np.uint16), (len(x), 1))
    part = Primitive(positions, triangles.reshape(-1, 3).astype(np.uint32), normals, joints=joints, weights=weights)
    places = (0.0, 1.0, 0.0), (0.2, 0.0, 0.0), (-0.2, 0.0, 0.0)
    names = "chest", "arm.L", "arm.R"
    nodes = [Node(name, -1 if not at else 0, place) for at, (name, place) in enumerate(zip(names, places, strict=True))]
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 0, 3], binds[:, 1, 3] = (0.0, -0.2, 0.2), -1.0
    nodes.append(Node("Tube", mesh=0, skin=0))
    return Content(nodes=nodes, meshes=[Mesh("Tube", (part,))], skins=[Skin((0, 1, 2), binds)])


def file_of(person: Person) -> SourceFile:
    """The file of the figure."""
    source = person.session.document.figure.source
    assert source is not None and source.file is not None
    return source.file


def shares(file: SourceFile, joint: int) -> np.ndarray:
    """Return the weight of a joint at each vertex, by numpy alone."""
    read = Skinned(Path(file.path).read_bytes())
    attributes = read.plain["meshes"][0]["primitives"][0]["attributes"]
    joints, weights = read.numbers(attributes["JOINTS_0"]), read.numbers(attributes["WEIGHTS_0"])
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, atol=1e-6)
    assert "JOINTS_1" not in attributes
    return np.where(joints == joint, weights, 0.0).sum(axis=1)


def places(file: SourceFile) -> np.ndarray:
    read = Skinned(Path(file.path).read_bytes())
    return read.numbers(read.plain["meshes"][0]["primitives"][0]["attributes"]["POSITION"])


def pixel(person: Person, x: float, y: float, z: float) -> tuple[float, float]:
    """The pixel of a place of the armature space."""
    found = person.view.camera.project(np.array([(x, y, z)]), person.view.width(), person.view.height())[0]
    return float(found[0]), float(found[1])


def written(person: Person) -> None:
    """All that was painted is in its file."""
    person.wait_until(lambda: not person.session.painted.is_waiting)
    person.wait_for_the_pose()


@pytest.fixture
def painter(person: Person, tmp_path: Path) -> Person:
    """The tube is seen from the front, its left arm selected, the brush in hand."""
    (tmp_path / "tube.glb").write_bytes(glb_of(both_arms()))
    opened(person, tmp_path / "tube.glb")
    person.view.look_from("front")
    person.wait_until(lambda: person.view.camera is person.view.goal)
    person.session.select(("arm.L",), "arm.L")
    person.window.menus.run("tool_brush")
    person.view.change_settings(mirror_x=False, brush=Brush(radius=WIDE))
    person.wait_for_the_pose()
    return person


def stroke(person: Person) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a stroke over the left of the chest: in front of the tube."""
    return pixel(person, 0.1, -0.15, 1.0), pixel(person, 0.15, -0.15, 1.0)
