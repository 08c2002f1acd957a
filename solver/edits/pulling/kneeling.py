"""Knees that stand on the ground, and are lifted once a pull takes the hips higher than they allow.

For that it is found first where the body would come to if the knees were free. As long as the hips do not rise there
beyond the length of the thigh, the knee stays; from there on it goes along by ever more, until it is free. Knees that
a person has pinned in their places stay there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
import numpy as np

from pantin.rigs import Pin, Rig
from pantin.rigs.editing.knees import knees_of
from pantin.rigs.vectors import smoothstep
from pantin.solver.edits.pulling.solving import solved
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

LIFTS = 0.03
"""Hips that rise by so much more than a knee on the ground allows take it along all the way, heights of the body."""


class StandingKnee(msgspec.Struct, frozen=True, eq=False):
    """A knee on the ground. Lengths in heights of the body."""

    goal: int
    """The goal that holds it."""
    shin: int
    thigh: int
    foot: int
    """The places of the bones in the tree."""
    thigh_length: float
    shin_length: float
    hip_height: float
    """Of the thigh's head, as the pull begins."""

    def lifted(self, free: Floats, goals: Floats, up: float) -> bool:
        """Return whether the knee is free where bones would be as in `free` (n, BONE_WIDTH) without it; else it
        follows in part.

        `up` is how far is pulled upwards, heights.
        """
        place, hip = goals[self.goal, c.TARGET : c.TARGET + 3].copy(), _head(free, self.thigh)
        excess = float(np.linalg.norm(hip - place)) - self.thigh_length
        part = smoothstep(min(max(min(up, float(hip[2]) - self.hip_height, excess) / LIFTS, 0.0), 1.0))
        ankle = _head(free, self.foot)
        along = place + part * (_head(free, self.shin) - place) - ankle
        if 0.0 < part < 1.0:
            goals[self.goal, c.TARGET : c.TARGET + 3] = ankle + along * (self.shin_length / np.linalg.norm(along))
        return part == 1.0


def standing_knees(
    rig: Rig, tables: Tables, tree: Tree, goals: Sequence[PullGoal], pins: Mapping[str, Pin]
) -> tuple[StandingKnee, ...]:
    """The knees that may be lifted: they are pinned to the ground, and their legs are not pulled."""
    place = {name: i for i, name in enumerate(tree.names)}
    above = {name for goal in goals if not goal.pinned for name in (goal.bone, *body_ancestors(rig, goal.bone))}
    knees = {knee: foot for knee, foot in knees_of(rig).items() if foot in place}
    found = []
    for k, goal in enumerate(goals):
        thigh = rig.by_name[goal.bone].parent
        is_standing = goal.pinned and goal.bone in knees and goal.bone in pins and pins[goal.bone].on_ground
        if is_standing and thigh in place and thigh not in above:
            rows = [place[name] for name in (goal.bone, thigh, knees[goal.bone])]
            knee, hip, ankle = (_head(tables.bones, row) for row in rows)
            above_knee, below = (float(np.linalg.norm(each - knee)) for each in (hip, ankle))
            found.append(StandingKnee(k, rows[0], rows[1], rows[2], above_knee, below, float(hip[2])))
    return tuple(found)


def lift_knees(knees: Sequence[StandingKnee], tables: Tables, goals: Floats, waiting: Collection[int]) -> set[int]:
    """The rows of goals (g, GOAL_WIDTH) of the knees that are free; in part lifted ones get other targets there.

    `waiting` rows do not count.
    """
    if not knees:
        return set()
    pulled = goals[:, c.PINNED] == 0.0
    up = float((goals - tables.goals)[pulled, c.TARGET + 2].max())
    if up <= 0.0:
        return set()
    free = solved(tables, goals, {*waiting, *(knee.goal for knee in knees)})
    return {knee.goal for knee in knees if knee.lifted(free.bones, goals, up)}


def _head(bones: Floats, row: int) -> Floats:
    """Return the head of a bone of the tree (3,), heights."""
    return np.asarray(bones[row, c.HEAD : c.HEAD + 3])
