"""A short limited chain: of all poses that reach the goal, the one nearest to the pose that it starts from.

Three bones and their limits leave few ways to a goal, and often not the one that the continuation takes. Which of them
a restart finds is chance, but which is nearest is not: it changes smoothly with the goal. So every joint gets a posture
task, to stay as it was, in rounds that weigh these tasks less and less beside the goal. Heavy posture tasks lead to the
same pose from anywhere; that need not be the nearest, so it is compared with answers found by random restarts, whose
posture tasks are light from the beginning and change them only locally. Where nothing reaches the goal, the pose with
the smallest residual is sought in the same way.
"""

from __future__ import annotations

import numpy as np

from pantin.solver.chains.chain import link_lengths
from pantin.solver.chains.goals import residual
from pantin.solver.chains.reach import REACHED_WITHIN, SEED, random_restart
from pantin.solver.compiling.functions import sqrt
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import (
    LOCAL,
    Numbers,
    Table,
)
from pantin.solver.least_squares import newton
from pantin.solver.least_squares.levenberg import LEAST_GAIN, minimise_in
from pantin.solver.least_squares.second_order import System, system_for
from pantin.solver.least_squares.workspace import Workspace
from pantin.solver.maths.rotations import (
    copy_into,
    inverse,
    length,
    logarithm,
    multiply,
    quaternion,
)

MOST_BONES = 3
"""Longer chains follow their goals smoothly by continuation, and reach nearly all."""

HEAVY, LIGHT, LEAST = 1e-2, 1e-3, 1e-4
"""Weights of posture tasks, radians beside chain lengths: first of all, from anywhere, and before they are dropped."""

ROUND_STEPS, ROUND_LEAST_GAIN = 20, 1e-5
"""Most steps of a round; it also ends where steps gain less than this part."""

ATTEMPTS, FOUND_AGAIN = 20, 8
"""Most attempts, and how often the least miss of all has to be found until there is hardly another one."""

SAME_DISTANCE = 1e-4
"""An answer that is nearer by less than this, radians, is the same."""

SAME_MISS = 1e-6
"""Misses nearer to each other than this part of the chain are one."""

ANSWERS = 3
"""How many answers are compared: with fewer, one may be found twice."""

MISS_COST = 100.0
"""The cost of missing the goal at all, and of each chain length of residual, beside radians of rotation."""


@kernel
def is_suited(joints: Table, goals: Table) -> bool:
    """Whether this is a short limited chain with a position goal only."""
    return len(joints) <= MOST_BONES and newton.is_suited(joints, goals)


@kernel
def solve(workspace: Workspace, joints: Table, goals: Table, reference: Table, steps: int, trace: Table) -> int:
    """Turn the joints, which are near an answer, to the one nearest to the pose `reference`.

    Returns the steps taken.
    """
    system, seed, taken = system_for(joints, goals), np.uint64(SEED), 0
    best, least, nearest, found = joints.copy(), np.inf, np.inf, 0
    before, misses, tried = joints.copy(), np.full(ATTEMPTS, np.inf), np.full(2 * ATTEMPTS, np.inf)
    for attempt in range(ATTEMPTS):
        if found >= ANSWERS or _is_certain(misses):
            break
        if attempt > 0:
            seed = random_restart(joints, seed)
            wide = found > 0 or attempt % 2 == 1  # the two ways come to other minima from the same pose
            taken += newton.approach(workspace, system, joints, goals, steps, wide, trace)
        left = _relative_residual(joints, goals)
        met = left <= REACHED_WITHIN
        if not met:
            misses[attempt] = left
            if MISS_COST * (1.0 + left) >= least or _is_among(tried, left):
                continue
            tried[2 * attempt] = left if attempt > 0 else np.inf  # heavy tasks may lead away from an answer
        copy_into(before, joints)
        taken += _draw_near(system, joints, goals, reference, attempt == 0, trace)
        found += 1 if met else 0
        if met and _distance_from(joints, reference) >= nearest - SAME_DISTANCE:
            continue  # the less its tasks weigh the farther it is
        nearest = min(_distance_from(joints, reference), nearest) if met else nearest
        taken += _settle(workspace, system, joints, goals, reference, before, steps, trace)
        if not met and _relative_residual(joints, goals) > left + SAME_MISS:
            copy_into(joints, before)  # the tasks led to a pose that misses more
            taken += _settle(workspace, system, joints, goals, reference, before, steps, trace)
        left = _relative_residual(joints, goals)
        tried[2 * attempt + 1] = left
        cost = _distance_from(joints, reference) + (MISS_COST * (1.0 + left) if left > REACHED_WITHIN else 0.0)
        if cost < least:
            least = cost
            copy_into(best, joints)
    copy_into(joints, best)
    return taken


@kernel
def _is_among(tried: Numbers, left: float) -> bool:
    """Whether an answer that leaves as much over was tried already: it is the same, but for how it is rolled."""
    for n in range(len(tried)):  # noqa: SIM110  (kernels have no any())
        if abs(tried[n] - left) < SAME_MISS:
            return True
    return False


@kernel
def _is_certain(misses: Numbers) -> bool:
    """Whether the least of what attempts left over was found so often that nothing less is to be expected."""
    least, count = np.inf, 0
    for n in range(len(misses)):
        if misses[n] < least - SAME_MISS:
            least, count = misses[n], 1
        elif misses[n] < least + SAME_MISS:
            count += 1
    return count >= FOUND_AGAIN


@kernel
def _draw_near(system: System, joints: Table, goals: Table, reference: Table, heavily: bool, trace: Table) -> int:
    """Solve with posture tasks that weigh little, `heavily` with more before. Returns the steps taken."""
    taken = 0
    if heavily:
        taken = newton.minimise(system, joints, goals, reference, HEAVY, ROUND_STEPS, ROUND_LEAST_GAIN, trace)
    return taken + newton.minimise(system, joints, goals, reference, LIGHT, ROUND_STEPS, ROUND_LEAST_GAIN, trace)


@kernel
def _settle(
    workspace: Workspace,
    system: System,
    joints: Table,
    goals: Table,
    reference: Table,
    before: Table,
    steps: int,
    trace: Table,
) -> int:
    """Solve with hardly any posture tasks, then for the goal alone. Returns the steps taken.

    Undone, to the pose `before`, where that no longer reaches it.
    """
    taken = newton.minimise(system, joints, goals, reference, LEAST, ROUND_STEPS, ROUND_LEAST_GAIN, trace)
    if _relative_residual(before, goals) > REACHED_WITHIN:
        most = min(steps, newton.STEPS)
        return taken + newton.minimise(system, joints, goals, reference, 0.0, most, newton.LEAST_GAIN, trace)
    taken += minimise_in(workspace, joints, goals, steps, LEAST_GAIN, trace)
    if _relative_residual(joints, goals) > REACHED_WITHIN:
        copy_into(joints, before)
    return taken


@kernel
def _relative_residual(joints: Table, goals: Table) -> float:
    """The residual in chain lengths."""
    total, _ = link_lengths(joints, goals, 0)
    return residual(joints, goals, 0) / max(total, 1e-12)


@kernel
def _distance_from(joints: Table, reference: Table) -> float:
    """The distance between two poses: the root of the sum of squared angles, radians."""
    total = 0.0
    for j in range(len(joints)):
        angle = length(logarithm(multiply(quaternion(joints, j, LOCAL), inverse(quaternion(reference, j, LOCAL)))))
        total += angle * angle
    return sqrt(total)
