"""The stance of a figure: upright, arms straight out to the sides, legs straight down, facing -Y.

Whatever the rest pose of a skeleton is, tracked turns are counted from this stance: a turn of a bone is a rotation in
armature axes that takes it from there to where it is. So a shared turn is a shared number, for any skeleton.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import ARM, LEG
from pantin.rigs.fitting import FoundBody, figure_in
from pantin.rigs.fitting.body_frame import Frame, frame_of
from pantin.rigs.fitting.found_body import SIDES, first_phalanx, role_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side
from pantin.rigs.tracking.points import FEET, HANDS, TrackedPart
from pantin.rigs.vectors import FRONT, LEFT, UP, Matrix, Vector, across, unit
from pantin.rigs.wording import quoted
from pantin.solver.edits.tracking.body import Arm, Body, Leg
from pantin.solver.messages import _

ARM_PARTS, LEG_PARTS = ARM[1:], LEG[:3]
"""The parts that a person needs on each side, beside hips and head."""

UPRIGHT = 0.8
"""Cosine: a skeleton whose back and legs are this near to one line stands at rest."""

SIDEWAYS = 0.5
"""Cosine: a clavicle or a hand that points this near to the side goes on as it rests; others are turned there."""

NEVER = 2.0
"""No cosine is so large: what is given this is turned, however near it is."""

TOES_DOWN = 0.3
"""Downward part of the direction of feet, of 1, in a skeleton that does not stand upright at rest."""

SHORT = 1e-6
"""Metres: a span that is shorter has no direction."""

POINT = 1e-9
"""Metres: a bone that is shorter points nowhere."""


def body_of(rig: Rig) -> Body:
    """The figure of a rig in its stance. Raises ValueError, in one sentence, where it is not a person."""
    figure, tree = figure_in(rig), Tree(rig)
    _check(figure)
    stance = _Stance(figure, tree)
    stance.turn_trunk(frame_of(rig, figure))
    return stance.body()


def _check(body: FoundBody) -> None:
    """Raise ValueError where there is no person, or where a part of one is missing."""
    if body.kind != "person":
        raise ValueError(_("Tracked points move a person, and this figure is none; open a rig with two legs."))
    wanted = ["hips", "head", *(role_of(part, side) for part in (*ARM_PARTS, *LEG_PARTS) for side in SIDES)]
    missing = [each for each in wanted if each not in body.bones]
    if missing:
        raise ValueError(
            _("Tracked points move a whole person, and no bone is {part} here; name one so.").format(
                part=quoted(missing[0])
            )
        )


class _Stance:
    """Works out the stance of one figure: first the trunk is turned into it, then what hangs on that.

    `turns` gathers, by bone, the rotation that takes it from rest to the stance. Each bone is asked for after the one
    that carries it, whose turn it goes on with.
    """

    def __init__(self, body: FoundBody, tree: Tree) -> None:
        self.figure, self.tree = body, tree
        self.hips, head = body.bones["hips"], body.bones["head"]
        mover = self.hips if tree.is_below(head, self.hips) else tree.common_ancestor((self.hips, head))
        if mover is None:
            raise ValueError(_("Hips and head hang on different bones; let one bone carry both."))
        self.chain = tree.path(mover, head)
        self.stands = False
        self.turns: dict[str, Matrix] = {}

    def turn_trunk(self, frame: Frame) -> None:
        """Turn the bones from what moves all to the head: as a whole where the figure stands, else one by one."""
        self.stands = self._is_upright(frame.up)
        if self.stands:
            whole = _turned_onto((frame.left, -frame.forward, frame.up))
            self.turns |= dict.fromkeys(self.chain, whole)
        else:
            self._stand_up()
        self.turns.setdefault(self.hips, self.turns[self.chain[0]])

    def body(self) -> Body:
        """The stance, the floor below it."""
        chain = self.chain
        offsets = tuple(self.turns[a] @ self._span(a, b) for a, b in pairwise(chain))
        arms = (self._arm("L", LEFT), self._arm("R", -LEFT))
        legs = (self._leg("L"), self._leg("R"))
        to_hips = self.turns[chain[0]] @ self._span(chain[0], self.hips)
        floor = min(leg.lowest for leg in legs)
        return Body(
            chain,
            offsets,
            self.hips,
            to_hips,
            len(chain) - 1 - len(self.figure.neck),
            arms,
            (_standing(legs[0], floor), _standing(legs[1], floor)),
            self.stands,
            self.turns,
            self._fingers(),
            _places(offsets, to_hips, arms, legs, floor),
        )

    def _is_upright(self, up: Vector) -> bool:
        """Return whether back and legs are in one line at rest, as a person stands."""
        bones = self.figure.bones
        hips = np.mean([self.tree.head(bones[role_of("thigh", side)]) for side in SIDES], axis=0)
        feet = np.mean([self.tree.head(bones[role_of("foot", side)]) for side in SIDES], axis=0)
        back, legs = self.tree.head(bones["head"]) - hips, hips - feet
        lengths = float(np.linalg.norm(back) * np.linalg.norm(legs))
        return lengths > 0.0 and min(float(unit(back) @ up), float(unit(legs) @ up)) > UPRIGHT

    def _stand_up(self) -> None:
        """Any back upright: each bone is turned by the shortest arc, then the chest to face ahead."""
        bones, chain = self.figure.bones, self.chain
        left = unit(self._span(bones["thigh.R"], bones["thigh.L"]))
        spans = [self._span(a, b) for a, b in pairwise(chain)]
        first = next((each for each in spans if np.linalg.norm(each) > SHORT), UP)
        up = unit(across(first, left))
        turn = _turned_onto((left, np.cross(up, left), up))
        for name, span in zip(chain, [*spans, np.zeros(3)], strict=True):
            if name != chain[0] and np.linalg.norm(span) > SHORT:
                turn = rot.shortest_arc(turn @ unit(span), UP) @ turn
            self.turns[name] = turn
        self._face_ahead()

    def _face_ahead(self) -> None:
        """Turn all above the first bone about the back until the left shoulder is on the left."""
        bones, chain = self.figure.bones, self.chain
        shoulders = self._span(bones["upper_arm.R"], bones["upper_arm.L"])
        parent = chain[self._parent_in_chain(bones["upper_arm.L"])]
        across_chest = across(self.turns[parent] @ shoulders, UP)
        if np.linalg.norm(across_chest) > SHORT:
            ahead = rot.shortest_arc(unit(across_chest), LEFT)
            self.turns |= {name: ahead @ self.turns[name] for name in chain[1:]}

    def _arm(self, side: Side, out: Vector) -> Arm:
        """An arm, straight in the direction `out`, on the trunk as it is turned."""
        upper, lower, end = (self.figure.bones[role_of(part, side)] for part in ARM_PARTS)
        row = self._parent_in_chain(upper)
        parent = self.chain[row]
        clavicle, to_clavicle, to_upper, turn = self._shoulder(parent, upper, side, out)
        if not self.stands:
            turn = self._palm_down(end, side, out, turn)
        turn = self.turns[upper] = _aside(turn, self._span(upper, lower), out)
        to_lower = turn @ self._span(upper, lower)
        turn = self.turns[lower] = _aside(turn, self._span(lower, end), out)
        to_end = turn @ self._span(lower, end)
        self.turns[end] = _aside(turn, self._along_hand(end, side), out, SIDEWAYS)
        return Arm(side, row, clavicle, upper, lower, end, to_clavicle, to_upper, to_lower, to_end, out)

    def _shoulder(self, parent: str, upper: str, side: Side, out: Vector) -> tuple[str | None, Vector, Vector, Matrix]:
        """The clavicle between a bone of the back and the upper arm, if there is one; from the head of the first to it
        and on to the arm; and the turn that the arm goes on with.
        """
        turn, clavicle = self.turns[parent], self.figure.bones.get(role_of("shoulder", side))
        if clavicle is None or not (self.tree.is_below(clavicle, parent) and self.tree.is_below(upper, clavicle)):
            return None, np.zeros(3), turn @ self._span(parent, upper), turn
        to_clavicle = turn @ self._span(parent, clavicle)
        turn = self.turns[clavicle] = _aside(turn, self._span(clavicle, upper), out, SIDEWAYS)
        return clavicle, to_clavicle, turn @ self._span(clavicle, upper), turn

    def _palm_down(self, hand: str, side: Side, out: Vector, turn: Matrix) -> Matrix:
        """The turn with which the little finger is behind the first one, where the hand has both."""
        fingers = [self.figure.bones.get(first_phalanx(finger, side)) for finger in ("index", "little")]
        if fingers[0] is None or fingers[1] is None:
            return turn
        along = unit(self._along_hand(hand, side))
        aside = across(self._span(fingers[0], fingers[1]), along)
        if np.linalg.norm(aside) < SHORT:
            return turn
        aside = unit(aside)
        rest = np.array((along, aside, np.cross(along, aside)))
        return np.array((out, -FRONT, np.cross(out, -FRONT))).T @ rest

    def _along_hand(self, hand: str, side: Side) -> Vector:
        """From the wrist to the knuckles."""
        knuckles = [
            self.tree.head(name)
            for finger in ("index", "middle", "ring", "little")
            if (name := self.figure.bones.get(first_phalanx(finger, side))) is not None
        ]
        end = np.mean(knuckles, axis=0) if knuckles else self.tree.tail(hand)
        return np.asarray(end - self.tree.head(hand))

    def _leg(self, side: Side) -> Leg:
        """A leg, straight down from the hips as they are turned; how high its ankle is is not known yet."""
        upper, lower, end = (self.figure.bones[role_of(part, side)] for part in LEG_PARTS)
        whole = self.turns[self.chain[0]]
        to_upper = whole @ self._span(self.chain[0], upper)
        turn = self.turns[upper] = _aside(whole, self._span(upper, lower), -UP)
        to_lower = turn @ self._span(upper, lower)
        turn = self.turns[lower] = _aside(turn, self._span(lower, end), -UP)
        to_end = turn @ self._span(lower, end)
        toe = self.figure.bones.get(role_of("toe", side))
        along = self._span(end, toe) if toe else self.tree.tail(end) - self.tree.head(end)
        foot = whole if self.stands else _aside(turn, along, unit(FRONT - TOES_DOWN * UP))
        self.turns |= dict.fromkeys((end, toe) if toe else (end,), foot)
        return Leg(side, upper, lower, end, to_upper, to_lower, to_end, 0.0, foot @ along, toe)

    def _fingers(self) -> Mapping[str, str]:
        """The fingers that hang on the hands, by their roles; they turn with these."""
        found = {}
        for side in SIDES:
            hand = self.figure.bones[role_of("hand", side)]
            for part, name in self.figure.fingers.items():
                if part.endswith(f".{side}") and self.tree.is_below(name, hand):
                    found[part] = name
                    self.turns[name] = self.turns[hand]
        return found

    def _parent_in_chain(self, bone: str) -> int:
        """Return the row of the chain that is the nearest ancestor of a bone."""
        return max(self.chain.index(name) for name in self.tree.above(bone) if name in self.chain)

    def _span(self, above: str, below: str) -> Vector:
        """From the head of one bone to that of another at rest (3,), metres."""
        return self.tree.head(below) - self.tree.head(above)


def _turned_onto(axes: Sequence[Vector]) -> Matrix:
    """The rotation (3, 3) that takes three axes of the rest pose, left, back and up, to those of the stance."""
    return np.array((LEFT, -FRONT, UP)).T @ np.array(axes)


def _aside(turn: Matrix, span: Vector, way: Vector, near: float = NEVER) -> Matrix:
    """The turn with which a bone that rests along `span` points that way, unless its cosine is more than `near`."""
    length = float(np.linalg.norm(span))
    if length < POINT or float(turn @ span @ way) > near * length:
        return turn
    return rot.shortest_arc(turn @ span / length, way) @ turn


def _standing(leg: Leg, floor: float) -> Leg:
    """A leg whose ankle is so high over the floor."""
    return msgspec.structs.replace(leg, ankle=float(leg.at_ankle[2]) - floor)


def _places(
    offsets: Sequence[Vector], to_hips: Vector, arms: Sequence[Arm], legs: Sequence[Leg], floor: float
) -> Mapping[TrackedPart, Vector]:
    """Return the heads of the tracked parts, by part. The floor is given from the head of what moves all."""
    ends: dict[TrackedPart, Vector] = {"hips": to_hips, "head": np.sum(offsets, axis=0)}
    for arm in arms:
        joints = (*offsets[: arm.parent], arm.to_clavicle, arm.to_upper, arm.to_lower, arm.to_end)
        ends[HANDS[arm.side]] = np.sum(joints, axis=0)
    ends |= {FEET[leg.side]: leg.at_ankle for leg in legs}
    return {part: end - (0.0, 0.0, floor) for part, end in ends.items()}
