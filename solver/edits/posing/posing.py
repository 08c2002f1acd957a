"""Posing by hand: moving, rotating and scaling bones in armature space, as edits of the document.

Drags are in armature space; a document keeps poses relative to rest and parent. Locks and limits of joints hold here as
they do in a solver, and locked channels of a bone's pose are not touched.

Each edit may be given in `axes`, three unit rows for each bone: a rotation about X is then about each bone's own X.
About a `pivot`, bones also change their positions, except those connected to their parents' tails; without one, each
bone rotates and scales about its own head.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import Document, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import keeping_locks, with_transforms
from pantin.rigs.tree.traversal import depth_of, hangs, topmost
from pantin.rigs.vectors import three, unit
from pantin.solver.edits.posing.chosen_bones import Chosen, as_they_stand, rows_of
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

Axes = Mapping[str, Floats]
"""By bone: X, Y and Z as rows (3, 3), unit vectors of armature space."""

SMALLEST = 1e-3
"""Smallest factor of a scaling: a bone of scale 0 could not be scaled up again."""


class Translation:
    """Moves bones from where they are. Children follow their parents.

    A connected bone cannot leave its parent: it rotates about its head, so that its tail follows as far as it can.
    """

    def __init__(self, document: Document, posed: Posed, names: Iterable[str]) -> None:
        self._document, self._posed = document, posed
        self._moved = Chosen(document, posed, topmost(document.rig, names))
        arms = posed.tails - posed.heads
        self._arms = {
            name: arms[row] for name, row in zip(*self._moved.names_and_rows, strict=True) if hangs(document.rig, name)
        }

    def by(self, delta: ArrayLike, axes: Axes | None = None) -> Document:
        """The document with the bones moved by `delta` (3), metres."""
        return with_transforms(self._document, self.transforms(delta, axes))

    def transforms(self, delta: ArrayLike, axes: Axes | None = None) -> dict[str, Transform]:
        """Return the transforms of the bones after a translation (3,), armature space, metres."""
        (names, rows), way = self._moved.names_and_rows, np.asarray(delta, np.float64)
        ways = np.array([way if axes is None else way @ axes[name] for name in names])
        if not self._arms and not self._moved.are_carried:
            return self._moved.shifted(ways)
        matrices = np.array(self._posed.matrices)
        for name, row, by in zip(names, rows, ways, strict=True):
            arm = self._arms.get(name)
            if arm is None:
                matrices[row, :3, 3] += by
            else:
                matrices[row, :3, :3] = rot.shortest_arc(arm, arm + by) @ matrices[row, :3, :3]
        return self._moved.transforms(matrices)


class Rotation:
    """Rotates bones from where they are.

    About a pivot (3), selected children follow selected parents. Without one every bone rotates, also on top of its
    parent's rotation: three selected finger bones curl.
    """

    def __init__(self, document: Document, posed: Posed, names: Iterable[str], pivot: ArrayLike | None = None) -> None:
        self._document, self._posed = document, posed
        self._pivot = None if pivot is None else np.asarray(pivot, np.float64)
        self._names = tuple(dict.fromkeys(names)) if pivot is None else topmost(document.rig, names)
        self._rows = rows_of(posed, self._names)
        apart = (self._names,) if pivot is not None else _generations(document.rig, self._names)
        self._apart = [Chosen(document, posed, chosen) for chosen in apart if chosen]

    def by(self, turn: ArrayLike, axes: Axes | None = None) -> Document:
        """Return the document with the bones turned by the quaternion `turn` (4,), [x, y, z, w]."""
        turns = _each(rot.matrix_from_quaternion(unit(np.asarray(turn, np.float64))), self._names, axes)
        turned = np.array(self._posed.matrices)
        turned[self._rows, :3, :3] = turns @ turned[self._rows, :3, :3]
        if self._pivot is not None:
            _place(self._document.rig, turned, self._rows, self._names, turns, self._pivot)
        found: dict[str, Transform] = {}
        for chosen in self._apart:
            matrices = np.array(self._posed.matrices)
            matrices[chosen.rows] = turned[chosen.rows]
            found |= chosen.transforms(matrices)
        return with_transforms(self._document, found)


class Scaling:
    """Scales bones from where they are. Children follow their parents.

    A bone scales along its own axes only: by how much the factors lengthen each of them. Nothing rotates.
    """

    def __init__(self, document: Document, posed: Posed, names: Iterable[str], pivot: ArrayLike | None = None) -> None:
        self._document, self._posed = document, posed
        self._pivot = None if pivot is None else np.asarray(pivot, np.float64)
        self._scaled = Chosen(document, posed, topmost(document.rig, names))

    def by(self, factors: ArrayLike, axes: Axes | None = None) -> Document:
        """The document with the bones scaled by `factors` (3)."""
        rig, (names, rows) = self._document.rig, self._scaled.names_and_rows
        by = np.asarray(factors, np.float64)
        by = np.where(np.abs(by) < SMALLEST, np.where(by < 0.0, -SMALLEST, SMALLEST), by)
        growths, matrices = _each(np.diag(by), names, axes), np.array(self._posed.matrices)
        ratios = _lengthened(matrices[rows, :3, :3], growths)
        if self._pivot is not None:
            _place(rig, matrices, rows, names, growths, self._pivot)
        found = self._scaled.transforms(matrices)
        for name, ratio in zip(names, ratios, strict=True):
            before = self._document.figure.transform(name)
            sizes = three(np.where(np.abs(ratio - 1.0) < 1e-12, 1.0, ratio) * before.scale)
            after = msgspec.structs.replace(
                before, location=found[name].location, rotation=found[name].rotation, scale=sizes
            )
            found[name] = keeping_locks(rig.by_name[name], before, after)
        return with_transforms(self._document, found)


def translate(document: Document, posed: Posed, names: Collection[str], delta: ArrayLike) -> Document:
    """Move bones once by `delta` (3,): see `Translation`."""
    return Translation(document, posed, names).by(delta)


def rotate(
    document: Document,
    posed: Posed,
    names: Collection[str],
    turn: ArrayLike,
    axes: Axes | None = None,
    pivot: ArrayLike | None = None,
) -> Document:
    """Rotate bones once by a quaternion (4,) about a pivot (3,): see `Rotation`."""
    return Rotation(document, posed, names, pivot).by(turn, axes)


def scale(
    document: Document,
    posed: Posed,
    names: Collection[str],
    factors: ArrayLike,
    axes: Axes | None = None,
    pivot: ArrayLike | None = None,
) -> Document:
    """Scale bones once by factors (3,) about a pivot (3,): see `Scaling`."""
    return Scaling(document, posed, names, pivot).by(factors, axes)


def _lengthened(own: Floats, growths: Floats) -> Floats:
    """By how much growths (n, 3, 3) lengthen each axis of bones (n, 3); negative where they turn it round."""
    own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-12)
    grown = growths @ own
    return np.asarray(np.linalg.norm(grown, axis=1) * np.where((grown * own).sum(axis=1) < 0.0, -1.0, 1.0))


def local_transforms(document: Document, posed: Posed) -> dict[str, Transform]:
    """Return the pose in which each bone would be as it is, without constraints, as long as it is."""
    return as_they_stand(posed, posed.names)


def solved_rotations(document: Document, posed: Posed, names: Iterable[str]) -> dict[str, Transform]:
    """Return the poses of `names` with the rotations and lengths that they have now; all else stays as posed."""
    found = as_they_stand(posed, tuple(names))
    return {
        name: msgspec.structs.replace(
            document.figure.transform(name),
            rotation=transform.rotation,
            length=transform.length,
            thickness=transform.thickness,
        )
        for name, transform in found.items()
    }


def live(document: Document) -> Document:
    """The document with live solving on: what to evaluate to solve once."""
    return document.with_rig(document.rig.changed(live_solving=True))


def with_solution(document: Document, solved: Posed) -> Document:
    """The document with the rotations of IK written into its pose; `solved` is the evaluation of `live`."""
    turned = {name for goal in solved.goals for name in goal.bones}
    return with_transforms(document, solved_rotations(document, solved, turned)) if turned else document


def _each(change: Floats, names: Collection[str], axes: Axes | None) -> Floats:
    """The same change (3, 3) for every bone, or in each bone's axes (n, 3, 3)."""
    if axes is None or not names:
        return np.broadcast_to(change, (len(names), 3, 3))
    rows = np.stack([axes[name] for name in names])
    found: Floats = rows.transpose(0, 2, 1) @ change @ rows
    return found


def _place(rig: Rig, matrices: Floats, rows: list[int], names: Collection[str], changes: Floats, pivot: Floats) -> None:
    """Move the heads of bones with a change about a pivot, where they are free to move."""
    for name, row, change in zip(names, rows, changes, strict=True):
        if not hangs(rig, name):
            matrices[row, :3, 3] = pivot + change @ (matrices[row, :3, 3] - pivot)


def _generations(rig: Rig, names: Collection[str]) -> tuple[list[str], list[str]]:
    """Every other generation of bones. Each is turned as if its parents, who are in the other, had not changed."""
    odd = {name: depth_of(rig, name) % 2 == 1 for name in names}
    return [name for name in names if not odd[name]], [name for name in names if odd[name]]
