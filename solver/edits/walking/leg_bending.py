"""Bending legs to feet, for all frames of a clip at once: the knee keeps its side, the foot is posed as it shall.

A leg is taken apart at the joint in its middle; what is above and below that turns as one piece.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Rig
from pantin.rigs import rotations as rot
from pantin.rigs.bent_limbs import bent
from pantin.rigs.vectors import across
from pantin.solver.ground.legs import Leg
from pantin.solver.program.skeleton import Floats

FOLDED = 1e-3
"""A leg whose bones differ in length folds to a little more than the difference."""

SHORT_OF_STRAIGHT = 1e-7
"""Of its length: how far from straight a leg stays."""

STRAIGHT = 1e-4
"""A leg whose knee is off the line by less, in parts of its length, takes its side from the foot."""


def rises_to_fold(rig: Rig, leg: Leg, frames: Floats, hips: Floats, ankles: Floats) -> Floats:
    """Return the distance that hip joints (frames, 3) have to rise (frames,) for a leg to fold to near ankles (frames,
    3), metres.
    """
    hip, knee, ankle = _joints(leg, _rows(rig, leg), frames)
    upper, lower = (np.linalg.norm(a - b, axis=1) for a, b in ((knee, hip), (ankle, knee)))
    nearest = np.abs(upper - lower) * (1.0 + FOLDED) + 1e-6
    aside = np.sum((hips[:, :2] - ankles[:, :2]) ** 2, axis=1)
    above = np.sqrt(np.maximum(nearest**2 - aside, 0.0))
    folds = (hips[:, 2] - ankles[:, 2]) ** 2 + aside >= nearest**2
    return np.asarray(np.where(folds, 0.0, above - (hips[:, 2] - ankles[:, 2])))


def bent_to(rig: Rig, leg: Leg, before: Floats, frames: Floats, feet: Floats) -> NDArray[np.bool_]:
    """Bend a leg in `frames` (f, n, 4, 4) to its foot (f, 4, 4), as it is bent in `before`. Returns which reach it."""
    rows = _rows(rig, leg)
    hip, knee, ankle = _joints(leg, rows, before)
    upper, lower = (np.linalg.norm(a - b, axis=1) for a, b in ((knee, hip), (ankle, knee)))
    at, to = frames[:, rows[0], :3, 3], feet[:, :3, 3]
    side = _side(hip, knee, ankle, before[:, leg.foot, :3, 1], to - at, upper + lower)
    was = _side(hip, knee, ankle, before[:, leg.foot, :3, 1], ankle - hip, upper + lower)
    middle, end = bent(at, to, upper, lower, side, SHORT_OF_STRAIGHT)
    for place, row in enumerate(rows):
        (a, b, joint, next_) = (hip, knee, at, middle) if place < len(rows) // 2 else (knee, ankle, middle, end)
        turn = rot.aligning(b - a, was, next_ - joint, side)
        frames[:, row, :3, :3] = turn @ before[:, row, :3, :3]
        frames[:, row, :3, 3] = joint + np.einsum("fij,fj->fi", turn, before[:, row, :3, 3] - a)
    frames[:, leg.foot, :3, :3], frames[:, leg.foot, :3, 3] = feet[:, :3, :3], end
    return np.asarray(np.linalg.norm(end - to, axis=1) <= 1e-5 * (upper + lower))


def _rows(rig: Rig, leg: Leg) -> list[int]:
    """The rows of the bones of a leg."""
    return [rig.rows[name] for name in leg.sole.leg]


def _joints(leg: Leg, rows: list[int], frames: Floats) -> tuple[Floats, Floats, Floats]:
    """Hip joint, knee and ankle (f, 3)."""
    return frames[:, rows[0], :3, 3], frames[:, rows[len(rows) // 2], :3, 3], frames[:, leg.foot, :3, 3]


def _side(hip: Floats, knee: Floats, ankle: Floats, forward: Floats, way: Floats, length: Floats) -> Floats:
    """Return to which side (f, 3) a leg is bent, once it is turned by the shortest arc to go the `way` (f, 3)."""
    old = rot.directions(ankle - hip)
    bend = across(knee - hip, old)
    clear = np.linalg.norm(bend, axis=1) > STRAIGHT * length
    side = np.where(clear[:, None], bend, across(forward, old))
    return np.asarray(np.einsum("fij,fj->fi", rot.shortest_arc(old, way), side))
