"""FBX files of Maya, 3ds Max and Blender: joints and skin are where those programs have them, at rest and in clips.

What each file holds was read by another reader; frames that the programs wrote as OBJ decide where the two differ.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pantin.rigs.formats.converted.fbx import glb
from tests.others.samples import SAMPLES
from tests.readers.skinned import Skinned

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ufbx") is None, reason="reads with ufbx")

FILES = sorted((SAMPLES / "fbx").glob("*.fbx"))
NEAR = 1e-4
"""Parts of the size of the figure."""

OTHERWISE = {"maya_dual_quaternion_7500_ascii.fbx": {"pCube1"}, "maya_axes_anim_7700_ascii.fbx": {"Y"}}
"""Meshes that are bent otherwise in those programs, which is said: by dual quaternions, and by a geometry cache."""


class Read:
    """A file as it was converted, and what is known of it, in the file's units with Y up."""

    def __init__(self, path: Path) -> None:
        self.known: dict[str, Any] = json.loads((SAMPLES / "truth_fbx" / f"{path.name}.json").read_text("utf-8"))
        self.file, self.left_out = Skinned(glb(path)), OTHERWISE.get(path.name, set())
        self.unit: float = self.known["unit_meters"]
        self.begins: dict[str, float] = self.file.plain["asset"]["extras"].get("begins", {})
        self.clips = {each["name"]: number for number, each in enumerate(self.file.plain.get("animations", ()))}
        self.names = [node.get("name", "") for node in self.file.plain["nodes"]]
        rest = [np.array(bone["node_world"])[:3, 3] for bone in self.known["bones"]]
        boxes = [corner for mesh in self.known.get("static", ()) for corner in mesh["bbox"]]
        self.size = float(np.ptp(np.array([*rest, *boxes]), axis=0).max())

    def at(self, clip: str | None, seconds: float) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Return where nodes and vertices are, at a time of the file."""
        number = self.clips.get(clip or "")
        if number is None:
            worlds = self.file.worlds()
            return worlds[:, :3, 3] / self.unit, self.scaled(self.file.vertices(worlds))
        time = seconds - self.begins.get(clip or "", 0.0)
        worlds, weights = self.file.worlds(number, time), self.file.weights(number, time)
        return worlds[:, :3, 3] / self.unit, self.scaled(self.file.vertices(worlds, weights))

    def scaled(self, vertices: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {name: places / self.unit for name, places in vertices.items()}

    def assert_joints(self, places: np.ndarray, worlds: dict[str, Any]) -> None:
        for name, world in worlds.items():
            apart = np.linalg.norm(places[self.names.index(name)] - np.array(world)[:3, 3])
            assert apart < NEAR * self.size, name

    def assert_meshes(self, vertices: dict[str, np.ndarray], meshes: list[dict[str, Any]]) -> None:
        """The sampled points of each mesh are among its vertices, moved as Maya does after it was bound."""
        for mesh in meshes:
            if mesh["mesh"] in self.left_out:
                continue
            moved = np.array(mesh.get("after_bind", np.eye(4)))
            expected = np.array(mesh["sample"]["positions"]) @ moved[:3, :3].T + moved[:3, 3]
            found = vertices[mesh["mesh"]] if mesh["mesh"] in vertices else np.concatenate(list(vertices.values()))
            assert farthest(found, expected) < NEAR * self.size, mesh["mesh"]


def farthest(found: np.ndarray, expected: np.ndarray) -> float:
    """Return how far the nearest of the points that were found is at most from an expected one."""
    return float(np.linalg.norm(found[None] - expected[:, None], axis=2).min(axis=1).max())


def test_there_are_samples() -> None:
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_joints_and_points_are_where_others_have_them(path: Path) -> None:
    read = Read(path)
    places, vertices = read.at(None, 0.0)
    read.assert_joints(places, {bone["name"]: bone["node_world"] for bone in read.known["bones"]})
    read.assert_meshes(vertices, read.known.get("static", []))
    frames = [each for each in (read.known["animation"], *read.known.get("frames", ())) if each]
    for frame in frames:
        places, vertices = read.at(frame["stack"], frame["time"])
        read.assert_joints(places, frame.get("world", frame.get("world_3x4")))
        read.assert_meshes(vertices, frame["skinned"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_points_are_where_the_program_itself_has_them(path: Path) -> None:
    read = Read(path)
    for frame in read.known.get("obj", ()):
        lines = (SAMPLES / frame["obj"]).read_text("utf-8").splitlines()
        points = np.array([line.split()[1:4] for line in lines if line.startswith("v ")], float)
        clip = next(iter(read.clips), None) if frame["time"] is not None else None
        vertices = read.at(clip, frame["time"] or 0.0)[1]
        if path.name not in OTHERWISE:
            assert farthest(np.concatenate(list(vertices.values())), points) < NEAR * read.size


def test_curves_are_as_maya_has_them_in_every_frame() -> None:
    read = Read(SAMPLES / "fbx" / "maya_anim_interpolation_7700_binary.fbx")
    for seconds, value in read.known["values"]["pairs"]:
        if abs(seconds * 30.0 - round(seconds * 30.0)) < 1e-6:
            place = read.at("Take 001", seconds)[0][read.names.index("pCube1")]
            assert abs(place[0] - value) < NEAR * read.size
