"""Legs that open: root and trunk stay while a knee is pulled outwards, until the thigh comes to its limits.

Hips that go along with a knee sway over the feet, and the thigh hardly turns. So they cost so much more, in all of the
solve, that the thigh turns towards the target alone; the knee misses what is farther away than that reaches. In other
directions the hips follow the knee: it goes to the ground with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

import msgspec

from pantin.rigs import Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.fields import Vector3
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.vectors import smoothstep, three
from pantin.solver.edits.pulling.arms import Swing, swing_of
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors, joint_of
from pantin.solver.maths.rotations import dot, scaled, subtract
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

HELD = 3e3
"""The factor by which root and trunk cost more where they stay. At 1e3 hips go by up to 26 mm, at 1e4 legs jump."""

SIDEWAYS = (0.4, 0.95)
"""From which to which part of its way a knee is pulled outwards for root and trunk to stay."""

LIMIT = (0.95, 1.5)
"""From where to where they stay ever less: for targets at which the thigh would point, at so much of its limits. In
half of this range, and of the one above, legs jump on the way through it."""


class OpeningLeg(msgspec.Struct, frozen=True, eq=False):
    """A leg whose knee is pulled. Lengths in heights of the body."""

    goal: int
    hip: Vector3
    begin: Vector3
    """The head of the thigh, and the place that the knee is pulled from."""
    side: Vector3
    """The direction of the hips on the side of this leg, as they are posed."""
    swing: Swing
    """Of the thigh."""

    def holds(self, target: Vector3) -> float:
        """Return how far root and trunk stay for a target (3,): from 0, as they otherwise follow, to 1."""
        way = subtract(target, self.begin)
        sideways = _risen(dot(way, self.side) / max(hypot(*way), 1e-12), SIDEWAYS)
        return sideways * (1.0 - _risen(self.swing.at_limit(subtract(target, self.hip)), LIMIT))


def opening_legs(
    rig: Rig, posed: Posed, tables: Tables, tree: Tree, goals: Sequence[PullGoal], pivots: Mapping[str, str]
) -> tuple[OpeningLeg, ...]:
    """Return the legs whose knees are pulled; none where anything else is pulled too, or of a quadruped."""
    figure, pulled = figure_in(rig), [k for k, goal in enumerate(goals) if not goal.pinned]
    hips = [figure.bones[role] for side in SIDES if (role := role_of("thigh", side)) in figure.bones]
    roots = [pivots.get(goals[k].bone, "") for k in pulled if _is_knee(rig, joint_of(rig, goals[k]))]
    is_known = len(hips) == len(SIDES) and figure.kind != "quadruped" and tree.root_free
    if not is_known or len(roots) < len(pulled) or not set(roots) <= set(hips):
        return ()
    places, found = {name: three(posed.heads[posed.index[name]]) for name in hips}, []
    for k, root in zip(pulled, roots, strict=True):
        row, begin = tree.names.index(root), three(tables.goals[k, c.TARGET : c.TARGET + 3])
        side = subtract(places[root], places[hips[1 - hips.index(root)]])
        outwards = scaled(side, 1.0 / max(hypot(*side), 1e-12))
        hip = three(tables.bones[row, c.HEAD : c.HEAD + 3])
        found.append(OpeningLeg(k, hip, begin, outwards, swing_of(tables, row)))
    return tuple(found)


def trunk_holds(legs: Sequence[OpeningLeg], goals: Floats) -> float:
    """Return how far root and trunk stay, 0 to 1, for the targets in goals (g, GOAL_WIDTH): as the least leg asks."""
    return min((leg.holds(three(goals[leg.goal, c.TARGET : c.TARGET + 3])) for leg in legs), default=0.0)


def with_held_trunk(tables: Tables, holds: float) -> Tables:
    """Return the tables with root and trunk held, by 0 to 1."""
    if holds == 0.0:
        return tables
    bones, settings, more = tables.bones.copy(), tables.settings.copy(), HELD**holds
    bones[bones[:, c.TRUNK] != 0.0, c.COST : c.COST + 3] *= more
    settings[[c.ROOT_MOVE_COST, c.ROOT_TURN_COST]] *= more
    return msgspec.structs.replace(tables, bones=bones, settings=settings)


def _is_knee(rig: Rig, joint: str) -> bool:
    """Return True if the head of a bone is a knee: it is the first bone of the shin below a thigh."""
    parts = parts_of(rig)
    above = (parts[name] for name in body_ancestors(rig, joint) if name in parts)
    return parts.get(joint) == "shin" and next(above, None) == "thigh"


def _risen(value: float, bounds: tuple[float, float]) -> float:
    """Return how far a value has come from the first bound to the second, 0 to 1, smoothly."""
    least, most = bounds
    part: float = smoothstep(min(max((value - least) / (most - least), 0.0), 1.0))
    return part
