"""A bone that twists along its length, and the skin on it: what turns with it, and what at neither end or both."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


SEEN = 1e-5
"""Parts of the bone by which a vertex may move at rest."""


class Twist(NamedTuple):
    """A bone that twists along its length, as one skin has it."""

    joint: int
    """Its place among the joints."""
    before: Rows
    """The joints that carry it, which do not turn with the twist."""
    after: Rows
    """The joints that hang at its end, which have all of the twist."""
    stand: Floats
    """(4, 4): from the mesh, as it is bound, to where head and way are."""
    head: Floats
    """(3,)."""
    way: Floats
    """(3,): from there to its tail."""

    def along(self, places: NDArray[np.floating]) -> Floats:
        """Return where places (…, 3) lie along the bone: 0 at its head, 1 at its tail."""
        from_head = places.astype(np.float64) @ self.stand[:3, :3].T + self.stand[:3, 3] - self.head
        return np.asarray(from_head @ self.way / (self.way @ self.way))

    def is_seen(self, moved: Floats) -> NDArray[np.bool_]:
        """Return which of the ways (v, 3) that vertices move at rest would be seen."""
        return np.asarray(np.linalg.norm(moved, axis=1) > SEEN * np.linalg.norm(self.way))


def posed_by(matrices: Floats, joints: Rows, weights: Floats, places: NDArray[np.floating]) -> Floats:
    """Return where matrices (j, 4, 4) of joints take vertices at `places` (v, 3), by `joints` (v, k) and `weights`."""
    moves = blended(matrices, joints, weights)
    return np.asarray(np.einsum("vij,vj->vi", moves[:, :, :3], places.astype(np.float64)) + moves[:, :, 3])


def blended(matrices: Floats, joints: Rows, weights: Floats) -> Floats:
    """Return the matrices (v, 3, 4) that vertices have together of those of joints (j, 4, 4)."""
    known = np.minimum(joints, len(matrices) - 1)  # a damaged file names more than there are
    return np.asarray(np.einsum("vk,vkij->vij", weights, matrices[known, :3]))


def weight_of(own: Rows | int, joints: Rows, weights: Floats) -> Floats:
    """Return how much of each vertex (v) some of the joints have, of its `joints` (v, k) and `weights`."""
    return np.asarray(np.where(np.isin(joints, own), weights, 0.0).sum(axis=1))


def without_wringing(twist: Twist, joints: Rows, weights: Floats) -> tuple[Rows, Floats]:
    """Return the joints and weights (v, k + 1) of vertices of which none has some at both ends of a bone.

    Both ends draw a vertex between them to either side of the bone's axis, and so onto it where one is turned far. What
    they have in common goes to the bone.
    """
    before, after = (weight_of(own, joints, weights) for own in (twist.before, twist.after))
    common = np.minimum(before, after)
    for own, whole in ((twist.before, before), (twist.after, after)):
        kept = 1.0 - np.divide(common, whole, out=np.zeros_like(whole), where=whole > 0.0)
        weights = np.where(np.isin(joints, own), weights * kept[:, None], weights)
    return np.column_stack([joints, np.full(len(joints), twist.joint)]), np.column_stack([weights, 2.0 * common])
