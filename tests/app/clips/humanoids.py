"""Humanoids that tests of VRM animations move, and motion for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pantin.app.files.humanoid_baking import baked_humanoid
from pantin.rigs import Document, formats
from pantin.rigs import rotations as rot
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip
from tests.rigs.formats.gltf_files import glb
from tests.rigs.formats.gltf_files import gltf as described


def motion_of(document: Document, frames: int = 4) -> tuple[Humanoid, HumanoidClip]:
    """Return turns of all bones of a person at random, and hips that go somewhere."""
    humanoid = baked_humanoid(document, ()).humanoid
    random = np.random.default_rng(8)
    turns = random.normal(size=(frames, len(humanoid.bones), 4)) * 0.2 + (0.0, 0.0, 0.0, 1.0)
    hips = humanoid.heads["hips"] + random.uniform(-0.2, 0.2, (frames, 3))
    return humanoid, HumanoidClip("dance", 30.0, np.arange(frames) / 30.0, rot.normalised(turns), hips)


def avatar(folder: Path) -> Document:
    """An old VRM with a body of nodes, whose smile is called as its maker likes, and a mesh that it moves."""
    places: dict[str, tuple[str | None, tuple[float, float, float]]] = {
        "hips": (None, (0.0, 1.0, 0.0)),
        "spine": ("hips", (0.0, 0.2, 0.0)),
        "head": ("spine", (0.0, 0.4, 0.0)),
    }
    for side, way in (("left", -1.0), ("right", 1.0)):
        places[f"{side}UpperLeg"] = ("hips", (0.1 * way, -0.05, 0.0))
        places[f"{side}LowerLeg"] = (f"{side}UpperLeg", (0.0, -0.45, 0.0))
        places[f"{side}Foot"] = (f"{side}LowerLeg", (0.0, -0.45, 0.0))
        places[f"{side}UpperArm"] = ("spine", (0.2 * way, 0.3, 0.0))
        places[f"{side}LowerArm"] = (f"{side}UpperArm", (0.3 * way, 0.0, 0.0))
        places[f"{side}Hand"] = (f"{side}LowerArm", (0.25 * way, 0.0, 0.0))
    names = list(places)
    nodes: list[dict[str, Any]] = [
        {
            "name": f"J_{name}",
            "translation": list(at),
            "children": [names.index(other) for other, (above, _at) in places.items() if above == name],
        }
        for name, (_above, at) in places.items()
    ]
    nodes = [{key: value for key, value in node.items() if value != []} for node in nodes]
    human = [{"bone": name, "node": place} for place, name in enumerate(names)]
    face = {"blendShapeGroups": [{"name": "Grin", "presetName": "joy", "binds": []}]}
    extension = {"humanoid": {"humanBones": human}, "blendShapeMaster": face, "meta": {}}
    plain_file = described(*nodes, scene=0, scenes=[{"nodes": [0]}], extensionsUsed=["VRM"])
    (folder / "avatar.vrm").write_bytes(glb({**plain_file, "extensions": {"VRM": extension}}))
    return formats.read(folder / "avatar.vrm")
