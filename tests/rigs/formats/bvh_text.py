"""A BVH file without a fault, two joints, one frame, centimetres; and where joints stand, by products of matrices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.rigs.formats.bvh.hierarchy import BvhJoint

GOOD = """HIERARCHY
ROOT Bip01 Hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Spine
  {
    OFFSET 0 10 1e0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 5 2
    }
  }
}
MOTION
Frames: 1
Frame Time: 0.0333333
1 92 3 0 90 0 0 0 -90
"""


def worlds_of(joints: Sequence[BvhJoint], numbers: np.ndarray) -> np.ndarray:
    """Where the joints, without the end sites, stand in these frames (f, n, 4, 4), in the file's own axes."""
    row: dict[int, int] = {}
    worlds = np.empty((len(numbers), sum(not joint.is_end for joint in joints), 4, 4))
    column = 0
    for place, joint in enumerate(joints):
        channels = joint.channels or ()
        if not joint.is_end:
            row[place] = len(row)
            local = _local(joint, channels, numbers[:, column : column + len(channels)])
            worlds[:, row[place]] = local if joint.parent == -1 else worlds[:, row[joint.parent]] @ local
        column += len(channels)
    return worlds


def _local(joint: BvhJoint, channels: Sequence[str], numbers: np.ndarray) -> np.ndarray:
    """How a joint stands on the one above (f, 4, 4)."""
    local = np.tile(np.eye(4), (len(numbers), 1, 1))
    local[:, :3, 3] = joint.offset
    for column, channel in enumerate(channels):
        axis = "XYZ".index(channel[0])
        if channel.endswith("position"):
            local[:, axis, 3] = numbers[:, column]
        else:
            local[:, :3, :3] = local[:, :3, :3] @ _turns(axis, np.radians(numbers[:, column]))
    return local


def _turns(axis: int, angles: np.ndarray) -> np.ndarray:
    """The rotations (f, 3, 3) about an axis."""
    after, last = (axis + 1) % 3, (axis + 2) % 3
    turns = np.tile(np.eye(3), (len(angles), 1, 1))
    turns[:, after, after] = turns[:, last, last] = np.cos(angles)
    turns[:, last, after] = np.sin(angles)
    turns[:, after, last] = -turns[:, last, after]
    return turns
