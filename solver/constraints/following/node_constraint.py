"""Node constraint: the owner turns from rest with the target, by its roll, or towards it (VRMC_node_constraint 1.0)."""

from __future__ import annotations

import numpy as np

from pantin.rigs.constraints.nodes import NodeConstraint
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths import rotations as rot
from pantin.solver.maths.rotations import (
    axis,
    inverse,
    length,
    multiply,
    orientation,
    perpendicular,
    quaternion,
    rotate,
    shortest_arc,
    slerp,
    store_axis,
    subtract,
    unit,
    vector,
)

TAKES, AXIS, TURN, WEIGHT = columns.OWN, columns.OWN + 1, columns.OWN + 4, columns.OWN + 8

ROTATION, ROLL, AIM = 0.0, 1.0, 2.0
_TAKES = {"rotation": ROTATION, "roll": ROLL, "aim": AIM}


def write(row: Row, constraint: NodeConstraint) -> None:
    """Write the settings. The influence counts from rest, not from how the owner is posed, so it is the kind's own."""
    size = float(np.linalg.norm(constraint.axis))
    row[TAKES] = _TAKES[constraint.takes]
    columns.put(row, AXIS, (0.0, 1.0, 0.0) if size < rot.TINY else tuple(part / size for part in constraint.axis))
    length = float(np.linalg.norm(constraint.turn))
    row[TURN : TURN + 4] = (0.0, 0.0, 0.0, 1.0) if length < rot.TINY else np.array(constraint.turn) / length
    row[WEIGHT], row[at.INFLUENCE] = constraint.influence, 1.0 if constraint.influence > 0.0 else 0.0


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Turn the owner, whose space is local, from rest; sizes and head stay.

    Reads `m` (2, 16); and TAKES, AXIS, TURN and WEIGHT of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    weight, line = constraints[k, WEIGHT], vector(constraints, k, AXIS)
    if weight <= 0.0:
        return False
    if constraints[k, TAKES] == AIM:
        towards = subtract(axis(m, at.TARGET_ROW, 0, 3), axis(m, at.OWNER_ROW, 0, 3))
        if length(towards) < columns.TOO_NEAR:
            return False
        turn = shortest_arc(line, unit(towards, line), perpendicular(line))
    else:
        frame = quaternion(constraints, k, TURN)
        turn = multiply(multiply(frame, orientation(m, at.TARGET_ROW)), inverse(frame))
        if constraints[k, TAKES] == ROLL:
            turn = multiply(shortest_arc(rotate(turn, line), line, perpendicular(line)), turn)
    turn = slerp((0.0, 0.0, 0.0, 1.0), turn, weight)
    by = multiply(turn, inverse(orientation(m, at.OWNER_ROW)))
    for c in range(3):
        store_axis(m, at.OWNER_ROW, c, rotate(by, axis(m, at.OWNER_ROW, 0, c)))
    return True
