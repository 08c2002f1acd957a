"""BVH that Pantin writes: joints stand where they stood in every frame, in the units and axes of the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.formats import bvh
from pantin.rigs.formats.bvh.hierarchy import joints_of
from pantin.rigs.formats.bvh.motion import read_motion
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.bvh_text import worlds_of
from tests.rigs.formats.gltf_files import baked

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
