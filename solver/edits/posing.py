"""Posing by hand: moving, rotating and scaling bones in armature space, as edits of the document.

Drags are in armature space; a document keeps poses relative to rest and parent. Locks and limits of joints hold here as
they do in a solver, and locked channels of a bone's pose are not touched.

Each edit may be given in `axes`, three unit rows for each bone: a rotation about X is then about each bone's own X.
About a `pivot`, bones also change their positions, except those connected to their parents' tails; without one, each
bone rotates and scales about its own head.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from math import sqrt

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import Document, Rig, Transform
from pantin.rigs.editing.pose import keeping_locks, with_transforms
from pantin.rigs.tree.traversal import depth_of, topmost
from pantin.rigs.vectors import cross, matrix_of, three, unit
from pantin.solver.edits.carrying import put_down
from pantin.solver.program.evaluated import Evaluated, seal
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats

Axes = Mapping[str, Floats]
"""By bone: X, Y and Z as rows (3, 3), unit vectors of armature space."""

SMALLEST = 1e-3
"""Smallest factor of a scaling: a bone of scale 0 could not be scaled up again."""


def translate(
    document: Document, evaluated: Evaluated, names: Collection[str], delta: ArrayLike, axes: Axes | None = None
) -> Document:
    """Move bones by `delta` (3), metres. Children follow their parents.

    A connected bone cannot leave its parent: it rotates about its head, so that its tail follows as far as it can.
    """
    matrices = np.array(evaluated.matrices)
    moved = topmost(document.rig, names)
    for name in moved:
        row = evaluated.index[name]
        by = np.asarray(delta, np.float64) if axes is None else np.asarray(delta, np.float64) @ axes[name]
        if hangs(document.rig, name):
            arm = evaluated.tails[row] - evaluated.heads[row]
            matrices[row, :3, :3] = swing(arm, arm + by) @ matrices[row, :3, :3]
        else:
            matrices[row, :3, 3] += by
    return with_transforms(document, _local(document, evaluated, matrices, moved, held=True))


def rotate(
    document: Document,
    evaluated: Evaluated,
    names: Collection[str],
    turn: ArrayLike,
    axes: Axes | None = None,
    pivot: ArrayLike | None = None,
) -> Document:
    """Rotate bones by the quaternion `turn` [x, y, z, w].

    About a pivot, selected children follow selected parents. Without one every bone rotates, also on top of its
    parent's rotation: three selected finger bones curl.
    """
    turned = topmost(document.rig, names) if pivot is not None else tuple(dict.fromkeys(names))
    turns = _each(matrix_of(unit(np.asarray(turn, np.float64))), turned, axes)
    rows, matrices = _rows(evaluated, turned), np.array(evaluated.matrices)
    matrices[rows, :3, :3] = turns @ matrices[rows, :3, :3]
    if pivot is not None:
        _place(document.rig, matrices, rows, turned, turns, np.asarray(pivot, np.float64))
        return with_transforms(document, _local(document, evaluated, matrices, turned, held=True))
    return with_transforms(document, _local_each(document, evaluated, matrices, turned))


def scale(
    document: Document,
    evaluated: Evaluated,
    names: Collection[str],
    factors: ArrayLike,
    axes: Axes | None = None,
    pivot: ArrayLike | None = None,
) -> Document:
    """Scale bones by `factors` (3). Children follow their parents.

    A bone scales along its own axes only: by how much the factors lengthen each of them. Nothing rotates.
    """
    scaled, by = topmost(document.rig, names), np.asarray(factors, np.float64)
    by = np.where(np.abs(by) < SMALLEST, np.where(by < 0.0, -SMALLEST, SMALLEST), by)
    rows, growths = _rows(evaluated, scaled), _each(np.diag(by), scaled, axes)
    matrices = np.array(evaluated.matrices)
    ratios = _lengthened(matrices[rows, :3, :3], growths)
    if pivot is not None:
        _place(document.rig, matrices, rows, scaled, growths, np.asarray(pivot, np.float64))
    found = _local(document, evaluated, matrices, scaled, held=True)
    for name, ratio in zip(scaled, ratios, strict=True):
        before = document.rig.transform(name)
        sizes = three(np.where(np.abs(ratio - 1.0) < 1e-12, 1.0, ratio) * before.scale)
        after = Transform(location=found[name].location, rotation=before.rotation, scale=sizes)
        found[name] = keeping_locks(document.rig.by_name[name].locks, before, after)
    return with_transforms(document, found)


def _lengthened(own: Floats, growths: Floats) -> Floats:
    """By how much growths (n, 3, 3) lengthen each axis of bones (n, 3); negative where they turn it round."""
    own = own / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-12)
    grown = growths @ own
    return np.asarray(np.linalg.norm(grown, axis=1) * np.where((grown * own).sum(axis=1) < 0.0, -1.0, 1.0))


def hangs(rig: Rig, name: str) -> bool:
    """Whether a bone is connected to its parent's tail and cannot leave it."""
    bone = rig.by_name[name]
    return bone.connected and bone.parent is not None


def local_transforms(document: Document, evaluated: Evaluated) -> dict[str, Transform]:
    """The pose in which each bone would stand as it does, without constraints. Stretch is not included."""
    return _local(document, evaluated, evaluated.matrices, evaluated.names, held=False)


def solved_rotations(document: Document, evaluated: Evaluated, names: Iterable[str]) -> dict[str, Transform]:
    """The poses of `names` with the rotations that they have now; location and scale stay as posed."""
    found = _local(document, evaluated, evaluated.matrices, tuple(names), held=False)
    return {
        name: Transform(
            location=document.rig.transform(name).location,
            rotation=transform.rotation,
            scale=document.rig.transform(name).scale,
        )
        for name, transform in found.items()
    }


def live(document: Document) -> Document:
    """The document with live solving on: what to evaluate to solve once."""
    return msgspec.structs.replace(document, rig=document.rig.solved_live(True))


def with_solution(document: Document, solved: Evaluated) -> Document:
    """The document with the rotations of IK written into its pose; `solved` is the evaluation of `live`."""
    turned = {name for goal in solved.goals for name in goal.bones}
    return with_transforms(document, solved_rotations(document, solved, turned)) if turned else document


def _rows(evaluated: Evaluated, names: Iterable[str]) -> list[int]:
    return [evaluated.index[name] for name in names]


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


def _local_each(
    document: Document, evaluated: Evaluated, matrices: Floats, names: Collection[str]
) -> dict[str, Transform]:
    """Transforms of bones from matrices (n, 4, 4), each as if its parents had not changed.

    Parents are an odd number of generations away, so two passes are enough: every other generation in each.
    """
    found: dict[str, Transform] = {}
    odd = {name: depth_of(document.rig, name) % 2 == 1 for name in names}
    for generation in (False, True):
        chosen = [name for name in names if odd[name] is generation]
        changed = np.array(evaluated.matrices)
        rows = _rows(evaluated, chosen)
        changed[rows] = matrices[rows]
        found |= _local(document, evaluated, changed, chosen, held=True) if chosen else {}
    return found


def _local(
    document: Document, evaluated: Evaluated, matrices: Floats, names: Collection[str], held: bool
) -> dict[str, Transform]:
    """Transforms of `names` from matrices (n, 4, 4). `held` clamps rotations to locks and limits.

    Channels that did not change keep the document's numbers, so that moving a bone leaves its rotation alone.
    """
    rows = _rows(evaluated, names)
    after = _poses(evaluated, put_down(evaluated, matrices, names) if held else matrices, rows, held)
    if not held:
        return {
            name: Transform(location=three(pose[:3]), rotation=_four(pose[3:7]), scale=three(pose[7:]))
            for name, pose in zip(names, after, strict=True)
        }
    changes = np.abs(after - _poses_on_screen(evaluated, tuple(names)))
    moved, turned = changes[:, :3].max(axis=1) > 1e-12, changes[:, 3:7].max(axis=1) > 1e-12
    each = zip(names, after, moved, turned, strict=True)
    return {name: _changed(document.rig, name, pose, goes, turns) for name, pose, goes, turns in each}


@lru_cache(maxsize=8)
def _poses_on_screen(evaluated: Evaluated, names: tuple[str, ...]) -> Floats:
    """The poses (m, 10) of `names` as they stand, read-only. Kept for the next move: a drag asks for the same ones."""
    poses = _poses(evaluated, put_down(evaluated, evaluated.matrices, names), _rows(evaluated, names), held=False)
    seal(poses)
    return poses


def _changed(rig: Rig, name: str, pose: Floats, goes: bool, turns: bool) -> Transform:
    """The transform of a bone with those channels of a pose (10,) that changed and are not locked."""
    now = rig.transform(name)
    posed = Transform(
        location=three(pose[:3]) if goes and not hangs(rig, name) else now.location,
        rotation=_four(pose[3:7]) if turns else now.rotation,
        scale=now.scale,
    )
    return keeping_locks(rig.by_name[name].locks, now, posed)


def _poses(evaluated: Evaluated, matrices: Floats, rows: list[int], held: bool) -> Floats:
    """The poses (m, 10) of the bones in `rows`."""
    poses = single_poses(evaluated.skeleton, matrices, evaluated.stretches, np.array(rows, dtype=np.intp))
    if held:
        from pantin.solver.entries.local_poses import clamp_poses

        clamp_poses(evaluated.skeleton.table[rows], poses)
    return poses


def _four(q: Floats) -> tuple[float, float, float, float]:
    x, y, z, w = (q if q[3] >= 0.0 else -q).tolist()
    return (x, y, z, w)


def swing(a: Floats, b: Floats) -> Floats:
    """The smallest rotation (3, 3) from the direction of `a` to that of `b`; none where either is 0."""
    la, lb = sqrt(a @ a), sqrt(b @ b)
    if la < 1e-12 or lb < 1e-12:
        return np.eye(3)
    u, v = a / la, b / lb
    w = 1.0 + float(u @ v)
    if w < 1e-9:
        aside = cross(u, np.eye(3)[int(np.argmin(np.abs(u)))])
        return matrix_of(unit(np.array((*(aside / sqrt(aside @ aside)), 0.0))))
    return matrix_of(unit(np.array((*cross(u, v), w))))
