"""Drawings of a drag beside the figure: its displacement and length, the arc it turned and its angle, its factor.

Points, offsets and axes are (3,) in armature space, metres; angles are in radians, pixels those of the view.
"""

from __future__ import annotations

from math import ceil, degrees, fmod, hypot, inf, tau

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.vectors import cross
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.lengths import MINUS, Lengths, distance_in_words
from pantin.viewport.values.overlay import Dot, Label, Overlay, Shape, point_of

Array = NDArray[np.float64]
Pixel = tuple[float, float]

SEEN = 4.0
"""A displacement shorter than this many pixels is not drawn."""

RADIUS = 74.0
"""Of the arc, pixels: that of the rings."""


def displacement(lens: Lens, start: Array, offset: Array, lengths: Lengths) -> Overlay:
    """A line from where something was to where it is, with its length."""
    ends = lens.project([start, start + offset])[:, :2]
    way = (ends[1] - ends[0]).tolist()
    if not SEEN <= hypot(*way) < inf:
        return Overlay()
    text = distance_in_words(hypot(*offset.tolist()), lengths)
    aside = (0.0, -8.0) if abs(way[0]) > abs(way[1]) else (8.0, 4.0)
    return Overlay(
        shapes=(Shape((point_of(start), point_of(start + offset)), "text", 1.0, dash=(3.0, 3.0)),),
        dots=(Dot(point_of(start), 3.0, "text", filled=False),),
        labels=(
            Label(point_of(start + offset / 2), text, offset=aside, align="centre" if aside[0] == 0.0 else "left"),
        ),
    )


def rotation_arc(lens: Lens, pivot: Array, axis: Array, start: Pixel, angle: float, role: ColourRole) -> Overlay:
    """An arc about an axis from where the pointer was to where it took it, with the angle; a ring for whole turns."""
    size = RADIUS * lens.pixel(pivot)
    u = _direction(lens, pivot, axis, start)
    v = cross(axis, u)
    rest = fmod(angle, tau)
    arc = pivot + size * _round(u, v, rest)
    middle = pivot + 1.25 * size * (np.cos(rest / 2) * u + np.sin(rest / 2) * v)
    if abs(angle) < 1e-6:
        return Overlay()
    fan = (point_of(pivot), *map(point_of, arc))
    whole = tuple(map(point_of, pivot + size * _round(u, v, tau))) if abs(angle) >= tau else ()
    return Overlay(
        shapes=(
            *((Shape(whole, role, 2.0, fill=0.16, opacity=0.6),) if whole else ()),
            Shape(fan, role, 0.0, closed=True, fill=0.16),
            Shape((point_of(arc[0]), point_of(pivot), point_of(arc[-1])), role, 1.0, opacity=0.8),
            Shape(tuple(map(point_of, arc)), role, 2.0),
        ),
        labels=(Label(point_of(middle), angle_in_words(angle), offset=(0.0, 4.0), align="centre"),),
    )


def scale_line(pivot: Pixel, now: Pixel, factor: str) -> Overlay:
    """A line from the pivot to the pointer, with the factor."""
    return Overlay(
        shapes=(Shape((pivot, now), "text_dim", 1.0, dash=(4.0, 3.0)),),
        labels=(Label(now, factor, offset=(16.0, -8.0)),),
    )


def angle_in_words(angle: float) -> str:
    """Degrees as a label says them: "−12.5°"."""
    return f"{degrees(angle) + 0.0:.1f}°".replace("-", MINUS)


def _round(u: Array, v: Array, angle: float) -> Array:
    """Directions (n, 3) from `u` towards `v` and on, as far as an angle, one every few degrees."""
    turns = np.linspace(0.0, angle, max(ceil(abs(degrees(angle)) / 4), 1) + 1)[:, None]
    return np.asarray(np.cos(turns) * u + np.sin(turns) * v)


def _direction(lens: Lens, pivot: Array, axis: Array, start: Pixel) -> Array:
    """The unit direction across an axis that the pixel `start` is seen in from the pivot."""
    place = lens.on_plane(*start, pivot, axis)
    out = (place if place is not None else lens.facing(*start, pivot)) - pivot
    out = out - axis * float(out @ axis)
    length = float(np.linalg.norm(out))
    if length < 1e-9:
        out = cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
        length = float(np.linalg.norm(out))
    return np.asarray(out / length)
