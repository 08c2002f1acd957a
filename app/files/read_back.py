"""What was written is read again, and its joints are held against what was to be written, before anybody is told so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.building.upright import turned_upright
from pantin.rigs.formats import clip_file, pose, read
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.motion.parts import Floats
from pantin.rigs.motion.seen import Seen, SeenClip, Written
from pantin.rigs.rig import Rig, Transform

NEAR = 1e-5
"""Joints that stand elsewhere by more than this part of the figure's size make a file that is not what one sees."""

MET = 0.02
"""Frames. A reader makes frames of its own from keys; one that is off a key by less shows it."""

ROUNDED = 1e-6
"""What text and float32 may change of a number of a pose."""


Rows = NDArray[np.intp]


class Comparison(msgspec.Struct, frozen=True):
    """A file that was read back against what was to be written."""

    joints: int
    """How many were to be written, and how many of them have the same name in the same place, and the same parent."""
    names: int
    parents: int
    at_rest: float | None = None
    """How far joints are apart at most, metres; None where the file has no rest pose to be compared."""
    frames: int = 0
    """How many were to be written, and how many of them were compared: a reader may make frames between them."""
    met: int = 0
    in_motion: float | None = None
    why: str = ""
    """What is otherwise, in one sentence, so that the file is not kept; empty where nothing is."""


def compared(seen: Seen, written: Written, path: Path) -> Comparison:
    """The file of joints at `path` against what was seen. Raises Unreadable."""
    rig, rows = _as_seen(read(path), seen).rig, written.rows
    at_rest = path.name.endswith(".bvh")
    clips = seen.clips or (SeenClip("", 1.0, 0, seen.matrices[None]),) if at_rest else seen.clips
    names, parents = _same_names(rig, seen.rig, rows), _same_parents(rig, seen.rig, rows)
    for count, found in ((len(rows), len(rig.bones)), (len(clips), len(rig.clips))):
        if count != found:
            sentence = _("it was not written, because {found} joints or clips were read back of {count}; save the rig.")
            return Comparison(len(rows), names, parents, why=sentence.format(found=found, count=count))
    turned = -1.0 if not at_rest and seen.rig.source is not None and seen.rig.source.faces_back else 1.0
    to_file = np.array((turned, turned, 1.0))  # a file that looks back says so by what is not written here
    pose_of_file = seen.matrices[None, :, :3, 3] * to_file
    rest, where = (None, "") if at_rest else _apart(_rests(rig), pose_of_file[:, rows], rig)
    moved, frames, met = (0.0, ""), 0, 0
    for clip, again in zip(clips, rig.clips, strict=True):
        exact = np.arange(len(clip.matrices), dtype=np.float64) if at_rest else clip.seconds * again.rate
        numbers = np.minimum(np.round(exact).astype(int), again.count - 1)
        hit = np.abs(exact - numbers) < MET
        stands = forward_kinematics(rig.bones, np.asarray(again.frames[numbers[hit]], np.float64))[..., :3, 3]
        moved = max(moved, _apart(stands, clip.matrices[hit][..., :3, 3][:, rows] * to_file, rig))
        frames, met = frames + len(exact), met + int(hit.sum())
    apart, where = max((rest or 0.0, where), moved)
    size = max(float(np.linalg.norm(np.ptp(pose_of_file[0], axis=0))), 1e-9)
    sentence = _("it was not written, because {bone} was read back {apart:.3g} m away; save the rig.")
    why = sentence.format(bone=where, apart=apart) if apart > NEAR * size else ""
    return Comparison(len(rows), names, parents, rest, frames, met, moved[0] if clips else None, why)


def _as_seen(document: Document, seen: Seen) -> Document:
    """What was read, turned upright where what was seen came of a file with Z up and so went back to one."""
    source = document.rig.source
    z_up = seen.rig.source is not None and seen.rig.source.z_up
    return turned_upright(document) if z_up and source is not None and source.z_up is not None else document


def compared_clip(clip: Clip, path: Path) -> Comparison:
    """The clip in a file of its own against the one that was to be written. Raises Unreadable."""
    (again,) = clip_file.clips(path)
    names = sum(one == other for one, other in zip(clip.bones, again.bones, strict=False))
    same = again.frames.shape == clip.frames.shape
    apart = float(np.abs(again.frames - clip.frames).max(initial=0.0)) if same else np.inf
    why = "" if apart <= ROUNDED and names == len(clip.bones) else _different()
    return Comparison(len(clip.bones), names, names, None, clip.count, again.count, apart, why)


def compared_pose(transforms: Mapping[str, Transform], path: Path) -> Comparison:
    """The pose in a file against the one that was to be written. Raises Unreadable."""
    again = pose.read_pose(path).pose
    names = sum(one == other for one, other in zip(transforms, again, strict=False))
    pairs = [(transforms[name], at) for name, at in again.items() if name in transforms]
    apart = max((abs(a - b) for one, at in pairs for a, b in zip(one.location, at.location, strict=True)), default=0.0)
    why = "" if apart <= ROUNDED and names == len(transforms) else _different()
    return Comparison(len(transforms), names, names, None, 1, 1, apart, why)


def _different() -> str:
    return _("it was not written, because other numbers were read back; save the rig.")


def _same_names(rig: Rig, written: Rig, rows: Rows) -> int:
    return sum(bone.name == written.bones[int(row)].name for bone, row in zip(rig.bones, rows, strict=False))


def _same_parents(rig: Rig, written: Rig, rows: Rows) -> int:
    """How many joints hang on the joint that they did, past bones that stay behind."""
    places = {written.bones[int(row)].name: place for place, row in enumerate(rows)}
    found = {bone.name: place for place, bone in enumerate(rig.bones)}

    def above(name: str) -> int | None:
        parent = written.by_name[name].parent
        while parent is not None and parent not in places:
            parent = written.by_name[parent].parent
        return None if parent is None else places[parent]

    expected = [above(name) for name in places]
    stands = [None if bone.parent is None else found[bone.parent] for bone in rig.bones]
    return sum(one == other for one, other in zip(expected, stands, strict=False))


def _rests(rig: Rig) -> Floats:
    return np.array([[bone.head for bone in rig.bones]], np.float64).reshape(1, -1, 3)


def _apart(found: Floats, expected: Floats, rig: Rig) -> tuple[float, str]:
    """How far joints (f, n, 3) are apart at most, and which."""
    if not found.size:
        return 0.0, ""
    distances = np.linalg.norm(found - expected, axis=-1)
    frame, bone = np.unravel_index(int(distances.argmax()), distances.shape)
    return float(distances[frame, bone]), rig.bones[int(bone)].name
