"""An arm without vertices between elbow and wrist, as low polygons have it, in files that tests write."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.rigs.formats.gltf.mesh_files import MeshFile

ROUND = 8
RADIUS = 0.2
RINGS = (0.0, 0.4, 1.0, 2.0, 2.5, 3.0)
"""Places of its rings along X; its joints are at 0, 1 and 2."""
NAMES = ("upper_arm.L", "forearm.L", "hand.L")


class Arm:
    """The arrays of the arm. Its first column of vertices is there again as the last: there its seam is."""

    def __init__(self, rings: tuple[float, ...] = RINGS) -> None:
        x, column = (each.ravel() for each in np.meshgrid(rings, np.arange(ROUND + 1), indexing="ij"))
        angle = 2.0 * np.pi * (column % ROUND) / ROUND
        self.normals = np.stack((np.zeros_like(x), np.cos(angle), np.sin(angle)), axis=1)
        self.positions = self.normals * RADIUS + np.outer(x, (1.0, 0.0, 0.0))
        self.uvs = np.stack((column / ROUND, x / 3.0), axis=1)
        shares = [np.clip((x - at) / 0.1 + 0.5, 0.0, 1.0) for at in (1.0, 2.0)]
        self.weights = np.stack((1.0 - shares[0], shares[0] - shares[1], shares[1], 0.0 * x), axis=1)
        self.joints = np.tile((0, 1, 2, 0), (len(x), 1))
        at = np.arange(len(rings) - 1)[:, None] * (ROUND + 1) + np.arange(ROUND)
        above = at + ROUND + 1
        self.triangles = np.stack((at, at + 1, above, at + 1, above + 1, above), axis=-1).reshape(-1, 3)
        """Ring by ring: two for each column."""

    @property
    def skin(self) -> dict[str, np.ndarray]:
        """Its attributes, by the names that files have for them."""
        return {"NORMAL": self.normals, "TEXCOORD_0": self.uvs, "JOINTS_0": self.joints, "WEIGHTS_0": self.weights}


def arm_file(elbow: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0), **entries: object) -> MeshFile:
    """Return a file with the joints of the arm and their skin, whose elbow is turned; its mesh is still to come."""
    joints = [{"name": name, "translation": [float(n > 0), 0, 0], "children": [n + 1]} for n, name in enumerate(NAMES)]
    del joints[2]["children"]
    joints[1]["rotation"] = list(elbow)
    file = MeshFile(*joints, {"name": "Arm", "mesh": 0, "skin": 0}, scene=0, scenes=[{"nodes": [0, 3]}], **entries)
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 0, 3] = 0.0, -1.0, -2.0
    file.skin([0, 1, 2], binds)
    return file


def written_arm(path: Path) -> Path:
    """Write the arm as one primitive."""
    file, arm = arm_file(), Arm()
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    return file.written(path)
