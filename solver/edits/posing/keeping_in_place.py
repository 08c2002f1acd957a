"""Poses in which bones stand where they are wanted: what edits use that change a rig and move nothing."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.tree.traversal import hangs
from pantin.solver.compiling import layout as at
from pantin.solver.edits.posing.parentings import parentings_of, without_parentings
from pantin.solver.evaluate import evaluate
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

SAME = 1e-9
"""Tolerance of matrices and poses that should be equal."""

POSED_TO_STAY = (*range(7), at.POSE_LENGTH, at.POSE_THICKNESS)
"""The columns of a row of a pose that edits keep: all but its scale."""

APART = 1e-7
"""A bone that would move by more, metres or parts of a quaternion, is posed to stay."""


def kept_in_place(after: Document, before: Posed, names: Collection[str], apart: float = APART) -> Document:
    """`after`, with those of the bones `names` posed to stay that would move from where they are in `before`."""
    now = evaluate(after)
    rows = [before.index[name] for name in now.names]
    wanted, found = channels(now.with_matrices(before.matrices[rows], before.stretches[rows])), channels(now)
    differs = np.abs(wanted[:, POSED_TO_STAY] - found[:, POSED_TO_STAY]).max(axis=1) > apart
    moved = [name for name in names if differs[now.index[name]]]
    transforms = transforms_in(now, before.matrices[rows], moved, before.stretches[rows])
    return with_transforms(after, {name: _kept(after.figure, name, transforms[name]) for name in moved})


def shift(document: Document, before: Posed, names: Collection[str]) -> float:
    """Return the largest difference between two matrices of any of the bones `names`."""
    now = evaluate(document)
    rows, rows_before = ([of.index[name] for name in names] for of in (now, before))
    return float(np.abs(now.matrices[rows] - before.matrices[rows_before]).max(initial=0.0))


def transforms_in(
    on: Posed, matrices: Floats, names: Collection[str], stretches: Floats | None = None
) -> dict[str, Transform]:
    """The poses in which bones are posed as in `matrices` (n, 4, 4), with what carries them and without other
    constraints.

    Scales are left at 1.
    """
    rows = channels(on.with_matrices(without_parentings(on, matrices, parentings_of(on, names)), stretches))
    found = {}
    for name in names:
        x, y, z, i, j, k, w, *_scale, length, thickness = rows[on.index[name]].tolist()
        posed = Transform(location=(x, y, z), rotation=(i, j, k, w), length=length, thickness=thickness)
        at_rest = max(map(abs, (x, y, z, i, j, k, length - 1.0, thickness - 1.0))) <= SAME
        found[name] = Transform() if at_rest else posed
    return found


def channels(posed: Posed) -> Floats:
    """Return the poses (n, POSE_WIDTH) of bones, as `Posed.local_poses`, the quaternions with w ≥ 0."""
    found = posed.local_poses.copy()
    found[found[:, 6] < 0.0, 3:7] *= -1.0
    return found


def _kept(figure: Figure, name: str, found: Transform) -> Transform:
    """A pose found from matrices, with the bone's own scale; a connected bone has no location."""
    now = figure.transform(name)
    return replace(found, location=now.location if hangs(figure.rig, name) else found.location, scale=now.scale)
