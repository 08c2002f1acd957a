"""Where the joints of a BVH begin."""

from __future__ import annotations

import numpy as np

from pantin.rigs.figure import Figure
from pantin.rigs.motion.clips_of_bones import forward_kinematics


def heads(figure: Figure, frame: int = 0):
    """Return where the joints stand in a frame of the only clip."""
    (clip,) = figure.clips
    return forward_kinematics(figure.rig.bones, np.array(clip.frames, float))[frame, :, :3, 3]
