"""Writing by the ending of a name: the table of formats says what holds the pose that one sees."""

from __future__ import annotations

import numpy as np

from pantin.app.files import export
from pantin.app.files.baking import at_frame
from pantin.rigs import formats
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.others.samples import SAMPLES


def test_a_motion_with_z_up_on_a_skeleton_with_y_up_leaves_as_it_came(tmp_path) -> None:
    """As a clip; a pose of it leaves standing, in the axes of the skeleton."""
    whole = formats.read(SAMPLES / "bvh" / "pybvh_test3.bvh")
    standing = upright(whole)
    clip, path = standing.figure.clips[0], tmp_path / "motion.bvh"
    export.write(standing, path, [clip])
    again = formats.read(path)
    frames = [np.array(each.clips[0].frames[[0, -1]], float) for each in (whole.figure, again.figure)]
    stands = [forward_kinematics(rig.bones, each) for rig, each in zip((whole.rig, again.rig), frames, strict=True)]
    np.testing.assert_allclose(stands[1][..., :3, 3], stands[0][..., :3, 3], atol=1e-3)
    export.write(at_frame(standing, clip, 0), path, [])
    pose = forward_kinematics(again.rig.bones, np.array(formats.read(path).figure.clips[0].frames, float))[0]
    head, foot = (pose[again.rig.rows[name], 2, 3] for name in ("Head", "LeftFoot"))
    assert head > foot + 30.0
