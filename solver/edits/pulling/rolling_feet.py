"""Feet that roll over their balls: the heel rises, the ball stays in its place, and the toes stay flat."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.vectors import three, unit
from pantin.solver.maths.rotations import add, multiply, quaternion, rotate, subtract
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c


class RollingFoot(msgspec.Struct, frozen=True, eq=False):
    """A foot that stands, as a pull begins. All lengths in metres."""

    carried: tuple[int, ...]
    """The goals that turn with the foot."""
    ball: Floats
    """The joint (3,) of the toes, about which it turns."""
    forward: Floats
    """Direction of the foot (3,), level."""
    length: float
    """From ankle to ball."""
    steep: float
    """Angle by which it goes down from the ankle to the ball, radians."""

    def roll(self, goals: Floats, height: float, angle: float) -> None:
        """Raise the heel by an angle, radians, in the rows of goals (g, GOAL_WIDTH), in heights of the body."""
        x, y, _up = self.forward.tolist()
        turn = (-y * sin(angle / 2.0), x * sin(angle / 2.0), 0.0, cos(angle / 2.0))
        ball = three(self.ball / height)
        for k in self.carried:
            arm = subtract(three(goals[k, c.TARGET : c.TARGET + 3]), ball)
            goals[k, c.TARGET : c.TARGET + 3] = add(ball, rotate(turn, arm))
            before = quaternion(goals, k, c.TARGET_ROTATION)
            goals[k, c.TARGET_ROTATION : c.TARGET_ROTATION + 4] = multiply(turn, before)


def rolling_foot(posed: Posed, foot: str, carried: tuple[int, ...]) -> RollingFoot:
    """The foot as it is posed, with the goals that turn with it."""
    row = posed.index[foot]
    ankle, ball = np.array(posed.heads[row]), np.array(posed.tails[row])
    along = ball - ankle
    level = np.array((along[0], along[1], 0.0))
    return RollingFoot(
        carried=carried,
        ball=ball,
        forward=unit(level) if level @ level > 0.0 else np.array((0.0, -1.0, 0.0)),
        length=float(np.linalg.norm(along)),
        steep=atan2(-float(along[2]), float(np.hypot(along[0], along[1]))),
    )


def flatness(rig: Rig, foot: str) -> float:
    """Return the slope of a flat foot from its ankle down to its ball, radians."""
    x, y, z = np.subtract(rig.by_name[foot].tail, rig.by_name[foot].head).tolist()
    return atan2(-z, hypot(x, y))


def toe_of(rig: Rig, foot: str) -> str | None:
    """The bone of the toes, where a foot has one."""
    return next((child.name for child in rig.children.get(foot, ()) if child.kind == "bone"), None)
