"""How single bones would be posed to stand as they do, from them and their parents alone: a rig may have thousands."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pantin.solver.compiling.layout import PARENT_BONE, POSE_WIDTH
from pantin.solver.program.skeleton import Floats, Skeleton

FEW = 32
"""Bones up to this number are looked at with a parent each, even where parents are shared: that is quicker."""


Rows = NDArray[np.intp]
Near = tuple[Rows, Floats, Rows]
"""The rows of some bones and their parents, the table of these, and where in it those bones are."""


def single_poses(skeleton: Skeleton, matrices: Floats, stretches: Floats, rows: Rows) -> Floats:
    """The poses (m, POSE_WIDTH) of the bones in `rows`; matrices (n, 4, 4) and stretches (n, 2) are those of all."""
    from pantin.solver.entries.local_poses import to_local_poses

    if len(rows) > FEW:
        near, table, places = _near_many(skeleton, rows)
    else:
        near, table, places = _near_few(skeleton, tuple(rows.tolist()))
    poses = np.empty((len(near), POSE_WIDTH))
    to_local_poses(table, matrices[near].reshape(-1, 16), stretches[near], poses)
    return poses[places]


def _near_many(skeleton: Skeleton, rows: Rows) -> Near:
    carriers = skeleton.table[rows, PARENT_BONE].astype(np.intp)
    near = np.unique(np.concatenate((rows, carriers[carriers >= 0])))
    places, above = np.searchsorted(near, rows), np.searchsorted(near, carriers)
    return near, _table(skeleton, near, places, np.where(carriers >= 0, above, -1)), places


@lru_cache(maxsize=8)
def _near_few(skeleton: Skeleton, rows: tuple[int, ...]) -> Near:
    """Kept, for every movement of a drag asks for the same bones."""
    count = len(rows)
    carriers = skeleton.table[list(rows), PARENT_BONE].astype(np.intp)
    near = np.concatenate((np.array(rows, dtype=np.intp), np.maximum(carriers, 0)))
    places = np.arange(count)
    return near, _table(skeleton, near, places, np.where(carriers >= 0, places + count, -1)), places


def _table(skeleton: Skeleton, near: Rows, places: Rows, parents: Rows) -> Floats:
    """The bones in `near`; those at `places` of it have these parents, the others none."""
    table = skeleton.table[near]
    table[:, PARENT_BONE] = -1.0
    table[places, PARENT_BONE] = parents
    return table
