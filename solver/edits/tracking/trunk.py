"""The spine between hips and head, modelled as an elastic chain that carries the arms.

Relaxed, every bone takes its share of the rotation from the hips to the head, and the chest a little of where the hands
are. `bending` bends it from there.
"""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Vector3
from pantin.rigs.vectors import UP, Matrix, Vector
from pantin.solver.edits.tracking.body import Arm, Body

STIFF = 1.0
"""Cost of a rotation between neighbouring bones of the spine, per square radian."""
NECK = 0.6
"""The same of a bone of the neck, which turns more easily."""
CLAVICLE = 1.5
"""The same of a clavicle against the chest."""
HELD_TURN, HELD_PLACE = 30.0, 1e3
"""Cost of rotating tracked hips, and of moving them, per square height: they move only where nothing else can."""
LOOSE_TURN, LOOSE_PLACE = 4.0, 60.0
"""The same of hips that are not tracked."""
NO_CLAVICLE = 1e6
"""The same of an arm without a clavicle, which moves with the bone that carries it."""

Bend = tuple[Vector3, ...]
"""A change of the relaxed spine in the axes of the hips: a translation, then rotation vectors of the chain without the
head and of both clavicles."""


class Reach(msgspec.Struct, frozen=True, eq=False):
    """A point that a limb should reach, and the length of the limb. Metres."""

    limb: int
    """The arm, 0 or 1; −1 for a leg."""
    offset: Vector
    """Of a leg: from the root of the spine to the hip joint (3,)."""
    point: Vector
    length: float


class Trunk(msgspec.Struct, frozen=True, eq=False):
    """A posed spine: the position of its root (3,), and the rotation of each bone of the chain and of each clavicle."""

    place: Vector
    turns: Matrix
    """Of the chain (n + 1, 3, 3): the last is that of the head."""
    clavicles: Matrix
    """(2, 3, 3)."""


class Spine:
    """The spine of one body, with the costs of its joints."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.count = len(body.chain) - 1
        self.loose = self._costs(LOOSE_TURN, LOOSE_PLACE)
        self.held = self._costs(HELD_TURN, HELD_PLACE)
        self._offsets = np.array(body.offsets)
        self._parents = [arm.parent for arm in body.arms]
        joints = np.array([self._cost(k) for k in range(1, self.count + 1)])
        self._shares = np.cumsum(1.0 / joints) / np.sum(1.0 / joints)
        chest = min(max(self._parents[0], 1), self.count - 1)
        self._aside = np.interp(range(self.count), (0, chest, self.count), (0.0, 1.0, 0.0))

    def between(self, place: Vector, hips: Matrix, head: Matrix, aside: float) -> Trunk:
        """Return the relaxed spine: every bone has its share of the rotation from hips to head (3, 3).

        `place` (3,) is the root; the chest is turned `aside` about the upright, radians.
        """
        shared = zip(self._shares[:-1], self._aside[1:], strict=True)
        back = (rot.exp(aside * own * UP) @ rot.interpolated(hips, head, share) for share, own in shared)
        turns = np.array([hips, *back, head])
        return Trunk(place, turns, turns[self._parents])

    def changed(self, relaxed: Trunk, change: Matrix) -> Trunk:
        """Return the relaxed spine after a change (n + 3, 3): a translation, then rotation vectors, armature axes."""
        turned = rot.exp(change[1:])
        turns = np.concatenate((turned[: self.count] @ relaxed.turns[:-1], relaxed.turns[-1:]))
        return Trunk(relaxed.place + change[0], turns, turned[self.count :] @ relaxed.clavicles)

    def spans(self, trunk: Trunk) -> Matrix:
        """Return the vectors (n, 3) from the head of each bone of the chain to that of the next, metres."""
        return np.asarray((trunk.turns[:-1] @ self._offsets[:, :, None])[:, :, 0])

    def joints(self, trunk: Trunk) -> Matrix:
        """Return the heads of all bones of the chain (n + 1, 3), armature space."""
        return trunk.place + np.concatenate((np.zeros((1, 3)), np.cumsum(self.spans(trunk), axis=0)))

    def shoulder(self, trunk: Trunk, number: int) -> Vector:
        """Return the shoulder joint of an arm (3,), armature space."""
        inner, outer = self._to_shoulder(trunk, number)
        return np.asarray(self.joints(trunk)[self._parents[number]] + inner + outer)

    def levers(self, trunk: Trunk, reach: Reach) -> Matrix:
        """Return by row of a change the lever arm (n + 3, 3) with which its rotation moves the root of a limb.

        The translation has none. Together the lever arms lead from the root of the spine to the root of the limb.
        """
        levers = np.zeros((self.count + 3, 3))
        if reach.limb < 0:
            levers[1] = trunk.turns[0] @ reach.offset
            return levers
        parent = self._parents[reach.limb]
        inner, outer = self._to_shoulder(trunk, reach.limb)
        levers[1 : parent + 1] = self.spans(trunk)[:parent]
        levers[parent + 1] += inner if parent < self.count else 0.0
        levers[self.count + 1 + reach.limb] = outer
        return levers

    def _to_shoulder(self, trunk: Trunk, number: int) -> tuple[Vector, Vector]:
        """From the head of what carries an arm to the clavicle, and from there to where the arm begins."""
        arm = self.body.arms[number]
        return trunk.turns[arm.parent] @ arm.to_clavicle, trunk.clavicles[number] @ arm.to_upper

    def _cost(self, k: int) -> float:
        """Return the cost of turning bone `k` of the chain against the one below."""
        return NECK if k >= self.body.neck else STIFF

    def _costs(self, turn: float, place: float) -> Matrix:
        """Return the cost of a change, as a quadratic form: place, chain without the head, which does not turn,
        clavicles.
        """
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
        """A clavicle to its parent; the head carries none."""
        cost = CLAVICLE if arm.clavicle else NO_CLAVICLE
        costs[row, row] += cost
        if arm.parent < self.count:
            above = arm.parent + 1
            costs[above, above] += cost
            costs[above, row] -= cost
            costs[row, above] -= cost
