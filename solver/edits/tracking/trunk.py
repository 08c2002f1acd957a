"""The back between hips and head: it shares the turn, brings the head to its place and the shoulders within reach.

The chain is an elastic rod. First every bone takes its part of the turn from the hips to the head; then, in a few
steps, the smallest bending of the whole puts the head where it is tracked, and where an arm or a leg is too short for
its point, shoulders, back and hips come towards it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import msgspec
import numpy as np

from pantin.rigs.vectors import Matrix, Vector, cross
from pantin.solver.edits.tracking.body import Arm, Body
from pantin.solver.edits.tracking.turns import SMALLEST, length, part_way, rotation

STEPS = 5
"""Of the bending, at most: it comes to rest within four. Where points contradict each other more would not help."""
LARGEST = 0.4
"""Radians that a bone turns in a step at most: the equations do not hold beyond, and two arms that pull a chest round
would turn it to and fro."""
NEAR = 1e-5
"""Heights: a head that is so near to its point is there; the hips take up the rest."""
EASY, MOST = 0.92, 0.9995
"""Of its length: how far an arm or a leg reaches by itself, and at most. The last millimetre of a limb that straightens
would turn elbow and knee at once, so between these, shoulder and hips come towards the point ever more."""
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
DAMPING = 1e-6
"""Of the step, square heights: a back that is straight and pressed from its ends bends slowly."""


def softened(far: float, whole: float, easily: float = EASY) -> float:
    """How far a limb reaches to a point that is `far` away: the nearer to its length, the more gives way behind it."""
    easy, most = easily * whole, MOST * whole
    if far <= easy:
        return far
    return most - (most - easy) * exp((easy - far) / (most - easy))


class Reach(msgspec.Struct, frozen=True, eq=False):
    """What a limb should come near enough to, and how long it is."""

    limb: int
    """The arm, 0 or 1; −1 for a leg."""
    offset: Vector
    """Of a leg: from what moves all to the hip joint."""
    point: Vector
    length: float


class Trunk(msgspec.Struct, eq=False):
    """Where the back stands: the place of what moves all, and the turn of each bone of the chain and each clavicle."""

    place: Vector
    turns: list[Matrix]
    clavicles: list[Matrix]


class Rod:
    """The back of one body, ready to be bent."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.count = len(body.chain) - 1
        self._loose = self._compliance(LOOSE_TURN, LOOSE_PLACE)
        self._held = self._compliance(HELD_TURN, HELD_PLACE)
        joints = np.array([self._cost(k) for k in range(1, self.count + 1)])
        self._shares = np.cumsum(1.0 / joints) / np.sum(1.0 / joints)

    def between(self, place: Vector, hips: Matrix, head: Matrix) -> Trunk:
        """The back with every bone its share of the turn from the hips to the head."""
        turns = [hips, *(part_way(hips, head, share) for share in self._shares[:-1]), head]
        return Trunk(place, turns, [turns[arm.carrier] for arm in self.body.arms])

    def bend(self, trunk: Trunk, head: Vector, reaches: Sequence[Reach], held: bool) -> None:
        """Bend the back until the head is at its place and all is within reach, or as near as can be."""
        compliance = self._held if held else self._loose
        self._bend(trunk, head, (), compliance)
        far = [length(reach.point - self._root(trunk, reach)) for reach in reaches]
        short = [
            (reach, softened(each, reach.length))
            for each, reach in zip(far, reaches, strict=True)
            if each > (EASY if reach.limb >= 0 else 1.0) * reach.length
        ]
        if short:
            self._bend(trunk, head, short, compliance)

    def _bend(self, trunk: Trunk, head: Vector, reaches: Sequence[tuple[Reach, float]], compliance: Matrix) -> None:
        """Bend the back; limbs come as near to their points as is said."""
        height = self.body.height
        for _step in range(STEPS):
            rows, wanted = self._rows(trunk, head, reaches)
            if float(np.abs(wanted).max()) < NEAR * height:
                break
            moved = compliance @ rows.T
            change = moved @ np.linalg.solve(rows @ moved + DAMPING * height**2 * np.eye(len(rows)), wanted)
            largest = float(np.abs(change[3:]).max())
            self._apply(trunk, change.reshape(-1, 3) * min(1.0, LARGEST / max(largest, SMALLEST)))
        trunk.place = trunk.place + head - self.head(trunk)

    def head(self, trunk: Trunk) -> Vector:
        """Where the head is."""
        return self.joints(trunk)[-1]

    def joints(self, trunk: Trunk) -> list[Vector]:
        """Where the heads of all bones of the chain are."""
        found = [trunk.place]
        for turn, offset in zip(trunk.turns, self.body.offsets, strict=False):
            found.append(found[-1] + turn @ offset)
        return found

    def shoulder(self, trunk: Trunk, number: int) -> Vector:
        """Where an arm begins."""
        inner, outer = self._to_shoulder(trunk, number)
        return self.joints(trunk)[self.body.arms[number].carrier] + inner + outer

    def _to_shoulder(self, trunk: Trunk, number: int) -> tuple[Vector, Vector]:
        """From the head of what carries an arm to the clavicle, and from there to where the arm begins."""
        arm = self.body.arms[number]
        return trunk.turns[arm.carrier] @ arm.to_clavicle, trunk.clavicles[number] @ arm.to_upper

    def _cost(self, k: int) -> float:
        """What a turn of bone `k` of the chain against the one below costs."""
        return NECK if k >= self.body.neck else STIFF

    def _compliance(self, turn: float, place: float) -> Matrix:
        """How much all gives way, blocks of three: place, chain without the head, clavicles. The head does not turn."""
        n = self.count
        costs = np.zeros((n + 3, n + 3))
        costs[0, 0], costs[1, 1] = place / self.body.height**2, turn
        for k in range(1, n + 1):
            pair = [k, k + 1] if k < n else [k]
            costs[np.ix_(pair, pair)] += self._cost(k) * np.array(((1.0, -1.0), (-1.0, 1.0)))[: len(pair), : len(pair)]
        for number, arm in enumerate(self.body.arms):
            self._tie(costs, arm, n + 1 + number)
        return np.kron(np.linalg.inv(costs), np.eye(3))

    def _tie(self, costs: Matrix, arm: Arm, row: int) -> None:
        """A clavicle to its carrier; the head carries none, and an arm without one moves with its carrier."""
        cost = CLAVICLE if arm.clavicle else 1e6
        costs[row, row] += cost
        if arm.carrier < self.count:
            above = arm.carrier + 1
            costs[above, above] += cost
            costs[above, row] -= cost
            costs[row, above] -= cost

    def _root(self, trunk: Trunk, reach: Reach) -> Vector:
        """Where a limb begins."""
        if reach.limb < 0:
            return np.asarray(trunk.place + trunk.turns[0] @ reach.offset)
        return self.shoulder(trunk, reach.limb)

    def _rows(self, trunk: Trunk, head: Vector, reaches: Sequence[tuple[Reach, float]]) -> tuple[Matrix, Vector]:
        """The equations of a step: how what is asked changes with each block, and by how much it should."""
        n, body = self.count, self.body
        arms = [turn @ offset for turn, offset in zip(trunk.turns, body.offsets, strict=False)]
        joints = [trunk.place]
        for arm in arms:
            joints.append(joints[-1] + arm)
        rows, wanted = np.zeros((3, n + 3, 3)), list(head - joints[-1])
        rows[:, 0] = np.eye(3)
        for k in range(n):
            rows[:, k + 1] = -_cross_matrix(arms[k])
        found = [rows]
        for reach, far in reaches:
            row, missing = self._reaching(trunk, reach, far, joints, arms)
            found.append(row[None])
            wanted.append(missing)
        return np.concatenate(found).reshape(len(wanted), -1), np.array(wanted)

    def _reaching(
        self, trunk: Trunk, reach: Reach, wanted: float, joints: Sequence[Vector], arms: Sequence[Vector]
    ) -> tuple[Matrix, float]:
        """How the distance of a limb's root to its point changes, and by how much it is too long."""
        row = np.zeros((self.count + 3, 3))
        if reach.limb < 0:
            lever = trunk.turns[0] @ reach.offset
            away = reach.point - joints[0] - lever
            levers = [(1, lever)]
        else:
            carrier = self.body.arms[reach.limb].carrier
            inner, outer = self._to_shoulder(trunk, reach.limb)
            away = reach.point - joints[carrier] - inner - outer
            levers = [(k + 1, arms[k]) for k in range(carrier)]
            levers += [(carrier + 1, inner)] if carrier < self.count else []
            levers.append((self.count + 1 + reach.limb, outer))
        far = length(away)
        row[0] = way = away / far
        for block, lever in levers:
            row[block] = cross(lever, way)
        return row, far - wanted

    def _apply(self, trunk: Trunk, change: Matrix) -> None:
        """Take a step: `change` (n + 3, 3) is a move, then turns."""
        trunk.place = trunk.place + change[0]
        for k in range(self.count):
            trunk.turns[k] = rotation(change[k + 1]) @ trunk.turns[k]
        for number in range(2):
            trunk.clavicles[number] = rotation(change[self.count + 1 + number]) @ trunk.clavicles[number]


def _cross_matrix(v: Vector) -> Matrix:
    """The matrix (3, 3) by which a vector w becomes v × w."""
    x, y, z = v.tolist()
    return np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
