"""Bend a spine so that the head is at its target, and arms and legs need not be longer than they are.

Of all solutions the cheapest is taken. A limb pulls at the spine before it is straight, with a force that grows
towards its full length; else elbow and knee would turn by the square root of what is missing, which is a jump. The
search begins at the solution of the frame before, so that of several solutions it keeps the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.vectors import SHORTEST, Matrix, Vector, length, three
from pantin.solver.edits.tracking.trunk import Bend, Reach, Spine, Trunk

FIRST_STEPS, STEPS = 12, 6
"""Steps at most, without and with a frame before; with one it mostly converges within two."""
LARGEST = 0.4
"""Radians that a bone turns in a step at most: the linearisation does not hold beyond."""
NEAR = 1e-5
"""Heights: the head has reached its target within this; the hips take up the rest."""
SETTLED = 4e-3
"""Radians: a step that turns no bone by more is the last one."""
HESITATION = 0.25
"""Cost of a step, in parts of what the bend costs: without it a bad first guess oscillates."""
EASY_ARM, EASY_LEG = 0.85, 0.985
"""Parts of its length that an arm or a leg reaches without pulling. People stand on legs that are nearly straight."""
MOST = 0.9998
"""Part of its length that a limb reaches at most."""
STIFFNESS = 1.0
"""Force of a limb between these, in radians of a bone of the spine, by a lever arm of one height."""
TIGHT = 0.98
"""Part of the way from easy to most from which the force grows linearly, where it would go to infinity."""
BEYOND = 1.0
"""Parts of that way over which the force rises by half of what is left to its bound. Targets that contradict each
other, or that lie out of reach, must not twist the spine."""
YIELDING = 1e-6
"""Compliance of the head's target, square heights to a unit of force: small enough to be exact."""


class _Pull(NamedTuple):
    """A force on the spine in one direction."""

    row: Matrix
    """The derivative of the distance in that direction by each part of a change, (n + 3, 3)."""
    wanted: float
    """The distance to go, metres, if nothing else acted."""
    slack: float
    """Compliance: metres to a unit of force."""
    levers: Matrix
    force: Vector
    """The force (3,) that acts already."""


def bent(
    spine: Spine, relaxed: Trunk, head: Vector, reaches: Sequence[Reach], held: bool, before: Bend | None
) -> tuple[Trunk, Bend]:
    """Return the spine bent from `relaxed` until the head is at its target (3,), and the change; metres.

    `before` is the change in the frame before; `held` where the hips are tracked. Constrained least squares by
    Gauss–Newton, in which each step minimises the change from the relaxed spine, not from the step before: the solution
    does not depend on where the search begins, as long as there is one.
    """
    hips, costs = relaxed.turns[0], spine.held if held else spine.loose
    change = np.zeros((spine.count + 3, 3)) if before is None else np.array(before) @ hips.T
    force = np.zeros(3)
    for _step in range(FIRST_STEPS if before is None else STEPS):
        trunk = spine.changed(relaxed, change)
        pulls = [*_head_pulls(spine, trunk, head), *_limb_pulls(spine, trunk, reaches)]
        step, force = _step_of(costs, pulls, change, _geometric_stiffness(pulls, force))
        largest = float(np.abs(step[1:]).max())
        change = change + step * min(1.0, LARGEST / max(largest, SHORTEST))
        if largest < SETTLED and max(abs(pull.wanted) for pull in pulls[:3]) < NEAR * spine.body.height:
            break
    trunk = spine.changed(relaxed, change)
    placed = replace(trunk, place=trunk.place + head - spine.joints(trunk)[-1])
    return placed, tuple(three(row) for row in change @ hips)


def _head_pulls(spine: Spine, trunk: Trunk, head: Vector) -> list[_Pull]:
    """Return the forces that move the head to its target, one along each axis."""
    levers = np.concatenate((np.zeros((1, 3)), spine.spans(trunk), np.zeros((2, 3))))
    turned, missing = -rot.cross_matrix(levers), head - spine.joints(trunk)[-1]
    found, slack, none = [], YIELDING * spine.body.height**2, np.zeros(3)
    for axis in range(3):
        row = turned[:, axis].copy()
        row[0, axis] = 1.0
        found.append(_Pull(row, float(missing[axis]), slack, levers, none))
    return found


def _limb_pulls(spine: Spine, trunk: Trunk, reaches: Sequence[Reach]) -> list[_Pull]:
    """Return the forces of the limbs that are nearly straight."""
    found = []
    for reach in reaches:
        levers = spine.levers(trunk, reach)
        away = reach.point - trunk.place - levers.sum(axis=0)
        far = length(away)
        force, stiffness = tension(far, reach, spine.body.height)
        if stiffness > 0.0:
            way = away / far
            row = (rot.cross_matrix(levers) @ way[:, None])[:, :, 0]
            row[0] = way
            found.append(_Pull(row, force / stiffness, 1.0 / stiffness, levers, force * way))
    return found


def tension(far: float, reach: Reach, height: float) -> tuple[float, float]:
    """Return the force of a limb whose root is `far` metres from its target, and its derivative by that distance.

    It is zero up to where the limb reaches easily, and grows as u² / (1 − u) with the part u of the way from there.
    """
    easy = EASY_ARM if reach.limb >= 0 else EASY_LEG
    span = (MOST - easy) * reach.length
    u = (far - easy * reach.length) / span
    if u <= 0.0:
        return 0.0, 0.0
    v = min(u, TIGHT)
    slope = v * (2.0 - v) / (1.0 - v) ** 2
    less = 1.0 + (u - v) / BEYOND
    force = STIFFNESS / height * (v * v / (1.0 - v) + (u - v) * slope / less)
    return force, STIFFNESS / height * slope / (span * less**2)


def _step_of(costs: Matrix, pulls: Sequence[_Pull], change: Matrix, tightening: Matrix) -> tuple[Matrix, Vector]:
    """Return the step (n + 3, 3) of a change, and the force (3,) on the head after it.

    `tightening` (3n + 9, 3n + 9) is the geometric stiffness of the forces that act already.
    """
    rows, now = np.array([pull.row for pull in pulls]), change.ravel()
    rows[:, 1:] = (rows[:, 1:, None] @ rot.left_jacobian(change[1:]))[:, :, 0]
    rows = rows.reshape(len(pulls), -1)
    stay = tightening + HESITATION * costs
    found = np.linalg.solve(costs + stay, np.column_stack((rows.T, stay @ now)))
    moved, stays = found[:, :-1], found[:, -1]
    asked = np.array([pull.wanted for pull in pulls]) + rows @ (now - stays)
    forces = np.linalg.solve(rows @ moved + np.diag([pull.slack for pull in pulls]), asked)
    return (stays + moved @ forces - now).reshape(change.shape), forces[:3]


def _geometric_stiffness(pulls: Sequence[_Pull], force: Vector) -> Matrix:
    """Return the geometric stiffness (3n + 9, 3n + 9) of forces on lever arms: the second order of their work.

    Without it steps oscillate about a spine that is stretched between two hands.
    """
    count = len(pulls[0].levers)
    blocks = np.zeros((count, 3, 3))
    for levers, each in ((pulls[0].levers, force), *((pull.levers, pull.force) for pull in pulls[3:])):
        square = float(each @ each)
        if square > SHORTEST**2:
            across = np.eye(3) - each[:, None] * each / square
            blocks += np.maximum(levers @ each, 0.0)[:, None, None] * across
    found, rows = np.zeros((count, 3, count, 3)), np.arange(count)
    found[rows, :, rows, :] = blocks
    return found.reshape(3 * count, 3 * count)
