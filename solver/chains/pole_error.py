"""The error of a pole and its gradient: how far the bend of a chain is from the side that the pole asks for.

The bend is the sum, over the joints between root and effector, of their distances from the line root–effector.
"""

from __future__ import annotations

from pantin.solver.chains.chain import STRAIGHT, bend_vector, effector, link_lengths, pole_direction, root, tip
from pantin.solver.chains.joints import parent
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.maths.easing import smoothstep
from pantin.solver.maths.rotations import (
    Vector,
    cross,
    dot,
    length,
    rejection,
    scaled,
    signed_angle,
    subtract,
    unit,
    vector,
)

FOLDED = 0.1
"""A chain bends to one side where its bend is more than this part of what its joints are off the line together."""


@kernel
def root_to_effector(joints: Table, goals: Table, k: int) -> Vector:
    """Return the unit direction from the root of goal `k`'s chain to its effector; Y where they coincide.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of
    `goals` (k, GOAL_WIDTH).
    """
    origin = vector(joints, root(goals, k), at.HEAD)
    return unit(subtract(effector(joints, goals, k), origin), (0.0, 1.0, 0.0))


@kernel
def pole_error(joints: Table, goals: Table, k: int) -> float:
    """Return the arc on which the bend would have to move to reach the pole's side, metres.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_ANGLE,
    EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    line = root_to_effector(joints, goals, k)
    side, bent = pole_direction(joints, goals, k, line), bend_vector(joints, goals, k, line)
    if length(side) == 0.0 or length(bent) < 1e-12:
        return 0.0
    return signed_angle(bent, side, line) * length(bent)


@kernel
def pole_angle(joints: Table, goals: Table, k: int) -> float:
    """Return the angle from the bend to the pole's side, radians; 0 where the chain is as good as straight.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_ANGLE,
    EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    line = root_to_effector(joints, goals, k)
    side, bent = pole_direction(joints, goals, k, line), bend_vector(joints, goals, k, line)
    out = subtract(effector(joints, goals, k), vector(joints, root(goals, k), at.HEAD))
    if length(side) == 0.0 or length(bent) <= 1e-3 * length(out):
        return 0.0
    return abs(signed_angle(bent, side, line))


@kernel
def pole_gradients(joints: Table, goals: Table, k: int) -> tuple[Vector, Vector, Vector]:
    """Return the derivatives of the error by the sum of the inner joints, the effector and the pole, seen from the
    root.

    Where the effector moves the line turns, and with it bend and side, in proportion to their distance along the line.

    Reads PARENT_JOINT, LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, POLE_ANGLE,
    EFFECTOR_OFFSET, POLE_POSITION and ROOT of `goals` (k, GOAL_WIDTH).
    """
    nothing = (0.0, 0.0, 0.0)
    line, origin = root_to_effector(joints, goals, k), vector(joints, root(goals, k), at.HEAD)
    side, bent = pole_direction(joints, goals, k, line), bend_vector(joints, goals, k, line)
    size = length(bent)
    if length(side) == 0.0 or size < 1e-12:
        return nothing, nothing, nothing
    out = scaled(bent, 1.0 / size)
    tangent = subtract(cross(line, out), scaled(out, signed_angle(bent, side, line)))
    along = _sum_along(joints, goals, k, line)
    pole = subtract(vector(goals, k, at.POLE_POSITION), origin)
    aside = rejection(pole, line)
    swing = scaled(cross(line, aside), size / dot(aside, aside))
    turning = subtract(scaled(swing, dot(pole, line)), scaled(tangent, along))
    return tangent, scaled(turning, 1.0 / length(subtract(effector(joints, goals, k), origin))), scaled(swing, -1.0)


@kernel
def _sum_along(joints: Table, goals: Table, k: int, line: Vector) -> float:
    """Return the sum, over the inner joints of goal `k`'s chain, of their distances from the root along unit `line`.

    Reads PARENT_JOINT and HEAD of `joints` (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH).
    """
    origin, along, j = vector(joints, root(goals, k), at.HEAD), 0.0, tip(goals, k)
    while j != root(goals, k):
        along += dot(subtract(vector(joints, j, at.HEAD), origin), line)
        j = parent(joints, j)
    return along


@kernel
def one_sided(joints: Table, goals: Table) -> float:
    """Return the share of a bend that is to one side, 0 … 1: a pole cannot turn a chain that folds like a Z.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET and ROOT of `goals` (k, GOAL_WIDTH).
    """
    line = root_to_effector(joints, goals, 0)
    bent, apart = length(bend_vector(joints, goals, 0, line)), _offsets(joints, goals, line)
    total, _ = link_lengths(joints, goals, 0)
    return smoothstep(bent / (FOLDED * apart)) if apart > STRAIGHT * total else 1.0


@kernel
def _offsets(joints: Table, goals: Table, line: Vector) -> float:
    """Return the sum of the distances of the inner joints from the line through the root along unit `line`, metres.

    Reads PARENT_JOINT and HEAD of `joints` (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH).
    """
    origin, total, j = vector(joints, root(goals, 0), at.HEAD), 0.0, tip(goals, 0)
    while j != root(goals, 0):
        total += length(rejection(subtract(vector(joints, j, at.HEAD), origin), line))
        j = parent(joints, j)
    return total
