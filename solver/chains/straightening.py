"""A free chain as positions and rotations, and its gap closed by straightening: the exact end of `free_chain`.

All joints straighten, or bend further, by the same part until the effector is as far from the root as the goal; then
the root turns it there.
"""

from __future__ import annotations

from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Quaternion,
    Vector,
    add,
    cross,
    length,
    multiply,
    normalised,
    quaternion,
    rotate,
    scaled,
    shortest_arc,
    store,
    store_quaternion,
    subtract,
    unit,
    vector,
)

POSITION = 0  # 3: where the joint is; in the last row the effector

ROTATION = 3  # 4: by how much it has turned since the beginning, armature space

STRAIGHTENING, STRAIGHTENING_W = 7, 10  # 3 and 1: the quaternion that aligns its link with the one before

LINK_LENGTH = 11  # the length of its link, from there to the next row

WIDTH = 12
"""Columns of a free chain: one row for each joint, and one for the effector."""

ROUNDS = 60
"""Most iterations in the search for how far to straighten; it needs about four."""

MOST_FOLDED = 1.96
"""Limit of the chain's further bend: 0.4 of its way from the straight chain, squared as in `close_gap`."""

DISTANCE_TOLERANCE = 1e-13
"""Largest error of the effector's distance from the root, in chain lengths."""


@kernel
def end_of(chain: Table) -> Vector:
    """Return the position of the effector.

    Reads POSITION of `chain` (j + 1, WIDTH).
    """
    return vector(chain, len(chain) - 1, POSITION)


@kernel
def link_of(chain: Table, j: int) -> Vector:
    """Return the vector from joint `j` to the next.

    Reads POSITION of `chain` (j + 1, WIDTH).
    """
    return subtract(vector(chain, j + 1, POSITION), vector(chain, j, POSITION))


@kernel
def turn_link(chain: Table, j: int, by: Quaternion, here: Vector) -> Vector:
    """Put joint `j` at `here` and turn it by `by`, armature space. Returns where the next one is then.

    Reads POSITION and ROTATION of `chain` (j + 1, WIDTH). Writes POSITION and ROTATION of `chain`.
    """
    link = link_of(chain, j)
    store(chain, j, POSITION, here)
    store_quaternion(chain, j, ROTATION, multiply(by, quaternion(chain, j, ROTATION)))
    return add(here, rotate(by, link))


@kernel
def close_gap(chain: Table, position: Vector, total: float) -> bool:
    """Bring the effector exactly to `position`, which is within reach, by straightening or bending further.

    The distance of the effector from the root grows almost linearly with (1 − t)², t being the part of the way to the
    straight chain: that square is sought, 1 as it is. False, with nothing done, beyond `MOST_FOLDED`.

    Reads POSITION, ROTATION, STRAIGHTENING, STRAIGHTENING_W and LINK_LENGTH of `chain` (j + 1, WIDTH). Writes POSITION,
    ROTATION and STRAIGHTENING of `chain`.
    """
    origin = vector(chain, 0, POSITION)
    out = subtract(position, origin)
    distance, line = length(out), unit(out, (0.0, 1.0, 0.0))
    _find_straightening(chain, line)
    near, far, over = 1.0, 0.0, total - distance
    short = length(subtract(end_of(chain), origin)) - distance
    if short > 0.0:
        near, far, over = MOST_FOLDED, 1.0, short
        short = length(_effector_straightened(chain, near)) - distance
        if short > 0.0:
            return False
    part, end = _find_part(chain, distance, DISTANCE_TOLERANCE * total, near, far, short, over)
    _straighten(chain, part, shortest_arc(unit(end, line), line, (0.0, 0.0, 1.0)))
    return True


@kernel
def _find_part(
    chain: Table, distance: float, tolerance: float, near: float, far: float, short: float, over: float
) -> tuple[float, Vector]:
    """Return the part at which the effector is `distance` from the root, and where it is then, by false position.

    It lies between the parts `near` and `far`, at which the distance is wrong by `short` ≤ 0 and `over` ≥ 0. The error
    at the end that stays is reduced (Anderson and Björck, A new high order method of regula falsi type, 1973).

    Reads POSITION, STRAIGHTENING and STRAIGHTENING_W of `chain` (j + 1, WIDTH).
    """
    part, end = near, (0.0, 0.0, 0.0)
    for _ in range(ROUNDS):
        part = max(near + (far - near) * short / (short - over), far) if over > short else far
        end = _effector_straightened(chain, part)
        error = length(end) - distance
        if abs(error) <= tolerance or part >= near or part <= far:
            break
        if error < 0.0:
            weight = 1.0 - error / short
            over *= weight if weight > 0.0 else 0.5
            near, short = part, error
        else:
            weight = 1.0 - error / over
            short *= weight if weight > 0.0 else 0.5
            far, over = part, error
    return part, end


@kernel
def _find_straightening(chain: Table, line: Vector) -> None:
    """Find for each joint the rotation that aligns its link with the one before; for the first, with unit `line`.

    Reads POSITION and LINK_LENGTH of `chain` (j + 1, WIDTH). Writes STRAIGHTENING of `chain`.
    """
    before = line
    for j in range(len(chain) - 1):
        size = chain[j, LINK_LENGTH]
        along = scaled(link_of(chain, j), 1.0 / size) if size > 0.0 else before
        store_quaternion(chain, j, STRAIGHTENING, shortest_arc(along, before, cross(before, (0.0, 0.0, 1.0))))
        before = along


@kernel
def _partial_straightening(chain: Table, j: int, t: float) -> Quaternion:
    """Return part `t` of the rotation that straightens joint `j`, not normalised; below 0 it bends further.

    Reads STRAIGHTENING and STRAIGHTENING_W of `chain` (j + 1, WIDTH).
    """
    return (
        t * chain[j, STRAIGHTENING],
        t * chain[j, STRAIGHTENING + 1],
        t * chain[j, STRAIGHTENING + 2],
        1.0 - t + t * chain[j, STRAIGHTENING_W],
    )


@kernel
def _effector_straightened(chain: Table, part: float) -> Vector:
    """Return the vector from root to effector when the joints have straightened by t, (1 − t)² being `part`.

    Reads POSITION, STRAIGHTENING and STRAIGHTENING_W of `chain` (j + 1, WIDTH).
    """
    t, v = 1.0 - sqrt(part), (0.0, 0.0, 0.0)
    for j in range(len(chain) - 2, -1, -1):
        q = _partial_straightening(chain, j, t)
        v = add(v, link_of(chain, j))
        # rotated by q, whose squared norm is 1 − 2 t (1 − t) (1 − w)
        double = 2.0 / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - chain[j, STRAIGHTENING_W]))
        once = cross((q[0], q[1], q[2]), v)
        v = add(v, scaled(add(scaled(once, q[3]), cross((q[0], q[1], q[2]), once)), double))
    return v


@kernel
def _straighten(chain: Table, part: float, onto: Quaternion) -> None:
    """Straighten the joints so far, and turn the chain about its root by `onto`.

    Reads POSITION, ROTATION, STRAIGHTENING and STRAIGHTENING_W of `chain` (j + 1, WIDTH). Writes POSITION and ROTATION
    of `chain`.
    """
    t, carried, here = 1.0 - sqrt(part), onto, vector(chain, 0, POSITION)
    for j in range(len(chain) - 1):
        carried = multiply(carried, normalised(_partial_straightening(chain, j, t)))
        here = turn_link(chain, j, carried, here)
    store(chain, len(chain) - 1, POSITION, here)
