"""BVH that Pantin writes: joints stand where they stood in every frame, in the units and axes of the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Bone, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.formats import bvh
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.rigs.formats.gltf_files import baked


def test_handles_stay_out_and_what_moves_has_positions(tmp_path: Path) -> None:
    """Two roots; a name of many words; a handle between two bones; turned to the pole of its angles, and scaled."""
    bones = (
        Bone(name="left {arm}\n 2", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0)),
        Bone(name="ctl", parent="left {arm}\n 2", head=(0.0, 0.0, 2.0), tail=(0.0, 1.0, 2.0), kind="handle"),
        Bone(name="hand", parent="ctl", head=(0.0, 0.0, 2.0), tail=(0.0, 0.0, 3.0)),
        Bone(name="prop", head=(1.0, 0.0, 0.0), tail=(1.0, 0.0, 1.0)),
    )
    rows = np.zeros((3, 4, 10))
    rows[..., 6:] = 1.0
    rows[1, 0, 3:7] = (0.5**0.5, 0.0, 0.0, 0.5**0.5)
    rows[2, 0, 7:] = (1.0, 1.5, 1.0)
    rows[2, 3, :3] = (0.25, 0.5, 0.75)
    figure = Figure(name="two", rig=Rig(bones=bones), clips=(Clip.of("c", 24.0, [bone.name for bone in bones], rows),))
    path = tmp_path / "two.bvh"
    made = bvh.written(baked(figure))
    path.write_bytes(made.data)
    assert made.rows.tolist() == [0, 2, 3]
    found = rigs.read(path).figure
    assert [(bone.name, bone.parent) for bone in found.rig.bones] == [
        ("left _arm__ 2", None),
        ("hand", "left _arm__ 2"),
        ("prop", None),
    ]
    stands = forward_kinematics(found.rig.bones, found.clips[0].frames)[..., :3, 3]
    np.testing.assert_allclose(stands, forward_kinematics(bones, rows)[..., :3, 3][:, [0, 2, 3]], atol=1e-6)
    text = made.data.decode()
    assert text.count("CHANNELS 6") == 3 and "Frame Time: 0.0416666667" in text, "the hand leaves when the arm grows"
    assert bvh.written(without_clips(figure)).data.decode().count("CHANNELS 6") == 2


def without_clips(figure: Figure):
    """The figure at rest alone."""
    return baked(replace(figure, clips=()))
