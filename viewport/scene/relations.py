"""Relations of constraints: dashed lines from bones to their targets, each with the name of its kind.

They are drawn for the bone or the card under the pointer, and for selected bones where that is switched on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.constraints import (
    Chained,
    Constraint,
    Floor,
    Goal,
    LimitDistance,
    SplineIk,
    Tracking,
)
from pantin.rigs.constraints.acting import ROLES
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.viewport.messages import _
from pantin.viewport.scene.annotations import NO_ANNOTATIONS, Annotations
from pantin.viewport.scene.rig_arrays import RigArrays, pole_of, rig_arrays
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Dot, Label, Shape, point_of

Floats = NDArray[np.float64]

DASH = (4.0, 3.0)
MUTED = 0.5
BESIDE = (8.0, -6.0)


class Tie(msgspec.Struct, frozen=True):
    """One line: the rows of both bones, where on the second it ends (0 its head, 1 its tail), and its label.

    It may end on a bone of another figure. `drawn` is False where the picture has that line anyway.
    """

    start: int
    end: int | BoneRef
    head_tail: float
    role: ColourRole
    filled: bool
    title: str
    muted: bool
    drawn: bool = True


class Relations(msgspec.Struct, frozen=True):
    """The ties of each constraint by its place, and the places of the constraints that each bone (row) has part in."""

    ties: tuple[tuple[Tie, ...], ...]
    of_bone: Mapping[int, tuple[int, ...]]


@remembered("bones", "constraints")
def relations(rig: Rig) -> Relations:
    """Return all ties of a rig."""
    arrays = rig_arrays(rig)
    ties = tuple(tuple(_ties(rig, arrays, constraint)) for constraint in rig.constraints)
    of_bone: dict[int, list[int]] = {}
    for place, constraint in enumerate(rig.constraints):
        named = {constraint.owner, *constraint.looks_at, pole_of(constraint)}
        if isinstance(constraint, Chained):
            named.update(chain_bones(rig, constraint))
        for row in {arrays.row[name] for name in named if name is not None and name in arrays.row}:
            of_bone.setdefault(row, []).append(place)
    return Relations(ties, {row: tuple(places) for row, places in of_bone.items()})


def relation_lines(
    rig: Rig,
    matrices: Floats,
    bones: tuple[str, ...],
    constraints: tuple[int, ...],
    others: Mapping[BoneRef, tuple[Floats, float]] = MappingProxyType({}),
) -> Annotations:
    """The lines, with their names, of these constraints and of all that these bones have part in.

    `others` are the matrices (4, 4) and lengths of bones of other figures that constraints look at, armature space.
    """
    if not bones and not constraints:
        return NO_ANNOTATIONS
    arrays, found = rig_arrays(rig), relations(rig)
    rows = [arrays.row[name] for name in bones if name in arrays.row]
    places = dict.fromkeys((*constraints, *(place for row in rows for place in found.of_bone.get(row, ()))))
    ties = [tie for place in places if place < len(found.ties) for tie in found.ties[place]]
    seen = [tie for tie in ties if not arrays.hidden[tie.start] and _is_seen(arrays, others, tie.end)]
    return _draw(arrays, matrices, others, seen)


def _is_seen(arrays: RigArrays, others: Mapping[BoneRef, tuple[Floats, float]], end: int | BoneRef) -> bool:
    return end in others if isinstance(end, BoneRef) else not arrays.hidden[end]


def _ties(rig: Rig, arrays: RigArrays, constraint: Constraint) -> Iterator[Tie]:
    """A goal is tied to the root of its chain, whose end is on it already; others from bone to bone."""
    if isinstance(constraint, SplineIk):
        yield from _along(rig, arrays, constraint)
    elif constraint.owner in arrays.row:
        names = chain_bones(rig, constraint) if isinstance(constraint, Goal) else (constraint.owner,)
        chain = [arrays.row[name] for name in names]
        if chain:
            yield from _to_targets(arrays, constraint, chain[-1])
            yield from _to_pole(arrays, constraint, chain[max(len(chain) // 2 - 1, 0)])


def _to_targets(arrays: RigArrays, constraint: Constraint, start: int) -> Iterator[Tie]:
    """From a bone to all that a constraint refers to."""
    ends: list[int | BoneRef] = [arrays.row[name] for name in constraint.looks_at if name in arrays.row]
    roles = (getattr(constraint, role, None) for role in ROLES if role != "pole" and role not in constraint.unused)
    ends += [named for named in roles if isinstance(named, BoneRef)]
    for target in ends:
        yield Tie(
            start=start,
            end=target,
            head_tail=getattr(constraint, "head_tail", 0.0),
            role=_role(constraint),
            filled=_filled(constraint),
            title=constraint.look.title,
            muted=not constraint.enabled,
            drawn=isinstance(target, BoneRef) or not _is_tracking(constraint),
        )


def _to_pole(arrays: RigArrays, constraint: Constraint, joint: int) -> Iterator[Tie]:
    """From the bending joint of a chain to its pole.

    The picture has that line, unless the constraint is muted or the pole is a bone of another figure.
    """
    named: AnyBone | None = getattr(constraint, "pole", None)
    muted = not constraint.enabled
    pole = named if isinstance(named, BoneRef) else arrays.row.get(named or "")
    if pole is not None:
        drawn = muted or isinstance(pole, BoneRef)
        yield Tie(joint, pole, 0.0, "pole", filled=False, title=_("Pole"), muted=muted, drawn=drawn)


def _along(rig: Rig, arrays: RigArrays, spline: SplineIk) -> Iterator[Tie]:
    """From the root of a chain through the controls of its curve; the first line bears the name."""
    rows = [arrays.row[name] for name in (*chain_bones(rig, spline)[-1:], *spline.points) if name in arrays.row]
    for place, (start, end) in enumerate(pairwise(rows)):
        title = "" if place else spline.look.title
        yield Tie(start, end, 0.0, "handle", filled=False, title=title, muted=not spline.enabled)


def _role(constraint: Constraint) -> ColourRole:
    """The colour of the line of a constraint."""
    if isinstance(constraint, Goal):
        return "handle"
    return "limit" if isinstance(constraint, LimitDistance | Floor) else "text"


def _filled(constraint: Constraint) -> bool:
    """Return whether the mark at the end is a dot, for what is copied, or a ring, for what is reached or tracked."""
    return not isinstance(constraint, Goal | Tracking)


def _is_tracking(constraint: Constraint) -> bool:
    return isinstance(constraint, Tracking) and constraint.enabled and constraint.influence > 0.0


def _draw(
    arrays: RigArrays, matrices: Floats, others: Mapping[BoneRef, tuple[Floats, float]], ties: list[Tie]
) -> Annotations:
    """The lines, labels and marks of these ties."""
    lines, dots, labels = [], [], []
    for tie in ties:
        start = matrices[tie.start, :3, 3]
        if isinstance(tie.end, BoneRef):
            target, length = others[tie.end]
        else:
            target, length = matrices[tie.end], float(arrays.lengths[tie.end])
        end = target[:3, 3] + target[:3, 1] * (tie.head_tail * length)
        ends = point_of(start), point_of(end)
        if tie.drawn:
            opacity = MUTED if tie.muted else 1.0
            lines.append(Shape(ends, tie.role, width=1.0, opacity=opacity, casing=1.5, dash=DASH))
        dots.append(Dot(ends[1], 4.0, tie.role, "casing", 1.5, filled=tie.filled))
        text = _("{constraint}, muted").format(constraint=tie.title) if tie.muted else tie.title
        if not tie.title:
            continue
        labels.append(Label(point_of((start + end) / 2), text, tie.role, BESIDE, strong=False, line=ends))
    return Annotations(tuple(lines), tuple(dots), tuple(labels))
