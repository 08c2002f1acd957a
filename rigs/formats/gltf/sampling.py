"""Keys of a glTF animation, and what they say at any time: in steps, straight from key to key, or along splines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.motion.transform_arrays import Floats

RATES = (30.0, 24.0, 25.0, 60.0, 50.0, 48.0, 120.0, 100.0, 90.0, 72.0, 144.0, 240.0, 30.0 / 1.001, 24.0 / 1.001)
"""Frames a second that motion is made in. The first is for animations whose keys fit none."""

SLOWEST, FASTEST = 24.0, 20_000.0
"""Frames a second. Keys that are further apart than those of films get frames between them."""

OFF = 0.01
"""Frames. Keys that are off a rate's frames by less are on them: files round times to seven digits."""

EARLY = 0.02
"""Frames by which a step comes before its frame: more than rates differ by rounding, and nobody looks there."""

AWAY, FINEST, MOST_LOOKED_AT = 3e-3, 240.0, 10_000.0
"""Parts of its range by which frames may leave a curve, the rate at which they always may, and frames looked at."""

ROUNDED = 0.025
"""Frames by which a key that steps may be moved: times in milliseconds are off by less at 60 frames a second."""

LARGEST_WHOLE, ON_WHOLE = 1000, 1e-5
"""Frames a second, on which times in milliseconds are; and seconds by which times may be off frames of a whole rate."""

WIDTHS = {"translation": 3, "rotation": 4, "scale": 3}
COLUMNS = {"translation": slice(0, 3), "rotation": slice(3, 7), "scale": slice(7, 10)}
"""The number of components on each path, and their columns in the transform of a node (10)."""


class Keys(NamedTuple):
    """The keys of a part of a node: times in seconds (k), and values (k, width), for splines (3 k, width)."""

    times: Floats
    values: Floats
    interpolation: str


def rate_of(times: Floats) -> float:
    """The frames a second on which all times (n,), seconds, fall: the first usual rate, else their own; else 30."""
    for rate in RATES:
        if on_frames(times, rate):
            return rate
    steps = np.diff(np.unique(times))
    step = float(np.median(steps)) if len(steps) else 0.0
    own = ceil(SLOWEST * step) / step if step > 1.0 / FASTEST else 0.0
    fitting = (each for each in (float(round(own)), own) if each and on_frames(times, each))
    return next(fitting, RATES[0])


def on_frames(times: Floats, rate: float) -> bool:
    """Return whether all times (n,), seconds, are those of frames."""
    frames = times * rate
    return bool((np.abs(frames - np.round(frames)) < OFF).all())


def rate_that_keeps(times: Floats, keys: Iterable[Keys], rate: float, most: float) -> tuple[float, float]:
    """Return the slowest rate from `rate` on whose frames say what the keys say, and how far keys are moved, seconds.

    The rate is doubled up to 240, or is a whole one on whose frames all times (n,) are. Where frames would be more than
    `most`, or none of these rates keeps the keys, it is the finest of them, and the second number is not 0.
    """
    rates = [rate]
    while rates[-1] < FINEST:
        rates.append(2.0 * rates[-1])
    whole = _whole_rate(times)
    asked = sorted(each for each in {*rates, *((whole,) if whole else ())} if each >= rate)
    within = [each for each in asked if each == rate or float(times.max(initial=0.0)) * each < most]
    kinds, moved = list(keys), 0.0
    for each in within:
        moved = 0.0 if each == whole else max((_moved(of, each) for of in kinds), default=0.0)
        if not moved:
            return each, 0.0
    return within[-1], moved


def _whole_rate(times: Floats) -> float | None:
    """Return the smallest whole rate on whose frames all times (n,) are; None where that is more than 1000."""
    rates = np.arange(SLOWEST, LARGEST_WHOLE + 1.0)
    for part in np.array_split(times, len(times) // 256 + 1):
        frames = np.outer(part, rates)
        rates = rates[(np.abs(frames - np.round(frames)) < ON_WHOLE * rates).all(axis=0)]
    return float(rates[0]) if len(rates) else None


def _moved(keys: Keys, rate: float) -> float:
    """By how much keys are moved by what frames say, seconds; 0 where nobody sees it. Splines are left to others."""
    frames = keys.times * rate
    if keys.interpolation == "STEP":
        nearest = np.round(frames)
        if (np.diff(nearest) < 1.0).any():
            return 1.0 / rate
        moved = float(np.abs(nearest - frames).max())
        return moved / rate if moved > ROUNDED else 0.0
    if keys.interpolation != "LINEAR":
        return 0.0
    turns, before = keys.values.shape[1] == 4, np.floor(frames)
    ends = [at_times(keys, each / rate, turns) for each in (before, before + 1.0)]
    at_keys = at_times(keys, keys.times, turns)
    if turns:
        ends = [np.where(np.einsum("ij,ij->i", end, at_keys)[:, None] < 0.0, -end, end) for end in ends]
    straight = ends[0] + (frames - before)[:, None] * (ends[1] - ends[0])
    span = max(float(np.ptp(at_keys, axis=0).max()), 1e-9)
    return 1.0 / rate if float(np.abs(straight - at_keys).max()) > AWAY * span else 0.0


def on_their_frames(keys: Keys, rate: float) -> Keys:
    """Return keys on their nearest frames, but for rounding; those that step on the nearest ones.

    Of several at one frame the last steps. A step comes a little before its frame, because whoever reads a file again
    may find another rate by a rounding. Splines stay.
    """
    frames = np.round(keys.times * rate)
    if keys.interpolation == "STEP":
        kept = np.append(np.diff(frames) > 0.0, True)
        return keys._replace(times=(frames[kept] - EARLY) / rate, values=keys.values[kept])
    near = np.abs(keys.times * rate - frames) < OFF
    times = np.where(near, frames / rate, keys.times)
    moved = keys.interpolation == "LINEAR" and bool((np.diff(times) > 0.0).all())
    return keys._replace(times=times) if moved else keys


def fine_enough(rate: float, splines: Sequence[Keys]) -> float:
    """The rate, doubled until going straight from frame to frame leaves no spline by much."""
    while rate < FINEST and any(_leaves(keys, rate) > AWAY for keys in splines):
        rate *= 2.0
    return rate


def _leaves(keys: Keys, rate: float) -> float:
    """Return the distance of a spline from straight lines between the frames, in parts of its range."""
    frames = np.arange(0.0, min(float(keys.times[-1]) * rate + 1.0, MOST_LOOKED_AT), 0.5) / rate
    values = at_times(keys, frames, False)
    straight = (values[:-2:2] + values[2::2]) / 2
    between = values[1:-1:2][: len(straight)]
    return float(np.abs(between - straight).max(initial=0.0)) / max(float(np.ptp(values, axis=0).max()), 1e-9)


def at_times(keys: Keys, wanted: Floats, turns: bool) -> Floats:
    """The values (f, width) at these times, before the first key and after the last one theirs. `turns`: rotations."""
    times, count = keys.times, len(keys.times)
    spline = keys.interpolation == "CUBICSPLINE"
    points = keys.values.reshape(count, 3, -1)[:, 1] if spline else keys.values
    if turns and not spline:
        points = points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-12)
    if count == 1:
        return np.repeat(points, len(wanted), axis=0)
    left = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, count - 2)
    span = times[left + 1] - times[left]
    share = np.clip((wanted - times[left]) / span, 0.0, 1.0)[:, None]
    if keys.interpolation == "STEP":
        return np.where(share >= 1.0, points[left + 1], points[left])
    if spline:
        return _splined(keys.values.reshape(count, 3, -1), left, span[:, None], share)
    start, end = points[left], points[left + 1]
    return rot.slerp(start, end, share[:, 0]) if turns else start + share * (end - start)


def _splined(values: Floats, left: NDArray[np.intp], span: Floats, t: Floats) -> Floats:
    """Hermite splines through values (k, 3, width): tangent in, value, tangent out."""
    start, end = values[left, 1], values[left + 1, 1]
    out, into = span * values[left, 2], span * values[left + 1, 0]
    t2, t3 = t * t, t * t * t
    return np.asarray(
        (2 * t3 - 3 * t2 + 1) * start + (t3 - 2 * t2 + t) * out + (3 * t2 - 2 * t3) * end + (t3 - t2) * into
    )
