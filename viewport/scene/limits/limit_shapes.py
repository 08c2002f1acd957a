"""Joint limits over the figure: fans of hinges, outlines of swings, arcs of twists, grips, and where each joint is.

Limits are amber and have a shape each; a needle shows the present turn, with a thick amber end where it can go no
further. While something else is dragged, or has its gizmo there, no grips and degrees are in its way. Numbers are
few: those of the axis whose grip is pointed at or dragged, and of a joint that has no other axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import radians
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.editing.joint_limits import BEND, SWAY, TWIST
from pantin.rigs.euler import half_sines
from pantin.viewport.messages import _
from pantin.viewport.scene.limits.limit_bounds import (
    about,
    arc,
    at_bound,
    hinge_axis,
    swing_at_bound,
    swing_outlines,
)
from pantin.viewport.scene.limits.limit_geometry import Edge, LimitGeometry
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.clearing import Room, clear_of
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Label, Overlay, Shape, point_of, points_of

Array = NDArray[np.float64]

GRIP, HOT_GRIP = 3.5, 4.5
"""Half the side of a grip, pixels."""

NEAR = radians(0.05)
"""A turn that is this near to a bound is at it."""

POINTED_AT = 24.0
"""Distance of the degrees from a grip under the pointer, pixels: the pointer lies over what is nearer."""

CROWDED = 72.0
"""Grips that lie within so many pixels have no words but the one that is pointed at."""

FREE = (4.0, 3.0)
"""The dashes of a limit that is freed for the pose."""

LETTER, ABOVE, BELOW = 6.5, 13.0, 5.0
"""The width of a letter of a title, and the distance at which a click beside its baseline still takes it, pixels."""

FILL, HOT_FILL, WIDTH = 0.14, 0.22, 1.75


def limit_overlay(found: tuple[LimitGeometry, ...], lens: Lens, hot: Edge | None = None, grips: bool = True) -> Overlay:
    """Return the overlay of limits. `hot` is the grip that is pointed at or dragged. Words are at the last joint and
    at that grip.

    Without `grips` there is nothing to take hold of, and the only words are those at a limit.
    """
    shapes: list[Shape] = []
    labels: list[Label] = []
    for one in found:
        own = hot if hot is not None and hot.bone == one.bone.name else None
        shapes += [*_swing(one, own, grips), *_twist(one, own)]
        said = one is found[-1] or own is not None
        if grips:
            shapes += _grips(one, lens, own)
            labels += _degrees(one, lens, own) if said else ()
        labels += (label for _title, label in _titles(one, lens, grips)) if said else ()
    return Overlay(shapes=tuple(shapes), labels=tuple(labels))


class Title(msgspec.Struct, frozen=True):
    """The title of a limit: the axes of the joint that it stands for, and whether these are freed for the pose."""

    bone: str
    axes: tuple[int, ...]
    free: bool


def title_at(
    found: tuple[LimitGeometry, ...], lens: Lens, x: float, y: float, kinds: bool, floats: Sequence[Room] = ()
) -> Title | None:
    """The title under a pixel, of those that `limit_overlay` draws; `kinds` as its `grips`.

    Titles keep clear of `floats`, the rectangles of what lies over the view, as they do where they are painted.
    """
    for title, label in _titles(found[-1], lens, kinds) if found else ():
        left, base = (lens.project(np.asarray(label.at))[0, :2] + label.offset).tolist()
        wide = LETTER * len(label.text)
        left -= {"left": 0.0, "centre": wide / 2, "right": wide}[label.align]
        right, down = clear_of((left, base - ABOVE, left + wide, base + BELOW), floats, lens.width, lens.height)
        if 0.0 <= x - left - right <= wide and -ABOVE <= y - base - down <= BELOW:
            return title
    return None


def at_limit(one: LimitGeometry) -> bool:
    """Return whether the joint is at an end of one of its ranges."""
    swung = hinge_axis(one.bounds) is not None or bool(swing_outlines(one.bounds))
    return (swung and swing_at_bound(one.bounds, (one.turn[BEND], one.turn[SWAY]), NEAR)) or at_bound(
        one.bounds, TWIST, one.turn[TWIST], NEAR
    )


def _swing(one: LimitGeometry, hot: Edge | None, grips: bool) -> Iterator[Shape]:
    """A hinge's fan; else the outlines of the swing, with a line to each grip; and the needle."""
    limits, axis = one.bounds, hinge_axis(one.bounds)
    fill = HOT_FILL if hot is not None and hot.axis != TWIST else FILL
    if axis is not None:
        yield from _fan(one, axis, fill)
    outlines, free = swing_outlines(limits), one.is_free(BEND, SWAY)
    closed = limits[BEND] is not None and limits[SWAY] is not None
    for outline in outlines:
        rim = points_of(one.on_sphere(outline))
        dash = FREE if free else ()
        yield Shape(rim, "limit", WIDTH, closed=closed, fill=fill if closed and not free else 0.0, dash=dash)
    if outlines and grips:
        for edge, place in one.grips:
            if edge.axis != TWIST:
                yield Shape((point_of(one.head), point_of(place)), "limit", 1.0, opacity=0.6, casing=1.0)
    if axis is not None or outlines:
        swing = (one.turn[BEND], one.turn[SWAY])
        tip = one.on_sphere(half_sines(*swing))[0]
        yield from _needle(one.head, tip, not free and swing_at_bound(limits, swing, NEAR))


def _fan(one: LimitGeometry, axis: int, fill: float) -> Iterator[Shape]:
    """The fan of a hinge: the sector of its range."""
    ends = one.bounds[axis]
    if ends is None:
        round_ = one.on_sphere(about(axis, np.linspace(-np.pi, np.pi, 97)))
        yield Shape(points_of(round_), "limit", WIDTH, dash=(4.0, 3.0))
        return
    rim = one.on_sphere(about(axis, arc(ends)))
    free = one.is_free(axis)
    fan = (point_of(one.head), *points_of(rim))
    yield Shape(fan, "limit", WIDTH, closed=True, fill=0.0 if free else fill, dash=FREE if free else ())


def _twist(one: LimitGeometry, hot: Edge | None) -> Iterator[Shape]:
    ends = one.bounds[TWIST]
    if ends is None or ends == (0.0, 0.0):
        return
    rim, fill = one.on_ring(arc(ends)), HOT_FILL if hot is not None and hot.axis == TWIST else FILL
    angle, free = one.turn[TWIST], one.is_free(TWIST)
    if not free:
        yield Shape((point_of(one.centre), *points_of(rim)), "limit", 0.0, closed=True, fill=fill)
    yield Shape(points_of(rim), "limit", WIDTH, dash=FREE if free else ())
    yield from _needle(one.centre, one.on_ring(angle)[0], not free and at_bound(one.bounds, TWIST, angle, NEAR))


def _needle(start: Array, tip: Array, held: bool) -> Iterator[Shape]:
    """Yield the needle that shows the joint in its range: a thin line; a thick amber end where it can go no further."""
    role: ColourRole = "limit" if held else "text"
    yield Shape((point_of(start), point_of(tip)), role, 2.0 if held else 1.25)
    ends = (point_of(start + 0.88 * (tip - start)), point_of(start + 1.08 * (tip - start)))
    yield Shape(ends, role, 4.5 if held else 2.5)


def _grips(one: LimitGeometry, lens: Lens, hot: Edge | None) -> Iterator[Shape]:
    if not one.grips:
        return
    pixels = lens.project([place for _, place in one.grips])[:, :2].tolist()
    for (edge, _place), (x, y) in zip(one.grips, pixels, strict=True):
        half = HOT_GRIP if edge == hot else GRIP
        corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        yield Shape(corners, "text" if edge == hot else "limit", 1.0, closed=True, fill=1.0)


def _degrees(one: LimitGeometry, lens: Lens, hot: Edge | None) -> Iterator[Label]:
    """The degrees at each grip, away from the joint."""
    head, small = lens.project(one.head)[0, :2], _is_small(one, lens)
    alone = len({edge.axis for edge, _place in one.grips}) == 1
    for edge, place in one.grips:
        ends = one.bone.joint.limit[edge.axis]
        shows_degrees = alone or (hot is not None and edge.axis == hot.axis)
        if ends is not None and (edge == hot or (shows_degrees and not small)):
            at = lens.project(place)[0, :2]
            text = limit_in_words(ends[0] if edge.end == "lower" else ends[1])
            origin = lens.project(one.centre)[0, :2] if edge.axis == TWIST else head
            role: Literal["text", "limit"] = "text" if edge == hot else "limit"
            yield _beside(place, at - origin, text, role, POINTED_AT if edge == hot else 10.0)


def _titles(one: LimitGeometry, lens: Lens, kinds: bool) -> Iterator[tuple[Title, Label]]:
    """That the joint is at its limit, or free of it; of `kinds`, what kind of joint it is where it is neither."""
    limits, swing = one.bounds, (one.turn[BEND], one.turn[SWAY])
    axis = hinge_axis(limits)
    swings = axis is not None or bool(swing_outlines(limits))
    if swings:
        free = one.is_free(BEND, SWAY)
        held = not free and swing_at_bound(limits, swing, NEAR)
        text = _said(HINGE if axis is not None else SWING, free, held)
        if free or held or kinds:
            yield Title(one.bone.name, (BEND, SWAY), free), _title(one, lens, text)
    free = one.is_free(TWIST)
    held = not free and at_bound(limits, TWIST, one.turn[TWIST], NEAR)
    alone = kinds and not (swings or limits[TWIST] in (None, (0.0, 0.0)))
    if free or held or alone:
        tip = one.on_ring(one.turn[TWIST])[0]
        label = Label(point_of(tip), _said(TWISTS, free, held), offset=(10.0, -6.0))
        yield Title(one.bone.name, (TWIST,), free), label


HINGE = (_("Hinge"), _("Hinge (free)"), _("Hinge · at limit"))
SWING = (_("Swing"), _("Swing (free)"), _("Swing · at limit"))
TWISTS = (_("Twist"), _("Twist (free)"), _("Twist · at limit"))


def _said(words: tuple[str, str, str], free: bool, held: bool) -> str:
    plain, freed, at_bound_ = words
    return freed if free else at_bound_ if held else plain


def _is_small(one: LimitGeometry, lens: Lens) -> bool:
    """Return whether the grips of the swing are seen too close together for their degrees."""
    places = np.array([place for edge, place in one.grips if edge.axis != TWIST]).reshape(-1, 3)
    return len(places) > 2 and float(np.ptp(lens.project(places)[:, :2], axis=0).max()) < CROWDED


def _title(one: LimitGeometry, lens: Lens, text: str) -> Label:
    """Beyond the middle of the range."""
    ends = {axis: one.bounds[axis] or (0.0, 0.0) for axis in (BEND, SWAY)}
    middle = one.on_sphere(half_sines(*(0.5 * (ends[axis][0] + ends[axis][1]) for axis in (BEND, SWAY))))
    outwards = lens.project(middle)[0, :2] - lens.project(one.head)[0, :2]
    return _beside(middle[0], outwards, text, "text")


def _beside(place: Array, outwards: Array, text: str, role: Literal["text", "limit"], far: float = 10.0) -> Label:
    """A label that is so many pixels away from the middle of what it belongs to."""
    size = max(float(np.hypot(*outwards)), 1e-9)
    x, y = (outwards / size).tolist()
    align: Literal["left", "centre", "right"] = "centre" if abs(x) < 0.4 else "left" if x > 0.0 else "right"
    return Label(point_of(place), text, role, (far * x, 4.0 + (far + 3.0) * y), align)


def limit_in_words(angle: float) -> str:
    """An end of a range in degrees, whole ones without a point: "150°", "−12.5°"."""
    return f"{round(float(np.degrees(angle)), 1) + 0.0:g}°".replace("-", "−")
