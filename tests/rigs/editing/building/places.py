"""Where bones begin, at rest and in motion."""

from __future__ import annotations

import numpy as np

from pantin.rigs import Document
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_matrices


def places(document: Document) -> tuple[np.ndarray, np.ndarray]:
    """Return where the bones begin at rest, and in the frames of the clip."""
    bones, clip = document.rig.bones, document.figure.clips[0]
    return rest_matrices(bones)[:, :3, 3], forward_kinematics(bones, np.asarray(clip.frames, float))[..., :3, 3]
