"""Lines between bones: from joints to their poles, from bones to what they look at, from effectors to goals not
reached, along chains being compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.messages import _
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.lengths import Lengths, residual_in_words
from pantin.viewport.values.overlay import Dot, Label, Shape, point_of, points_of
from pantin.viewport.values.pose import Goal, Pose

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
Marks = NDArray[np.bool_]

APART = 1e-3
"""Two solvers' chains are told apart from this distance on, against the length of the chain's first bone."""


class Missed(msgspec.Struct, frozen=True):
    """What is drawn of goals that are missed: dashed lines, and labels with the distances."""

    lines: tuple[Shape, ...]
    labels: tuple[Label, ...]


def pole_lines(known: RigArrays, tied: ConstraintArrays, matrices: Floats, shown: Marks) -> Iterator[Shape]:
    """Lines from the bending joint of each chain to its pole, where that is `shown` (n,)."""
    for chain in tied.chains:
        if chain.pole is not None and not known.hidden[chain.pole[1]] and shown[chain.pole[0]]:
            pole, joint = (point_of(matrices[row, :3, 3]) for row in chain.pole)
            yield Shape((joint, pole), "pole", width=1.0, opacity=0.85, casing=1.0)


def tracking_lines(known: RigArrays, tied: ConstraintArrays, matrices: Floats, shown: Marks) -> Iterator[Shape]:
    """Lines from each tracking bone to the point that it tracks, where the tracked bone is `shown` (n,)."""
    for tracking in tied.trackings:
        if not shown[tracking.target]:
            continue
        target = matrices[tracking.target]
        seen = target[:3, 3] + target[:3, 1] * (tracking.head_tail * known.lengths[tracking.target])
        ends = point_of(matrices[tracking.row, :3, 3]), point_of(seen)
        yield Shape(ends, "pole", width=1.0, opacity=0.85, casing=1.0, dash=(4.0, 3.0))


def misses(known: RigArrays, tied: ConstraintArrays, pose: Pose, role: ColourRole, lengths: Lengths = "auto") -> Missed:
    """A dashed line and a label at every goal that is not reached; `role` is the colour of a miss.

    Solver B ("right") says it at its own effector, so that the two labels stand apart.
    """
    lines, labels = [], []
    targets = {chain.constraint: chain.target for chain in tied.chains}
    for goal in pose.goals:
        row = known.row.get(goal.owner)
        if goal.reached or row is None or known.hidden[row]:
            continue
        effector, position = point_of(goal.effector), point_of(goal.position)
        line: ColourRole = "handle" if goal.ahead else "miss"
        lines.append(Shape((effector, position), line, width=1.25, casing=1.0, dash=(3.0, 3.0)))
        distance = residual_in_words(float(np.linalg.norm(np.subtract(position, effector))), lengths)
        if goal.ahead:
            distance = _("{distance} ahead").format(distance=distance)
        elif goal.pinned:
            distance = _("{distance} off its pin").format(distance=distance)
        if role == "right":
            labels.append(Label(effector, distance, role, (22.0, 10.0)))
            continue
        target = targets.get(-1 if goal.constraint is None else goal.constraint)
        if target is not None and not known.hidden[target]:
            labels.append(Label(position, known.names[target], "handle", (26.0, -2.0)))
        labels.append(Label(position, distance, "text_dim" if goal.ahead else role, (26.0, 14.0)))
    return Missed(tuple(lines), tuple(labels))


def chain_lines(
    known: RigArrays, tied: ConstraintArrays, pose: Pose, compared: Pose, highlighted: tuple[str, ...]
) -> Iterator[Shape]:
    """The chains on which two solvers differ: B dashed, A in one line over it."""
    chains = {chain.constraint: chain.rows for chain in tied.chains}
    for goal in pose.goals:
        rows = (
            _highlighted_chain(known, goal, highlighted) if goal.constraint is None else chains.get(goal.constraint, ())
        )
        rows = tuple(row for row in reversed(rows) if not known.hidden[row])
        if not rows:
            continue
        a, b = (_joints(known, np.asarray(found.matrices), rows) for found in (pose, compared))
        if np.abs(a - b).max() > APART * max(float(known.lengths[rows[0]]), 1e-9):
            yield Shape(points_of(b), "right", width=2.0, casing=2.0, dash=(2.5, 1.5))
            yield Shape(points_of(a), "accent", width=2.0, casing=2.0)


def limit_dots(known: RigArrays, shown: Rows, matrices: Floats, evaluated: Pose) -> Iterator[Dot]:
    """A ring at the joint of each bone in `shown` rows that stands at a limit."""
    for name in evaluated.limits_hit_in(shown):
        row = known.row[name]
        if not known.hidden[row]:
            yield Dot(point_of(matrices[row, :3, 3]), 5.0, "limit", "casing", 2.0, filled=False)


def chain_dots(lines: tuple[Shape, ...]) -> Iterator[Dot]:
    """A dot at every joint of the chains of two solvers."""
    for line in lines:
        if len(line.points) > 1 and line.role in ("accent", "right"):
            for point in line.points:
                yield Dot(point, 3.0, line.role, "casing", 1.25)


def _highlighted_chain(known: RigArrays, goal: Goal, highlighted: tuple[str, ...]) -> tuple[int, ...]:
    """The rows of the highlighted chain, its end first."""
    rows = [known.row[name] for name in highlighted if name in known.row]
    return tuple(sorted(rows, reverse=True)) if goal.owner in highlighted else ()


def _joints(known: RigArrays, matrices: Floats, rows: tuple[int, ...]) -> Floats:
    """The joints of a chain (n + 1, 3): the heads of its bones and the tail of the last."""
    last = matrices[rows[-1]]
    tail = last[:3, 3] + last[:3, 1] * known.lengths[rows[-1]]
    return np.concatenate([matrices[list(rows), :3, 3], tail[None]])
