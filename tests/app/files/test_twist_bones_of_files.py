"""A character whose file has twist bones: it is said that nothing turns them, and tied they keep a forearm round."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from pantin.app.files.baking import posed_mesh
from pantin.app.files.character_file import character_of
from pantin.rigs import Document, Transform, read
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.twisting import left_behind, share_twist
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.source import SourceFile
from tests.app.files.character_window import opened
from tests.app.person import Person
from tests.rigs.formats.gltf.arms import written_arm
from tests.rigs.formats.gltf.mesh_files import MeshFile

RINGS, AROUND, LENGTH = 13, 8, 0.3


JOINTS = {
    "pelvis": (0.0, 1.0, 0.0),
    "spine": (0.0, 0.4, 0.0),
    "clavicle_l": (0.1, 0.1, 0.0),
    "upperarm_l": (0.1, 0.0, 0.0),
    "lowerarm_l": (0.3, 0.0, 0.0),
    "lowerarm_twist_01_l": (LENGTH / 3.0, 0.0, 0.0),
    "lowerarm_twist_02_l": (2.0 * LENGTH / 3.0, 0.0, 0.0),
    "hand_l": (LENGTH, 0.0, 0.0),
    "fingers_l": (0.1, 0.0, 0.0),
}
BELOW = {0: [1], 1: [2], 2: [3], 3: [4], 4: [5, 6, 7], 7: [8]}
ELBOW = np.array((0.5, 1.5, 0.0))


def sleeve(path: Path) -> Path:
    """Write an arm along X: a round sleeve from elbow to wrist, shared by its bones as its maker painted it."""
    nodes = [
        {"name": name, "translation": list(place), **({"children": BELOW[n]} if n in BELOW else {})}
        for n, (name, place) in enumerate(JOINTS.items())
    ]
    file = MeshFile(*nodes, {"mesh": 0, "skin": 0, "name": "sleeve"})
    along, turns = np.repeat(np.linspace(0.0, 1.0, RINGS), AROUND), np.tile(np.arange(AROUND) / AROUND, RINGS)
    normals = np.column_stack((0.0 * along, np.cos(2 * pi * turns), np.sin(2 * pi * turns)))
    points = ELBOW + 0.04 * normals + np.outer(along, (LENGTH, 0.0, 0.0))
    ends = np.array((0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0))  # of lowerarm, both twist bones and the hand
    shares = np.clip(1.0 - np.abs(ends - along[:, None]) * 3.0, 0.0, 1.0)
    corners = [
        n for r in range(RINGS - 1) for k in range(AROUND) for n in (r * 8 + k, r * 8 + (k + 1) % 8, r * 8 + 8 + k)
    ]
    skin = {"JOINTS_0": [(4, 5, 6, 7)] * len(points), "WEIGHTS_0": shares, "NORMAL": normals}
    file.mesh(file.primitive(points, corners, **skin))
    file.skin(list(range(len(nodes))), binds())
    return file.written(path)


def binds() -> np.ndarray:
    """Return the inverse bind matrices (9, 4, 4) of the joints, which have no turns."""
    places, parents = np.array(list(JOINTS.values())), {child: n for n, below in BELOW.items() for child in below}
    found = np.tile(np.eye(4), (len(places), 1, 1))
    for n in range(len(places)):
        places[n] += places[parents[n]] if n in parents else 0.0
        found[n, :3, 3] = -places[n]
    return found


def smallest_section(document: Document) -> float:
    """Return the smallest section of the sleeve, in parts of that at rest, while the hand is turned by 170°."""
    turned = with_transforms(document, {"hand_l": Transform(rotation=(0.0, sin(0.5 * 2.967), 0.0, cos(0.5 * 2.967)))})
    (part,) = posed_mesh(turned, character_of(turned.figure))
    rings = np.asarray(part.positions).reshape(RINGS, AROUND, 3)
    following = np.roll(rings, -1, axis=1)
    areas = np.linalg.norm(np.cross(rings, following).sum(axis=1), axis=1) / 2.0
    return float(areas.min() / (AROUND / 2.0 * 0.04**2 * sin(2 * pi / AROUND)))


def test_tied_twist_bones_keep_the_forearm_round(tmp_path: Path) -> None:
    document = read(sleeve(tmp_path / "arm.glb"))
    assert left_behind(document.figure) == ("lowerarm_twist_01_l", "lowerarm_twist_02_l")
    tied, _names = share_twist(document)
    assert smallest_section(document) < 0.1
    assert smallest_section(tied) > 0.6
    assert left_behind(tied.figure) == ()
    clip = Clip.of("wave", 30.0, ["lowerarm_twist_01_l"], np.tile((0, 0, 0, 0, 0, 0, 1, 1, 1, 1.0), (2, 1, 1)))
    moved = document.with_figure(replace(document.figure, clips=(clip,)))
    assert left_behind(moved.figure) == (), "motion of the file turns them"


def test_it_is_said_when_such_a_file_opens(person: Person, tmp_path: Path) -> None:
    told: list[str] = []
    person.session.notified.connect(told.append)
    opened(person, sleeve(tmp_path / "arm.glb"))
    assert any(each.startswith("2 twist bones do not turn with their limbs") for each in told)
    person.by_palette("Share twist with the file's twist bones")
    assert left_behind(person.session.document.figure) == ()


def test_loops_are_cut_into_the_mesh_and_undone(person: Person, tmp_path: Path) -> None:
    told: list[str] = []
    person.session.notified.connect(told.append)
    opened(person, written_arm(tmp_path / "arm.glb"))
    file = own_file(person)
    person.session.select(("forearm.L",), "forearm.L")
    person.by_palette("Add 5 twist bones")
    person.wait_until(lambda: own_file(person) != file and not person.window.files.jobs.reader.doing)
    assert any("3 loops were cut into 1 part of the mesh." in each for each in told)
    person.wait_until(lambda: not person.window.characters.busy)
    person.shortcut("Ctrl+Z")
    assert own_file(person) == file
    person.shortcut("Ctrl+Shift+Z")
    assert own_file(person) != file


def own_file(person: Person) -> SourceFile:
    source = person.session.document.figure.source
    assert source is not None and source.file is not None
    return source.file
