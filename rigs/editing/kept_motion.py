"""Clips and poses of the library that stay as they are seen, where the rest pose of bones changes under them.

They hold how bones are posed from rest. Where a limb that rests straight is bent a little, because IK needs a side to
bend to, its frames are turned back by as much.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.frames import Frames
from pantin.rigs.motion.transform_arrays import composed, decomposed
from pantin.rigs.pose import KeptPose, Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import three

Floats = NDArray[np.float64]

SAME = 1e-12
"""Numbers of a rest pose that differ by less are the same."""


def keeping_motion(figure: Figure, after: Rig) -> Figure:
    """Return the figure with the rig `after`, and clips and kept poses in which its bones are posed as before.

    Both rigs have the same bones, which rest otherwise. Bones without a track stay as the figure poses them.
    """
    changes = _changes(figure.rig, after)
    clips, poses = figure.clips, figure.poses
    if changes:
        clips = tuple(_clip(clip, changes) for clip in clips)
        poses = tuple(_pose(kept, changes) for kept in poses)
    return replace(figure, rig=after, clips=clips, poses=poses)


def _changes(before: Rig, after: Rig) -> dict[str, Floats]:
    """By bone the matrix (4, 4) that comes before its pose, where its rest from that of its parent is another.

    Of a bone that does not turn with its parent, its rest in armature space.
    """
    found: dict[str, Floats] = {}
    rests = [dict(zip(rig.by_name, rest_matrices(rig.bones), strict=True)) for rig in (before, after)]
    for name, bone in before.by_name.items():
        steps = [_step(bone.parent, rest[name], rest) for rest in rests]
        change = np.linalg.inv(steps[1]) @ steps[0]
        if not bone.inherit_rotation:
            change[:3, :3] = rests[1][name][:3, :3].T @ rests[0][name][:3, :3]
        if np.abs(change - np.eye(4)).max() > SAME:
            found[name] = change
    return found


def _step(parent: str | None, rest: Floats, rests: Mapping[str, Floats]) -> Floats:
    """The rest of a bone (4, 4) as seen from that of its parent."""
    return rest if parent is None else np.asarray(np.linalg.inv(rests[parent]) @ rest)


def _clip(clip: Clip, changes: Mapping[str, Floats]) -> Clip:
    tracks = {
        name: Frames(_turned(track.array, changes[name])) if name in changes else track
        for name, track in clip.tracks.items()
    }
    return replace(clip, tracks=tracks) if changes.keys() & tracks.keys() else clip


def _pose(kept: KeptPose, changes: Mapping[str, Floats]) -> KeptPose:
    pose = {name: _transform(at, changes[name]) if name in changes else at for name, at in kept.pose.items()}
    return replace(kept, pose=pose) if changes.keys() & pose.keys() else kept


def _transform(at: Transform, change: Floats) -> Transform:
    row = _turned(np.array([(*at.location, *at.rotation, *at.scale)]), change)[0]
    return replace(at, location=three(row[:3]), rotation=rot.canonical(*row[3:7].tolist()))


def _turned(rows: NDArray[np.floating], change: Floats) -> Floats:
    """Rows (f, 10) of a bone after a matrix (4, 4) of no scale; its own scale stays."""
    before = np.asarray(rows, np.float64)
    still = before.copy()
    still[:, 7:] = 1.0
    found = decomposed(change @ composed(still))
    found[:, 7:] = before[:, 7:]
    return found
