"""A chain laid along a curve, from root to tip.

Each bone begins where the one before it ends, and ends farther along: at its share of the curve, or where a sphere
about its head, as large as the bone is long, meets the curve first. It is turned there from its pose by the smallest
turn, and takes along what follows. Past the end of the curve bones go back to their pose, the more of them is past it;
with even divisions they go straight on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel, shared_kernel
from pantin.solver.compiling.layout import Ints, Table
from pantin.solver.constraints.spline import rows as row
from pantin.solver.constraints.spline.curve import (
    ARC,
    line_of,
    part_of_piece,
    piece_at,
    place_on,
    width_on,
)
from pantin.solver.constraints.spline.sizes import thickness
from pantin.solver.maths.forward import tail
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    dot,
    length,
    multiply,
    rotate,
    scaled,
    shortest_arc,
    slerp,
    store_axis,
    subtract,
    unit,
)

UNTURNED = (0.0, 0.0, 0.0, 1.0)


class Front(NamedTuple):
    """The length of the curve that is used up so far, and the movement that following bones take along."""

    used: float
    """The part of the curve that is used up."""
    piece: int
    place: Vector
    """The place on the curve where the next bone begins, armature space."""
    width: float
    """Thickness of the curve there."""
    turn: Quaternion
    shift: Vector
    """Rotation, then translation, of bones that follow, from their pose."""


class Span(NamedTuple):
    """The span of the curve that a bone takes: its end on the curve, and the part of the bone that is on it, 0 … 1."""

    used: float
    piece: int
    end: Vector
    width: float
    on_curve: float


class Laying(NamedTuple):
    """A chain and the curve that it is laid along."""

    bones: Table
    constraints: Table
    k: int
    """The row of the constraint."""
    line: Table
    """(p, LINE_WIDTH): the curve as straight pieces."""
    matrices: Table
    """(n, 16): the bones as they are posed, and as they are laid once it is their turn."""


class PosedBone(NamedTuple):
    """A bone as it is posed, turned and moved as those before it were; armature space."""

    head: Vector
    tail: Vector
    x: Vector
    y: Vector
    z: Vector
    sizes: Vector
    """The lengths of its axes."""


@shared_kernel
def follow_curve(bones: Table, constraints: Table, k: int, matrices: Table) -> None:
    """Lay the chain of constraint `k`, whose bones are posed, along its curve.

    Reads LENGTH and PARENT_BONE of `bones` (n, BONE_WIDTH); OWNER, CHAIN, POINTS, HANDLES, RESOLUTION, EVEN,
    POINT_BONE, HANDLE_BEFORE and HANDLE_AFTER of `constraints` (c, CONSTRAINT_WIDTH); and `matrices` (n, 16).
    """
    line, chain = line_of(bones, constraints, k, matrices), _chain(bones, constraints, k)
    whole = 0.0
    for i in chain:
        whole += bones[i, at.LENGTH]
    if len(line) < 2 or whole <= 0.0:
        return
    laying, front = Laying(bones, constraints, k, line, matrices), _begin(line, 0)
    for j in range(len(chain)):
        i = chain[j]
        share = 1.0 / len(chain) if constraints[k, row.EVEN] != 0.0 else bones[i, at.LENGTH] / whole
        front = _lay(laying, i, share, j == 0, front)


@kernel
def _chain(bones: Table, constraints: Table, k: int) -> Ints:
    """Return the rows of the chain's bones, the root first.

    Reads PARENT_BONE of `bones` (n, BONE_WIDTH); and OWNER and CHAIN of `constraints` (c, CONSTRAINT_WIDTH).
    """
    chain, i = np.empty(int(constraints[k, row.CHAIN]), np.int64), int(constraints[k, at.OWNER])
    for j in range(len(chain) - 1, -1, -1):
        chain[j], i = i, int(bones[i, at.PARENT_BONE])
    return chain


@kernel
def _begin(line: Table, piece: int) -> Front:
    """Return the front where nothing is laid yet.

    Reads AT and WIDE of `line` (p, LINE_WIDTH).
    """
    return Front(0.0, piece, place_on(line, piece, 0.0), width_on(line, piece, 0.0), UNTURNED, (0.0, 0.0, 0.0))


@kernel
def _lay(laying: Laying, i: int, share: float, is_root: bool, front: Front) -> Front:
    """Lay bone `i`, which is not turned if it has no length, from the front on. Returns the front behind it."""
    bones, constraints, k, line, matrices = laying
    posed, rest_length = _posed(bones, i, matrices, front), bones[i, at.LENGTH]
    span = _span(constraints, k, rest_length, posed.sizes[1], share, line, front)
    along, effect = subtract(span.end, front.place), constraints[k, at.INFLUENCE] * span.on_curve
    bend, grown = _bend(posed.x, posed.y, along, effect), posed.sizes[1]
    if span.on_curve > 0.0 and rest_length > 0.0:
        grown = length(along) / rest_length
    wide, deep = thickness(constraints, k, posed.sizes, grown, 0.5 * (front.width + span.width))
    _resize(matrices, i, 0, rotate(bend, posed.x), wide, effect)
    _resize(matrices, i, 1, rotate(bend, posed.y), grown, effect)
    _resize(matrices, i, 2, rotate(bend, posed.z), deep, effect)
    store_axis(matrices, i, 3, _head(constraints, k, is_root, posed.head, span, front))
    shift = subtract(tail(bones, i, matrices), rotate(bend, posed.tail))
    return _front_behind(span, front, multiply(bend, front.turn), shift)


@kernel
def _posed(bones: Table, i: int, matrices: Table, front: Front) -> PosedBone:
    """Return bone `i` as posed before it is laid.

    Reads LENGTH of `bones` (n, BONE_WIDTH) and `matrices` (n, 16).
    """
    end, head = rotate(front.turn, tail(bones, i, matrices)), rotate(front.turn, axis(matrices, i, 0, 3))
    x, y, z = axis(matrices, i, 0, 0), axis(matrices, i, 0, 1), axis(matrices, i, 0, 2)
    x, y, z = rotate(front.turn, x), rotate(front.turn, y), rotate(front.turn, z)
    return PosedBone(add(head, front.shift), end, x, y, z, (length(x), length(y), length(z)))


@kernel
def _front_behind(span: Span, front: Front, turn: Quaternion, shift: Vector) -> Front:
    """Return the front behind a bone that took this span; a bone beside the curve leaves it where it is."""
    if span.on_curve > 0.0:
        return Front(span.used, span.piece, span.end, span.width, turn, shift)
    return Front(front.used, front.piece, front.place, front.width, turn, shift)


@kernel
def _head(constraints: Table, k: int, is_root: bool, posed: Vector, span: Span, front: Front) -> Vector:
    """Return the head of a bone: on the curve, or where its parent has it.

    By parts only the root goes to the curve.

    Reads OFFSET and INFLUENCE of `constraints` (c, CONSTRAINT_WIDTH).
    """
    if constraints[k, row.OFFSET] != 0.0 or span.on_curve == 0.0:
        return posed
    if constraints[k, at.INFLUENCE] >= 1.0:
        return front.place
    part = constraints[k, at.INFLUENCE] if is_root else 0.0
    return add(posed, scaled(subtract(front.place, posed), part))


@kernel
def _bend(x: Vector, y: Vector, along: Vector, effect: float) -> Quaternion:
    """Return the part `effect` of the smallest turn from the bone's direction to that along the curve."""
    now, wanted = unit(y, (0.0, 0.0, 0.0)), unit(along, (0.0, 0.0, 0.0))
    if effect == 0.0 or dot(now, now) == 0.0 or dot(wanted, wanted) == 0.0:
        return UNTURNED
    arc = shortest_arc(now, wanted, unit(x, (1.0, 0.0, 0.0)))
    return arc if effect >= 1.0 else slerp(UNTURNED, arc, effect)


@kernel
def _resize(matrices: Table, i: int, c: int, posed: Vector, size: float, effect: float) -> None:
    """Make column `c` of bone `i` as it is `posed`, with as much of the new size as the constraint has effect.

    Writes `matrices` (n, 16).
    """
    made = scaled(unit(posed, posed), size)
    if effect < 1.0 and length(posed) > 0.0:
        made = add(posed, scaled(subtract(made, posed), effect))
    store_axis(matrices, i, c, made)


@kernel
def _span(
    constraints: Table, k: int, rest_length: float, stretch: float, share: float, line: Table, front: Front
) -> Span:
    """Return the part of the line, `stretch` times as long as at rest, that a bone takes; nothing past its end.

    Reads Y_SCALE and EVEN of `constraints` (c, CONSTRAINT_WIDTH); and AT, WIDE and ARC of `line` (p, LINE_WIDTH).
    """
    fits, even = constraints[k, row.Y_SCALE] == row.Y_FIT, constraints[k, row.EVEN] != 0.0
    if front.used >= 1.0 and (fits or not even):
        return Span(front.used, front.piece, (0.0, 0.0, 0.0), 0.0, 0.0)
    total = line[len(line) - 1, ARC]
    if fits:
        end = front.used + share
        arc = min(end, 1.0) * total
        piece = piece_at(line, arc, front.piece)
        part = part_of_piece(line, piece, arc)
    else:
        radius = rest_length * (stretch if constraints[k, row.Y_SCALE] == row.Y_POSED else 1.0)
        piece, part = _leaving(line, front.place, radius, front.piece)
        end = (line[piece, ARC] + part * (line[piece + 1, ARC] - line[piece, ARC])) / total
    fades = end > 1.0 and (fits or not even)
    on_curve = (1.0 - front.used) / (end - front.used) if fades else 1.0
    return Span(end, piece, place_on(line, piece, part), width_on(line, piece, part), on_curve)


@kernel
def _leaving(line: Table, centre: Vector, radius: float, first: int) -> tuple[int, float]:
    """Return the piece, from `first` on, and the part of it where the line leaves a sphere; straight on beyond its end.

    Reads AT of `line` (p, LINE_WIDTH).
    """
    piece = first
    while piece < len(line) - 2 and length(subtract(place_on(line, piece, 1.0), centre)) < radius:
        piece += 1
    start = place_on(line, piece, 0.0)
    way, off = subtract(place_on(line, piece, 1.0), start), subtract(start, centre)
    a, b, c = dot(way, way), dot(way, off), dot(off, off) - radius * radius
    return piece, (-b + sqrt(max(b * b - a * c, 0.0))) / a
