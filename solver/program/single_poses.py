"""Local poses of single bones, computed from them and their parents alone: a rig may have thousands."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import Entry
from pantin.solver.program.skeleton import Floats, Skeleton

FEW = 32
"""Bones up to this number are looked at with a parent each, even where parents are shared: that is quicker."""


Rows = NDArray[np.intp]


class Near(NamedTuple):
    """Some bones with their parents: all that their poses depend on."""

    rows: Rows
    """Of the bones and their parents, in the skeleton."""
    table: Floats
    """The rows of these in the skeleton's table."""
    places: Rows
    """The places of the bones in `rows`."""

    def poses(self, matrices: Floats, stretches: Floats) -> Floats:
        """The poses (m, POSE_WIDTH) of the bones; matrices (n, 4, 4) and stretches (n, 2) are those of all."""
        poses = np.empty((len(self.rows), at.POSE_WIDTH))
        _entry()(self.table, matrices[self.rows].reshape(-1, 16), stretches[self.rows], poses)
        return poses[self.places]


def near(skeleton: Skeleton, rows: Rows) -> Near:
    """Return the tables of the bones `rows` (m,) and of their parents."""
    return _near_many(skeleton, rows) if len(rows) > FEW else _near_few(skeleton, tuple(rows.tolist()))


def single_poses(skeleton: Skeleton, matrices: Floats, stretches: Floats, rows: Rows) -> Floats:
    """Return the poses (m, POSE_WIDTH) of the bones `rows` (m,) from matrices (n, 4, 4) and stretches (n, 2) of all."""
    return near(skeleton, rows).poses(matrices, stretches)


@cache
def _entry() -> Entry:
    """Imported once, and late: no window needs it for its first frame."""
    from pantin.solver.entries.local_poses import to_local_poses

    return to_local_poses


def _near_many(skeleton: Skeleton, rows: Rows) -> Near:
    """As `near`, by sorting: of many bones most parents are among them."""
    parents = skeleton.table[rows, at.PARENT_BONE].astype(np.intp)
    known = np.unique(np.concatenate((rows, parents[parents >= 0])))
    places, above = np.searchsorted(known, rows), np.searchsorted(known, parents)
    return Near(known, _table(skeleton, known, places, np.where(parents >= 0, above, -1)), places)


@lru_cache(maxsize=8)
def _near_few(skeleton: Skeleton, rows: tuple[int, ...]) -> Near:
    """Kept, for every movement of a drag asks for the same bones."""
    count = len(rows)
    parents = skeleton.table[list(rows), at.PARENT_BONE].astype(np.intp)
    known = np.concatenate((np.array(rows, dtype=np.intp), np.maximum(parents, 0)))
    places = np.arange(count)
    return Near(known, _table(skeleton, known, places, np.where(parents >= 0, places + count, -1)), places)


def _table(skeleton: Skeleton, known: Rows, places: Rows, parents: Rows) -> Floats:
    """The bones in `known`; those at `places` of it have these parents, the others none."""
    table = skeleton.table[known]
    table[:, at.PARENT_BONE] = -1.0
    table[places, at.PARENT_BONE] = parents
    return table
