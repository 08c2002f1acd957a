"""What constraints tie together: dashed lines from bones to what they look at, each with the name of its kind.

They are drawn for the bone or the card under the pointer, and for selected bones where that is switched on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

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
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.viewport.messages import _
from pantin.viewport.scene.rig_arrays import RigArrays, rig_arrays
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.identity_cache import IdentityCache
from pantin.viewport.values.overlay import Dot, Label, Shape, point_of

Floats = NDArray[np.float64]

DASH = (4.0, 3.0)
MUTED = 0.5
BESIDE = (8.0, -6.0)


class Tie(msgspec.Struct, frozen=True):
    """One line: the rows of both bones, where on the second it ends (0 its head, 1 its tail), and its label.

    `drawn` is False where the picture has that line anyway.
    """

    start: int
    end: int
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


class Drawn(msgspec.Struct, frozen=True):
    """What is drawn of some constraints."""

    lines: tuple[Shape, ...] = ()
    dots: tuple[Dot, ...] = ()
    labels: tuple[Label, ...] = ()


def relations(rig: Rig) -> Relations:
    """All ties of a rig, found once for its bones and constraints."""
    return _relations.get(rig.bones, rig.constraints, compute=lambda: _found(rig, rig_arrays(rig)))


def drawn(rig: Rig, matrices: Floats, bones: tuple[str, ...], constraints: tuple[int, ...]) -> Drawn:
    """The lines of these constraints, and of all that these bones have part in."""
    if not bones and not constraints:
        return Drawn()
    known, found = rig_arrays(rig), relations(rig)
    rows = [known.row[name] for name in bones if name in known.row]
    places = dict.fromkeys((*constraints, *(place for row in rows for place in found.of_bone.get(row, ()))))
    ties = [tie for place in places if place < len(found.ties) for tie in found.ties[place]]
    return _draw(known, matrices, [tie for tie in ties if not (known.hidden[tie.start] or known.hidden[tie.end])])


_relations: IdentityCache[Relations] = IdentityCache()


def _found(rig: Rig, known: RigArrays) -> Relations:
    ties = tuple(tuple(_ties(rig, known, constraint)) for constraint in rig.constraints)
    of_bone: dict[int, list[int]] = {}
    for place, constraint in enumerate(rig.constraints):
        named = {constraint.owner, *constraint.looks_at, getattr(constraint, "pole", None)}
        if isinstance(constraint, Chained):
            named.update(chain_bones(rig, constraint))
        for row in {known.row[name] for name in named if name is not None and name in known.row}:
            of_bone.setdefault(row, []).append(place)
    return Relations(ties, {row: tuple(places) for row, places in of_bone.items()})


def _ties(rig: Rig, known: RigArrays, constraint: Constraint) -> Iterator[Tie]:
    """A goal is tied to the root of its chain, whose end is on it already; others from bone to bone."""
    if isinstance(constraint, SplineIk):
        yield from _along(rig, known, constraint)
        return
    owner = known.row.get(constraint.owner)
    if owner is None:
        return
    chain = [known.row[name] for name in chain_bones(rig, constraint)] if isinstance(constraint, Goal) else [owner]
    pole = known.row.get(getattr(constraint, "pole", None) or "")
    muted = not constraint.enabled
    for target in (known.row[name] for name in constraint.looks_at if name in known.row and chain):
        yield Tie(
            start=chain[-1],
            end=target,
            head_tail=getattr(constraint, "head_tail", 0.0),
            role=_role(constraint),
            filled=_filled(constraint),
            title=constraint.look.title,
            muted=muted,
            drawn=not _trackings(constraint),
        )
    if pole is not None and chain:
        joint = chain[max(len(chain) // 2 - 1, 0)]
        yield Tie(joint, pole, 0.0, "pole", filled=False, title=_("Pole"), muted=muted, drawn=muted)


def _along(rig: Rig, known: RigArrays, spline: SplineIk) -> Iterator[Tie]:
    """From the root of a chain through the controls of its curve; the first line bears the name."""
    rows = [known.row[name] for name in (*chain_bones(rig, spline)[-1:], *spline.points) if name in known.row]
    for place, (start, end) in enumerate(pairwise(rows)):
        title = "" if place else spline.look.title
        yield Tie(start, end, 0.0, "handle", filled=False, title=title, muted=not spline.enabled)


def _role(constraint: Constraint) -> ColourRole:
    """The colour of the line of a constraint."""
    if isinstance(constraint, Goal):
        return "handle"
    return "limit" if isinstance(constraint, LimitDistance | Floor) else "text"


def _filled(constraint: Constraint) -> bool:
    """Whether the mark at the end is a dot, for what is copied, or a ring, for what is reached or tracked."""
    return not isinstance(constraint, Goal | Tracking)


def _trackings(constraint: Constraint) -> bool:
    return isinstance(constraint, Tracking) and constraint.enabled and constraint.influence > 0.0


def _draw(known: RigArrays, matrices: Floats, ties: list[Tie]) -> Drawn:
    """The lines, labels and marks of these ties."""
    lines, dots, labels = [], [], []
    for tie in ties:
        start, target = matrices[tie.start, :3, 3], matrices[tie.end]
        end = target[:3, 3] + target[:3, 1] * (tie.head_tail * known.lengths[tie.end])
        ends = point_of(start), point_of(end)
        if tie.drawn:
            opacity = MUTED if tie.muted else 1.0
            lines.append(Shape(ends, tie.role, width=1.0, opacity=opacity, casing=1.5, dash=DASH))
        dots.append(Dot(ends[1], 4.0, tie.role, "casing", 1.5, filled=tie.filled))
        text = _("{constraint}, muted").format(constraint=tie.title) if tie.muted else tie.title
        if not tie.title:
            continue
        labels.append(Label(point_of((start + end) / 2), text, tie.role, BESIDE, strong=False, line=ends))
    return Drawn(tuple(lines), tuple(dots), tuple(labels))
