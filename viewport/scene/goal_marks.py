"""Drawings of goals: the residuals of those that are missed, and the chains of two solvers side by side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.solver import GoalReport, Posed
from pantin.viewport.messages import _
from pantin.viewport.scene.annotations import Annotations
from pantin.viewport.scene.posed_rig import PosedRig
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.lengths import Lengths, residual_in_words
from pantin.viewport.values.overlay import Dot, Label, Shape, point_of, points_of

Floats = NDArray[np.float64]

APART = 1e-3
"""Two solvers' chains are drawn apart from this distance on, against the length of the chain's first bone."""


def goal_marks(posed: PosedRig, compared: Posed | None, highlighted: tuple[str, ...], lengths: Lengths) -> Annotations:
    """Lines and distances at the goals that a pose misses; beside a `compared` pose both chains, and its misses.

    A goal of Auto IK has no constraint: its chain are the `highlighted` bones.
    """
    arrays, ties, pose = posed.arrays, posed.ties, posed.pose
    if compared is None:
        return _missed_goals(arrays, ties, pose, "miss", lengths)
    return (
        _compared_chains(arrays, ties, pose, compared, highlighted)
        + _missed_by_other(arrays, compared, lengths)
        + _missed_goals(arrays, ties, pose, "accent_text", lengths)
    )


def _missed_goals(
    arrays: RigArrays, ties: ConstraintArrays, pose: Posed, role: ColourRole, lengths: Lengths
) -> Annotations:
    """A dashed line to each goal that is missed; there its name, and the distance in the colour of `role`."""
    missed = tuple(_missed(arrays, pose))
    labels = (label for goal in missed for label in _labels_at_goal(arrays, ties, goal, role, lengths))
    return Annotations(tuple(map(_line_to, missed)), labels=tuple(labels))


def _missed_by_other(arrays: RigArrays, compared: Posed, lengths: Lengths) -> Annotations:
    """The same for the other solver: its distances are at its own effectors, so that two labels stand apart."""
    missed = tuple(_missed(arrays, compared))
    labels = (
        Label(point_of(goal.effector), _distance_in_words(goal, lengths), "right", (22.0, 10.0)) for goal in missed
    )
    return Annotations(tuple(map(_line_to, missed)), labels=tuple(labels))


def _missed(arrays: RigArrays, pose: Posed) -> Iterator[GoalReport]:
    """The goals of bones that are seen and do not reach them."""
    for goal in pose.goals:
        row = arrays.row.get(goal.owner)
        if not goal.reached and row is not None and not arrays.hidden[row]:
            yield goal


def _line_to(goal: GoalReport) -> Shape:
    """A dashed line from the effector to its goal."""
    ends = point_of(goal.effector), point_of(goal.position)
    return Shape(ends, "handle" if goal.ahead else "miss", width=1.25, casing=1.0, dash=(3.0, 3.0))


def _labels_at_goal(
    arrays: RigArrays, ties: ConstraintArrays, goal: GoalReport, role: ColourRole, lengths: Lengths
) -> Iterator[Label]:
    """The name of the goal, where a bone that is seen is one; and how far it is away."""
    position = point_of(goal.position)
    chain = ties.by_constraint.get(goal.constraint)
    if chain is not None and chain.target is not None and not arrays.hidden[chain.target]:
        yield Label(position, arrays.names[chain.target], "handle", (26.0, -2.0))
    yield Label(position, _distance_in_words(goal, lengths), "text_dim" if goal.ahead else role, (26.0, 14.0))


def _distance_in_words(goal: GoalReport, lengths: Lengths) -> str:
    """Return the distance of the effector from its goal, in words."""
    distance = residual_in_words(float(np.linalg.norm(np.subtract(goal.position, goal.effector))), lengths)
    if goal.ahead:
        return _("{distance} ahead").format(distance=distance)
    return _("{distance} off its pin").format(distance=distance) if goal.pinned else distance


def _compared_chains(
    arrays: RigArrays, ties: ConstraintArrays, pose: Posed, compared: Posed, highlighted: tuple[str, ...]
) -> Annotations:
    """The chains on which two solvers differ, with dots at their joints: B dashed, A in one line over it."""
    lines = []
    for goal in pose.goals:
        rows = _chain_of(arrays, ties, goal, highlighted)
        if rows:
            a, b = (_joints(found, rows) for found in (pose, compared))
            if np.abs(a - b).max() > APART * max(float(arrays.lengths[rows[0]]), 1e-9):
                lines.append(Shape(points_of(b), "right", width=2.0, casing=2.0, dash=(2.5, 1.5)))
                lines.append(Shape(points_of(a), "accent", width=2.0, casing=2.0))
    dots = (Dot(joint, 3.0, line.role, "casing", 1.25) for line in lines for joint in line.points)
    return Annotations(tuple(lines), tuple(dots))


def _chain_of(
    arrays: RigArrays, ties: ConstraintArrays, goal: GoalReport, highlighted: tuple[str, ...]
) -> tuple[int, ...]:
    """The rows of the chain that a goal pulls, its first bone first; without hidden ones."""
    chain = ties.by_constraint.get(goal.constraint)
    if chain is not None:
        rows = list(reversed(chain.rows))
    elif goal.constraint is None and goal.owner in highlighted:
        rows = sorted(arrays.row[name] for name in highlighted if name in arrays.row)
    else:
        rows = []
    return tuple(row for row in rows if not arrays.hidden[row])


def _joints(pose: Posed, rows: tuple[int, ...]) -> Floats:
    """The joints of a chain (n + 1, 3): the heads of its bones and the tail of the last."""
    return np.concatenate([pose.heads[list(rows)], pose.tails[[rows[-1]]]])
