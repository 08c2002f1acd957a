"""Stretch and soft reach: what happens where a chain is too short for its goal, or nearly.

Bones lengthen only where the goal is out of reach, each by its share. Children of a stretched bone move with its end
and do not inherit its scale. With soft reach the effector slows down near full length, so that nothing snaps.
"""

from __future__ import annotations

from pantin.solver.chains.chain import effector, link_lengths, root, tip
from pantin.solver.chains.joints import forward_chain, parent
from pantin.solver.compiling import layout as at
from pantin.solver.compiling.functions import exp
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import Table
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise
from pantin.solver.maths.rotations import (
    add,
    copy_into,
    length,
    scaled,
    store,
    subtract,
    vector,
)

REACHED_WITHIN = 1e-6
"""A goal nearer than this part of its chain's length needs no more length."""

LENGTHENINGS, STEPS = 16, 40
"""Most rounds of lengthening a limited chain, of which each closes most of the gap; and most steps to solve in each."""

STALLED = 0.9
"""A round that leaves more than this part of the gap is taken back: it is limits that keep the chain from its goal."""

RIGID = 1e-9
"""A chain that lengthens by less than this part for each unit of growth does not stretch."""


@kernel
def _stretchable_length(joints: Table, goals: Table, k: int) -> float:
    """Return the length that goal `k`'s chain gains for each unit of growth: lengths times stretch, metres.

    Reads PARENT_JOINT, STRETCH and LINK of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and ROOT of `goals`
    (k, GOAL_WIDTH).
    """
    j = tip(goals, k)
    total: float = joints[j, at.STRETCH] * abs(goals[k, at.EFFECTOR_OFFSET + 1])
    while j != root(goals, k):
        total += joints[parent(joints, j), at.STRETCH] * abs(joints[j, at.LINK + 1])
        j = parent(joints, j)
    return total


@kernel
def _lengthen(joints: Table, goals: Table, k: int, growth: float) -> None:
    """Lengthen the bones of goal `k`'s chain by `growth` times their stretch.

    Reads PARENT_JOINT, STRETCH, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP and ROOT of `goals` (k, GOAL_WIDTH). Writes LENGTH_RATIO, WORLD and HEAD of `joints`.
    """
    j = tip(goals, k)
    joints[j, at.LENGTH_RATIO] += growth * joints[j, at.STRETCH]
    while j != root(goals, k):
        j = parent(joints, j)
        joints[j, at.LENGTH_RATIO] += growth * joints[j, at.STRETCH]
    forward_chain(joints)


@kernel
def lengthen_at_once(joints: Table, goals: Table, stretching: float) -> None:
    """Lengthen the bones until the straight chain just reaches a goal out of reach.

    Reads PARENT_JOINT, STRETCH, LENGTH_RATIO, REST_ROTATION, LINK, LOCAL, WORLD, HEAD and KEEPS_VOLUME of `joints`
    (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes LENGTH_RATIO,
    WORLD and HEAD of `joints`.
    """
    if stretching == 0.0:
        return
    give = _stretchable_length(joints, goals, 0)
    total, _ = link_lengths(joints, goals, 0)
    distance = length(subtract(vector(goals, 0, at.GOAL_POSITION), vector(joints, root(goals, 0), at.HEAD)))
    if give > RIGID * total and distance > total:
        _lengthen(joints, goals, 0, (distance - total) / give)


@kernel
def lengthen_until_reached(joints: Table, goals: Table, k: int, stretching: float, trace: Table) -> None:
    """Lengthen and solve, where limits keep a chain from pointing at its goal, until it arrives or gains nothing.

    Reads `joints` (j, JOINT_WIDTH); `goals` (k, GOAL_WIDTH); and TRACE_COUNT, TRACE_POSITION, TRACE_RADIUS and
    TRACE_KEEP of `trace` (k, TRACE_WIDTH). Writes `joints`; and TRACE_COUNT and TRACE_RESIDUALS of `trace`.
    """
    if stretching == 0.0:
        return
    give = _stretchable_length(joints, goals, k)
    total, _ = link_lengths(joints, goals, k)
    gap = _residual(joints, goals, k)
    before = joints.copy()
    for _ in range(LENGTHENINGS):
        if give <= RIGID * total or gap <= REACHED_WITHIN * total:
            return
        copy_into(before, joints)
        _lengthen(joints, goals, k, gap / give)
        minimise(joints, goals, STEPS, LEAST_GAIN, trace)
        left = _residual(joints, goals, k)
        if left > STALLED * gap:
            copy_into(joints, before)
            return
        gap = left


@kernel
def _residual(joints: Table, goals: Table, k: int) -> float:
    """Return the distance of goal `k`'s effector from its target, metres.

    Reads LENGTH_RATIO, WORLD, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP, EFFECTOR_OFFSET and
    GOAL_POSITION of `goals` (k, GOAL_WIDTH).
    """
    return length(subtract(vector(goals, k, at.GOAL_POSITION), effector(joints, goals, k)))


@kernel
def soften(joints: Table, goals: Table, soft: float) -> None:
    """Let the effector lag behind the goal over the last part `soft` of the chain's length (soft reach).

    From d₀ = (1 − soft)·length on, the distance d becomes d₀ + (length − d₀)·(1 − exp(−(d − d₀)/(length − d₀))): the
    slope is 1 at d₀, and full length is approached but not met.

    Reads PARENT_JOINT, LENGTH_RATIO, LINK, HEAD and KEEPS_VOLUME of `joints` (j, JOINT_WIDTH); and TIP,
    EFFECTOR_OFFSET, GOAL_POSITION and ROOT of `goals` (k, GOAL_WIDTH). Writes GOAL_POSITION of `goals`.
    """
    if soft <= 0.0:
        return
    total, _ = link_lengths(joints, goals, 0)
    origin = vector(joints, root(goals, 0), at.HEAD)
    out = subtract(vector(goals, 0, at.GOAL_POSITION), origin)
    distance, begin = length(out), total * (1.0 - soft)
    if distance > begin and total > begin:
        room = total - begin
        softened = begin + room * (1.0 - exp(-(distance - begin) / room))
        store(goals, 0, at.GOAL_POSITION, add(origin, scaled(out, softened / distance)))
