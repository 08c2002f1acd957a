"""A goal within reach that is not met: solved again without its pole, from the pose itself, then from random poses."""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import residual, rotation_error
from pantin.solver.chains.reach import (
    REACHED_WITHIN,
    RESTART_STEPS,
    RESTARTS,
    SEED,
    prepare_chain,
    random_restart,
)
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import POLE_INFLUENCE, ROTATION_WEIGHT, Table
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise, minimise_in
from pantin.solver.least_squares.second_order import system_for
from pantin.solver.least_squares.workspace import Workspace
from pantin.solver.maths.rotations import copy_into, length


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, initial: Table, steps: int, trace: Table) -> int:
    """Restart until the single goal is met. Returns the steps taken, 0 where it is met already.

    Where nothing reaches it, the nearer of two answers is kept: that of the continuation, in which `joints` stand, and
    that found straight from the pose `initial`.
    """
    taken, seed, steps = 0, np.uint64(SEED), min(steps, RESTART_STEPS)
    best, poleless = joints, goals
    system = system_for(joints, goals)
    for attempt in range(RESTARTS + 2):
        if is_reached(joints, goals):
            return taken
        if attempt == 0:
            best, poleless = joints.copy(), goals.copy()
            poleless[0, POLE_INFLUENCE] = 0.0
        else:
            seed = _restart(joints, goals, initial, attempt, seed)
            if attempt > 1 and newton.is_suited(joints, goals):  # only an answer that reaches counts
                taken += newton.approach(workspace, system, joints, goals, steps, True, trace)
            else:
                taken += minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
        if goals[0, POLE_INFLUENCE] != 0.0 and not is_reached(joints, goals):
            taken += minimise(joints, poleless, steps, LEAST_GAIN, trace)
            if attempt == 0:
                copy_into(best, joints)
        if attempt == 1 and goals[0, ROTATION_WEIGHT] == 0.0 and residual(joints, goals, 0) < residual(best, goals, 0):
            copy_into(best, joints)
    if not is_reached(joints, goals):
        copy_into(joints, best)
    return taken


@kernel
def _restart(joints: Table, goals: Table, initial: Table, attempt: int, seed: np.uint64) -> np.uint64:
    """Put the joints to where an attempt begins: the first to `initial`, others to random poses. The next seed."""
    if attempt > 1:
        return random_restart(joints, seed)
    copy_into(joints, initial)
    prepare_chain(joints, goals, True)
    return seed


@kernel
def is_reached(joints: Table, goals: Table) -> bool:
    """Whether the first goal is met, its pole aside."""
    total, _ = link_lengths(joints, goals, 0)
    if residual(joints, goals, 0) > REACHED_WITHIN * total:
        return False
    return goals[0, ROTATION_WEIGHT] == 0.0 or length(rotation_error(joints, goals, 0)) <= REACHED_WITHIN
