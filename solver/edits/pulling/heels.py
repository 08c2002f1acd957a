"""Heels that rise while a knee is brought to the ground: the foot rolls over its ball, and its toes stay flat.

A flat foot would hold the knee up by the ankle, which bends so far only. How far the heel rises follows from where the
knee is pulled to, from nothing where flat feet let it go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

import msgspec
import numpy as np

from pantin.rigs import Pin, Rig
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import above_ground
from pantin.rigs.rest import rest_height
from pantin.rigs.vectors import angle_between, smoothstep, three
from pantin.solver.edits.pulling.rolling_feet import RollingFoot, flatness, rolling_foot, toe_of
from pantin.solver.edits.pulling.tree import PullGoal, joint_of
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

ANKLE = radians(65.0)
"""The smallest angle between shin and foot: there figures with human limits are about at those of the ankle."""

MOST = radians(60.0)
"""Largest rise of a heel: as far as toes bend."""

LOW, HIGH = 0.1, 0.18
"""Heights of pulled knees, parts of the figure: above the upper one heels stay down, below the lower one they rise as
far as they have to. With flat feet a knee comes down to the upper one."""

HALVINGS = 30
"""Of the range in which the rise of a heel is looked for."""


class Heel(msgspec.Struct, frozen=True, eq=False):
    """A foot that stands, below a knee that is pulled. All lengths in metres."""

    knee: int
    """The index of its pulled point."""
    foot: RollingFoot
    flat: float
    """Angle by which a flat foot goes down from the ankle to the ball, radians."""
    low: float
    high: float
    ground: Ground | None
    """The ground under it."""
    begin: float
    """Rise of the heel as the pull begins, radians."""

    def raised(self, goals: Floats, height: float) -> None:
        """Turn what goes with the foot in the rows of goals (g, GOAL_WIDTH), in heights, about its ball."""
        knee = goals[self.knee, c.TARGET : c.TARGET + 3] * height
        turned = self.begin - self.rise(knee)
        if turned != 0.0:
            self.foot.roll(goals, height, -turned)

    def rise(self, knee: Floats) -> float:
        """Return the angle by which the heel is raised for a knee at a place (3,), radians."""
        part = (self.high - above_ground(self.ground, three(knee))) / (self.high - self.low)
        least, most = 0.0, MOST
        if part <= 0.0 or self._ankle(knee, least) >= ANKLE:
            return 0.0
        for _ in range(HALVINGS):
            middle = (least + most) / 2.0
            least, most = (least, middle) if self._ankle(knee, middle) >= ANKLE else (middle, most)
        return smoothstep(min(part, 1.0)) * most

    def _ankle(self, knee: Floats, rise: float) -> float:
        """The angle between shin and foot, radians, when the heel is raised so far."""
        steep = self.flat + rise
        foot = cos(steep) * self.foot.forward - np.array((0.0, 0.0, sin(steep)))
        shin = knee - (self.foot.ball - self.foot.length * foot)
        return angle_between(foot, shin)


def toes_under(rig: Rig, pulled: Sequence[PullGoal], pins: Mapping[str, Pin]) -> list[PullGoal]:
    """The toes of feet whose knees are pulled: they stay flat while the heel rises."""
    knees = knees_of(rig)
    feet = [knees[joint] for goal in pulled if (joint := joint_of(rig, goal)) in knees and knees[joint] in pins]
    toes = [toe for foot in feet if (toe := toe_of(rig, foot)) is not None and toe not in pins]
    return [PullGoal(toe, pinned=True, keeps_rotation=True) for toe in toes]


def heels_of(rig: Rig, ground: Ground | None, posed: Posed, goals: tuple[PullGoal, ...]) -> tuple[Heel, ...]:
    """The heels that may rise in a pull: of feet that are pinned on the ground, below knees that are pulled."""
    knees, held = knees_of(rig), {(goal.bone, goal.tail): k for k, goal in enumerate(goals) if goal.pinned}
    found = []
    for k, goal in enumerate(goals):
        joint = joint_of(rig, goal)
        if not goal.pinned and joint in knees and (knees[joint], False) in held:
            found.append(_heel(rig, ground, posed, k, joint, knees[joint], held))
    return tuple(found)


def _heel(
    rig: Rig,
    ground: Ground | None,
    posed: Posed,
    k: int,
    knee: str,
    foot: str,
    held: dict[tuple[str, bool], int],
) -> Heel:
    size, shin = rest_height(rig.bones), (str(rig.by_name[foot].parent), True)
    carried = tuple(held[each] for each in ((foot, False), shin) if each in held)
    heel = Heel(
        knee=k,
        foot=rolling_foot(posed, foot, carried),
        flat=flatness(rig, foot),
        low=LOW * size,
        high=HIGH * size,
        ground=ground,
        begin=0.0,
    )
    return msgspec.structs.replace(heel, begin=heel.rise(np.array(posed.heads[posed.index[knee]])))
