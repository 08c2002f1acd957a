"""Characters that the tests of the window open: what each has is told by its name."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from tests.app.person import Person
from tests.rigs.formats.gltf.mesh_files import FACING, MeshFile
from tests.rigs.formats.gltf_files import glb

WIDE = ((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 2.0, 0.0), (-1.0, 2.0, 0.0))


def plain_colour(red: float, green: float, blue: float) -> dict:
    """A material that is seen as it is."""
    return {
        "pbrMetallicRoughness": {"baseColorFactor": [red, green, blue, 1]},
        "extensions": {"KHR_materials_unlit": {}},
    }


RED, BLUE = plain_colour(1, 0, 0), plain_colour(0, 0, 1)


def red_square(
    path: Path, name: str = "lower", shield: bool = False, faces: tuple[str, ...] = (), **more: object
) -> Path:
    """Write a red square of two metres on two bones; with a blue one of the same size beside it, its "shield".

    Each of its `faces` makes it one metre higher.
    """
    file = MeshFile(
        {"name": name, "children": [1]},
        {"name": "upper", "translation": [0, 1, 0], "children": [3] if shield else []},
        {"mesh": 0, "skin": 0, "name": "banner"},
        *([{"mesh": 1, "name": "shield", "translation": [3, -1, 0]}] if shield else []),
        materials=[RED, BLUE],
        **{"extensionsUsed": ["KHR_materials_unlit"], **more},
    )
    weights = [(1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)]
    both = {"JOINTS_0": [(0, 1, 0, 0)] * 4, "WEIGHTS_0": weights}
    higher = [(0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 1, 0)]
    targets = {"targets": [{"POSITION": file.data.add(higher)} for _face in faces]} if faces else {}
    named = {"extras": {"targetNames": list(faces)}} if faces else {}
    file.mesh(file.primitive(WIDE, NORMAL=FACING, material=0, **both, **targets), **named)
    if shield:
        file.mesh(file.primitive(WIDE, NORMAL=FACING, material=1))
    file.skin([0, 1])
    return file.written(path)


def avatar(path: Path, meta: dict | None = None, preset: str = "", blocked_by: str = "") -> Path:
    """Write the red square as a VRM 1.0 with one expression, and what its file says of its makers.

    The expression is the `preset`, or else one of its own, Smile; another one, of its own, may block it.
    """
    red_square(path, path.stem, faces=("Smile",), extensionsUsed=["KHR_materials_unlit", "VRMC_vrm"])
    data = path.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    plain = json.loads(data[20 : 20 + length])
    smile = {"morphTargetBinds": [{"node": 2, "index": 0, "weight": 1.0}]}
    blocking = {"overrideBlink": "block", "morphTargetBinds": []}
    plain["extensions"] = {
        "VRMC_vrm": {
            "specVersion": "1.0",
            "meta": meta or {"name": "Avatar", "authors": ["Ada"], "licenseUrl": "https://example.org/licence"},
            "humanoid": {"humanBones": {"hips": {"node": 0}}},
            "expressions": {
                "preset": {preset: smile} if preset else {},
                "custom": ({} if preset else {"Smile": smile}) | ({blocked_by: blocking} if blocked_by else {}),
            },
        }
    }
    path.write_bytes(glb(plain, data[28 + length :]))
    return path


def opened(person: Person, path: Path) -> None:
    """The file is open, its character read, and its figure posed."""
    person.window.files.open(path)
    person.wait_until(lambda: bool(person.session.document.rig.bones) and not person.window.files.jobs.reader.doing)
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()


def of_colour(person: Person, channel: int) -> int:
    """Return how many pixels of the view are red (0), green or blue and nothing else."""
    picture = person.picture().astype(np.int64)
    others = [each for each in range(3) if each != channel]
    return int(((picture[..., channel] > 180) & (picture[..., others] < 60).all(axis=-1)).sum())
