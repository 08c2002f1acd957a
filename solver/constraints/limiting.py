"""Limit Location, Rotation, Scale and Distance: the owner is moved to the nearest that is allowed.

An open end of a range is infinite. What is allowed already stays as it is.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import KEEP_INSIDE, KEEP_OUTSIDE, OWNER_ROW, TARGET_ROW, Table
from pantin.solver.constraints.copying import resize
from pantin.solver.constraints.rows import LIMIT_KEEP, LIMIT_LOWER, LIMIT_RADIUS, LIMIT_UPPER
from pantin.solver.maths.euler import angles, axes_of, remove_shear, store_axes
from pantin.solver.maths.rotations import (
    add,
    axis,
    length,
    scaled,
    store_axis,
    subtract,
    unit,
    wrapped,
)


@kernel
def limit_location(m: Table, constraints: Table, k: int) -> bool:
    """Clamp each coordinate."""
    changed = False
    for a in range(3):
        now = m[OWNER_ROW, 4 * a + 3]
        m[OWNER_ROW, 4 * a + 3] = min(max(now, constraints[k, LIMIT_LOWER + a]), constraints[k, LIMIT_UPPER + a])
        changed = changed or m[OWNER_ROW, 4 * a + 3] != now
    return changed


@kernel
def limit_rotation(m: Table, constraints: Table, k: int) -> bool:
    """Clamp each Euler angle. A sheared bone has none, so its shear is removed first."""
    straightened = remove_shear(m, OWNER_ROW)
    now = angles(m, OWNER_ROW)
    held = (
        nearest_angle(now[0], constraints[k, LIMIT_LOWER], constraints[k, LIMIT_UPPER]),
        nearest_angle(now[1], constraints[k, LIMIT_LOWER + 1], constraints[k, LIMIT_UPPER + 1]),
        nearest_angle(now[2], constraints[k, LIMIT_LOWER + 2], constraints[k, LIMIT_UPPER + 2]),
    )
    if held[0] == now[0] and held[1] == now[1] and held[2] == now[2]:
        return straightened
    x, y, z = axes_of(held)
    store_axes(m, OWNER_ROW, x, y, z)
    return True


@kernel
def nearest_angle(angle: float, least: float, most: float) -> float:
    """`angle` where it lies in the range on the circle, else the nearer end."""
    half = 0.5 * (most - least)
    if half >= pi:
        return angle
    past = wrapped(angle - (least + half))
    if abs(past) <= half:
        return angle
    return most if past > 0.0 else least


@kernel
def limit_scale(m: Table, constraints: Table, k: int) -> bool:
    """Clamp the length of each axis."""
    changed = False
    for a in range(3):
        now = length(axis(m, OWNER_ROW, 0, a))
        held = min(max(now, constraints[k, LIMIT_LOWER + a]), constraints[k, LIMIT_UPPER + a])
        if held != now:
            resize(m, a, held)
            changed = True
    return changed


@kernel
def limit_distance(m: Table, constraints: Table, k: int) -> bool:
    """Move the owner to the allowed side of a sphere about the target; from its centre along the owner's Y axis."""
    middle, keep, radius = axis(m, TARGET_ROW, 0, 3), constraints[k, LIMIT_KEEP], constraints[k, LIMIT_RADIUS]
    away = subtract(axis(m, OWNER_ROW, 0, 3), middle)
    now = length(away)
    kept = now <= radius if keep == KEEP_INSIDE else now >= radius if keep == KEEP_OUTSIDE else now == radius
    if kept:
        return False
    line = unit(away, unit(axis(m, OWNER_ROW, 0, 1), (0.0, 1.0, 0.0)))
    store_axis(m, OWNER_ROW, 3, add(middle, scaled(line, radius)))
    return True
