"""What walks are measured by: the length of a leg, what feet may sink and slide, and bones frame by frame."""

from __future__ import annotations

import numpy as np

from pantin.rigs import Document
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.editing.grounds import unplanted
from pantin.solver import evaluate_many, pose_rows

LEG = 0.86
"""Metres of the leg of a person, by which the ground is scaled to figures in other units."""

LOW, SLIP = -0.0005, 0.001
"""Metres: what a sole may be in the ground, and what a foot that stands may slide."""


def matrices(document: Document, clip: Clip) -> np.ndarray:
    """The bones of a clip in each frame (frames, n, 4, 4), without handles."""
    bones = unplanted(document)
    bones = bones.with_rig(bones.rig.changed(constraints=()))
    rows = np.repeat(pose_rows(bones)[None], clip.count, axis=0)
    places = [bone.name for bone in bones.rig.bones]
    for track, name in enumerate(clip.bones):
        rows[:, places.index(name), :CHANNELS] = clip.frames[:, track]
    return evaluate_many(bones, rows)
