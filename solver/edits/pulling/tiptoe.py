"""Heels that rise where what is pulled goes up beyond the reach of a body on flat feet.

The body is solved on flat feet first. As much higher as the pull asks for then, and feet on tiptoe allow, ankles are
raised, while the toes stay where they are; so nothing changes as long as flat feet let what is pulled come.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import asin, atan2, pi, radians, sin

import msgspec
import numpy as np

from pantin.rigs import Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import OF_LEGS
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.rest import rest_height
from pantin.rigs.vectors import three
from pantin.solver.edits.pulling.rolling_feet import RollingFoot, flatness, rolling_foot, toe_of
from pantin.solver.edits.pulling.solving import Solved, solved
from pantin.solver.edits.pulling.tables import Tables, point_of
from pantin.solver.edits.pulling.tree import PullGoal, Tree
from pantin.solver.maths.rotations import dot
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

MOST = radians(25.0)
"""Largest rise of a heel. Beyond that ankles come to their limits, and straight legs jump: of 80,000 random steps
7 at 30°, 1 at 25°, as with flat feet."""


NEAR = 1e-3
"""Heels stay down for what is missed by less than this, heights."""


GAIN = 0.4
"""Heels rise all the way where what is pulled comes nearer by this part of how far ankles rise; by less for less."""


class Tiptoe(msgspec.Struct, frozen=True, eq=False):
    """A foot that may rise onto its ball."""

    foot: RollingFoot
    toes: tuple[int, ...]
    """The goals that hold the toes flat: they count while the heel is raised."""
    thigh: int
    ankle: int
    """The places of the bones in the tree."""
    steepest: float
    """Steepest angle from its ankle down to its ball, radians."""
    height: float
    """Of the body, metres."""

    def rise(self, goals: Floats, bones: Floats, way: float) -> float:
        """Raise the heel until the ankle is `way` nearer to the hip in `bones`, or as near as it comes; returns that.

        A foot that is ahead of the hip comes no nearer beyond some angle: the ankle goes forward as well as up. Rows of
        `goals` (g, GOAL_WIDTH) and `bones` (j, BONE_WIDTH) and the way are in heights.
        """
        leg = three(bones[self.thigh, c.HEAD : c.HEAD + 3] - bones[self.ankle, c.HEAD : c.HEAD + 3])
        behind = atan2(dot(leg, three(self.foot.forward)), leg[2])
        steep = self.foot.steep - behind
        most, length = min(self.steepest - behind, pi / 2.0), self.foot.length / self.height
        if length == 0.0 or leg[2] <= 0.0 or not -pi / 2.0 < steep < most:
            return 0.0
        risen = asin(min(sin(steep) + way / length, sin(most)))
        self.foot.roll(goals, self.height, risen - steep)
        return length * (sin(risen) - sin(steep))


def flat_toes(rig: Rig, pulled: Sequence[PullGoal], pins: Mapping[str, Pin]) -> list[PullGoal]:
    """The toes of the feet that may rise."""
    toes = [toe_of(rig, foot) for foot in _feet(rig, pulled, pins)]
    return [PullGoal(toe, pinned=True, keeps_rotation=True, waits=True) for toe in toes if toe and toe not in pins]


def tiptoes_of(
    rig: Rig, posed: Posed, tree: Tree, goals: Sequence[PullGoal], pins: Mapping[str, Pin]
) -> tuple[Tiptoe, ...]:
    """The feet that may rise in a pull: those that are pinned to the ground, unless a leg is pulled."""
    pulled = [goal for goal in goals if not goal.pinned]
    held = {goal.bone: k for k, goal in enumerate(goals) if goal.pinned and not goal.tail}
    place, height = {name: i for i, name in enumerate(tree.names)}, rest_height(rig.bones)
    thighs = {foot: rig.by_name[knee].parent for knee, foot in knees_of(rig).items()}
    found = []
    for foot in _feet(rig, pulled, pins):
        toe, thigh = toe_of(rig, foot), thighs[foot]
        if foot in held and thigh in place:
            toes = tuple(held[each] for each in (toe,) if each in held and goals[held[each]].waits)
            steepest = flatness(rig, foot) + MOST
            rolling = rolling_foot(posed, foot, (held[foot],))
            found.append(Tiptoe(rolling, toes, place[thigh], place[foot], steepest, height))
    return tuple(found)


def on_tiptoe(
    feet: Sequence[Tiptoe], tables: Tables, flat: Solved, goals: Floats, left_out: Collection[int], waits: float
) -> Solved:
    """Return what the body comes to from `flat` feet when heels rise as far as that brings what is pulled nearer.

    They rise in the rows of `goals` (g, GOAL_WIDTH) too. For hips that are pulled they rise all that is asked for: by
    the gain these jump. `left_out` and `waits` are those of `solved`.
    """
    has_hips = bool(((goals[:, c.PINNED] == 0.0) & (goals[:, c.GOAL_BONE] == 0.0)).any())
    begun, share, steps = goals.copy(), 1.0, 0.0
    while (raised := _raise_heels(feet, tables, flat.bones, begun, goals, share)) is not None:
        nearer, risen = raised
        found = solved(tables, nearer, left_out, flat.bones, waits)
        steps += found.figures[c.ITERATIONS]
        gain = _missed(flat.bones, begun) - _missed(found.bones, begun)
        found.figures[c.ITERATIONS] = flat.figures[c.ITERATIONS] + steps
        if has_hips or share < 1.0 or gain >= GAIN * risen:
            return found
        rest = 1.0 - max(gain, 0.0) / (GAIN * risen)
        share = 1.0 - rest * rest
    return flat


def _raise_heels(
    feet: Sequence[Tiptoe], tables: Tables, bones: Floats, begun: Floats, goals: Floats, share: float
) -> tuple[Floats, float] | None:
    """Raise heels in the rows of `goals`, from those `begun`, by a share of what `bones` (j, BONE_WIDTH) ask for.

    Returns the rows to solve for, where what is pulled goes as much farther as the heels rise, and how far ankles
    rise, heights. None where they stay down.
    """
    goals[:] = begun
    pulled = [k for k in range(len(goals)) if goals[k, c.PINNED] == 0.0]
    missed = max(_missed_upwards(tables, bones, goals, k) for k in pulled) if feet else 0.0
    risen = max(foot.rise(goals, bones, share * missed) for foot in feet) if share * missed > 0.0 else 0.0
    if risen == 0.0:
        return None
    nearer, part = goals.copy(), min(risen / missed, 1.0)
    for k in pulled:
        now = point_of(bones, goals, k)
        nearer[k, c.TARGET : c.TARGET + 3] = now + part * (goals[k, c.TARGET : c.TARGET + 3] - now)
    return nearer, risen


def _missed(bones: Floats, goals: Floats) -> float:
    """Compute how far the pulled points are from their targets, together, heights."""
    pulled = [k for k in range(len(goals)) if goals[k, c.PINNED] == 0.0]
    return sum(float(np.linalg.norm(point_of(bones, goals, k) - goals[k, c.TARGET : c.TARGET + 3])) for k in pulled)


def _missed_upwards(tables: Tables, bones: Floats, goals: Floats, k: int) -> float:
    """By how much a pulled point stays below its target, but for NEAR, and for what it is not pulled up; heights."""
    target, begin = float(goals[k, c.TARGET + 2]), float(tables.goals[k, c.TARGET + 2])
    up = target - begin - NEAR
    return min(target - float(point_of(bones, goals, k)[2]) - NEAR, up) if up > 0.0 else up


def _feet(rig: Rig, pulled: Sequence[PullGoal], pins: Mapping[str, Pin]) -> list[str]:
    """The feet that are pinned to the ground, in the order of their pins; none where a leg is pulled."""
    parts = parts_of(rig)
    if any(parts.get(goal.bone) in OF_LEGS for goal in pulled):
        return []
    return [foot for foot in knees_of(rig).values() if foot in pins and pins[foot].rotation and pins[foot].on_ground]
