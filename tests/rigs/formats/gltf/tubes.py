"""A tube in a skin of three joints, as its figure is seen and turned."""

from __future__ import annotations

from math import radians
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.character_file import character_of
from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Skin
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.pose import Transform

RINGS, ROUND = 61, 24
"""A tube along X, 3 m long, of joints at 0, 1 and 2 m: upper arm, forearm and hand."""


def tube(root: Node | None = None, skins: int = 1) -> Content:
    """The tube in a skin whose joints blend over 0.1 m, at one node for each of the `skins`."""
    along, angles = np.linspace(0.0, 3.0, RINGS), np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    x, turn = (each.ravel() for each in np.meshgrid(along, angles, indexing="ij"))
    positions = np.stack((x, 0.2 * np.cos(turn), 0.2 * np.sin(turn)), axis=1).astype(np.float32)
    shares = [np.clip((x - at) / 0.1 + 0.5, 0.0, 1.0) for at in (1.0, 2.0)]
    weights = np.stack((1.0 - shares[0], shares[0] - shares[1], shares[1]), axis=1).astype(np.float32)
    joints = np.tile(np.arange(3, dtype=np.uint16), (len(x), 1))
    corner = np.arange((RINGS - 1) * ROUND).reshape(RINGS - 1, ROUND)
    beside = np.roll(corner, -1, axis=1)
    triangles = np.stack((corner, beside, corner + ROUND, beside, beside + ROUND, corner + ROUND), axis=-1)
    normals = (positions * (0.0, 5.0, 5.0)).astype(np.float32)
    part = Primitive(positions, triangles.reshape(-1, 3).astype(np.uint32), normals, joints=joints, weights=weights)
    names, offset = ("upper_arm.L", "forearm.L", "hand.L"), 0 if root is None else 1
    nodes = [] if root is None else [root]
    nodes += [Node(name, offset + k - 1, (float(k > 0), 0.0, 0.0)) for k, name in enumerate(names)]
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 0, 3] = (0.0, -1.0, -2.0)
    nodes += [Node(f"Tube {k}", mesh=0, skin=k) for k in range(skins)]
    of_joints = tuple(range(offset, offset + 3))
    for_each = []
    for number in range(skins):  # every other one is bound twice as large
        size = np.diag((1.0 + number, 1.0 + number, 1.0 + number, 1.0))
        for_each.append(Skin(of_joints, binds @ size))
    return Content(nodes=nodes, meshes=[Mesh("Tube", (part,))], skins=for_each)


def opened(content: Content, path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setenv("XDG_CACHE_HOME", str(path / "cache"))
    (path / "tube.glb").write_bytes(glb_of(content))
    return pantin.read(path / "tube.glb")


def seen(document: Document) -> list[np.ndarray]:
    """The points of each part, armature space."""
    character = character_of(document.figure)
    bound = binding(document.rig, document.figure.source, character)
    return [each.positions for each in points(character, bound, palette(bound, pantin.evaluate(document).matrices))]


def turned(document: Document, name: str, degrees: float) -> Document:
    turn = rot.quaternion_about((0.0, 1.0, 0.0), radians(degrees))
    return pantin.posed(document, {name: Transform(rotation=rot.canonical(*turn.tolist()))})
