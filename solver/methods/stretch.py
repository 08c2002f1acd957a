"""Stretch and soft reach: what happens where a chain is too short for its goal, or nearly.

Bones lengthen only, and only when the goal is out of reach; each gives its share. What hangs on a stretched bone is
carried along and not swollen. Soft reach lets the end of a chain lag behind near full length, so that nothing snaps.
"""

from __future__ import annotations

from math import exp

from pantin.solver.chains.chain import (
    above,
    effector,
    link_lengths,
    refresh,
    root,
    tip,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    HEAD,
    LINK,
    LONGER,
    PLACE,
    REACH,
    STRETCH,
    Table,
)
from pantin.solver.least_squares.levenberg import LEAST_GAIN, polish
from pantin.solver.maths.rotations import (
    add,
    length,
    overwrite,
    scaled,
    store,
    subtract,
    vector,
)

ARRIVED = 1e-6
"""A goal nearer than this part of its chain needs no more length."""

LENGTHENINGS = 16
"""Rounds of lengthening a bounded chain that may stretch; each closes most of what is missing."""


@kernel
def _give(joints: Table, goals: Table, k: int) -> float:
    """How much goal `k`'s chain lengthens for each unit of growth: its stretchable length, weighted, metres."""
    j = tip(goals, k)
    total: float = joints[j, STRETCH] * abs(goals[k, REACH + 1])
    while j != root(goals, k):
        total += joints[above(joints, j), STRETCH] * abs(joints[j, LINK + 1])
        j = above(joints, j)
    return total


@kernel
def _grow(joints: Table, goals: Table, k: int, growth: float) -> None:
    j = tip(goals, k)
    joints[j, LONGER] += growth * joints[j, STRETCH]
    while j != root(goals, k):
        j = above(joints, j)
        joints[j, LONGER] += growth * joints[j, STRETCH]
    refresh(joints)


@kernel
def lengthen_at_once(joints: Table, goals: Table, stretching: float) -> None:
    """A goal out of reach: lengthen what may stretch, each bone by its share, until the straight chain just reaches."""
    if stretching == 0.0:
        return
    give = _give(joints, goals, 0)
    total, _ = link_lengths(joints, goals, 0)
    distance = length(subtract(vector(goals, 0, PLACE), vector(joints, root(goals, 0), HEAD)))
    if give > 1e-9 * total and distance > total:
        _grow(joints, goals, 0, (distance - total) / give)


@kernel
def lengthen_until_reached(joints: Table, goals: Table, k: int, stretching: float, trace: Table) -> None:
    """Where bounds keep the chain from pointing at a goal out of reach, lengthen until it arrives or gains nothing."""
    if stretching == 0.0:
        return
    give = _give(joints, goals, k)
    total, _ = link_lengths(joints, goals, k)
    missing = _missing(joints, goals, k)
    before = joints.copy()
    for _ in range(LENGTHENINGS):
        if give <= 1e-9 * total or missing <= ARRIVED * total:
            return
        overwrite(before, joints)
        _grow(joints, goals, k, missing / give)
        polish(joints, goals, 40, LEAST_GAIN, trace)
        left = _missing(joints, goals, k)
        if left > 0.9 * missing:
            overwrite(joints, before)
            return
        missing = left


@kernel
def _missing(joints: Table, goals: Table, k: int) -> float:
    """How far goal `k`'s end is from its place, metres."""
    return length(subtract(vector(goals, k, PLACE), effector(joints, goals, k)))


@kernel
def soften(joints: Table, goals: Table, soft: float) -> None:
    """Soft reach: over the last part of the chain's length the end lags behind the goal and never quite straightens.

    From d₀ = (1 − s)·length on, the distance is d₀ + (length − d₀)·(1 − exp(−(d − d₀)/(length − d₀))): the slope is 1
    where it sets in, and the length is approached but not met.
    """
    if soft <= 0.0:
        return
    total, _ = link_lengths(joints, goals, 0)
    origin = vector(joints, root(goals, 0), HEAD)
    out = subtract(vector(goals, 0, PLACE), origin)
    distance, begin = length(out), total * (1.0 - soft)
    if distance > begin and total > begin:
        room = total - begin
        softened = begin + room * (1.0 - exp(-(distance - begin) / room))
        store(goals, 0, PLACE, add(origin, scaled(out, softened / distance)))
