"""A character that tests write: a skin, a sword on an arm, and much that Pantin knows nothing of."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.rest import rest_matrices
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf_files import Data, glb, gltf

Z_UP = np.array(((1.0, 0, 0, 0), (0, 0, -1.0, 0), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
HALF_TURN = np.diag((-1.0, 1.0, -1.0, 1.0))

TURN = [0.0, 0.0, float(np.sin(0.2)), float(np.cos(0.2))]
MATRIX = [0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0]
"""The arm: a quarter turn about Z, one unit up."""

NODES: tuple[dict[str, Any], ...] = (
    {"name": "Armature", "children": [1, 5], "scale": [0.5, 0.5, 0.5], "extras": {"of": "the armature"}},
    {"name": "Hips", "children": [2], "translation": [0, 2, 0], "rotation": TURN},
    {"name": "Spine", "children": [3, 6], "translation": [0, 1, 0]},
    {"name": "Arm", "children": [4], "matrix": MATRIX},
    {"name": "Sword", "mesh": 1, "translation": [0, 0.5, 0], "extensions": {"ACME_sharp": {"edge": 3}}},
    {"name": "Body", "mesh": 0, "skin": 0, "weights": [0.25]},
    {"name": "Head", "translation": [0, 1, 0.25]},
)
JOINTS = [1, 2, 3, 6]
IN_MESH = np.array(((0, 0, 1.0, 0), (1.0, 0, 0, 0.25), (0, 1.0, 0, 0), (0, 0, 0, 1.0)))
"""The mesh was made lying, and beside: no joint is bound where it rests."""


def character(extensions: dict[str, Any] | None = None, **changes: object) -> bytes:
    """Return a container with a chunk of its own, and two animations, one of which moves a morph target too."""
    data = Data()
    worlds = Skinned(glb(gltf(*NODES))).worlds()
    binds = (np.linalg.inv(worlds[JOINTS]) @ IN_MESH).transpose(0, 2, 1).reshape(-1, 16)
    places = np.random.default_rng(3).uniform(-1.0, 1.0, (12, 3))
    weights = np.random.default_rng(4).dirichlet((1, 1, 1, 1), 12)
    span = {"min": places.astype("<f4").min(axis=0).tolist(), "max": places.astype("<f4").max(axis=0).tolist()}
    body = {
        "POSITION": data.add(places, **span),
        "JOINTS_0": data.add(np.tile((0, 1, 2, 3), (12, 1)), 5121),
        "WEIGHTS_0": data.add(weights),
    }
    target, inverse = data.add(0.1 * places, **{"min": [-1, -1, -1], "max": [1, 1, 1]}), data.add(binds)
    animations = _animations(data)
    skin = {"name": "Skin", "joints": JOINTS, "inverseBindMatrices": inverse}
    plain = gltf(
        *NODES,
        scene=0,
        scenes=[{"nodes": [0], "name": "Stage"}],
        meshes=[
            {"name": "body", "primitives": [{"attributes": body, "targets": [{"POSITION": target}]}]},
            {"name": "blade", "primitives": [{"attributes": {"POSITION": body["POSITION"]}}]},
        ],
        skins=[skin],
        animations=animations,
        accessors=data.accessors,
        bufferViews=data.views,
        buffers=[{"byteLength": len(data.bytes), "name": "all"}],
        extensionsUsed=["ACME_sharp", *(extensions or {})],
        extensions={"ACME_sharp": {"of": [1, 2]}, **(extensions or {})},
        extras={"unknown": None},
    )
    return with_chunk(glb({**plain, **changes}, data.bytes))


def _animations(data: Data) -> list[dict[str, Any]]:
    times = data.add((0.0, 0.5, 1.0), min=[0.0], max=[1.0])
    turns = data.add([(0, 0, 0, 1), (0, 0, 0.6, 0.8), (0, 0, 1, 0)])
    steps, smiles = data.add([(0, 2, 0), (0, 2.5, 0), (0, 2, 0)]), data.add([0.0, 1.0, 0.0])
    wave = _animation("wave", (times, turns, 2, "rotation"), (times, smiles, 5, "weights"))
    return [{**wave, "extras": {"by": "us"}}, _animation("walk", (times, steps, 1, "translation"))]


def _animation(name: str, *channels: tuple[int, int, int, str]) -> dict[str, Any]:
    return {
        "name": name,
        "samplers": [{"input": times, "output": output} for times, output, _node, _path in channels],
        "channels": [
            {"sampler": number, "target": {"node": node, "path": path}}
            for number, (_times, _output, node, path) in enumerate(channels)
        ],
    }


def with_chunk(data: bytes) -> bytes:
    """Return a container with a chunk behind its data that nobody knows."""
    chunk = struct.pack("<I4s", 8, b"XTRA") + b"whatever"
    return data[:8] + struct.pack("<I", len(data) + len(chunk)) + data[12:] + chunk


def seen(figure: Figure, matrices: np.ndarray, original: bytes) -> dict[str, np.ndarray]:
    """Return where the vertices of its file are drawn, in the file's axes: with the nearest bone above, from its rest.

    `matrices` (n, 4, 4) are those of the bones, armature space.
    """
    file = Skinned(original)
    source = figure.source
    assert source is not None
    turn = Z_UP @ HALF_TURN if source.faces_back else Z_UP
    rest, worlds = rest_matrices(figure.rig.bones), file.worlds()
    drawn = np.array(worlds)
    for number in range(len(drawn)):
        at: int | None = number
        while at is not None and source.nodes[at].bone is None:
            at = file.parents.get(at)
        if at is not None:
            row = figure.rig.rows[source.nodes[at].bone]
            drawn[number] = turn.T @ matrices[row] @ np.linalg.inv(rest[row]) @ turn @ worlds[number]
    return file.vertices(drawn)


def opened(folder: Path, data: bytes, name: str = "fighter.glb") -> Figure:
    """Return the figure of a file that is written first."""
    from pantin import rigs

    (folder / name).write_bytes(data)
    return rigs.read(folder / name).figure
