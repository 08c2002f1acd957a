"""A BVH file without a fault: two joints, one frame, centimetres."""

from __future__ import annotations

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
