"""How quickly the bones of a leg turn that nobody tracks: where a foot is then is a guess."""

from __future__ import annotations

import numpy as np

from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import Matrix, matrix_of, quaternion_of
from pantin.solver.edits.tracking.turns import length, rotation, vector_of

QUICKEST = 5.0
"""Radians a second that bones of a leg turn against the hips at most: those of a leg in a brisk walk, or bent to sit
down. Runners' shins are quicker, by twice, but when they are, head and hands do not tell."""

Turns = tuple[Quaternion, ...]
"""Of thigh, shin, foot and toes, in the axes of the hips."""


def paced(
    hips: Matrix, wanted: tuple[Matrix, ...], before: Turns | None, seconds: float
) -> tuple[tuple[Matrix, ...], Turns]:
    """The turns (3, 3) of the bones of a leg, from where the hips have carried them, and what is remembered of them.

    All go the same part of their way, so that what is between two legs that bend as knees do bends so as well.
    """
    if before is not None:
        carried = [hips @ matrix_of(turn) for turn in before]
        ways = [vector_of(turn @ start.T) for turn, start in zip(wanted, carried, strict=True)]
        longest = max(length(way) for way in ways)
        if longest > QUICKEST * seconds:
            share = QUICKEST * seconds / longest
            wanted = tuple(rotation(share * way) @ start for way, start in zip(ways, carried, strict=True))
    return wanted, tuple(quaternion_of(np.asarray(hips.T @ turn)) for turn in wanted)
