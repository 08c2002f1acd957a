"""Clips and poses of the library that stay as they are seen, where the rest pose of bones changes under them.

They hold how bones are posed from rest. Where a limb that rests straight is bent a little, because IK needs a side to
bend to, its frames are turned back by as much; where a pose becomes the rest pose, by all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.frames import Frames
from pantin.rigs.motion.transform_arrays import composed, decomposed
from pantin.rigs.pose import REST, KeptPose, Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import three

Floats = NDArray[np.float64]

SAME = 1e-12
"""Numbers of a rest pose that differ by less are the same."""

UNSCALED = 1e-9
"""Axes whose lengths differ from 1 by less are not scaled."""


class Change(NamedTuple):
    """A change of the pose of a bone, a matrix: before · pose · behind, each (4, 4)."""

    before: Floats
    behind: Floats | None = None
    """None where its own scale stays as it is."""
    axes: tuple[Floats, Floats] | None = None
    """What takes its location to its axes at rest, and from those of the new rest to where it counts (3, 3)."""

    @property
    def is_none(self) -> bool:
        """Return whether the pose stays."""
        return all(each is None or np.abs(each - np.eye(4)).max() <= SAME for each in (self.before, self.behind))


def keeping_motion(figure: Figure, after: Rig) -> Figure:
    """Return the figure with the rig `after`, and clips and kept poses in which its bones are posed as before.

    Both rigs have the same bones, which rest otherwise. Bones without a track stay as the figure poses them.
    """
    return carried_motion(figure, after, _changes(figure.rig, after), from_rest=False)


def carried_motion(figure: Figure, after: Rig, changes: Mapping[str, Change], from_rest: bool = True) -> Figure:
    """Return the figure with the rig `after`, and clips and kept poses changed, bone by bone.

    With `from_rest` whole poses, which have bones at rest that they do not name, name those too that rest otherwise.
    """
    changes = {name: change for name, change in changes.items() if not change.is_none}
    clips, poses = figure.clips, figure.poses
    if changes:
        clips = tuple(_clip(clip, changes) for clip in clips)
        poses = tuple(_pose(kept, changes, from_rest and not kept.part) for kept in poses)
    return replace(figure, rig=after, clips=clips, poses=poses)


def _changes(before: Rig, after: Rig) -> dict[str, Change]:
    """By bone the matrix that comes before its pose, where its rest from that of its parent is another.

    Of a bone that does not turn with its parent, its rest in armature space.
    """
    found: dict[str, Change] = {}
    rests = [dict(zip(rig.by_name, rest_matrices(rig.bones), strict=True)) for rig in (before, after)]
    for name, bone in before.by_name.items():
        steps = [_step(bone.parent, rest[name], rest) for rest in rests]
        change = np.linalg.inv(steps[1]) @ steps[0]
        if not bone.inherit_rotation:
            change[:3, :3] = rests[1][name][:3, :3].T @ rests[0][name][:3, :3]
        found[name] = Change(change)
    return found


def _step(parent: str | None, rest: Floats, rests: Mapping[str, Floats]) -> Floats:
    """The rest of a bone (4, 4) as seen from that of its parent."""
    return rest if parent is None else np.asarray(np.linalg.inv(rests[parent]) @ rest)


def _clip(clip: Clip, changes: Mapping[str, Change]) -> Clip:
    tracks = {
        name: Frames(_changed(track.array, changes[name])) if name in changes else track
        for name, track in clip.tracks.items()
    }
    return replace(clip, tracks=tracks) if changes.keys() & tracks.keys() else clip


def _pose(kept: KeptPose, changes: Mapping[str, Change], is_whole: bool) -> KeptPose:
    before = {**dict.fromkeys(changes, REST), **kept.pose} if is_whole else kept.pose
    pose = {name: _transform(at, changes[name]) if name in changes else at for name, at in before.items()}
    return replace(kept, pose=pose) if changes.keys() & pose.keys() else kept


def _transform(at: Transform, change: Change) -> Transform:
    row = _changed(np.array([(*at.location, *at.rotation, *at.scale)]), change)[0]
    scale = at.scale if change.behind is None else three(row[7:])
    return replace(at, location=three(row[:3]), rotation=rot.canonical(*row[3:7].tolist()), scale=scale)


def _changed(rows: NDArray[np.floating], change: Change) -> Floats:
    """Return rows (f, 10) of a bone that are changed; a scale that nothing changes stays to the bit."""
    found = np.array(rows, np.float64)
    if change.axes is not None:
        found[:, :3] = found[:, :3] @ change.axes[0].T
    scales = found[:, 7:].copy()
    if change.behind is not None and np.abs(change.behind - np.eye(4)).max() > UNSCALED:
        found = decomposed(change.before @ composed(found) @ change.behind)
    else:
        found[:, 7:] = 1.0
        found = decomposed(change.before @ composed(found))
        found[:, 7:] = scales * found[:, 7:] if _grows(change.before) else scales
    if change.axes is not None:
        found[:, :3] = found[:, :3] @ change.axes[1].T
    return found


def _grows(matrix: Floats) -> bool:
    return bool(np.abs(np.linalg.norm(matrix[:3, :3], axis=0) - 1.0).max() > UNSCALED)
