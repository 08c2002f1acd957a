"""Poses kept within the locks and limits of joints, where numbers are computed that nobody has chosen one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import rows_at
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.compiling import layout as at
from pantin.solver.program.skeleton import Floats, Skeleton

SEEN_BEYOND = 0.01
"""A quaternion that a joint changes by more is visibly beyond: by a degree."""

TRIED = 3000
"""Rotations of a clip that are held against the limits: so many take no time that anybody sees."""

BEYOND = 1e-9
"""A quaternion that a joint changes by more is beyond what it allows."""


def within_joints(document: Document, skeleton: Skeleton, names: Iterable[str]) -> Document:
    """The document with these bones turned no farther than their joints let them."""
    return with_transforms(document, beyond(skeleton, {name: document.figure.transform(name) for name in names}))


def beyond(skeleton: Skeleton, transforms: Mapping[str, Transform], by: float = BEYOND) -> dict[str, Transform]:
    """Return by bone the transforms that are beyond what their joints allow, brought within it, and no others.

    `by` is how much a joint has to change a quaternion.
    """
    names = [name for name in transforms if skeleton.bones[skeleton.index[name]].joint.limited]
    if not names:
        return {}
    turns = np.reshape([transforms[name].rotation for name in names], (-1, 4))
    held, apart = _held(skeleton, names, turns)
    off = np.greater(apart, by).tolist()
    each = zip(names, held.tolist(), off, strict=True)
    return {name: replace(transforms[name], rotation=(x, y, z, w)) for name, (x, y, z, w), is_off in each if is_off}


def beyond_in(skeleton: Skeleton, clips: Sequence[Clip], by: float = SEEN_BEYOND) -> tuple[str, ...]:
    """Return the bones that clips turn beyond what their joints allow; some frames of each are tried.

    `by` is how much a joint has to change a quaternion: by default so much that it is seen.
    """
    found: dict[str, None] = {}
    for clip in clips:
        names = [name for name in clip.bones if name in skeleton.index]
        names = [name for name in names if skeleton.bones[skeleton.index[name]].joint.limited]
        most = TRIED // (len(clips) * max(len(names), 1)) + 2
        frames = np.unique(np.linspace(0, clip.count - 1, most).astype(int)).tolist()
        turns = rows_at(clip, frames)[:, [clip.bones.index(name) for name in names], 3:7]
        _turns, apart = _held(skeleton, names * len(frames), turns.reshape(-1, 4))
        most_apart = apart.reshape(len(frames), len(names)).max(axis=0, initial=0.0).tolist()
        found.update((name, None) for name, off in zip(names, most_apart, strict=True) if off > by)
    return tuple(found)


def _held(skeleton: Skeleton, names: Sequence[str], turns: Floats) -> tuple[Floats, Floats]:
    """Rotations (n, 4) of bones within what their joints allow, and how far they were from that (n,)."""
    from pantin.solver.entries.local_poses import clamp_poses

    poses = np.zeros((len(names), at.POSE_WIDTH))
    poses[:, 3:7] = turns
    held = poses.copy()
    clamp_poses(skeleton.table[[skeleton.index[name] for name in names]], held)
    apart: Floats = np.minimum(np.abs(held - poses).max(axis=1), np.abs(held + poses).max(axis=1))
    return held[:, 3:7], apart
