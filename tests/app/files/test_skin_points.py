"""Every point of a skin that leaves is read back: what is damaged on its way is not called exported."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.files import export, read_back
from pantin.app.files.baking import baked
from pantin.app.files.read_back import Comparison
from pantin.rigs import Transform
from pantin.rigs.document import Document
from pantin.rigs.formats import gltf
from tests.readers.skinned import Skinned
from tests.rigs.formats.characters import NODES, character, opened

PULLED = {"Hips": Transform((0.1, 0.0, 0.3), (0.0, 0.6, 0.0, 0.8)), "Arm": Transform(rotation=(0.6, 0.0, 0.0, 0.8))}

Damage = Callable[[bytes], bytes]


def compared(folder: Path, damage: Damage, pose: dict[str, Transform] = PULLED) -> Comparison:
    """What is found of a character that was written and then damaged."""
    document = Document.of(opened(folder, character())).posed(pose)
    clips = document.figure.clips
    what = baked(document, clips)
    made = gltf.written(what)
    path = folder / "out.glb"
    path.write_bytes(damage(made.data))
    return read_back.compared(document, clips, what, replace(made, data=path.read_bytes()), path)


def start_of(data: bytes, accessor: int) -> int:
    """Where the numbers of an accessor begin in a file."""
    plain = Skinned(data).plain
    found = plain["accessors"][accessor]
    view = plain["bufferViews"][found["bufferView"]]
    (size,) = struct.unpack_from("<I", data, 12)
    return 28 + int(size) + int(view.get("byteOffset", 0)) + int(found.get("byteOffset", 0))


def another_point(data: bytes) -> bytes:
    """The fifth point of the body is 2 mm off."""
    body = Skinned(data).plain["meshes"][0]["primitives"][0]["attributes"]["POSITION"]
    at = start_of(data, body) + 4 * 12
    (x,) = struct.unpack_from("<f", data, at)
    return data[:at] + struct.pack("<f", x + 0.002) + data[at + 4 :]


def another_joint(data: bytes) -> bytes:
    """The third point hangs on another joint with its first weight."""
    at = start_of(data, Skinned(data).plain["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]) + 2 * 4
    return data[:at] + b"\3" + data[at + 1 :]


def another_weight(data: bytes) -> bytes:
    at = start_of(data, Skinned(data).plain["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"])
    (weight,) = struct.unpack_from("<f", data, at)
    return data[:at] + struct.pack("<f", weight + 0.1) + data[at + 4 :]


def another_target(data: bytes) -> bytes:
    """What the morph target moves, which the file shows by a quarter."""
    at = start_of(data, Skinned(data).plain["meshes"][0]["primitives"][0]["targets"][0]["POSITION"])
    return data[:at] + struct.pack("<f", 0.5) + data[at + 4 :]


def another_sword(data: bytes) -> bytes:
    """A mesh without a skin hangs elsewhere on its node."""
    return data.replace(b'"translation":[0,0.5,0]', b'"translation":[0,0.6,0]').replace(
        b'"translation": [0, 0.5, 0]', b'"translation": [0, 0.6, 0]'
    )


def test_what_is_whole_is_compared_point_by_point(tmp_path: Path) -> None:
    found = compared(tmp_path, bytes)
    assert not found.why and found.points == 24 and found.points_off is not None and found.points_off < 2e-6


@pytest.mark.parametrize("damage", [another_point, another_joint, another_weight, another_target, another_sword])
def test_a_wrong_point_is_found(damage: Damage, tmp_path: Path) -> None:
    """Joints and what is bound beside them are right in all of these."""
    found = compared(tmp_path, damage)
    assert "a point of" in found.why and found.in_motion is not None and found.in_motion < 1e-5
    part = "blade" if damage is another_sword else "body"
    assert part in found.why


def test_points_that_are_missing_are_counted(tmp_path: Path) -> None:
    found = compared(tmp_path, lambda data: data.replace(b'"mesh":1', b'"mess":1').replace(b'"mesh": 1', b'"mess": 1'))
    assert "12 points were read back of 24" in found.why


def test_the_largest_distance_is_told(tmp_path: Path) -> None:
    found = compared(tmp_path, another_point, {})
    assert found.points_off == pytest.approx(0.002, rel=1e-4)
    assert np.isfinite(found.points_off)


def resting_elsewhere(folder: Path, **changes: object) -> Document:
    """The fighter, whose arm rests elsewhere than in its file; its sword hangs there, or a mesh on its own node."""
    document = Document.of(opened(folder, character(**changes)))
    bones = tuple(
        replace(bone, connected=False, **({"head": (0.4, 0.1, 2.0), "roll": -0.3} if bone.name == "Arm" else {}))
        for bone in document.rig.bones
    )
    return document.with_rig(document.rig.changed(bones=bones))


def test_a_mesh_that_gets_a_node_of_its_own_is_known_again(tmp_path: Path) -> None:
    """It comes behind all others in the file then."""
    on_arm = [{**node, "mesh": 1} if node["name"] == "Arm" else node for node in NODES]
    found = export.write(resting_elsewhere(tmp_path, nodes=on_arm), tmp_path / "out.glb", ())
    assert found is not None and found.points == 36 and found.points_off is not None and found.points_off < 2e-6


def test_what_would_hang_with_shear_is_said_with_its_bone(tmp_path: Path) -> None:
    """The arm is twice as long along one axis in the file, and rests turned against that now."""
    uneven = [0.0, 2.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0]
    nodes = [{**node, "matrix": uneven} if node["name"] == "Arm" else node for node in NODES]
    document = resting_elsewhere(tmp_path, nodes=nodes)
    found = export.write(document, tmp_path / "out.glb", ())
    assert found is not None and '"Arm"' in found.lost and "shear" in found.lost, found
