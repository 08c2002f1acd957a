"""The back between hips and head: an elastic rod that carries the arms.

At ease every bone takes its part of the turn from the hips to the head, and the chest a little of where the hands are.
`bending` bends it from there.
"""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.fields import Vector3
from pantin.rigs.vectors import Matrix, Vector
from pantin.solver.edits.tracking.body import Arm, Body
from pantin.solver.edits.tracking.turns import about_up, part_way, rotations

STIFF = 1.0
"""What a turn of one bone of the back against the next costs, per square radian."""
NECK = 0.6
"""What a turn of a bone of the neck costs, which turns more easily."""
CLAVICLE = 1.5
"""What a turn of a clavicle against the chest costs."""
HELD_TURN, HELD_PLACE = 30.0, 1e3
"""What a turn of tracked hips costs, and a move of them, per square height: they give way where nothing else can."""
LOOSE_TURN, LOOSE_PLACE = 4.0, 60.0
"""What both cost of hips that nobody tracks."""
NO_CLAVICLE = 1e6
"""What it costs to turn a clavicle that is none: such an arm moves with its carrier."""

Bend = tuple[Vector3, ...]
"""By how much a back is bent from where it is at ease, in the axes of the hips: a move, then rotation vectors of the
chain without the head and of both clavicles."""


class Reach(msgspec.Struct, frozen=True, eq=False):
    """What a limb should come near enough to, and how long it is."""

    limb: int
    """The arm, 0 or 1; −1 for a leg."""
    offset: Vector
    """Of a leg: from what moves all to the hip joint."""
    point: Vector
    length: float


class Trunk(msgspec.Struct, frozen=True, eq=False):
    """Where the back stands: the place of what moves all, and the turn of each bone of the chain and each clavicle."""

    place: Vector
    turns: Matrix
    """Of the chain, (n + 1, 3, 3): the last is the head's."""
    clavicles: Matrix
    """(2, 3, 3)."""


class Rod:
    """The back of one body, ready to be bent."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.count = len(body.chain) - 1
        self.loose = self._costs(LOOSE_TURN, LOOSE_PLACE)
        self.held = self._costs(HELD_TURN, HELD_PLACE)
        self._offsets = np.array(body.offsets)
        self._carriers = [arm.carrier for arm in body.arms]
        joints = np.array([self._cost(k) for k in range(1, self.count + 1)])
        self._shares = np.cumsum(1.0 / joints) / np.sum(1.0 / joints)
        chest = min(max(self._carriers[0], 1), self.count - 1)
        self._aside = np.interp(range(self.count), (0, chest, self.count), (0.0, 1.0, 0.0))

    def between(self, place: Vector, hips: Matrix, head: Matrix, aside: float) -> Trunk:
        """The back with every bone its share of the turn from the hips to the head, the chest so far aside, radians."""
        shared = zip(self._shares[:-1], self._aside[1:], strict=True)
        back = (about_up(aside * own) @ part_way(hips, head, share) for share, own in shared)
        turns = np.array([hips, *back, head])
        return Trunk(place, turns, turns[self._carriers])

    def changed(self, ease: Trunk, change: Matrix) -> Trunk:
        """The back with a change (n + 3, 3) of how it is at ease: a move, then rotation vectors, armature axes."""
        turned = rotations(change[1:])
        turns = np.concatenate((turned[: self.count] @ ease.turns[:-1], ease.turns[-1:]))
        return Trunk(ease.place + change[0], turns, turned[self.count :] @ ease.clavicles)

    def spans(self, trunk: Trunk) -> Matrix:
        """From the head of each bone of the chain to that of the next, (n, 3)."""
        return np.asarray((trunk.turns[:-1] @ self._offsets[:, :, None])[:, :, 0])

    def joints(self, trunk: Trunk) -> Matrix:
        """Where the heads of all bones of the chain are, (n + 1, 3)."""
        return trunk.place + np.concatenate((np.zeros((1, 3)), np.cumsum(self.spans(trunk), axis=0)))

    def shoulder(self, trunk: Trunk, number: int) -> Vector:
        """Where an arm begins, (3,)."""
        inner, outer = self._to_shoulder(trunk, number)
        return np.asarray(self.joints(trunk)[self._carriers[number]] + inner + outer)

    def levers(self, trunk: Trunk, reach: Reach) -> Matrix:
        """By row of a change the lever with which its turn moves where a limb begins, (n + 3, 3); of the move none.

        Together they lead from the place of what moves all to there.
        """
        levers = np.zeros((self.count + 3, 3))
        if reach.limb < 0:
            levers[1] = trunk.turns[0] @ reach.offset
            return levers
        carrier = self._carriers[reach.limb]
        inner, outer = self._to_shoulder(trunk, reach.limb)
        levers[1 : carrier + 1] = self.spans(trunk)[:carrier]
        levers[carrier + 1] += inner if carrier < self.count else 0.0
        levers[self.count + 1 + reach.limb] = outer
        return levers

    def _to_shoulder(self, trunk: Trunk, number: int) -> tuple[Vector, Vector]:
        """From the head of what carries an arm to the clavicle, and from there to where the arm begins."""
        arm = self.body.arms[number]
        return trunk.turns[arm.carrier] @ arm.to_clavicle, trunk.clavicles[number] @ arm.to_upper

    def _cost(self, k: int) -> float:
        """What a turn of bone `k` of the chain against the one below costs."""
        return NECK if k >= self.body.neck else STIFF

    def _costs(self, turn: float, place: float) -> Matrix:
        """What a change costs, as a quadratic form: place, chain without the head, which does not turn, clavicles."""
        n = self.count
        costs = np.zeros((n + 3, n + 3))
        costs[0, 0], costs[1, 1] = place / self.body.height**2, turn
        for k in range(1, n + 1):
            pair = [k, k + 1] if k < n else [k]
            costs[np.ix_(pair, pair)] += self._cost(k) * np.array(((1.0, -1.0), (-1.0, 1.0)))[: len(pair), : len(pair)]
        for number, arm in enumerate(self.body.arms):
            self._tie(costs, arm, n + 1 + number)
        return np.asarray(np.kron(costs, np.eye(3)), np.float64)

    def _tie(self, costs: Matrix, arm: Arm, row: int) -> None:
        """A clavicle to its carrier; the head carries none."""
        cost = CLAVICLE if arm.clavicle else NO_CLAVICLE
        costs[row, row] += cost
        if arm.carrier < self.count:
            above = arm.carrier + 1
            costs[above, above] += cost
            costs[above, row] -= cost
            costs[row, above] -= cost
