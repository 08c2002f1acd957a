"""Curves over the frames of a clip that leave room for what stands in the way, and begin in time."""

from __future__ import annotations

import numpy as np

from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import surface
from pantin.rigs.vectors import smoothstep
from pantin.solver.program.skeleton import Floats


def lifted_over(ground: Ground, soles: Floats, stands: Floats, ahead: int) -> Floats:
    """Return the height (frames,) that a foot is lifted, whose sole would be at these points (frames, n, 3), not to go
    through.

    It begins so many frames ahead, but not while the foot stands: just after, it is lifted as fast as it must.
    """
    frames, points, _three = soles.shape
    heights = surface(ground, soles.reshape(-1, 3)).heights.reshape(frames, points)
    needed = np.maximum((heights - soles[:, :, 2]).max(axis=1), 0.0)
    free = never_less(np.where(stands > 0.0, 0.0, needed), ahead) * _away_from(stands, max(ahead // 3, 1))
    return np.asarray(np.maximum(needed, free))


def never_less(values: Floats, ahead: int) -> Floats:
    """A smooth curve (frames,) that is nowhere below the values: their largest in a window, averaged over that."""
    window = 2 * ahead + 1
    padded = np.pad(values, 2 * ahead, mode="edge")
    largest = np.lib.stride_tricks.sliding_window_view(padded, window).max(axis=1)
    weights = np.hanning(window + 2)[1:-1]
    return np.asarray(np.convolve(largest, weights / weights.sum(), mode="valid"))


def _away_from(stands: Floats, ahead: int) -> Floats:
    """0 (frames,) while a foot stands, growing to 1 so many frames away from that."""
    there = np.flatnonzero(stands > 0.0)
    if not len(there):
        return np.ones(len(stands))
    far = np.abs(np.arange(len(stands))[:, None] - there[None]).min(axis=1) / ahead
    return smoothstep(np.clip(far, 0.0, 1.0))
