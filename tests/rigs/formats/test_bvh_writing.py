"""BVH that Pantin writes: joints stand where they stood in every frame, in the units and axes of the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Bone, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.formats import bvh
from pantin.rigs.formats.bvh.hierarchy import joints_of
from pantin.rigs.formats.bvh.motion import read_motion, worlds_of
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.rigs.formats.gltf_files import baked
from tests.rigs.samples import SAMPLES, needs_samples, sample

FIGURES = sorted((SAMPLES / "bvh").glob("*.bvh"))


def places(path: Path) -> tuple[list[str], np.ndarray]:
    """The joints of a file with those they hang on, and their places in all frames, in its own axes."""
    with path.open("rb") as file:
        joints, line = joints_of(file)
        motion = read_motion(file, path.stat().st_size, line, joints)
    assert motion is not None
    names = [f"{joints[joint.parent].name if joint.parent != -1 else ''} > {joint.name}" for joint in joints]
    kept = [name for name, joint in zip(names, joints, strict=True) if not joint.is_end]
    return kept, worlds_of(joints, motion.numbers)[..., :3, 3]


@needs_samples
@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_a_motion_leaves_as_it_came(path: Path, tmp_path: Path) -> None:
    out = tmp_path / path.name
    rig = sample(path).rig
    (names, before) = places(path)
    for turned in (upright(sample(path)).rig, rig):
        out.write_bytes(bvh.written(baked(turned)).data)
        (again, after) = places(out)
        assert names == again
        np.testing.assert_allclose(after, before, atol=1e-4)
    found = rigs.read(out).rig
    assert found.clips[0].rate == rig.clips[0].rate
    np.testing.assert_allclose([bone.head for bone in found.bones], [bone.head for bone in rig.bones], atol=1e-6)


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
    rig = Rig(name="two", bones=bones, clips=(Clip.of("c", 24.0, [bone.name for bone in bones], rows),))
    path = tmp_path / "two.bvh"
    made = bvh.written(baked(rig))
    path.write_bytes(made.data)
    assert made.rows.tolist() == [0, 2, 3]
    found = rigs.read(path).rig
    assert [(bone.name, bone.parent) for bone in found.bones] == [
        ("left _arm__ 2", None),
        ("hand", "left _arm__ 2"),
        ("prop", None),
    ]
    stands = forward_kinematics(found.bones, found.clips[0].frames)[..., :3, 3]
    np.testing.assert_allclose(stands, forward_kinematics(bones, rows)[..., :3, 3][:, [0, 2, 3]], atol=1e-6)
    text = made.data.decode()
    assert text.count("CHANNELS 6") == 3 and "Frame Time: 0.0416666667" in text, "the hand leaves when the arm grows"
    assert bvh.written(replace_clips(rig)).data.decode().count("CHANNELS 6") == 2


def replace_clips(rig: Rig):
    """The rig at rest alone."""
    return baked(replace(rig, clips=()))
