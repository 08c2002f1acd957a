"""The stance of a figure: upright, arms straight out to the sides, legs straight down, facing -Y.

Whatever the rest pose of a skeleton is, tracked turns are counted from this stance: a turn of a bone is a rotation in
armature axes that takes it from there to where it is. So a shared turn is a shared number, for any skeleton.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.fitting import Figure, found_in
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.figure import SIDES, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Matrix, Vector, across, unit
from pantin.rigs.wording import quoted
from pantin.solver.edits.tracking.turns import swing_matrix
from pantin.solver.messages import _

LEFT, UP, FORWARD = np.array((1.0, 0.0, 0.0)), np.array((0.0, 0.0, 1.0)), np.array((0.0, -1.0, 0.0))
UPRIGHT = 0.8
"""Cosine: a skeleton whose back and legs are this near to one line stands at rest."""
SIDEWAYS = 0.5
"""Cosine: a clavicle or a hand that points this near to the side goes on as it rests; others are turned there."""
TOES_DOWN = 0.3
"""How far down feet point, of 1, in a skeleton that does not stand at rest."""


class Arm(msgspec.Struct, frozen=True, eq=False):
    """An arm in the stance: names of its bones, and how their heads follow on each other, armature axes, metres."""

    side: Side
    carrier: int
    """The row of the bone of the back that carries it."""
    clavicle: str | None
    upper: str
    lower: str
    end: str
    to_clavicle: Vector
    to_upper: Vector
    """From the clavicle's head; zero where there is none."""
    to_lower: Vector
    to_end: Vector
    out: Vector
    """The way in which the arm points."""

    @property
    def length(self) -> float:
        """From shoulder to wrist, straight."""
        return float(np.linalg.norm(self.to_lower) + np.linalg.norm(self.to_end))


class Leg(msgspec.Struct, frozen=True, eq=False):
    """A leg in the stance, likewise; the sole is on the floor."""

    side: Side
    upper: str
    lower: str
    end: str
    to_upper: Vector
    """From the head of the bone that moves all."""
    to_lower: Vector
    to_end: Vector
    ankle: float
    """Height of the ankle over the floor."""
    toes: Vector
    """From the ankle to the ball of the foot."""
    toe: str | None = None

    @property
    def length(self) -> float:
        """From hip to ankle, straight."""
        return float(np.linalg.norm(self.to_lower) + np.linalg.norm(self.to_end))


class Body(msgspec.Struct, frozen=True, eq=False):
    """A figure in its stance. The chain runs from what moves all, row 0, to the head, the last row."""

    chain: tuple[str, ...]
    offsets: tuple[Vector, ...]
    """From the head of each bone of the chain to that of the next."""
    hips: str
    to_hips: Vector
    """From the head of what moves all to that of the hips: nothing where these are one."""
    neck: int
    """The row of the chain where the neck begins."""
    arms: tuple[Arm, Arm]
    legs: tuple[Leg, Leg]
    stands: bool
    """Whether it stands at rest; else the rest pose does not tell how head and feet are turned."""
    turns: Mapping[str, Matrix]
    """By bone: the rotation that takes it from rest to the stance."""
    fingers: Mapping[str, str]
    """The bones of the fingers by their roles. They rest as the hand carries them."""
    at: Mapping[str, Vector]
    """Where the heads of the tracked parts are in the stance, by part: the floor is at height 0."""

    @property
    def height(self) -> float:
        """From the floor to the joint of the head, metres."""
        return float(self.at["head"][2])


def body_of(rig: Rig) -> Body:
    """The figure of a rig in its stance. Raises ValueError, in one sentence, where it is not a person."""
    figure, tree = found_in(rig), Tree(rig)
    _check(figure)
    return _Standing(rig, figure, tree).body()


NEEDED = ("upper_arm", "forearm", "hand", "thigh", "shin", "foot")


def _check(figure: Figure) -> None:
    if figure.kind != "person":
        raise ValueError(_("Tracked points move a person, and this figure is none; open a rig with two legs."))
    wanted = ["hips", "head", *(role(part, side) for part in NEEDED for side in SIDES)]
    missing = [each for each in wanted if each not in figure.bones]
    if missing:
        raise ValueError(
            _("Tracked points move a whole person, and no bone is {part} here; name one so.").format(
                part=quoted(missing[0])
            )
        )


class _Standing:
    """Works out the stance of one figure."""

    def __init__(self, rig: Rig, figure: Figure, tree: Tree) -> None:
        self.figure, self.tree = figure, tree
        bones = figure.bones
        hips, head = bones["hips"], bones["head"]
        mover = hips if tree.is_below(head, hips) else tree.meeting((hips, head))
        if mover is None:
            raise ValueError(_("Hips and head hang on different bones; let one bone carry both."))
        self.chain = tree.path(mover, head)
        self.hips = hips
        self.turns: dict[str, Matrix] = {}
        frame = frame_of(rig, figure)
        self.stands = self._stands(frame.up)
        if self.stands:
            whole = np.array((LEFT, -FORWARD, UP)).T @ np.array((frame.left, -frame.forward, frame.up))
            self.turns |= dict.fromkeys(self.chain, whole)
        else:
            self._stand_up()
        self.turns.setdefault(hips, self.turns[mover])

    def body(self) -> Body:
        """The stance, the floor below it."""
        chain = self.chain
        offsets = tuple(self.turns[a] @ self._span(a, b) for a, b in pairwise(chain))
        arms = (self._arm("L", LEFT), self._arm("R", -LEFT))
        legs = [self._leg(side) for side in SIDES]
        to_hips = self.turns[chain[0]] @ self._span(chain[0], self.hips)
        low = [leg.to_upper + leg.to_lower + leg.to_end for leg in legs]
        floor = min(float(min(end[2], (end + leg.toes)[2])) for end, leg in zip(low, legs, strict=True))
        at = {"hips": to_hips - (0.0, 0.0, floor), "head": np.sum(offsets, axis=0) - (0.0, 0.0, floor)}
        for arm in arms:
            joints = (*offsets[: arm.carrier], arm.to_clavicle, arm.to_upper, arm.to_lower, arm.to_end)
            at[role("hand", arm.side)] = np.sum(joints, axis=0) - (0.0, 0.0, floor)
        for end, leg in zip(low, legs, strict=True):
            at[role("foot", leg.side)] = end - (0.0, 0.0, floor)
        stood = [msgspec.structs.replace(leg, ankle=float(end[2]) - floor) for end, leg in zip(low, legs, strict=True)]
        neck = len(chain) - 1 - len(self.figure.neck)
        fingers = self._fingers()
        legs_stood = (stood[0], stood[1])
        return Body(chain, offsets, self.hips, to_hips, neck, arms, legs_stood, self.stands, self.turns, fingers, at)

    def _fingers(self) -> Mapping[str, str]:
        """The fingers that hang on the hands, in the stance."""
        found = {}
        for side in SIDES:
            hand = self.figure.bones[role("hand", side)]
            for part, name in self.figure.fingers.items():
                if part.endswith(f".{side}") and self.tree.is_below(name, hand):
                    found[part] = name
                    self.turns[name] = self.turns[hand]
        return found

    def _span(self, above: str, below: str) -> Vector:
        return self.tree.head(below) - self.tree.head(above)

    def _stands(self, up: Vector) -> bool:
        """Whether back and legs are in one line at rest, as a person stands."""
        bones = self.figure.bones
        hips = np.mean([self.tree.head(bones[role("thigh", side)]) for side in SIDES], axis=0)
        feet = np.mean([self.tree.head(bones[role("foot", side)]) for side in SIDES], axis=0)
        back, legs = self.tree.head(bones["head"]) - hips, hips - feet
        lengths = float(np.linalg.norm(back) * np.linalg.norm(legs))
        return lengths > 0.0 and min(float(unit(back) @ up), float(unit(legs) @ up)) > UPRIGHT

    def _stand_up(self) -> None:
        """Any back upright: each bone is turned by the shortest arc, then the chest to face ahead."""
        bones, chain = self.figure.bones, self.chain
        left = self._span(bones["thigh.R"], bones["thigh.L"])
        spans = [self._span(a, b) for a, b in pairwise(chain)]
        first = next((each for each in spans if np.linalg.norm(each) > 1e-6), UP)
        up = unit(across(first, unit(left)))
        turn = np.array((LEFT, -FORWARD, UP)).T @ np.array((unit(left), np.cross(up, unit(left)), up))
        for name, span in zip(chain, [*spans, np.zeros(3)], strict=True):
            if name != chain[0] and np.linalg.norm(span) > 1e-6:
                turn = swing_matrix(turn @ unit(span), UP) @ turn
            self.turns[name] = turn
        shoulders = self._span(bones["upper_arm.R"], bones["upper_arm.L"])
        carrier = chain[self._carrier(bones["upper_arm.L"])]
        across_chest = across(self.turns[carrier] @ shoulders, UP)
        if np.linalg.norm(across_chest) > 1e-6:
            ahead = swing_matrix(unit(across_chest), LEFT)
            self.turns |= {name: ahead @ self.turns[name] for name in chain[1:]}

    def _carrier(self, bone: str) -> int:
        """The row of the chain on which a bone hangs."""
        return max(self.chain.index(name) for name in self.tree.above(bone) if name in self.chain)

    def _arm(self, side: Side, out: Vector) -> Arm:
        bones = self.figure.bones
        upper, lower, end = (bones[role(part, side)] for part in NEEDED[:3])
        row = self._carrier(upper)
        carrier, clavicle = self.chain[row], bones.get(role("shoulder", side))
        if clavicle is not None and not (self.tree.is_below(clavicle, carrier) and self.tree.is_below(upper, clavicle)):
            clavicle = None
        turn, to_clavicle = self.turns[carrier], np.zeros(3)
        if clavicle is None:
            to_upper = turn @ self._span(carrier, upper)
        else:
            to_clavicle = turn @ self._span(carrier, clavicle)
            turn = self._aside(turn, self._span(clavicle, upper), out, SIDEWAYS)
            to_upper = turn @ self._span(clavicle, upper)
            self.turns[clavicle] = turn
        if not self.stands:
            turn = self._palm_down(end, side, out, turn)
        turn = self.turns[upper] = self._aside(turn, self._span(upper, lower), out)
        to_lower = turn @ self._span(upper, lower)
        turn = self.turns[lower] = self._aside(turn, self._span(lower, end), out)
        to_end = turn @ self._span(lower, end)
        self.turns[end] = self._aside(turn, self._along_hand(end, side), out, SIDEWAYS)
        return Arm(side, row, clavicle, upper, lower, end, to_clavicle, to_upper, to_lower, to_end, out)

    def _aside(self, turn: Matrix, span: Vector, way: Vector, near: float = 2.0) -> Matrix:
        """The turn with which a bone that rests along `span` points that way, unless it is near already."""
        length = float(np.linalg.norm(span))
        if length < 1e-9 or float(turn @ span @ way) > near * length:
            return turn
        return swing_matrix(turn @ span / length, way) @ turn

    def _palm_down(self, hand: str, side: Side, out: Vector, turn: Matrix) -> Matrix:
        """The turn with which the little finger is behind the first one, where the hand has both."""
        fingers = [self.figure.bones.get(role(f"{finger}_1", side)) for finger in ("index", "little")]
        if fingers[0] is None or fingers[1] is None:
            return turn
        along, aside = self._along_hand(hand, side), self._span(fingers[0], fingers[1])
        aside = across(aside, unit(along))
        if np.linalg.norm(aside) < 1e-6:
            return turn
        rest = np.array((unit(along), unit(aside), np.cross(unit(along), unit(aside))))
        return np.array((out, -FORWARD, np.cross(out, -FORWARD))).T @ rest

    def _along_hand(self, hand: str, side: Side) -> Vector:
        """From the wrist to the knuckles."""
        knuckles = [
            self.tree.head(name)
            for finger in ("index", "middle", "ring", "little")
            if (name := self.figure.bones.get(role(f"{finger}_1", side))) is not None
        ]
        end = np.mean(knuckles, axis=0) if knuckles else self.tree.tail(hand)
        return np.asarray(end - self.tree.head(hand))

    def _leg(self, side: Side) -> Leg:
        bones = self.figure.bones
        upper, lower, end = (bones[role(part, side)] for part in NEEDED[3:])
        whole = self.turns[self.chain[0]]
        to_upper = whole @ self._span(self.chain[0], upper)
        turn = self.turns[upper] = self._aside(whole, self._span(upper, lower), -UP)
        to_lower = turn @ self._span(upper, lower)
        turn = self.turns[lower] = self._aside(turn, self._span(lower, end), -UP)
        to_end = turn @ self._span(lower, end)
        toe = bones.get(role("toe", side))
        along = self._span(end, toe) if toe else self.tree.tail(end) - self.tree.head(end)
        if self.stands:
            self.turns[end] = whole
        else:
            self.turns[end] = self._aside(turn, along, unit(FORWARD - TOES_DOWN * UP))
        if toe:
            self.turns[toe] = self.turns[end]
        return Leg(side, upper, lower, end, to_upper, to_lower, to_end, 0.0, self.turns[end] @ along, toe)
