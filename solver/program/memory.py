"""The state that a simulation keeps from one frame to the next."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import msgspec
import numpy as np

from pantin.solver.program.program import Program
from pantin.solver.program.schedule import Chain
from pantin.solver.program.skeleton import Floats
from pantin.solver.simulation import columns as col


class SpringMemory(msgspec.Struct, frozen=True, eq=False):
    """The ends of joints as they swing. A value; the array is read-only."""

    bones: tuple[str, ...]
    ends: Floats
    """(j, MEMORY_WIDTH)"""
    seconds: float = 0.0
    """Time that has been asked for since the springs were at rest; whole steps of it are done."""


class Memory(msgspec.Struct, frozen=True, eq=False):
    """The rotation of each joint and the place of each target. A value; the arrays are read-only."""

    bones: tuple[str, ...]
    """The bones that are simulated, a row of `joints` each."""
    goals: tuple[Chain, ...]
    """The chains that move them, a row of `targets` each."""
    joints: Floats
    targets: Floats
    seconds: float
    """Time that has been simulated, seconds."""
    springs: SpringMemory | None = None
    """The springs of the figure, where some act."""


NOTHING = Memory((), (), np.zeros((0, col.KEPT_JOINT_WIDTH)), np.zeros((0, col.KEPT_GOAL_WIDTH)), 0.0)


def rows_for(memory: Memory, program: Program) -> tuple[Floats, Floats]:
    """Return rows of joints (j, KEPT_JOINT_WIDTH) and targets (t, KEPT_GOAL_WIDTH) for a program, to be written on.

    What the memory does not know has a row of zeros.
    """
    return (
        _carried_over(memory.bones, memory.joints, program.joints),
        _carried_over(memory.goals, memory.targets, program.chains),
    )


def _carried_over(before: Sequence[Hashable], rows: Floats, now: Sequence[Hashable]) -> Floats:
    """The rows of what is there `now`, by their keys `before`; 0 for what is new."""
    if before is now or before == now:
        return rows.copy()
    known, found = {key: i for i, key in enumerate(before)}, np.zeros((len(now), rows.shape[1]))
    for i, key in enumerate(now):
        if key in known:
            found[i] = rows[known[key]]
    return found
