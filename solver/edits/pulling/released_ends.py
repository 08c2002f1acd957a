"""Released end effectors: ends of limbs that follow while a joint inside their limb is pulled.

A hand that IK holds keeps its place while its elbow swings on a circle about shoulder and hand. An elbow that is pulled
off that circle moves the hand too, as little as possible. A first solve without the hand finds where the elbow goes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.bent_limbs import bent
from pantin.solver.edits.pulling.tables import Tables, point_of
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

STAYS = 0.2
"""Distance from its circle below which a pulled elbow does not move the hand, in lengths from elbow to hand.

A pointer moves in the plane of the picture, and the shoulder is compliant. From twice that on the hand follows whole.
"""


class ReleasedEnd(msgspec.Struct, frozen=True, eq=False):
    """An end effector of a limb, and the joint inside the limb that is pulled. Lengths in heights of the body."""

    end: int
    """The row of the goal that holds it."""
    joint: int
    """The row of the goal that pulls the joint."""
    above: int
    """The row in the tree of the bone at whose tail the joint is."""
    nearest: float
    farthest: float
    """The least and the greatest distance between end and joint."""

    def follow(self, goals: Floats, root: Floats, joint: Floats, gives: float) -> None:
        """Move the target of the end in `goals` (g, GOAL_WIDTH) for a joint at a position (3,).

        `root` (3,) is the head of the bone above. The less compliant the body is, `gives` from 1 to 0, the sooner the
        end follows.
        """
        held = goals[self.end, c.TARGET : c.TARGET + 3].copy()
        apart = float(np.linalg.norm(joint - held))
        below = min(max(apart, self.nearest), self.farthest)
        swung, _end = bent(root, held, float(np.linalg.norm(joint - root)), below, joint - root)
        stays = STAYS * self.farthest
        comes = min(max(float(np.linalg.norm(joint - swung)) / stays - gives, 0.0), 1.0)
        if apart > 0.0:
            goals[self.end, c.TARGET : c.TARGET + 3] += comes * (1.0 - below / apart) * (joint - held)


def released_ends(rig: Rig, tables: Tables, tree: Tree, goals: Sequence[PullGoal]) -> tuple[ReleasedEnd, ...]:
    """Return the end effectors that are released for what is pulled."""
    place, found = {name: i for i, name in enumerate(tree.names)}, []
    for k, goal in enumerate(goals):
        path = (goal.bone, *body_ancestors(rig, goal.bone)) if goal.released else ()
        for j, pulled in enumerate(goals):
            if pulled.pinned or pulled.bone not in path:
                continue
            between = path[: path.index(pulled.bone) + (0 if pulled.tail else 1)]
            above = pulled.bone if pulled.tail else rig.by_name[pulled.bone].parent
            heads = [tables.bones[place[name], c.HEAD : c.HEAD + 3] for name in between[::-1]]
            joints = np.array([*heads, point_of(tables.bones, tables.goals, k)])
            lengths = np.linalg.norm(np.diff(joints, axis=0), axis=1)
            nearest = max(float(2.0 * lengths.max() - lengths.sum()), 0.0)
            found.append(ReleasedEnd(k, j, place.get(above or "", 0), nearest, float(lengths.sum())))
    return tuple(found)


def follow_pulled(ends: Sequence[ReleasedEnd], tables: Tables, goals: Floats, gives: float) -> None:
    """Move the targets of `ends` in the rows of goals (g, GOAL_WIDTH) for the other targets in these.

    `gives` is how compliant the body is to what is pulled, from 0 to 1.
    """
    from pantin.solver.entries.whole_body import run

    bones, others = tables.bones.copy(), [k for k in range(len(goals)) if k not in {end.end for end in ends}]
    without = np.ascontiguousarray(goals[others])
    run(bones, without, tables.settings, np.zeros(c.FIGURES))
    for end in ends:
        end.follow(goals, bones[end.above, c.HEAD : c.HEAD + 3], point_of(bones, goals, end.joint), gives)
