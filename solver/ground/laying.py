"""Laying a sole on the ground: how a foot that stands somewhere comes to stand on the surface.

A foot rests on the highest of the points of its sole, so none goes through; which way it faces and where its ankle is
over the ground stay as they are posed. A foot is planted while it is no higher than half the thickness of its sole, the
height of its ankle, and lifted from the whole thickness on; between the two it comes off the ground, smoothly. A foot
that is level with one that stands is not lifted, however low the ground is below it (`level_with`). At the front of a
step it is held back while it comes up (`rigs.ground.surface.climb`). So the place is a function of the pose alone,
changes without a jump, and a foot that stands on the ground stays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.editing.soles import Sole
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import Climb, climb, heights_above, surface
from pantin.rigs.vectors import cross, eased
from pantin.solver.program.skeleton import Floats

PLANTED = 0.5
"""A sole no higher than this part of its thickness is drawn to the ground whole."""

LEVEL, FLAT = 0.125, 0.05
"""A sole is level with another within this part of its thickness, and flat within this angle, radians; from twice as
much on it is neither. A foot that swings down a step passes there in no time."""


class Laid(NamedTuple):
    """The movement of a foot (4, 4), armature space, and how far it is planted: 1 whole, 0 lifted."""

    change: Floats
    planted: float


def lay(ground: Ground, sole: Sole, flat: Floats, real: Floats, anchor: Floats, up: Floats, least: float = 0.0) -> Laid:
    """Lay a sole on the ground; it is planted by the part `least` at least, however high it is.

    `flat` (n, 3) are its points as its handle carries them, `real` as the foot has them, which may be rolled; `anchor`
    (3,) is the point below the ankle and `up` (3,) the way that the handle's sole turns its back to.
    """
    step = climb(ground, flat, sole.length)
    back, up_to = _held_back(step, float(anchor[2]))
    flat, real, foot = flat + back, real + back, anchor + back
    under = surface(ground, flat)
    risen = max(0.0, up_to - float(under.heights.max()))
    clearance = float(foot[2] - (under.heights.max() if step is None else step.near))
    planted = max(planted_at(sole, clearance), least)
    turn = turned(up, under.normals.mean(axis=0), planted)
    flat, real = (foot + (points - foot) @ turn.T for points in (flat, real))
    rise = max(planted * (float(through(ground, flat)) + risen), float(through(ground, real)) + risen)
    change = np.eye(4)
    change[:3, :3] = turn
    change[:3, 3] = foot - turn @ anchor + (0.0, 0.0, rise)
    return Laid(change, planted)


def planted_at(sole: Sole, clearance: float) -> float:
    """Return how far a sole is planted, 0 to 1, at this height above the ground, metres."""
    part = (clearance / max(sole.thickness, 1e-6) - PLANTED) / (1.0 - PLANTED)
    return 1.0 - eased(part, 0.0, 1.0)


def level_with(sole: Sole, up: Floats, higher: float) -> float:
    """Return how far a sole is level with a planted one: 1 as high and as flat, 0 where it is lifted or tilted.

    `up` (3,) is the way that its back faces, `higher` how much higher it is than the other, metres.
    """
    tilt = float(np.arctan2(np.hypot(up[0], up[1]), up[2]))
    near = eased(2.0 - abs(higher) / max(LEVEL * sole.thickness, 1e-6), 0.0, 1.0)
    return near * eased(2.0 - tilt / FLAT, 0.0, 1.0)


def through(ground: Ground, points: Floats) -> Floats:
    """Return how far points (…, n, 3) go through the ground at most (…), metres; below 0 where all are above it."""
    return np.asarray(-heights_above(ground, points).min(axis=-1))


def _held_back(step: Climb | None, height: float) -> tuple[Floats, float]:
    """Return the shift (3,) by which the front of a step holds a sole back, and the height it rises to there, metres.

    Below the edge it is first lifted to that, then let go: on the step nothing holds it back.
    """
    if step is None:
        return np.zeros(3), -np.inf
    part = 1.0 + (height - step.edge) / max(step.blend, 1e-9)
    up_to = step.up_to + (step.edge - step.up_to) * eased(2.0 * part, 0.0, 1.0)
    return np.array((*((1.0 - eased(2.0 * part - 1.0, 0.0, 1.0)) * step.back), 0.0)), up_to


def turned(up: Floats, normal: Floats, part: float) -> Floats:
    """This part of the smallest rotation (3, 3) that takes unit `up` to the normal; none where that points down.

    By its angle, of which a part can be taken: `rotations.shortest_arc` gives the whole rotation only.
    """
    normal = normal / np.linalg.norm(normal)
    axis = cross(up, normal)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:
        return np.eye(3)
    angle = part * float(np.arctan2(sine, up @ normal))
    return rot.matrix_from_quaternion(rot.quaternion_about(axis / sine, angle))
