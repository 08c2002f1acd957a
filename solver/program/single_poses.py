"""How single bones would be posed to stand as they do, from them and their parents alone: a rig may have thousands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.solver.compiling.layout import PARENT_BONE, POSE_WIDTH
from pantin.solver.program.skeleton import Floats, Skeleton

FEW = 32
"""Bones up to this number are looked at with a parent each, even where parents are shared: that is quicker."""


def single_poses(skeleton: Skeleton, matrices: Floats, stretches: Floats, rows: NDArray[np.intp]) -> Floats:
    """The poses (m, POSE_WIDTH) of the bones in `rows`; matrices (n, 4, 4) and stretches (n, 2) are those of all."""
    from pantin.solver.entries.local_poses import to_local_poses

    count, carriers = len(rows), skeleton.table[rows, PARENT_BONE].astype(np.intp)
    if count > FEW:
        near = np.unique(np.concatenate((rows, carriers[carriers >= 0])))
        places, above = np.searchsorted(near, rows), np.searchsorted(near, carriers)
    else:
        near = np.concatenate((rows, np.maximum(carriers, 0)))
        places, above = np.arange(count), np.arange(count, 2 * count)
    table = skeleton.table[near]
    table[:, PARENT_BONE] = -1.0
    table[places, PARENT_BONE] = np.where(carriers >= 0, above, -1)
    poses = np.empty((len(near), POSE_WIDTH))
    to_local_poses(table, matrices[near].reshape(-1, 16), stretches[near], poses)
    return poses[places]
