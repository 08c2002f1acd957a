"""Space switching of a handle: another bone becomes its parent, without a jump.

Handle and pole of a limb get another parent. Their rest pose stays as it is, and they are posed to stand where they
stood.
"""

from __future__ import annotations

import numpy as np

from pantin.rigs import Document, Transform
from pantin.rigs.editing.bones import reparent
from pantin.rigs.editing.limbs import switched_controls
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.limb import Limb
from pantin.rigs.vectors import three
from pantin.solver.compiling import layout as at
from pantin.solver.edits.posing.keeping_in_place import SAME, channels
from pantin.solver.edits.posing.parentings import parentings_of, without_parentings
from pantin.solver.evaluate import evaluate
from pantin.solver.program.skeleton import Floats

ROUNDING = 1e-13
"""Metres and parts of a quaternion: what is nearer to rest is at rest."""


def switch_space(document: Document, limb: Limb, parent: str | None) -> Document:
    """Return the document in which the controls of a limb follow the bone `parent`, or nothing; nothing moves.

    Raises ValueError where that bone belongs to the limb, or depends on it.
    """
    names = switched_controls(document.rig, limb)
    before, after = evaluate(document), reparent(document, names, parent)
    if after is document:
        return document
    now = evaluate(after)
    matrices = without_parentings(now, before.matrices, parentings_of(now, names))
    rows = channels(now.with_matrices(matrices, before.stretches))
    return with_transforms(after, {name: _posed(document, name, rows[now.index[name]]) for name in names})


def _posed(document: Document, name: str, row: Floats) -> Transform:
    """The pose in a row of channels; a size that is the old one but for rounding is the old one."""
    x, y, z, w = row[3:7].tolist()
    size = document.figure.transform(name).scale
    scale = size if np.abs(row[7:10] - size).max() <= SAME else three(row[7:10])
    length, thickness = row[[at.POSE_LENGTH, at.POSE_THICKNESS]].tolist()
    sizes = np.subtract((*scale, length, thickness), 1.0)
    at_rest = max(np.abs(row[:6]).max(), np.abs(sizes).max()) <= ROUNDING
    posed = Transform(three(row[:3]), (x, y, z, w), scale, length, thickness)
    return Transform() if at_rest else posed
