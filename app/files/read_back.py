"""What was written is read again, and its joints are held against what was to be written, before anybody is told so."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin.app.messages import _
from pantin.rigs.formats import read
from pantin.rigs.motion.clips_of_bones import standing
from pantin.rigs.motion.parts import Floats
from pantin.rigs.motion.seen import Seen, SeenClip, Written
from pantin.rigs.rig import Rig

NEAR = 1e-5
"""Joints that stand elsewhere by more than this part of the figure's size make a file that is not what one sees."""

MET = 0.02
"""Frames. A reader makes frames of its own from keys; one that is off a key by less shows it."""


def why_different(seen: Seen, written: Written, path: Path) -> str:
    """What is otherwise in the file than it was seen, in one sentence; empty where nothing is. Raises Unreadable."""
    rig, rows = read(path).rig, written.rows
    at_rest = path.name.endswith(".bvh")
    clips = seen.clips or (SeenClip("", 1.0, 0, seen.matrices[None]),) if at_rest else seen.clips
    for count, found in ((len(rows), len(rig.bones)), (len(clips), len(rig.clips))):
        if count != found:
            sentence = _("it was not written, because {found} joints or clips were read back of {count}; save the rig.")
            return sentence.format(found=found, count=count)
    turned = -1.0 if not at_rest and seen.rig.source is not None and seen.rig.source.faces_back else 1.0
    to_file = np.array((turned, turned, 1.0))  # a file that looks back says so by what is not written here
    pose = seen.matrices[None, :, :3, 3] * to_file
    apart, where = (0.0, "") if at_rest else _apart(_rests(rig), pose[:, rows], rig)
    for clip, again in zip(clips, rig.clips, strict=True):
        exact = np.arange(len(clip.matrices), dtype=np.float64) if at_rest else clip.seconds * again.rate
        frames = np.minimum(np.round(exact).astype(int), again.count - 1)
        met = np.abs(exact - frames) < MET
        stands = standing(rig.bones, np.asarray(again.frames[frames[met]], np.float64))[..., :3, 3]
        apart, where = max((apart, where), _apart(stands, clip.matrices[met][..., :3, 3][:, rows] * to_file, rig))
    size = max(float(np.linalg.norm(np.ptp(pose[0], axis=0))), 1e-9)
    if apart > NEAR * size:
        sentence = _("it was not written, because {bone} was read back {apart:.3g} m away; save the rig.")
        return sentence.format(bone=where, apart=apart)
    return ""


def _rests(rig: Rig) -> Floats:
    return np.array([[bone.head for bone in rig.bones]], np.float64).reshape(1, -1, 3)


def _apart(found: Floats, expected: Floats, rig: Rig) -> tuple[float, str]:
    """How far joints (f, n, 3) are apart at most, and which."""
    if not found.size:
        return 0.0, ""
    distances = np.linalg.norm(found - expected, axis=-1)
    frame, bone = np.unravel_index(int(distances.argmax()), distances.shape)
    return float(distances[frame, bone]), rig.bones[int(bone)].name
