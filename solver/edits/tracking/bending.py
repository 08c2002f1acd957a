"""How a back bends: so that the head is at its place, and arms and legs need not be longer than they are.

Of all ways to do that the one is taken which costs least. A limb draws at the back before it is straight, ever more
towards its full length, as a rope that tightens; else elbow and knee would turn by the square root of what is missing,
which is a jump. The search begins where the frame before ended: of several ways it goes on with the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.vectors import Matrix, Vector, three
from pantin.solver.edits.tracking.trunk import Bend, Reach, Rod, Trunk
from pantin.solver.edits.tracking.turns import SMALLEST, cross_matrices, left_jacobians, length

FIRST_STEPS, STEPS = 12, 6
"""Of the search, at most, and from the frame before; there it mostly comes to rest within two."""
LARGEST = 0.4
"""Radians that a bone turns in a step at most: the equations do not hold beyond."""
NEAR = 1e-5
"""Heights: a head that is so near to its point is there; the hips take up the rest."""
SETTLED = 4e-3
"""Radians: a step that turns no bone by more is the last."""
HESITATION = 0.25
"""What a step costs that changes the bend, in parts of what the bend costs: else a bad guess would swing."""
EASY_ARM, EASY_LEG = 0.85, 0.985
"""Of its length: how far an arm or a leg reaches without drawing at the back. People stand on legs nearly straight."""
MOST = 0.9998
"""Of its length: how far a limb reaches at most."""
TAUT = 1.0
"""How hard a limb draws between these, in radians of a bone of the back, by a lever of a height."""
TIGHT = 0.98
"""Of the way from easy to most: where the force would grow beyond all measure, it does so no more."""
BEYOND = 1.0
"""Of that way: so much farther it has come half the rest of its way to its greatest. Points that contradict each other,
and hands that are farther away than a person reaches, are not worth a back that is wrung."""
YIELDING = 1e-6
"""Square heights to a force of one: the head is where it is asked for all the same."""


class _Pull(NamedTuple):
    """What draws at a back in one direction."""

    row: Matrix
    """How far each part of a change goes that way, (n + 3, 3)."""
    wanted: float
    """How far it should go, metres, were nothing in its way."""
    slack: float
    """By how much less it does to a force of one."""
    levers: Matrix
    force: Vector
    """With which it draws already."""


def bent(
    rod: Rod, ease: Trunk, head: Vector, reaches: Sequence[Reach], held: bool, before: Bend | None
) -> tuple[Trunk, Bend]:
    """The back bent from where it is at ease, and by how much; `before` is how much it was in the frame before.

    A problem of least squares with constraints, by Gauss and Newton; but each step asks for the least change from the
    ease, not from the step before. So where it ends does not depend on where it began, as long as there is one end.
    """
    hips, costs = ease.turns[0], rod.held if held else rod.loose
    change = np.zeros((rod.count + 3, 3)) if before is None else np.array(before) @ hips.T
    force = np.zeros(3)
    for _step in range(FIRST_STEPS if before is None else STEPS):
        trunk = rod.changed(ease, change)
        pulls = [*_head_pulls(rod, trunk, head), *_limb_pulls(rod, trunk, reaches)]
        step, force = _step_of(costs, pulls, change, _taut(pulls, force))
        largest = float(np.abs(step[1:]).max())
        change = change + step * min(1.0, LARGEST / max(largest, SMALLEST))
        if largest < SETTLED and max(abs(pull.wanted) for pull in pulls[:3]) < NEAR * rod.body.height:
            break
    trunk = rod.changed(ease, change)
    placed = replace(trunk, place=trunk.place + head - rod.joints(trunk)[-1])
    return placed, tuple(three(row) for row in change @ hips)


def _head_pulls(rod: Rod, trunk: Trunk, head: Vector) -> list[_Pull]:
    """What draws the head to its place, along each axis."""
    levers = np.concatenate((np.zeros((1, 3)), rod.spans(trunk), np.zeros((2, 3))))
    turned, missing = -cross_matrices(levers), head - rod.joints(trunk)[-1]
    found, slack, none = [], YIELDING * rod.body.height**2, np.zeros(3)
    for axis in range(3):
        row = turned[:, axis].copy()
        row[0, axis] = 1.0
        found.append(_Pull(row, float(missing[axis]), slack, levers, none))
    return found


def _limb_pulls(rod: Rod, trunk: Trunk, reaches: Sequence[Reach]) -> list[_Pull]:
    """What the limbs draw at that are nearly straight."""
    found = []
    for reach in reaches:
        levers = rod.levers(trunk, reach)
        away = reach.point - trunk.place - levers.sum(axis=0)
        far = length(away)
        force, stiffness = tension(far, reach, rod.body.height)
        if stiffness > 0.0:
            way = away / far
            row = (cross_matrices(levers) @ way[:, None])[:, :, 0]
            row[0] = way
            found.append(_Pull(row, force / stiffness, 1.0 / stiffness, levers, force * way))
    return found


def tension(far: float, reach: Reach, height: float) -> tuple[float, float]:
    """With which force a limb draws that begins so far from its point, and by how much it grows with each metre.

    It is none up to where the limb reaches easily, and grows as u² / (1 − u) with the part u of the way from there.
    """
    easy = EASY_ARM if reach.limb >= 0 else EASY_LEG
    span = (MOST - easy) * reach.length
    u = (far - easy * reach.length) / span
    if u <= 0.0:
        return 0.0, 0.0
    v = min(u, TIGHT)
    slope = v * (2.0 - v) / (1.0 - v) ** 2
    less = 1.0 + (u - v) / BEYOND
    return TAUT / height * (v * v / (1.0 - v) + (u - v) * slope / less), TAUT / height * slope / (span * less**2)


def _step_of(costs: Matrix, pulls: Sequence[_Pull], change: Matrix, taut: Matrix) -> tuple[Matrix, Vector]:
    """How a change (n + 3, 3) goes on, and with which force (3,) it then draws at the head.

    `taut` (3n + 9, 3n + 9) is what it costs to go from here, beside what a change costs.
    """
    rows, now = np.array([pull.row for pull in pulls]), change.ravel()
    rows[:, 1:] = (rows[:, 1:, None] @ left_jacobians(change[1:]))[:, :, 0]
    rows = rows.reshape(len(pulls), -1)
    stay = taut + HESITATION * costs
    found = np.linalg.solve(costs + stay, np.column_stack((rows.T, stay @ now)))
    moved, stays = found[:, :-1], found[:, -1]
    asked = np.array([pull.wanted for pull in pulls]) + rows @ (now - stays)
    forces = np.linalg.solve(rows @ moved + np.diag([pull.slack for pull in pulls]), asked)
    return (stays + moved @ forces - now).reshape(change.shape), forces[:3]


def _taut(pulls: Sequence[_Pull], force: Vector) -> Matrix:
    """What turning a lever costs that a force draws at already, (3n + 9, 3n + 9): the second order of what it pulls.

    Without it steps swing about a back that is taut between two hands.
    """
    count = len(pulls[0].levers)
    blocks = np.zeros((count, 3, 3))
    for levers, each in ((pulls[0].levers, force), *((pull.levers, pull.force) for pull in pulls[3:])):
        square = float(each @ each)
        if square > SMALLEST**2:
            across = np.eye(3) - each[:, None] * each / square
            blocks += np.maximum(levers @ each, 0.0)[:, None, None] * across
    found, rows = np.zeros((count, 3, count, 3)), np.arange(count)
    found[rows, :, rows, :] = blocks
    return found.reshape(3 * count, 3 * count)
