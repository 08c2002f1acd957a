"""Limit Rotation: each angle of the owner is turned to the nearest that is allowed. What is allowed stays as it is."""

from __future__ import annotations

from math import inf, pi

from pantin.rigs.constraints import LimitRotation
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints import columns
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.mixing import handedness
from pantin.solver.constraints.surroundings import Surroundings
from pantin.solver.maths.euler import ORDERS, angles, axes_of, remove_shear, store_axes
from pantin.solver.maths.rotations import wrapped


def write(row: Row, limit: LimitRotation) -> None:
    """Return the row of the limits. Where only one end is open, it is half a turn from rest."""
    row[columns.ORDER] = ORDERS.index(limit.euler_order)
    sides = zip(limit.lower, limit.upper, strict=True)
    half = [inf if low is None and high is None else pi for low, high in sides]
    for a in range(3):
        low, high = limit.lower[a], limit.upper[a]
        columns.put_end(row, a, -half[a] if low is None else low, half[a] if high is None else high)


@kernel
def act(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Clamp each Euler angle. A sheared or mirrored bone has none, so it is so no longer where any is limited.

    Reads `m` (2, 16); and LIMIT_LOWER, LIMIT_UPPER and ORDER of `constraints` (c, CONSTRAINT_WIDTH). Writes `m`.
    """
    straightened = remove_shear(m, at.OWNER_ROW)
    now = angles(m, at.OWNER_ROW, constraints[k, columns.ORDER])
    held = (
        nearest_angle(now[0], constraints[k, columns.LIMIT_LOWER], constraints[k, columns.LIMIT_UPPER]),
        nearest_angle(now[1], constraints[k, columns.LIMIT_LOWER + 1], constraints[k, columns.LIMIT_UPPER + 1]),
        nearest_angle(now[2], constraints[k, columns.LIMIT_LOWER + 2], constraints[k, columns.LIMIT_UPPER + 2]),
    )
    turned = held[0] != now[0] or held[1] != now[1] or held[2] != now[2]
    if not turned and (handedness(m, at.OWNER_ROW) > 0.0 or not _limits_any(constraints, k)):
        return straightened
    x, y, z = axes_of(held, constraints[k, columns.ORDER])
    store_axes(m, at.OWNER_ROW, x, y, z)
    return True


@kernel
def _limits_any(constraints: Table, k: int) -> bool:
    """Return whether an axis has limits: those without have none above either.

    Reads LIMIT_UPPER of `constraints` (c, CONSTRAINT_WIDTH).
    """
    least: float = min(
        constraints[k, columns.LIMIT_UPPER],
        constraints[k, columns.LIMIT_UPPER + 1],
        constraints[k, columns.LIMIT_UPPER + 2],
    )
    return least < inf


@kernel
def nearest_angle(angle: float, least: float, most: float) -> float:
    """Return `angle` where it lies in the range on the circle, else the nearer end."""
    half = 0.5 * (most - least)
    if half >= pi:
        return angle
    past = wrapped(angle - (least + half))
    if abs(past) <= half:
        return angle
    return most if past > 0.0 else least
