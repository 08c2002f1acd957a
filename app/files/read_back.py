"""What was written is read again, and its joints are held against what was to be written, before anybody is told so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.building.upright import turned_upright, with_motion_turned
from pantin.rigs.formats import clip_file, pose, read
from pantin.rigs.motion.baked import BakedClip, BakedRig, WrittenFile
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Rig, Transform

TOLERANCE = 1e-5
"""How far a joint may be off, as a part of the figure's size: no one sees less."""

FRAME_TOLERANCE = 0.02
"""How far a frame that a reader makes may lie from the key that it shows, frames."""

ROUNDING = 1e-6
"""What text and float32 may change of a number of a pose."""

Rows = NDArray[np.intp]
Deviation = tuple[float, str]
"""The largest distance between joints that should be in one place, metres, and which joint has it."""

NO_DEVIATION: Deviation = 0.0, ""


class Comparison(msgspec.Struct, frozen=True):
    """A file that was read back against what was to be written."""

    joints: int
    """How many were to be written."""
    names: int
    """How many of the joints have the same name in the same place."""
    parents: int
    """How many of the joints have the same parent."""
    at_rest: float | None = None
    """How far joints at rest are off at most, metres; None where the file has no rest pose."""
    frames: int = 0
    """How many were to be written."""
    compared: int = 0
    """How many of the frames were compared: a reader may make frames between them."""
    in_motion: float | None = None
    """How far joints in these frames are off at most, metres; None where there is no frame."""
    why: str = ""
    """Why the file is not kept, in one sentence; empty where it is."""


def compared(baked: BakedRig, written: WrittenFile, path: Path) -> Comparison:
    """The file of joints at `path` against what was to be written. Raises Unreadable.

    A BVH file has no rest pose to compare; a pose that leaves in one is its only frame.
    """
    rig, rows, is_bvh = _as_baked(read(path), baked).rig, written.rows, path.name.endswith(".bvh")
    clips = (BakedClip("", 1.0, 0, baked.matrices[None]),) if is_bvh and not baked.clips else baked.clips
    names, parents = _same_names(rig, baked.rig, rows), _same_parents(rig, baked.rig, rows)
    for count, found in ((len(rows), len(rig.bones)), (len(clips), len(rig.clips))):
        if count != found:
            sentence = _("it was not written, because {found} joints or clips were read back of {count}; save the rig.")
            return Comparison(len(rows), names, parents, why=sentence.format(found=found, count=count))
    to_file = _to_file(baked, is_bvh)
    heads = baked.matrices[:, :3, 3] * to_file
    rest = None if is_bvh else _deviation(_rests(rig), heads[None, rows], rig)
    frames = [
        _compared_frames(clip, again, rig, clip.matrices[..., :3, 3][:, rows] * to_file, is_bvh)
        for clip, again in zip(clips, rig.clips, strict=True)
    ]
    moved = max((each.deviation for each in frames), default=None)
    apart, where = max(rest or NO_DEVIATION, moved or NO_DEVIATION)
    sentence = _("it was not written, because {bone} was read back {apart:.3g} m away; save the rig.")
    why = sentence.format(bone=where, apart=apart) if apart > TOLERANCE * _size(heads) else ""
    counts = sum(each.written for each in frames), sum(each.compared for each in frames)
    return Comparison(len(rows), names, parents, rest and rest[0], *counts, moved and moved[0], why)


class _Frames(NamedTuple):
    """How many frames of a clip were to be written, how many were compared, and how far joints are off in those."""

    written: int
    compared: int
    deviation: Deviation


def _compared_frames(clip: BakedClip, again: Clip, rig: Rig, heads: Floats, is_bvh: bool) -> _Frames:
    """The frames of a clip that was read back, where its joints should have their heads (f, n, 3)."""
    exact = np.arange(len(heads), dtype=np.float64) if is_bvh else clip.seconds * again.rate
    numbers = np.minimum(np.round(exact).astype(int), again.count - 1)
    hit = np.abs(exact - numbers) < FRAME_TOLERANCE
    stands = forward_kinematics(rig.bones, np.asarray(again.frames[numbers[hit]], np.float64))[..., :3, 3]
    return _Frames(len(exact), int(hit.sum()), _deviation(stands, heads[hit], rig))


def _to_file(baked: BakedRig, is_bvh: bool) -> Floats:
    """What places (3,) are multiplied with: a rig that was turned round when it was read is turned back in its file."""
    looks_back = not is_bvh and baked.rig.source is not None and baked.rig.source.faces_back
    return np.array((-1.0, -1.0, 1.0) if looks_back else (1.0, 1.0, 1.0))


def _size(heads: Floats) -> float:
    """The diagonal of the box around the heads (n, 3), metres."""
    return max(float(np.linalg.norm(np.ptp(heads, axis=0))), 1e-9)


def _as_baked(document: Document, baked: BakedRig) -> Document:
    """What was read, turned upright where what was written came of a file with Z up and so went back to one."""
    source, theirs = document.rig.source, baked.rig.source
    if theirs is None or source is None or source.z_up is None:
        return document
    if theirs.motion_z_up:
        return with_motion_turned(document) if baked.clips else document
    return turned_upright(document) if theirs.z_up else document


def compared_clip(clip: Clip, path: Path) -> Comparison:
    """The clip in a file of its own against the one that was to be written. Raises Unreadable."""
    (again,) = clip_file.clips(path)
    names = sum(one == other for one, other in zip(clip.bones, again.bones, strict=False))
    same = again.frames.shape == clip.frames.shape
    apart = float(np.abs(again.frames - clip.frames).max(initial=0.0)) if same else np.inf
    why = "" if apart <= ROUNDING and names == len(clip.bones) else _different()
    return Comparison(len(clip.bones), names, names, None, clip.count, again.count, apart, why)


def compared_pose(transforms: Mapping[str, Transform], path: Path) -> Comparison:
    """The pose in a file against the one that was to be written. Raises Unreadable."""
    again = pose.read_pose(path).pose
    names = sum(one == other for one, other in zip(transforms, again, strict=False))
    pairs = [(transforms[name], at) for name, at in again.items() if name in transforms]
    apart = max((abs(a - b) for one, at in pairs for a, b in zip(one.location, at.location, strict=True)), default=0.0)
    why = "" if apart <= ROUNDING and names == len(transforms) else _different()
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
    """Return where the joints (1, n, 3) of a file that was read stand: some rest in another pose."""
    return forward_kinematics(rig.bones, rows_of_pose(rig.bones, rig.pose))[..., :3, 3]


def _deviation(found: Floats, expected: Floats, rig: Rig) -> Deviation:
    """How far joints (f, n, 3) are off at most, and which."""
    if not found.size:
        return NO_DEVIATION
    distances = np.linalg.norm(found - expected, axis=-1)
    frame, bone = np.unravel_index(int(distances.argmax()), distances.shape)
    return float(distances[frame, bone]), rig.bones[int(bone)].name
