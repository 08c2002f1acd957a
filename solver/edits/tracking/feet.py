"""Feet that nobody tracks: they stay where they are, and step when the body has gone on or turned away.

A foot steps to where the hips will be when it bears them. While a person walks the arms swing against the legs, so the
hand that comes forward tells which foot does not. A foot whose leg is nearly straight rolls over its ball; where even
that does not reach, as in a jump, it leaves the floor.
"""

from __future__ import annotations

from math import asin, exp, hypot, pi, sin

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.fields import Vector3
from pantin.rigs.vectors import FRONT, LEFT, SHORTEST, UP, Matrix, Vector, eased, heading_of, length, three
from pantin.solver.edits.tracking.body import Leg

SWING = 0.4
"""Seconds that a step takes, about as long as at an ordinary walk."""
AHEAD = 0.22
"""Seconds: how far before the hips, by their speed, a foot lands, so that it bears them on their way over it."""
NARROW = 0.5
"""The part of the hips' width by which feet are set nearer to each other at a walk than standing."""
WALK = 1.0
"""Legs a second: the speed of the hips from which on they are."""
STILL = 0.06
"""Legs: a foot that is nearer to its place under the hip stays."""
BEHIND = 0.20
"""Seconds: how far a foot is left behind, by the speed of the hips, before it steps."""
CUE = 0.5
"""Lead of the foot that the hands call for over the other one, in parts of that distance."""
TURNED = 0.6
"""Radians: a foot that points so far from where the body faces steps."""
HURRY = 1.5
"""A foot that is left behind so many times too far steps though the other one is in the air."""
LIFT = 0.08
"""Legs: how high the ankle rises in a step."""
OFF = 0.03
"""Legs that hips are above a straight leg before its foot is taken to be off the floor; on tiptoe it still stands."""
HALVINGS = 12
"""Of MOST_ROLL: to a quarter of a milliradian."""
BEARING = 0.97
"""Of its length: a leg that bears is straighter than an arm that reaches, for people stand on straight legs."""
STRAIGHT = 0.9995
"""Of its length: how far a leg reaches at most."""
MOST_ROLL = 0.9
"""Radians that a foot rolls over its ball at most."""
TOES_FREE = 0.2
"""Legs: toes of a ball that is so high over the floor are straight."""
QUICKEST = 4.0
"""Radians a second that a foot rolls, as at a brisk walk."""
TOES = 0.55
"""The part of a foot's roll by which its toes bend: a person's lie flat, those of half the figures do not bend."""
SPIN = 6.0
"""Radians a second that a foot turns at most in its step: who spins steps more than once."""
SETTLING = 0.12
"""Time constant, seconds, with which speed is smoothed, and with which feet in the air come under the hips."""
SLOW = 0.12
"""Time constant, seconds, with which the swing of the hands is smoothed."""


class Foot(msgspec.Struct, frozen=True):
    """The place of a foot: its ankle over the floor, or between two places while it steps."""

    place: Vector3
    heading: float
    progress: float = 1.0
    """Of its step, from 0; 1 stands."""
    start: Vector3 = (0.0, 0.0, 0.0)
    start_roll: float = 0.0
    roll: float = 0.0
    """Rise of the heel, radians."""


class Feet(msgspec.Struct, frozen=True):
    """The state from frame to frame: both feet, and the movement of the body."""

    feet: tuple[Foot, Foot]
    hips: Vector3
    velocity: tuple[float, float]
    """Of the hips over the floor, metres a second, smoothed."""
    heading: float
    """Heading of the body, radians about Z from -Y, smoothed."""
    hands: float
    """Distance of the right hand before the left one, metres."""
    swing: float = 0.0
    """Rate of that, metres a second, smoothed."""


def standing(legs: tuple[Leg, Leg], hips: Vector, heading: float, hands: float) -> Feet:
    """Return both feet under the hips (3,)."""
    left, right = (Foot(three(_home(leg, hips, heading)), heading) for leg in legs)
    return Feet((left, right), three(hips), (0.0, 0.0), heading, hands)


def moved(feet: Feet, hips: Vector, heading: float, hands: float, seconds: float) -> Feet:
    """Return the state a frame later, by the hips (3,); the feet stay."""
    if seconds <= 0.0:
        return replace(feet, hips=three(hips), heading=heading, hands=hands)
    share, slow = 1.0 - exp(-seconds / SETTLING), 1.0 - exp(-seconds / SLOW)
    now = ((float(hips[k]) - feet.hips[k]) / seconds for k in range(2))
    x, y = (old + share * (new - old) for old, new in zip(feet.velocity, now, strict=True))
    swing = feet.swing + slow * ((hands - feet.hands) / seconds - feet.swing)
    return replace(feet, hips=three(hips), velocity=(x, y), heading=heading, hands=hands, swing=swing)


def stepped(feet: Feet, legs: tuple[Leg, Leg], tracked: tuple[bool, bool], seconds: float) -> Feet:
    """The feet after a frame: one may begin to step, one that steps goes on. A tracked foot needs no place."""
    chosen = _stepping(feet, legs, tracked)
    found = []
    for number, (foot, leg) in enumerate(zip(feet.feet, legs, strict=True)):
        if number == chosen:
            foot = replace(foot, progress=0.0, start=foot.place, start_roll=foot.roll)
        found.append(foot if tracked[number] else _gone_on(foot, leg, feet, seconds))
    return replace(feet, feet=(found[0], found[1]))


def placed(foot: Foot, leg: Leg, hip: Vector, seconds: float) -> tuple[Foot, Vector, Matrix]:
    """Return the foot with its roll, its ankle (3,) and its turn from the stance (3, 3), below a hip joint."""
    lifted = sin(pi * foot.progress) ** 2 if foot.progress < 1.0 else 0.0
    flat = np.array(foot.place) + LIFT * leg.length * lifted * UP
    roll = foot.start_roll * (1.0 - foot.progress) ** 2 if foot.progress < 1.0 else 0.0
    reach = _softened(length(flat - hip), leg.length)
    wanted = max(roll, _roll_needed(flat, foot.heading, leg, hip, reach))
    roll = foot.roll + max(-QUICKEST * seconds, min(QUICKEST * seconds, wanted - foot.roll))
    turn = _rolled(foot.heading, roll)
    ankle = flat + _ball(foot.heading, leg) - turn @ leg.toes
    away = ankle - hip
    far = length(away)
    reach = _softened(far, leg.length)
    if far > reach:
        ankle = hip + away * (reach / far)
    return replace(foot, roll=roll), ankle, turn


def taken(foot: Foot, ankle: Vector, turn: Matrix, leg: Leg) -> Foot:
    """Return a tracked foot by its ankle (3,) and turn (3, 3): where it would be if that ended now."""
    place = (float(ankle[0]), float(ankle[1]), leg.ankle)
    return replace(foot, place=place, heading=heading_of(turn @ FRONT), progress=1.0, roll=0.0)


def bend_of_toes(turn: Matrix, ankle: Vector, leg: Leg) -> float:
    """Return the angle by which the toes of a foot are bent up, radians.

    It is a part of the angle of the heel while the ball is on the floor. `turn` (3, 3) is the foot's rotation from the
    stance, `ankle` (3,) the place of its ankle, armature space.
    """
    raised = float((ankle + turn @ leg.toes)[2] - leg.toes[2]) - leg.ankle
    near = 1.0 - eased(raised, 0.0, TOES_FREE * leg.length)
    heel_up = asin(max(-1.0, min(1.0, -float((turn @ FRONT)[2]))))
    return TOES * near * max(0.0, min(MOST_ROLL, heel_up))


def _home(leg: Leg, hips: Vector, heading: float, speed: float = 0.0) -> Vector:
    """Return the place of a foot under the hips, nearer to their middle at a walk."""
    aside, back, _up = leg.to_upper + leg.to_lower + leg.to_end
    near = 1.0 - NARROW * min(1.0, speed / (WALK * leg.length))
    hip = hips + rot.exp(heading * UP) @ np.array((near * aside, back, 0.0))
    return np.array((hip[0], hip[1], leg.ankle))


def _stepping(feet: Feet, legs: tuple[Leg, Leg], tracked: tuple[bool, bool]) -> int | None:
    """The foot that begins to step, if one does."""
    speed = hypot(*feet.velocity)
    needs = []
    for number, (foot, leg) in enumerate(zip(feet.feet, legs, strict=True)):
        home = _home(leg, np.array(feet.hips), feet.heading, speed)
        away = hypot(home[0] - foot.place[0], home[1] - foot.place[1])
        allowed = max(STILL * leg.length, BEHIND * speed)
        called = feet.swing if number == 0 else -feet.swing
        favour = 1.0 + CUE * max(-1.0, min(1.0, 2.0 * called / max(speed, 0.1))) * min(1.0, speed / 0.3)
        turned = abs(rot.wrapped(feet.heading - foot.heading)) / TURNED
        free = foot.progress >= 1.0 and not tracked[number]
        needs.append(max(away / allowed * favour, turned) if free else 0.0)
    number = int(np.argmax(needs))
    busy = feet.feet[1 - number].progress < 1.0
    return number if needs[number] > (HURRY if busy else 1.0) else None


def _gone_on(foot: Foot, leg: Leg, feet: Feet, seconds: float) -> Foot:
    """A foot a frame later: further on its step, or under hips that are too high to stand."""
    hips, speed = np.array(feet.hips), hypot(*feet.velocity)
    home = _home(leg, hips, feet.heading, speed)
    if foot.progress >= 1.0:
        over = float(hips[2]) + float(leg.to_upper[2]) - (1.0 + OFF) * leg.length - leg.ankle
        share = min(1.0, max(0.0, over / (0.1 * leg.length))) * (1.0 - exp(-seconds / SETTLING))
        place = np.array(foot.place) + share * (home - foot.place)
        return replace(
            foot, place=three(place), heading=foot.heading + share * rot.wrapped(feet.heading - foot.heading)
        )
    progress = min(1.0, foot.progress + seconds / SWING)
    left = (1.0 - progress) * SWING + AHEAD
    goal = home + left * np.array((*feet.velocity, 0.0))
    before, eased = (part**2 * (3.0 - 2.0 * part) for part in (foot.progress, progress))
    start = np.array(foot.start)
    # From where it is: half a turn from where it began, the other way round is suddenly the shorter one.
    turned = (eased - before) / max(1.0 - before, SHORTEST) * rot.wrapped(feet.heading - foot.heading)
    heading = foot.heading + max(-SPIN * seconds, min(SPIN * seconds, turned))
    return replace(foot, place=three(start + eased * (goal - start)), heading=heading, progress=progress)


def _softened(far: float, whole: float) -> float:
    """Return the reach of a leg to a point that is `far` away: it approaches its length smoothly."""
    easy, most = BEARING * whole, STRAIGHT * whole
    return far if far <= easy else most - (most - easy) * exp((easy - far) / (most - easy))


def _ball(heading: float, leg: Leg) -> Vector:
    """From the ankle to the ball of a flat foot."""
    return rot.exp(heading * UP) @ leg.toes


def _rolled(heading: float, roll: float) -> Matrix:
    """A foot that faces so, with its heel up."""
    return rot.exp(heading * UP) @ rot.exp(roll * LEFT)


def _roll_needed(flat: Vector, heading: float, leg: Leg, hip: Vector, reach: float) -> float:
    """Return the angle by which the heel must rise for the leg to reach the ball of the foot, radians."""
    ball = flat + _ball(heading, leg)
    low, high = 0.0, MOST_ROLL
    if length(flat - hip) <= reach:
        return 0.0
    for _halving in range(HALVINGS):
        middle = (low + high) / 2.0
        ankle = ball - _rolled(heading, middle) @ leg.toes
        low, high = (low, middle) if length(ankle - hip) <= reach else (middle, high)
    return high
