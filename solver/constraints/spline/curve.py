"""The curve through control bones: Bézier segments between points, cut into straight pieces.

Smooth handles go along the bisector of the two chords at a point, a third of each chord long; at both ends as on the
circle through the next point. A chain is laid along the pieces, so that lengths along the curve are exact.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.spline import rows as row
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import (
    Vector,
    add,
    axis,
    dot,
    length,
    scaled,
    store,
    subtract,
    unit,
    vector,
)

PLACE, BEFORE, AFTER, THICK, KNOT_WIDTH = 0, 3, 6, 9, 10
"""Columns of a point of the curve: where it is, its two handles, its thickness."""

AT, WIDE, ARC, LINE_WIDTH = 0, 3, 4, 5
"""Columns of a corner of the line: where it is, how thick, how far along."""

SHORTEST = 1e-12
"""Corners nearer to each other than this, metres, are one."""


@kernel
def line_of(bones: Table, constraints: Table, k: int, matrices: Table) -> Table:
    """Return the curve of constraint `k` as the corners (p, LINE_WIDTH) of straight pieces; one corner if it has no
    length.

    Reads LENGTH of `bones` (n, BONE_WIDTH); POINTS, HANDLES, RESOLUTION, POINT_BONE, HANDLE_BEFORE and HANDLE_AFTER of
    `constraints` (c, CONSTRAINT_WIDTH); and `matrices` (n, 16).
    """
    knots = _knots(bones, constraints, k, matrices)
    pieces, count = int(constraints[k, row.RESOLUTION]), len(knots)
    line = np.empty(((count - 1) * pieces + 1, LINE_WIDTH))
    corners = 0
    for s in range(count):
        for j in range(pieces if s < count - 1 else 1):
            corners = _append(line, corners, knots, s, j / pieces)
    return line[:corners]


@kernel
def _append(line: Table, corners: int, knots: Table, s: int, t: float) -> int:
    """Put the place `t` of segment `s` behind the corners, unless it is where the last one is; how many there are.

    Reads AT and ARC of `line` (p, LINE_WIDTH); and PLACE, BEFORE, AFTER and THICK of `knots` (p, KNOT_WIDTH). Writes
    AT, WIDE and ARC of `line`.
    """
    place, thick = vector(knots, s, PLACE), knots[s, THICK]
    if t > 0.0:
        place = _bezier(place, vector(knots, s, AFTER), vector(knots, s + 1, BEFORE), vector(knots, s + 1, PLACE), t)
        thick += t * (knots[s + 1, THICK] - thick)
    arc = 0.0
    if corners > 0:
        step = length(subtract(place, vector(line, corners - 1, AT)))
        if step < SHORTEST:
            return corners
        arc = line[corners - 1, ARC] + step
    store(line, corners, AT, place)
    line[corners, WIDE], line[corners, ARC] = thick, arc
    return corners + 1


@kernel
def _bezier(a: Vector, b: Vector, c: Vector, d: Vector, t: float) -> Vector:
    """Return the place `t` of a cubic Bézier segment."""
    s = 1.0 - t
    near = add(scaled(a, s * s * s), scaled(b, 3.0 * s * s * t))
    return add(near, add(scaled(c, 3.0 * s * t * t), scaled(d, t * t * t)))


@kernel
def _knots(bones: Table, constraints: Table, k: int, matrices: Table) -> Table:
    """Return the points of the curve (n, KNOT_WIDTH) with their handles.

    Reads LENGTH of `bones` (n, BONE_WIDTH); POINTS, HANDLES, POINT_BONE, HANDLE_BEFORE and HANDLE_AFTER of
    `constraints` (c, CONSTRAINT_WIDTH); and `matrices` (n, 16).
    """
    count = int(constraints[k, row.POINTS])
    knots = np.empty((count, KNOT_WIDTH))
    for n in range(count):
        i = int(constraints[k + 1 + n, row.POINT_BONE])
        store(knots, n, PLACE, axis(matrices, i, 0, 3))
        knots[n, THICK] = 0.5 * (length(axis(matrices, i, 0, 0)) + length(axis(matrices, i, 0, 2)))
    for n in range(count):
        if constraints[k, row.HANDLES] == row.HANDLES_FREE:
            store(knots, n, BEFORE, axis(matrices, int(constraints[k + 1 + n, row.HANDLE_BEFORE]), 0, 3))
            store(knots, n, AFTER, axis(matrices, int(constraints[k + 1 + n, row.HANDLE_AFTER]), 0, 3))
        elif constraints[k, row.HANDLES] == row.HANDLES_BONES:
            place, end = vector(knots, n, PLACE), tail(bones, int(constraints[k + 1 + n, row.POINT_BONE]), matrices)
            store(knots, n, BEFORE, subtract(scaled(place, 2.0), end))
            store(knots, n, AFTER, end)
        else:
            _smooth(knots, n)
    return knots


@kernel
def _smooth(knots: Table, n: int) -> None:
    """Set smooth handles for point `n`.

    Reads PLACE of `knots` (p, KNOT_WIDTH). Writes BEFORE and AFTER of `knots`.
    """
    last = len(knots) - 1
    place = vector(knots, n, PLACE)
    way = _way(knots, n)
    if n == 0:
        way = _reflected(_way(knots, 1), _chord(knots, 0)) if last > 1 else _chord(knots, 0)
    elif n == last:
        way = _reflected(_way(knots, last - 1), _chord(knots, last - 1)) if last > 1 else _chord(knots, 0)
    behind = length(subtract(place, vector(knots, max(n - 1, 0), PLACE)))
    ahead = length(subtract(vector(knots, min(n + 1, last), PLACE), place))
    store(knots, n, BEFORE, subtract(place, scaled(way, behind / 3.0)))
    store(knots, n, AFTER, add(place, scaled(way, ahead / 3.0)))


@kernel
def _chord(knots: Table, n: int) -> Vector:
    """Return the direction from point `n` to the next; 0 where they are one.

    Reads PLACE of `knots` (p, KNOT_WIDTH).
    """
    return unit(subtract(vector(knots, n + 1, PLACE), vector(knots, n, PLACE)), (0.0, 0.0, 0.0))


@kernel
def _way(knots: Table, n: int) -> Vector:
    """Return the bisector of the chords at point `n`; at an end, and where the curve turns back, that of one of them.

    Reads PLACE of `knots` (p, KNOT_WIDTH).
    """
    last = len(knots) - 1
    if n == 0 or n == last:
        return _chord(knots, min(n, last - 1))
    before, after = _chord(knots, n - 1), _chord(knots, n)
    return unit(add(before, after), after)


@kernel
def _reflected(way: Vector, chord: Vector) -> Vector:
    """Return the direction at one end of an arc, from that at the other and from its chord."""
    return subtract(scaled(chord, 2.0 * dot(way, chord)), way)


@kernel
def piece_at(line: Table, arc: float, first: int) -> int:
    """Return the piece of the line, from `first` on, on which it is `arc` long; the last one beyond its end.

    Reads ARC of `line` (p, LINE_WIDTH).
    """
    piece = first
    while piece < len(line) - 2 and line[piece + 1, ARC] < arc:
        piece += 1
    return piece


@kernel
def part_of_piece(line: Table, piece: int, arc: float) -> float:
    """Return the part of a piece at which the line is `arc` long: 0 where it begins, 1 where it ends.

    Reads ARC of `line` (p, LINE_WIDTH).
    """
    return float((arc - line[piece, ARC]) / (line[piece + 1, ARC] - line[piece, ARC]))


@kernel
def place_on(line: Table, piece: int, part: float) -> Vector:
    """Return the place on a piece, or straight on beyond it.

    Reads AT of `line` (p, LINE_WIDTH).
    """
    start = vector(line, piece, AT)
    return add(start, scaled(subtract(vector(line, piece + 1, AT), start), part))


@kernel
def width_on(line: Table, piece: int, part: float) -> float:
    """Return the thickness of the curve on a piece; beyond its end as at the end.

    Reads WIDE of `line` (p, LINE_WIDTH).
    """
    part = min(part, 1.0)
    return float(line[piece, WIDE] + part * (line[piece + 1, WIDE] - line[piece, WIDE]))
