"""Arms that go first: while a hand is led to its target the trunk waits, and turns for what the arm cannot do.

An elbow that is nearly straight shortens its arm by very little as it begins to bend, so that the first steps would
rather move the trunk, and no later step would bring that back. Behind the shoulder an arm comes to its limits, with the
elbow out or in, and close to the shoulder it folds up; there the trunk goes along at once, as smoothly as the arm
leads. Steps that lead an arm behind the shoulder are damped more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist, exp, hypot

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.body_frame import LIMB_ROOTS, frame_of
from pantin.rigs.fitting.found_body import SIDES, FoundBody, role_of
from pantin.rigs.vectors import smoothstep, three
from pantin.solver.compiling import layout
from pantin.solver.edits.pulling.straight_joints import middle_of
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors
from pantin.solver.maths.rotations import dot, inverse, multiply, quaternion, rotate, scaled, subtract
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

WAITING, LENGTH = 20.0, 0.31
"""Factor on the cost of root and trunk while an arm of LENGTH (heights) or more is led: at 10 a chest turns by more
than 3° for what the arm can do; at 100 hands jump where it cannot. A shorter arm moves its hand less, so that its
joints cost more beside the trunk, as the square of its length: there the factor is larger by as much. Legs are no
arms: a leg that is led so far alone misses the ground that it kneels on."""

BEHIND = (-0.15, 0.25)
"""From where to where the trunk waits ever less as a target comes to lie behind the shoulder, in distances from the
shoulder at which the hand begins."""

DAMPED, BACKWARDS = 3.0, (0.15, 0.5)
"""Factor on the damping of the steps that lead an arm behind its shoulder, and the range over which it comes in, in the
same distances: an elbow turns less there from one target to the next."""

NEAR = 0.4
"""Within about so much of that distance from the shoulder the trunk does not wait."""

LIMIT = (0.8, 1.2)
"""The same where nothing tells what is behind: for targets at which the upper arm would point, at so much of its
limits."""


class Swing(msgspec.Struct, frozen=True, eq=False):
    """The range through which the first bone of a limb may swing, as a pull begins."""

    axes: Quaternion
    """The rotation of the bone at rest, as its parent carries it."""
    sines: Floats
    """The limits of its swing as half-angle sines: x and z (2,), each (lower, upper)."""

    def at_limit(self, way: Vector3) -> float:
        """At what part of its limits the bone would be if it pointed along a way, armature space; 0 without limits."""
        x, y, z = rotate(inverse(self.axes), scaled(way, 1.0 / max(hypot(*way), 1e-12)))
        swing = np.array((z, -x)) / max(2.0 * (1.0 + y), 1e-12) ** 0.5
        bounds = np.where(swing < 0.0, self.sines[:, 0], self.sines[:, 1])
        limited = np.abs(bounds) < layout.FREE
        return float(np.linalg.norm(swing[limited] / np.maximum(np.abs(bounds[limited]), 1e-9)))


def swing_of(tables: Tables, row: int) -> Swing:
    """Return how far the bone in row `row` of the table of bones may swing."""
    bones, axes = tables.bones, quaternion(tables.bones, row, c.BASE)
    parent = int(bones[row, c.PARENT])
    if bones[row, c.CARRIED] != 0.0 and parent >= 0:
        axes = multiply(quaternion(bones, parent, c.WORLD), axes)
    return Swing(axes, np.array([(bones[row, c.LOWER + a], bones[row, c.UPPER + a]) for a in (0, 2)]))


class Arm(msgspec.Struct, frozen=True, eq=False):
    """An arm that is pulled. Lengths in heights of the body."""

    goal: int
    shoulder: Vector3
    """The place of the head of the upper arm."""
    reach: float
    """Distance from there to the pulled point as the pull begins."""
    back: Vector3 | None
    """Direction of the back of the chest as the pull begins, armature space; None where no front is known."""
    swing: Swing
    """Of the upper arm."""
    waiting: float
    """Largest factor on the cost of root and trunk."""

    def trunk_waits(self, target: Vector3) -> float:
        """Return the additional cost of root and trunk on the way to a target, heights."""
        away = self._away(target)
        near = 1.0 - exp(-((hypot(*away) / NEAR) ** 4))
        least, most = LIMIT if self.back is None else BEHIND
        beyond = self.swing.at_limit(away) if self.back is None else dot(away, self.back)
        part: float = smoothstep(min(max((beyond - least) / (most - least), 0.0), 1.0))
        return float(self.waiting ** ((1.0 - part) * near))

    def damped(self, target: Vector3) -> float:
        """Return how much more the steps to a target, heights, are damped; 1 where no front is known."""
        if self.back is None:
            return 1.0
        least, most = BACKWARDS
        part: float = smoothstep(min(max((dot(self._away(target), self.back) - least) / (most - least), 0.0), 1.0))
        return float(DAMPED**part)

    def _away(self, target: Vector3) -> Vector3:
        """From the shoulder to a target, heights, in distances at which the pulled point begins."""
        return scaled(subtract(target, self.shoulder), 1.0 / self.reach)


def trunk_waits(arms: Sequence[Arm], goals: Floats) -> float:
    """Return the additional cost of root and trunk for the targets in goals (g, GOAL_WIDTH): as the least patient arm
    asks.
    """
    return min((arm.trunk_waits(_target(arm, goals)) for arm in arms), default=1.0)


def with_damped_steps(arms: Sequence[Arm], tables: Tables, goals: Floats) -> Tables:
    """Return the tables with steps damped as arms ask for that are led to the targets in goals (g, GOAL_WIDTH)."""
    more = max((arm.damped(_target(arm, goals)) for arm in arms), default=1.0)
    if more == 1.0:
        return tables
    settings = tables.settings.copy()
    settings[c.DAMPING] *= more
    return msgspec.structs.replace(tables, settings=settings)


def _target(arm: Arm, goals: Floats) -> Vector3:
    """Return the target of an arm by goals (g, GOAL_WIDTH), heights."""
    return three(goals[arm.goal, c.TARGET : c.TARGET + 3])


def arms_of(
    rig: Rig, posed: Posed, tables: Tables, tree: Tree, goals: Sequence[PullGoal], pivots: Mapping[str, str]
) -> tuple[Arm, ...]:
    """The arms that are pulled with the body behind them; none where another part is pulled, or of a quadruped."""
    parts, pulled = parts_of(rig), [k for k, goal in enumerate(goals) if not goal.pinned]
    roots = [pivots.get(goals[k].bone, "") for k in pulled]
    if not tree.root_free or any(parts.get(root) != "upper_arm" for root in roots):
        return ()
    body = figure_in(rig)
    if body.kind == "quadruped":
        return ()
    return tuple(_arm(rig, posed, tables, tree, k, root, body) for k, root in zip(pulled, roots, strict=True))


def _arm(rig: Rig, posed: Posed, tables: Tables, tree: Tree, goal: int, root: str, body: FoundBody) -> Arm:
    bones, row, front = tables.bones, tree.names.index(root), _front(rig, body)
    head, begin = bones[row, c.HEAD : c.HEAD + 3], tables.goals[goal, c.TARGET : c.TARGET + 3]
    forearm, length = middle_of(rig, tables, tree, goal, row), LENGTH
    if forearm is not None:
        elbow = bones[forearm, c.HEAD : c.HEAD + 3]
        length = dist(head, elbow) + dist(elbow, begin)
    return Arm(
        goal,
        shoulder=three(head),
        reach=max(dist(begin, head), 1e-9),
        back=None if front is None else three(-_turn(posed, _chest(rig, root)) @ front),
        swing=swing_of(tables, row),
        waiting=WAITING * max(LENGTH / max(length, 1e-9), 1.0) ** 2,
    )


def _front(rig: Rig, body: FoundBody) -> Floats | None:
    """Return the direction in which a figure looks at rest (3,), armature space; None where neither hips nor shoulders
    tell it.
    """
    known = any(all(role_of(part, side) in body.bones for side in SIDES) for part in LIMB_ROOTS)
    return np.asarray(frame_of(rig, body).forward) if known else None


def _chest(rig: Rig, root: str) -> str:
    """Return the bone that carries an arm, past its clavicle."""
    parts = parts_of(rig)
    return next((name for name in body_ancestors(rig, root) if parts.get(name) != "shoulder"), root)


def _turn(evaluated: Posed, name: str) -> Floats:
    """The rotation (3, 3) of a bone from rest to its pose, armature space."""
    row = evaluated.index[name]
    rest = evaluated.skeleton.table[row, layout.REST : layout.REST + 16].reshape(4, 4)[:3, :3]
    posed = np.asarray(evaluated.matrices[row])[:3, :3]
    return np.asarray((posed / np.maximum(np.linalg.norm(posed, axis=0), 1e-12)) @ rest.T)
