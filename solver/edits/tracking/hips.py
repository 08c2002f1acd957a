"""Hips that nobody tracks: below the head, facing as head and hands do.

Measured on people who walk and dance, the distance from the hips to the head hardly changes: a back bends but is not
pressed together. So hips hang below the head at the length of the stance, leaning a little, and more when it is low or
looks down.
"""

from __future__ import annotations

from math import acos, atan2, exp, hypot, pi, sin

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import FRONT, LEFT, SHORTEST, UP, Matrix, Vector, cross, eased, four, heading_of, length
from pantin.solver.edits.tracking.body import Body

LEAN = 0.05
"""Radians: people stand and walk with the head a little before the hips."""
STOOP, NOD = 1.2, 0.4
"""Radians of lean for each height that the head comes down, and for each radian that it looks down: who stoops looks
at the floor, and who goes down by the knees looks ahead. Fitted to 22 motions of walks, dances, jumps and bows."""
FREE = 0.05
"""Heights that the head comes down by the knees alone."""
SEATED, LOOKS_DOWN = (0.3, 0.45), (0.1, 0.6)
"""Heights that the head comes down, from no knees down to the floor, and radians that it looks down: who is so low and
looks ahead sits or kneels upright; a head that is down with its back looks down as well."""
BENT = (0.1, 0.3)
"""Radians that a head looks down of who leans back on both hands, and of who bears down on them."""
ON_HANDS, HELD = 0.6, (0.06, 0.12)
"""Radians that such a back leans more on both hands, and heights over the floor of wrists that bear and that do not."""
HANGS = (-0.4, 0.0)
"""Cosines of the top of a head to the upright: of who bends down to the floor it hangs, of who crawls it does not."""
ON_FLOOR = (0.27, 0.37)
"""Heights over the floor: the joint of a head that lies there or is propped on elbows, and of one on all fours."""
ASIDE, MOST_ASIDE = 1.2, 0.6
"""Radians that a back leans aside for each height that hands hang to the other side of the head, and at most. On four
people who walk and dance the two go together at 0.7 to 0.9; this is the mean of their slopes."""
RAISED, HANGING = 0.15, 0.35
"""Heights below the head: hands that are raised higher tell nothing of that, hands that hang lower all."""
NECK = 0.6
"""Radians that a neck tilts by itself; the rest of a head's tilt is that of the back."""
LEAST = 0.06
"""Heights over the floor: the hips of somebody who sits or lies on it."""
STEEP = 1e-3
"""A back that is so near upright is laid down forwards."""
SETTLING = 0.3
"""Seconds in which the hips turn after head and hands, so that a look aside turns the head alone."""
CHEST = 0.3
"""Radians that a chest turns towards hands which are a quarter turn aside: shoulders follow before arms need it."""
SOON = 0.06
"""Time constant, seconds, with which it does."""
QUICKEST = 4.0
"""Radians a second that a back leans, stoops or is laid down at most."""
TWIST = 2.2
"""Radians that hips are turned against the head at most: of half a turn a back would not know the way."""
APART = 0.25
"""Heights: hands that are so far apart tell where the chest faces as well as the head does."""
HANDS = 0.5
"""Their share of it then. Heads are turned aside for long; the line of the hands swings about where one walks to."""


class Facing(msgspec.Struct, frozen=True):
    """The heading of a body, radians about Z from -Y, counted on beyond half a turn: a head never goes the other way
    round because that has become shorter.
    """

    hips: float
    head: float
    hands: float | None = None
    """Across the line of the hands."""
    chest: float = 0.0
    """Turn of the chest to where the hands are, beside its share of the turn from hips to head."""
    lean: Quaternion | None = None
    """Rotation of the hips beside their heading."""


def facing(
    body: Body, head: Matrix, hands: tuple[Vector, Vector] | None, before: Facing | None, seconds: float
) -> Facing:
    """Return the heading of hips that nobody tracks, and the numbers it was found from.

    `head` (3, 3) is the head's rotation from the stance, `hands` are two places (3,), armature space. `seconds`
    are those since the frame before.
    """
    ahead = heading_of(rot.shortest_arc(head @ UP, UP) @ head @ FRONT)
    if before is not None:
        ahead = before.head + rot.wrapped(ahead - before.head)
    line, sure = None, 0.0
    if hands is not None:
        x, y, _z = (hands[0] - hands[1]).tolist()
        line, sure = atan2(y, x), min(1.0, hypot(x, y) / (APART * body.height))
    # By the sine: hands that are behind the back tell nothing, and it does not jump as the shorter way does.
    found = wanted = ahead if line is None else ahead + HANDS * sure * sin(line - ahead)
    if before is not None:
        found = before.hips + sure * _together(before, ahead, line)
        found += (1.0 - exp(-seconds / SETTLING)) * (wanted - found)
    found = ahead + max(-TWIST, min(TWIST, found - ahead))
    chest = 0.0 if line is None else CHEST * sure * sin(line - (ahead + found) / 2.0)
    if before is None:
        return Facing(found, ahead, line, chest)
    return Facing(found, ahead, line, before.chest + (1.0 - exp(-seconds / SOON)) * (chest - before.chest), before.lean)


def _together(before: Facing, ahead: float, line: float | None) -> float:
    """Return the angle by which head and hands have both turned since the frame before, radians: so far the whole body
    did.
    """
    if line is None or before.hands is None:
        return 0.0
    head, hands = ahead - before.head, rot.wrapped(line - before.hands)
    return min(head, hands) if min(head, hands) > 0.0 else max(head, hands) if max(head, hands) < 0.0 else 0.0


def below(
    body: Body, head: Vector, turned: Matrix, facing: Facing, hands: tuple[Vector, Vector] | None, seconds: float
) -> tuple[Vector, Matrix, Facing]:
    """The place (3,) of what moves all and its turn (3, 3), below a head that is `turned` so from the stance.

    And what is remembered of it: a back leans at a bounded speed, beside how it turns about.
    """
    ahead = rot.exp(facing.hips * UP)
    lean = ahead.T @ _below(body, head, turned, facing.hips, hands)
    if facing.lean is not None:
        before = rot.matrix_from_quaternion(facing.lean)
        way = rot.log(lean @ before.T)
        lean = rot.exp(way * min(1.0, QUICKEST * seconds / max(length(way), SHORTEST))) @ before
    turn = ahead @ lean
    stance = body.at["head"] - body.at["hips"] + body.to_hips
    return head - turn @ stance, turn, replace(facing, lean=four(rot.quaternion_from_matrix(lean)))


def _below(body: Body, head: Vector, turned: Matrix, facing: float, hands: tuple[Vector, Vector] | None) -> Matrix:
    """Return the rotation of a back that nothing holds, (3, 3)."""
    stance = body.at["head"] - body.at["hips"] + body.to_hips
    far = length(stance)
    nod = _nod(turned, facing)
    down = max(0.0, (body.height - float(head[2])) / body.height - FREE)
    aside = 0.0 if hands is None else _aside(body, head, rot.exp(facing * UP) @ LEFT, hands)
    seated, high = eased(down, *SEATED), float(head[2]) / body.height
    borne = _borne(body, hands) * eased(nod, *BENT)
    stoop = max(0.0, min(1.0, 1.0 + nod)) * (1.0 - seated * (1.0 - max(borne, eased(nod, *LOOKS_DOWN))))
    lean = (STOOP * down + ON_HANDS * borne * eased(high, *ON_FLOOR)) * stoop + NOD * max(0.0, min(NECK, nod))
    bent = rot.exp(LEAN * LEFT + lean * _across_lean(turned @ UP, facing) - aside * FRONT)
    turn = _beyond_neck(turned @ UP) @ rot.exp(facing * UP) @ bent @ rot.shortest_arc(stance / far, UP)
    level = max(1.0 - eased(high, *ON_FLOOR), seated * borne) * eased(float(turned[2, 2]), *HANGS)
    turn = _beside(turn @ stance, level) @ turn
    return _over_floor(turn @ stance, float(head[2]) - LEAST * body.height, rot.exp(facing * UP) @ LEFT) @ turn


def _nod(turned: Matrix, facing: float) -> float:
    """Return the angle by which a head looks down, radians; below 0 for one that looks up: who lies on the back does
    not stoop.
    """
    x, y, z = (turned @ UP).tolist()
    ahead = rot.exp(facing * UP) @ FRONT
    return atan2(x * float(ahead[0]) + y * float(ahead[1]), max(z, 0.0))


def _borne(body: Body, hands: tuple[Vector, Vector] | None) -> float:
    """Return the part, 0 to 1, by which both hands are on the floor, as of somebody on all fours."""
    if hands is None:
        return 0.0
    return 1.0 - eased(max(float(hand[2]) for hand in hands) / body.height, *HELD)


def _across_lean(up: Vector, facing: float) -> Vector:
    """The axis (3,), counted from where a body faces, about which it leans: ahead, or to where the head's top points.

    A neck does not tell where a back leans, and a head that is tilted farther than necks are does.
    """
    axis = cross(UP, up)
    sine = length(axis)
    if sine <= SHORTEST:
        return LEFT
    part = eased(atan2(sine, float(up[2])), NECK, 2.0 * NECK)
    return np.asarray((1.0 - part) * LEFT + part * (rot.exp(facing * UP).T @ axis) / sine)


def _beside(back: Vector, part: float) -> Matrix:
    """The turn that brings hips down, by a part of the way, beside a head that they are above of."""
    far = length(back)
    axis = cross(UP, back / far)
    sine = length(axis)
    over = acos(max(-1.0, min(1.0, float(back[2]) / far))) - pi / 2.0
    return rot.exp(-part * over * (axis / sine)) if over > 0.0 and sine > STEEP else np.eye(3)


def _over_floor(back: Vector, high: float, left: Vector) -> Matrix:
    """The turn that lays a back so far down that it reaches from a head no lower than `high` below it."""
    far = length(back)
    angle = acos(max(-1.0, min(1.0, float(back[2]) / far)))
    more = acos(max(-1.0, min(1.0, high / far))) - angle
    axis = cross(UP, back / far)
    sine = length(axis)
    if more <= 0.0:
        return np.eye(3)
    return rot.exp(more * (axis / sine if sine > STEEP else left))


def _aside(body: Body, head: Vector, left: Vector, hands: tuple[Vector, Vector]) -> float:
    """Return the angle by which a back leans to the left, radians: hands that hang stay over the feet while the head
    goes aside.
    """
    away = (hands[0] + hands[1]) / 2.0 - head
    hang = min(1.0, max(0.0, -float(away[2]) / body.height - RAISED) / (HANGING - RAISED))
    return max(-MOST_ASIDE, min(MOST_ASIDE, -ASIDE * hang * float(away @ left) / body.height))


def _beyond_neck(up: Vector) -> Matrix:
    """The turn of a back under a head that is tilted farther than necks bend: `up` is the top of the head's way."""
    axis = cross(UP, up)
    sine = length(axis)
    angle = float(np.arctan2(sine, float(up @ UP)))
    return rot.exp(axis * (max(0.0, angle - NECK) / sine)) if sine > SHORTEST else np.eye(3)
