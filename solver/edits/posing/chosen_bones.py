"""Bones that are chosen to be posed by hand: how they are posed, and how they are posed to be posed otherwise.

What stays the same while they are dragged is found out once: a movement of the pointer only asks for transforms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

import msgspec
import numpy as np

from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import keeping_locks
from pantin.rigs.figure import Figure
from pantin.rigs.tree.traversal import hangs
from pantin.solver.edits.posing.parentings import parentings_of, without_parentings
from pantin.solver.program.posed import Posed
from pantin.solver.program.single_poses import near, single_poses
from pantin.solver.program.skeleton import Floats

CHANNELS = (0, 3, 7)
"""The columns of location, rotation and scale in a row of a pose."""

SAME = 1e-12
"""A channel that differs by no more is the same."""


class Chosen:
    """Some bones as they are, and how they are posed to be posed otherwise."""

    def __init__(self, document: Document, posed: Posed, names: Collection[str]) -> None:
        from pantin.solver.entries.local_poses import clamp_poses

        self._figure, self._posed, self._clamp = document.figure, posed, clamp_poses
        self.names, self.rows = tuple(names), rows_of(posed, names)
        self._parentings = parentings_of(posed, names)
        self._near = near(posed.skeleton, np.array(self.rows, np.intp))
        self._table, self._stretches = posed.skeleton.table[self.rows], posed.stretches
        self._poses_before = self._poses(posed.matrices)

    @property
    def names_and_rows(self) -> tuple[tuple[str, ...], list[int]]:
        """The bones, and their rows."""
        return self.names, self.rows

    def transforms(self, matrices: Floats) -> dict[str, Transform]:
        """Their transforms where they are as in `matrices` (n, 4, 4), their rotations clamped to locks and limits.

        Channels that did not change keep the document's numbers, so that moving a bone leaves its rotation alone.
        """
        after = self._poses(matrices)
        self._clamp(self._table, after)
        changed = np.maximum.reduceat(np.abs(after - self._poses_before), CHANNELS, axis=1) > SAME
        each = zip(self.names, after.tolist(), changed.tolist(), strict=True)
        return {name: _changed(self._figure, name, pose, goes, turns) for name, pose, (goes, turns, _grows) in each}

    @property
    def are_carried(self) -> bool:
        """Return whether something else than their parents carries some of them."""
        return bool(self._parentings)

    def shifted(self, by: Floats) -> dict[str, Transform]:
        """Their transforms where each is moved by its row of `by` (m, 3), armature space, and nothing carries them.

        Their locations are linear in that, so that a movement of the pointer costs one product of matrices.
        """
        shifts = (self._locations_by_metre @ by[:, :, None])[:, :, 0]
        each = zip(self.names, self._poses_before.tolist(), shifts.tolist(), strict=True)
        return {name: self._shifted(name, pose, shift) for name, pose, shift in each}

    def _shifted(self, name: str, pose: list[float], shift: list[float]) -> Transform:
        placed = [old + more for old, more in zip(pose, shift, strict=False)]
        return _changed(self._figure, name, placed, max(map(abs, shift)) > SAME, turns=False)

    @cached_property
    def _locations_by_metre(self) -> Floats:
        """Return the change of each location for a metre along X, Y and Z of armature space: (m, 3, 3), by columns."""
        columns = []
        for metre in np.eye(3):
            matrices = np.array(self._posed.matrices)
            matrices[self.rows, :3, 3] += metre
            columns.append((self._poses(matrices) - self._poses_before)[:, :3])
        return np.stack(columns, axis=2)

    def _poses(self, matrices: Floats) -> Floats:
        """Their poses (m, 10), whatever carries them."""
        return self._near.poses(without_parentings(self._posed, matrices, self._parentings), self._stretches)


def rows_of(posed: Posed, names: Iterable[str]) -> list[int]:
    """The rows of bones."""
    return [posed.index[name] for name in names]


def as_they_stand(posed: Posed, names: Collection[str]) -> dict[str, Transform]:
    """Return the poses of `names` without locks, limits and parenting constraints."""
    rows = np.array(rows_of(posed, names), np.intp)
    poses = single_poses(posed.skeleton, posed.matrices, posed.stretches, rows).tolist()
    return {
        name: Transform((pose[0], pose[1], pose[2]), rot.canonical(*pose[3:7]), (pose[7], pose[8], pose[9]), *pose[10:])
        for name, pose in zip(names, poses, strict=True)
    }


def _changed(figure: Figure, name: str, pose: list[float], goes: bool, turns: bool) -> Transform:
    """The transform of a bone with those channels of a pose (10) that changed and are not locked."""
    now = figure.transform(name)
    posed = msgspec.structs.replace(
        now,
        location=(pose[0], pose[1], pose[2]) if goes and not hangs(figure.rig, name) else now.location,
        rotation=rot.canonical(*pose[3:7]) if turns else now.rotation,
    )
    return keeping_locks(figure.rig.by_name[name], now, posed)
