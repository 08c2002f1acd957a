"""Poses kept within the locks and limits of joints, where numbers are computed that nobody has chosen one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.compiling.layout import POSE_WIDTH
from pantin.solver.program.skeleton import Skeleton

BEYOND = 1e-9
"""A quaternion that a joint changes by more is beyond what it allows."""


def within_joints(document: Document, skeleton: Skeleton, names: Iterable[str]) -> Document:
    """The document with these bones turned no farther than their joints let them."""
    rig = document.rig
    return with_transforms(document, beyond(skeleton, {name: rig.transform(name) for name in names}))


def beyond(skeleton: Skeleton, transforms: Mapping[str, Transform]) -> dict[str, Transform]:
    """By bone the transforms that are beyond what their joints allow, brought within it; all others are left out."""
    from pantin.solver.entries.local_poses import clamp_poses

    names = list(transforms)
    poses = np.zeros((len(names), POSE_WIDTH))
    poses[:, 3:7] = np.reshape([transforms[name].rotation for name in names], (-1, 4))
    held = poses.copy()
    clamp_poses(skeleton.table[[skeleton.index[name] for name in names]], held)
    off = np.minimum(np.abs(held - poses).max(axis=1), np.abs(held + poses).max(axis=1)) > BEYOND
    turns = zip(names, held[:, 3:7].tolist(), off.tolist(), strict=True)
    return {name: replace(transforms[name], rotation=(x, y, z, w)) for name, (x, y, z, w), is_off in turns if is_off}
