"""A chain laid along a curve, from root to tip.

Each bone begins where the one before it ends, and ends farther along: at its share of the curve, or where a sphere
about its head, as large as the bone is long, meets the curve first. It is turned there from its pose by the smallest
turn, and takes along what follows. Past the end of the curve bones go back to their pose, the more of them is past it;
with even divisions they go straight on.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import INFLUENCE, LENGTH, OWNER, PARENT_BONE, Rows, Table
from pantin.solver.constraints.spline.curve import (
    ARC,
    line_of,
    part_of_piece,
    piece_at,
    place_on,
    width_on,
)
from pantin.solver.constraints.spline.rows import CHAIN, EVEN, OFFSET, Y_FIT, Y_POSED, Y_SCALE
from pantin.solver.constraints.spline.sizes import thickness
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    axis,
    dot,
    length,
    multiply,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    slerp,
    store,
    store_axis,
    store_quaternion,
    subtract,
    unit,
    vector,
)

START, PIECE, HEAD, WIDTH, TURN, SHIFT, STATE_WIDTH = 0, 1, 2, 5, 6, 10, 13
"""What goes from bone to bone: how much of the curve is used up, the piece and the place where the last bone ended, how
thick the curve is there, and how bones that follow are turned (4) and moved (3) from their pose."""

END, END_WIDTH, USED, ON_CURVE, LAID_WIDTH = 0, 3, 4, 5, 6
"""A bone on the curve: where it ends (3), how thick the curve is there, how much is used up then, and how much of the
bone is on the curve."""

UNTURNED = (0.0, 0.0, 0.0, 1.0)


@kernel
def follow_curve(bones: Table, constraints: Table, k: int, matrices: Table) -> None:
    """Lay the chain of constraint `k`, whose bones are posed, along its curve."""
    line = line_of(bones, constraints, k, matrices)
    if len(line) < 2:
        return
    chain = _chain(bones, constraints, k)
    state = np.zeros((1, STATE_WIDTH))
    store(state, 0, HEAD, place_on(line, 0, 0.0))
    store_quaternion(state, 0, TURN, UNTURNED)
    state[0, WIDTH] = width_on(line, 0, 0.0)
    whole = 0.0
    for j in range(len(chain)):
        whole += bones[chain[j, 0], LENGTH]
    if whole <= 0.0:
        return
    for j in range(len(chain)):
        i = chain[j, 0]
        share = 1.0 / len(chain) if constraints[k, EVEN] != 0.0 else bones[i, LENGTH] / whole
        _lay(bones, constraints, k, i, share, j == 0, line, state, matrices)


@kernel
def _chain(bones: Table, constraints: Table, k: int) -> Rows:
    """The rows of the chain's bones (n, 1), the root first. A bone without length is not turned."""
    count = int(constraints[k, CHAIN])
    chain = np.empty((count, 1), np.int64)
    i = int(constraints[k, OWNER])
    for j in range(count):
        chain[count - 1 - j, 0] = i
        i = int(bones[i, PARENT_BONE])
    return chain


@kernel
def _lay(
    bones: Table,
    constraints: Table,
    k: int,
    i: int,
    share: float,
    root: bool,
    line: Table,
    state: Table,
    matrices: Table,
) -> None:
    """Lay bone `i` along the line, from where the `state` is, and go on to the next."""
    turn = quaternion(state, 0, TURN)
    x, y, z = _turned(matrices, i, turn, 0), _turned(matrices, i, turn, 1), _turned(matrices, i, turn, 2)
    posed_head = add(_turned(matrices, i, turn, 3), vector(state, 0, SHIFT))
    posed_tail = rotate(turn, add(axis(matrices, i, 0, 3), scaled(axis(matrices, i, 0, 1), bones[i, LENGTH])))
    laid = np.zeros((1, LAID_WIDTH))
    if state[0, START] < 1.0 or (constraints[k, EVEN] != 0.0 and constraints[k, Y_SCALE] != Y_FIT):
        _end_of(bones, constraints, k, i, share, length(y), line, state, laid)
    effect = constraints[k, INFLUENCE] * laid[0, ON_CURVE]
    head = vector(state, 0, HEAD)
    along = subtract(vector(laid, 0, END), head)
    grown = length(y)
    if laid[0, ON_CURVE] > 0.0 and bones[i, LENGTH] > 0.0:
        grown = length(along) / bones[i, LENGTH]
    bend = _bend(x, y, along, effect)
    wide, deep = thickness(
        constraints, k, length(x), length(y), length(z), grown, 0.5 * (state[0, WIDTH] + laid[0, END_WIDTH])
    )
    _place(matrices, i, 0, rotate(bend, x), wide, effect)
    _place(matrices, i, 1, rotate(bend, y), grown, effect)
    _place(matrices, i, 2, rotate(bend, z), deep, effect)
    if constraints[k, OFFSET] != 0.0 or laid[0, ON_CURVE] == 0.0:
        head = posed_head
    elif constraints[k, INFLUENCE] < 1.0:
        on_curve = constraints[k, INFLUENCE] if root else 0.0
        head = add(posed_head, scaled(subtract(head, posed_head), on_curve))
    store_axis(matrices, i, 3, head)
    _go_on(bones, i, bend, posed_tail, laid, state, matrices)


@kernel
def _turned(matrices: Table, i: int, turn: Quaternion, c: int) -> Vector:
    return rotate(turn, axis(matrices, i, 0, c))


@kernel
def _bend(x: Vector, y: Vector, along: Vector, effect: float) -> Quaternion:
    """The part `effect` of the smallest turn from the bone's direction to that along the curve."""
    now, wanted = unit(y, (0.0, 0.0, 0.0)), unit(along, (0.0, 0.0, 0.0))
    if effect == 0.0 or dot(now, now) == 0.0 or dot(wanted, wanted) == 0.0:
        return UNTURNED
    arc = shortest_arc(now, wanted, unit(x, (1.0, 0.0, 0.0)))
    return arc if effect >= 1.0 else slerp(UNTURNED, arc, effect)


@kernel
def _place(matrices: Table, i: int, c: int, posed: Vector, size: float, effect: float) -> None:
    """Column `c` of bone `i`: as posed, and as much of the new size as the constraint has effect."""
    now = length(posed)
    made = scaled(unit(posed, posed), size)
    store_axis(
        matrices, i, c, made if effect >= 1.0 or now == 0.0 else add(posed, scaled(subtract(made, posed), effect))
    )


@kernel
def _end_of(
    bones: Table,
    constraints: Table,
    k: int,
    i: int,
    share: float,
    grown: float,
    line: Table,
    state: Table,
    laid: Table,
) -> None:
    """Fill `laid` with where bone `i` ends on the line."""
    total, start = line[len(line) - 1, ARC], state[0, START]
    size = bones[i, LENGTH] * (grown if constraints[k, Y_SCALE] == Y_POSED else 1.0)
    if constraints[k, Y_SCALE] == Y_FIT:
        end = start + share
        arc = min(end, 1.0) * total
        piece = piece_at(line, arc, int(state[0, PIECE]))
        part = part_of_piece(line, piece, arc)
    else:
        end = start + size / total
        piece, part = _met(line, vector(state, 0, HEAD), size, int(state[0, PIECE]))
        arc = line[piece, ARC] + part * (line[piece + 1, ARC] - line[piece, ARC])
        end = arc / total
    state[0, PIECE] = piece
    store(laid, 0, END, place_on(line, piece, part))
    laid[0, END_WIDTH], laid[0, USED] = (
        width_on(line, piece, part),
        end if constraints[k, Y_SCALE] == Y_FIT else arc / total,
    )
    fades = end > 1.0 and (constraints[k, Y_SCALE] == Y_FIT or constraints[k, EVEN] == 0.0)
    laid[0, ON_CURVE] = (1.0 - start) / (end - start) if fades else 1.0


@kernel
def _met(line: Table, centre: Vector, radius: float, first: int) -> tuple[int, float]:
    """The piece, from `first` on, and the part of it where the line leaves a sphere; straight on beyond its end."""
    piece = first
    while piece < len(line) - 2 and length(subtract(place_on(line, piece, 1.0), centre)) < radius:
        piece += 1
    start = place_on(line, piece, 0.0)
    way, off = subtract(place_on(line, piece, 1.0), start), subtract(start, centre)
    a, b, c = dot(way, way), dot(way, off), dot(off, off) - radius * radius
    return piece, (-b + sqrt(max(b * b - a * c, 0.0))) / a


@kernel
def _go_on(
    bones: Table, i: int, bend: Quaternion, posed_tail: Vector, laid: Table, state: Table, matrices: Table
) -> None:
    """Take over where bone `i` ends, and how it carries what follows."""
    if laid[0, ON_CURVE] > 0.0:
        store(state, 0, HEAD, vector(laid, 0, END))
        state[0, WIDTH], state[0, START] = laid[0, END_WIDTH], laid[0, USED]
    store_quaternion(state, 0, TURN, multiply(bend, quaternion(state, 0, TURN)))
    end = add(axis(matrices, i, 0, 3), scaled(axis(matrices, i, 0, 1), bones[i, LENGTH]))
    store(state, 0, SHIFT, subtract(end, rotate(bend, posed_tail)))
