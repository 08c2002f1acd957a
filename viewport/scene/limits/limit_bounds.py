"""Outlines of what a joint's limits allow: arrays in, lines out, in the axes in which the bone lies in the rest pose.

A swing is given as `u`, the half-angle sines (ux, uz) of its turns about X and Z: the measure in which solvers compare
it (`solver.maths.joint_coordinates`). There limits on both axes are an ellipse, one quarter for each pair of signs, and
a limit on one of them alone is a straight line. The bone's tip goes over a sphere; `pointing` says where on it a swing
takes it.
"""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.editing.joint_limits import BEND, SWAY
from pantin.rigs.euler import end_sine, half_sines
from pantin.rigs.fields import AxisLimits, Range

Array = NDArray[np.float64]

STEP = pi / 60
"""An arc has a point every so many radians."""

QUARTER = np.linspace(0.0, pi / 2, 25)


def pointing(u: ArrayLike) -> Array:
    """Unit vectors (n, 3) in which swings `u` (n, 2) point the bone."""
    ux, uz = np.asarray(u, dtype=np.float64).reshape(-1, 2).T
    w = np.sqrt(np.maximum(1.0 - ux * ux - uz * uz, 0.0))
    return np.stack([-2 * w * uz, 1 - 2 * (ux * ux + uz * uz), 2 * w * ux], axis=1)


def about(axis: int, angles: ArrayLike) -> Array:
    """Half-angle sines (n, 2) of swings about X or Z alone."""
    found = np.zeros((np.size(angles), 2))
    found[:, axis // 2] = np.sin(0.5 * np.asarray(angles, dtype=np.float64).reshape(-1))
    return found


def arc(ends: Range) -> Array:
    """Angles (n,) from one end to the other, radians."""
    lower, upper = ends
    return np.linspace(lower, upper, max(round((upper - lower) / STEP), 1) + 1)


def hinge_axis(bounds: AxisLimits) -> int | None:
    """The axis of a joint that swings about one axis only; None where it swings about both or neither."""
    held = {axis: bounds[axis] is not None and bounds[axis] == (0.0, 0.0) for axis in (BEND, SWAY)}
    if held[BEND] == held[SWAY]:
        return None
    return SWAY if held[BEND] else BEND


def swing_outlines(bounds: AxisLimits) -> tuple[Array, ...]:
    """The lines (n, 2) that bound a swing: one that closes where both axes are limited, open ones where one is.

    A hinge is bounded by two points and has none of them; neither has a bone that swings freely or not at all.
    """
    bend, sway = bounds[BEND], bounds[SWAY]
    if hinge_axis(bounds) is not None or (bend == (0.0, 0.0) and sway == (0.0, 0.0)):
        return ()
    if bend is not None and sway is not None:
        return (_ellipse(bend, sway),)
    if bend is not None:
        return tuple(_straight(end)[:, ::-1] for end in bend if abs(end) < pi)
    return tuple(_straight(end) for end in sway if abs(end) < pi) if sway is not None else ()


def at_bound(bounds: AxisLimits, axis: int, angle: float, near: float) -> bool:
    """Return whether an angle is at an end of its range, or beyond."""
    ends = bounds[axis]
    return ends is not None and ends[0] < ends[1] and not ends[0] + near < angle < ends[1] - near


def swing_at_bound(bounds: AxisLimits, swing: tuple[float, float], near: float) -> bool:
    """Return whether a swing (radians about X and Z) is on its bound, or beyond."""
    bend, sway = bounds[BEND], bounds[SWAY]
    axis = hinge_axis(bounds)
    if axis is not None:
        return at_bound(bounds, axis, swing[axis // 2], near)
    if bend is None or sway is None:
        return at_bound(bounds, BEND, swing[0], near) or at_bound(bounds, SWAY, swing[1], near)
    ux, uz = half_sines(*swing)
    ax, az = end_sine(bend, ux), end_sine(sway, uz)
    if ax < 1e-9 or az < 1e-9:
        return any(half > 1e-9 and abs(u) >= half * (1.0 - near) for u, half in ((ux, ax), (uz, az)))
    return float(np.hypot(ux / ax, uz / az)) >= 1.0 - near


def _ellipse(bend: Range, sway: Range) -> Array:
    """The closed bound of two limited axes (n, 2): four quarters of ellipses."""
    c, s = np.cos(QUARTER), np.sin(QUARTER)
    (left, right), (low, high) = np.sin(0.5 * np.asarray(bend)), np.sin(0.5 * np.asarray(sway))
    quarters = ((right * c, high * s), (left * s, high * c), (left * c, low * s), (right * s, low * c))
    return np.concatenate([np.stack(quarter, axis=1) for quarter in quarters])


def _straight(end: float) -> Array:
    """Swings whose turn about Z is bounded at `end` and about X is free: as far as there are any."""
    u = float(np.sin(0.5 * end))
    free = np.sqrt(1.0 - u * u) * np.sin(np.linspace(-pi / 2, pi / 2, 61))
    return np.stack([free, np.full(61, u)], axis=1)
