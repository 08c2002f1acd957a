"""The points of a sphere that a chain can reach: of these, the one nearest to where its effector is.

A chain of unlimited joints reaches the shell between two spheres about its root: as far as its links are long together,
and as near as its longest link allows. Where the nearest point of a sphere is outside that shell, the nearest point
that is not lies on the circle in which the two spheres meet.
"""

from __future__ import annotations

from pantin.solver.chains.chain import link_lengths
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.rotations import (
    Vector,
    add,
    length,
    perpendicular,
    rejection,
    scaled,
    subtract,
    unit,
)


@kernel
def shell_of(joints: Table, goals: Table, k: int) -> tuple[float, float]:
    """Return the least and the greatest distance from its root, metres, that the effector of goal `k`'s chain can have.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and
    ROOT of `goals` (k, GOAL_WIDTH).
    """
    total, longest = link_lengths(joints, goals, k)
    return max(2.0 * longest - total, 0.0), total


@kernel
def nearest_within_shell(near: Vector, centre: Vector, radius: float, inner: float, outer: float) -> Vector:
    """Return the point nearest to `near` that is `radius` away from `centre`, and between `inner` and `outer` from the
    origin.

    Where there is none, the point between `inner` and `outer` whose distance from `centre` is wrong by least. Metres.
    """
    away, here = length(centre), unit(near, (0.0, 1.0, 0.0))
    line = unit(centre, here)
    if radius >= away + outer:
        return scaled(unit(centre, scaled(here, -1.0)), -outer)
    if away >= radius + outer:
        return scaled(line, outer)
    if inner >= radius + away:
        return scaled(line, inner)
    out = unit(subtract(near, centre), scaled(line, -1.0))
    point = add(centre, scaled(out, radius))
    size = length(point)
    if size > outer:
        return _on_both_spheres(near, line, away, radius, outer)
    return _on_both_spheres(near, line, away, radius, inner) if size < inner else point


@kernel
def _on_both_spheres(near: Vector, line: Vector, away: float, radius: float, size: float) -> Vector:
    """Return the point nearest to `near` that is `size` from the origin, and `radius` from the point `away` along unit
    `line`.

    The spheres meet, in a circle about the line.
    """
    along = min(max((away * away + size * size - radius * radius) / (2.0 * away), -size), size)
    aside = unit(rejection(near, line), perpendicular(line))
    return add(scaled(line, along), scaled(aside, sqrt(max(size * size - along * along, 0.0))))
