"""Limit Location, Rotation, Scale and Distance: the owner is brought to the nearest that is allowed.

An open end of a range is an infinite number. What is allowed already is left as it is.
"""

from __future__ import annotations

from math import pi

from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    KEEP_INSIDE,
    KEEP_OUTSIDE,
    LEAST,
    LIMIT_KEEP,
    LIMIT_RADIUS,
    MOST,
    OTHER,
    OWN,
    Table,
)
from pantin.solver.constraints.copying import resize
from pantin.solver.maths.euler import angles, store_turned, straighten, turned
from pantin.solver.maths.rotations import (
    add,
    axis,
    half_turned,
    length,
    scaled,
    store_axis,
    subtract,
    unit,
)


@kernel
def limit_location(m: Table, constraints: Table, k: int) -> bool:
    changed = False
    for a in range(3):
        now = m[OWN, 4 * a + 3]
        m[OWN, 4 * a + 3] = min(max(now, constraints[k, LEAST + a]), constraints[k, MOST + a])
        changed = changed or m[OWN, 4 * a + 3] != now
    return changed


@kernel
def limit_rotation(m: Table, constraints: Table, k: int) -> bool:
    """Each Euler angle by itself. A bone sheared by what carries it has none, so the shear goes first."""
    straightened = straighten(m, OWN)
    now = angles(m, OWN)
    held = (
        nearest_angle(now[0], constraints[k, LEAST], constraints[k, MOST]),
        nearest_angle(now[1], constraints[k, LEAST + 1], constraints[k, MOST + 1]),
        nearest_angle(now[2], constraints[k, LEAST + 2], constraints[k, MOST + 2]),
    )
    if held[0] == now[0] and held[1] == now[1] and held[2] == now[2]:
        return straightened
    x, y, z = turned(held)
    store_turned(m, OWN, x, y, z)
    return True


@kernel
def nearest_angle(angle: float, least: float, most: float) -> float:
    """`angle` if it lies between the two on the circle, else the nearer of them."""
    half = 0.5 * (most - least)
    if half >= pi:
        return angle
    past = half_turned(angle - (least + half))
    if abs(past) <= half:
        return angle
    return most if past > 0.0 else least


@kernel
def limit_scale(m: Table, constraints: Table, k: int) -> bool:
    changed = False
    for a in range(3):
        now = length(axis(m, OWN, 0, a))
        held = min(max(now, constraints[k, LEAST + a]), constraints[k, MOST + a])
        if held != now:
            resize(m, a, held)
            changed = True
    return changed


@kernel
def limit_distance(m: Table, constraints: Table, k: int) -> bool:
    """An owner that stands on the target itself leaves it along its own Y axis."""
    middle, keep, radius = axis(m, OTHER, 0, 3), constraints[k, LIMIT_KEEP], constraints[k, LIMIT_RADIUS]
    away = subtract(axis(m, OWN, 0, 3), middle)
    now = length(away)
    kept = now <= radius if keep == KEEP_INSIDE else now >= radius if keep == KEEP_OUTSIDE else now == radius
    if kept:
        return False
    line = unit(away, unit(axis(m, OWN, 0, 1), (0.0, 1.0, 0.0)))
    store_axis(m, OWN, 3, add(middle, scaled(line, radius)))
    return True
