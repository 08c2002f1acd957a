"""Finds when the feet of a clip stand, from the motion itself, which was made on ground that is about level.

A foot stands while its ball is low and slow. Figures are of any size, so both are measured in lengths of the leg; and
measured floors are not level to the centimetre, so a ball is low that is hardly higher than shortly before or after.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.solver.program.skeleton import Floats

LOW, SLOW = 0.06, 0.45
"""A ball lower than this stands, lengths of the leg above its floor, if it goes no faster, lengths a second. People
walk at 1.5 lengths a second, so that a foot that swings goes at three."""

AROUND = 1.0
"""Seconds before and after a frame in which a foot has been on the floor: a step of a slow walk takes no longer."""

SHORTEST, GAP = 0.08, 0.05
"""Seconds: a contact that is shorter is none, and one that is interrupted for less goes on."""

LEVEL = 5.0
"""Percent of the frames in which the lower foot may be in the floor: measured motion is a little noisy."""


class Contact(NamedTuple):
    """A foot stands from one frame to another, both included."""

    first: int
    last: int


def floor_of(lowest: Floats) -> float:
    """The height of the floor that a clip was made on, from the lowest points (feet, frames) of its soles."""
    return float(np.percentile(lowest.min(axis=0), LEVEL))


def contacts(ball: Floats, rate: float, leg: float) -> tuple[Contact, ...]:
    """Return when a foot stands whose ball is at these places (frames, 3); `leg` is the length of its leg, metres."""
    low = heights_above_floor(ball, rate) < LOW * leg
    stands = low & (_speeds(ball, rate) < SLOW * leg)
    runs = [run for run in _runs(_joined(stands, round(GAP * rate))) if run.last - run.first + 1 >= SHORTEST * rate]
    return tuple(runs)


def heights_above_floor(ball: Floats, rate: float) -> Floats:
    """Return the height of a ball (frames, 3) above the lowest place (frames,) where it was or will be within a second,
    metres.
    """
    frames = round(AROUND * rate)
    padded = np.pad(ball[:, 2], frames, mode="edge")
    lowest = np.lib.stride_tricks.sliding_window_view(padded, 2 * frames + 1).min(axis=1)
    return np.asarray(ball[:, 2] - lowest)


def _speeds(places: Floats, rate: float) -> Floats:
    """Return the speed of a point (frames, 3) over the floor (frames,), metres a second."""
    if len(places) < 2:
        return np.zeros(len(places))
    return np.asarray(np.linalg.norm(np.gradient(places[:, :2], axis=0), axis=1) * rate)


def _joined(stands: NDArray[np.bool_], gap: int) -> NDArray[np.bool_]:
    """Return when a foot stands (frames,), with gaps of at most so many frames between contacts closed."""
    found = stands.copy()
    for run in _runs(~stands):
        if run.first > 0 and run.last < len(stands) - 1 and run.last - run.first + 1 <= gap:
            found[run.first : run.last + 1] = True
    return found


def _runs(marks: NDArray[np.bool_]) -> tuple[Contact, ...]:
    """The runs of frames (n,) that are marked, each from its first to its last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marks, [False]]).astype(np.int8)))
    return tuple(Contact(int(first), int(last) - 1) for first, last in edges.reshape(-1, 2))
