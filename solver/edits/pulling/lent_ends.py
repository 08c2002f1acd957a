"""Ends of limbs that IK holds while a joint inside them is pulled: a hand stays in its place while its elbow swings.

An elbow that is pulled off the circle on which it can swing takes the hand along, by as little as that needs. For that
it is found first where the elbow would come to without the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.solver.edits.pulling.tables import Tables, point_of
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

STAYS = 0.2
"""An elbow that is pulled off its circle by less than this leaves the hand where it is, in lengths from elbow to hand.

A pointer goes in the plane of the picture, and the shoulder gives way. From twice that on the hand goes all the way.
"""


class LentEnd(msgspec.Struct, frozen=True, eq=False):
    """The end of a limb that is held, and the joint inside that is pulled. Lengths in heights of the body."""

    end: int
    """The goal that holds it."""
    joint: int
    """The goal that pulls."""
    above: int
    """The place in the tree of the bone at whose end the joint is."""
    nearest: float
    farthest: float
    """How far apart end and joint may be."""

    def come_along(self, goals: Floats, root: Floats, joint: Floats, gives: float) -> None:
        """Move where the end is held, for a joint that comes to a place (3,) below the head (3,) of the bone above.

        The less the body `gives` way, 1 to 0, the sooner it comes.
        """
        held = goals[self.end, c.TARGET : c.TARGET + 3].copy()
        apart = float(np.linalg.norm(joint - held))
        below = min(max(apart, self.nearest), self.farthest)
        swung = _on_circle(root, float(np.linalg.norm(joint - root)), held, below, joint)
        stays = STAYS * self.farthest
        comes = min(max(float(np.linalg.norm(joint - swung)) / stays - gives, 0.0), 1.0)
        if apart > 0.0:
            goals[self.end, c.TARGET : c.TARGET + 3] += comes * (1.0 - below / apart) * (joint - held)


def _on_circle(root: Floats, above: float, end: Floats, below: float, near: Floats) -> Floats:
    """The point (3,) nearest to `near` that is so far from the root and so far from the end, or as good as that."""
    way = end - root
    far = max(float(np.linalg.norm(way)), 1e-12)
    axis = way / far
    along = min(max((far * far + above * above - below * below) / (2.0 * far), -above), above)
    middle, radius = root + along * axis, max(above * above - along * along, 0.0) ** 0.5
    across = (near - middle) - axis * ((near - middle) @ axis)
    size = float(np.linalg.norm(across))
    return np.asarray(middle + across * (radius / size) if size > 0.0 else middle)


def lent_ends(rig: Rig, tables: Tables, tree: Tree, goals: Sequence[PullGoal]) -> tuple[LentEnd, ...]:
    """The ends that are lent to what is pulled."""
    place, found = {name: i for i, name in enumerate(tree.names)}, []
    for k, goal in enumerate(goals):
        path = (goal.bone, *body_ancestors(rig, goal.bone)) if goal.lent else ()
        for j, pulled in enumerate(goals):
            if pulled.pinned or pulled.bone not in path:
                continue
            between = path[: path.index(pulled.bone) + (0 if pulled.tail else 1)]
            above = pulled.bone if pulled.tail else rig.by_name[pulled.bone].parent
            heads = [tables.bones[place[name], c.HEAD : c.HEAD + 3] for name in between[::-1]]
            joints = np.array([*heads, point_of(tables.bones, tables.goals, k)])
            lengths = np.linalg.norm(np.diff(joints, axis=0), axis=1)
            nearest = max(float(2.0 * lengths.max() - lengths.sum()), 0.0)
            found.append(LentEnd(k, j, place.get(above or "", 0), nearest, float(lengths.sum())))
    return tuple(found)


def let_come(ends: Sequence[LentEnd], tables: Tables, goals: Floats, gives: float) -> None:
    """Move where `ends` are held in the rows of goals (g, GOAL_WIDTH), for the targets in these.

    `gives` is how far the body gives way to what is pulled, from 0 to 1.
    """
    from pantin.solver.entries.whole_body import run

    bones, others = tables.bones.copy(), [k for k in range(len(goals)) if k not in {end.end for end in ends}]
    without = np.ascontiguousarray(goals[others])
    run(bones, without, tables.settings, np.zeros(c.FIGURES))
    for end in ends:
        end.come_along(goals, bones[end.above, c.HEAD : c.HEAD + 3], point_of(bones, goals, end.joint), gives)
