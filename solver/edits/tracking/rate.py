"""A limit to how fast the bones of an untracked leg rotate: where such a foot is, is a guess."""

from __future__ import annotations

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import Matrix, four, length

QUICKEST = 5.0
"""Radians a second, relative to the hips, at most: as in a brisk walk, or in sitting down. Shins of runners reach twice
as much, but head and hands do not tell when."""

Turns = tuple[Quaternion, ...]
"""Of thigh, shin, foot and toes, in the axes of the hips."""


def rate_limited(
    hips: Matrix, wanted: tuple[Matrix, ...], before: Turns | None, seconds: float
) -> tuple[tuple[Matrix, ...], Turns]:
    """Return the rotations (3, 3) of the bones of a leg within the limit, and the same relative to the hips.

    They begin `before`, relative to the hips. All bones go the same share of their way, so that between two poses in
    which the knee is a hinge it stays one.
    """
    if before is not None:
        carried = [hips @ rot.matrix_from_quaternion(turn) for turn in before]
        ways = [rot.log(turn @ start.T) for turn, start in zip(wanted, carried, strict=True)]
        longest = max(length(way) for way in ways)
        if longest > QUICKEST * seconds:
            share = QUICKEST * seconds / longest
            wanted = tuple(rot.exp(share * way) @ start for way, start in zip(ways, carried, strict=True))
    return wanted, tuple(four(rot.quaternion_from_matrix(np.asarray(hips.T @ turn))) for turn in wanted)
