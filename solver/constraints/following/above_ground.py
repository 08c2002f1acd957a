"""Ground: the owner stays above the ground. A free bone is lifted, one of the body turns about its head."""

from __future__ import annotations

from math import pi

from pantin.rigs.constraints import AboveGround
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import atan2, cos, sin, sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.ground_heights import height_at
from pantin.solver.constraints.ground_rows import OFFSET, TURNS, WHOLE
from pantin.solver.constraints.mixing import turn_owner
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.rotations import Vector, add, axis, axis_angle, length, scaled

HALVINGS = 48
"""To find the angle at which a tail is out of the ground: to the last bits of it."""

UPRIGHT = 1e-9
"""A bone whose horizontal part is shorter, in its own lengths, has no direction there: it turns towards its Z axis."""


def write(row: Row, above: AboveGround) -> None:
    """Write the settings. Whether it turns depends on the rig (`program.above_ground`)."""
    row[OFFSET], row[WHOLE] = above.offset, above.whole


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Lift the owner, or turn it.

    Reads `m` (2, 16); OFFSET, OWNER_LENGTH, WHOLE and TURNS of `constraints` (c, CONSTRAINT_WIDTH); and the ground of
    `around`. Writes `m`.
    """
    head, along = axis(m, at.OWNER_ROW, 0, 3), scaled(axis(m, at.OWNER_ROW, 0, 1), constraints[k, at.OWNER_LENGTH])
    depth: float = _depth(constraints, k, around, add(head, along))
    if constraints[k, TURNS] != 0.0:
        return depth > 0.0 and _turn(m, constraints, k, around, head, along)
    at_head = _depth(constraints, k, around, head)
    depth = max(at_head, depth) if constraints[k, WHOLE] != 0.0 else at_head
    if depth <= 0.0:
        return False
    m[at.OWNER_ROW, 11] += depth
    return True


@kernel
def _depth(constraints: Table, k: int, around: Surroundings, place: Vector) -> float:
    """Return the depth of a place in the ground, metres; below 0 above it.

    Reads OFFSET of `constraints` (c, CONSTRAINT_WIDTH) and the ground of `around`.
    """
    ground = height_at(around.ground, place[0], place[1])
    return ground + float(constraints[k, OFFSET]) - place[2]


@kernel
def _turn(m: Table, constraints: Table, k: int, around: Surroundings, head: Vector, along: Vector) -> bool:
    """Turn the owner upwards about its head until its tail is out of the ground; upright, if it does not come out.

    Reads `m` (2, 16); OFFSET of `constraints` (c, CONSTRAINT_WIDTH); and the ground of `around`. Writes `m`.
    """
    aside, size = (along[0], along[1], 0.0), length(along)
    if length(aside) <= UPRIGHT * size:
        z = axis(m, at.OWNER_ROW, 0, 2)
        aside = (z[0], z[1], 0.0)
    if length(aside) == 0.0:
        return False
    aside = scaled(aside, 1.0 / length(aside))
    now = atan2(along[2], sqrt(along[0] * along[0] + along[1] * along[1]))
    low, high = now, 0.5 * pi
    for _ in range(HALVINGS):
        angle = 0.5 * (low + high)
        flat = size * cos(angle)
        place = (head[0] + flat * aside[0], head[1] + flat * aside[1], head[2] + size * sin(angle))
        if _depth(constraints, k, around, place) > 0.0:
            low = angle
        else:
            high = angle
    turn_owner(m, axis_angle((aside[1], -aside[0], 0.0), high - now))
    return True
