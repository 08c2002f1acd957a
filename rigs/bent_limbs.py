"""Two bones and a goal in numpy, one limb or many at once: where the kernel
`solver.methods.two_bone` bends its joints to.

The triangle root – middle joint – end has three known sides, so the law of cosines places the middle joint on the line
to the goal; it lies off that line to the side to which the limb is to bend.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import rotations as rot
from pantin.rigs.rotations import Floats
from pantin.rigs.vectors import across

FOLDED = 1e-6
"""Of its length: a limb whose bones differ folds to a little more than their difference."""


def bent(
    root: Floats, goal: Floats, upper: ArrayLike, lower: ArrayLike, side: Floats, short: float = 0.0
) -> tuple[Floats, Floats]:
    """Return middle joints and ends (…, 3) of limbs from `root` (…, 3) to `goal` (…, 3), or as near as they come.

    `upper` and `lower` (…) are the lengths of the bones, `side` (…, 3) is the direction in which the middle joint lies
    from the line to the goal. A limb stays the part `short` of its length from straight. What has no direction gets
    one, always the same.
    """
    a, b = np.asarray(upper, np.float64), np.asarray(lower, np.float64)
    far = np.linalg.norm(goal - root, axis=-1)
    line = _directions(goal - root, side)
    near = np.clip(far, np.abs(a - b) + FOLDED * (a + b), (a + b) * (1.0 - short))
    along = (a * a + near * near - b * b) / (2.0 * near)
    out = _directions(across(side, line), line)
    off = np.sqrt(np.maximum(a * a - along * along, 0.0))
    return root + along[..., None] * line + off[..., None] * out, root + near[..., None] * line


def _directions(vectors: Floats, others: Floats) -> Floats:
    """Return vectors (…, 3) scaled to length 1; of those without one, what is perpendicular to `others` (…, 3)."""
    found = rot.directions(vectors)
    none = ~found.any(axis=-1, keepdims=True)
    if not none.any():
        return found
    return np.where(none, rot.directions(rot.perpendicular(rot.directions(others, (0.0, 0.0, 1.0)))), found)
