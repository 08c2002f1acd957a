"""A bone divided into several in a row, which together have its rest pose, its joint and its constraints.

The first part keeps the name, the pose and the constraints; what hung on the tail hangs on the last one, and so does
what turned the tail to a goal. Chains that run through the bone grow by the new parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from pantin.rigs.constraints import Chained, Constraint, target_of
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known, with_only
from pantin.rigs.editing.building.adding import spread_names, with_bones
from pantin.rigs.editing.building.poles import poles_before_bends
from pantin.rigs.editing.naming import NewNames
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import Vector3
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST, rest_lengths
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.solvers import MANY
from pantin.rigs.tree.chains import chain_bones

MOST = 100
"""Parts that a bone is divided into at one go."""

Cuts = tuple[float, ...]
"""The places where a bone is cut: parts of its length from the head, in their order."""


def subdivide(document: Document, names: Iterable[str], parts: int = 2) -> Document:
    """Divide each bone into `parts` equal ones, 2 to MOST, and select them. Raises ValueError for other numbers."""
    if not 2 <= parts <= MOST:
        raise ValueError(
            _("A bone can be divided into 2 to {most} parts; {parts} were asked for.").format(most=MOST, parts=parts)
        )
    cuts = tuple(part / parts for part in range(1, parts))
    return _divided(document, dict.fromkeys(names, cuts))


def insert_joint(document: Document, bone: str, at: float) -> Document:
    """Divide a bone in two at a fraction of its length from the head, and select both.

    Raises ValueError where that is not between its ends.
    """
    if not 0.0 < at < 1.0:
        raise ValueError(_("A joint is put between the ends of a bone; choose a place on the bone."))
    return _divided(document, {bone: (at,)})


class _Division(msgspec.Struct, frozen=True):
    """The result of dividing bones: their names in a row, and where each is cut."""

    rows: Mapping[str, tuple[str, ...]]
    cuts: Mapping[str, Cuts]


def _divided(document: Document, cuts: Mapping[str, Cuts]) -> Document:
    document = document.with_rig(document.rig.holding(cuts))
    rig = document.rig
    bones = [known(rig, name) for name in cuts]
    for bone, length in zip(bones, rest_lengths(bones), strict=True):
        if length <= SHORTEST:
            raise ValueError(
                _('"{bone}" has no length and cannot be divided; move its tail away from its head.').format(
                    bone=bone.name
                )
            )
    division = _Division(_rows(rig, cuts), cuts)
    parts = {bone.name: _parts(bone, division) for bone in bones}
    after = with_bones(_hung_on_last(document, parts), {name: row[1:] for name, row in parts.items()})
    after = poles_before_bends(rig, after.with_rig(_tied_again(rig, after.rig, division)))
    return select(after, (name for row in division.rows.values() for name in row), document.active)


def _rows(rig: Rig, cuts: Mapping[str, Cuts]) -> dict[str, tuple[str, ...]]:
    """The names of the parts of each bone, the first its own."""
    new = NewNames(rig.by_name)
    return {name: (name, *(new.after(name) for _ in places)) for name, places in cuts.items()}


def _parts(bone: Bone, division: _Division) -> tuple[Bone, ...]:
    row = division.rows[bone.name]
    joints = [bone.head, *(place_on(bone, at) for at in division.cuts[bone.name]), bone.tail]
    first, *others = (
        msgspec.structs.replace(bone, name=name, head=head, tail=tail)
        for name, (head, tail) in zip(row, pairwise(joints), strict=True)
    )
    return (first, *(_hung(part, above) for above, part in zip(row, others, strict=False)))


def _hung(part: Bone, above: str) -> Bone:
    """A part that goes wherever the one above it goes."""
    return msgspec.structs.replace(part, parent=above, connected=True, inherit_rotation=True, inherit_scale="full")


def _hung_on_last(document: Document, parts: Mapping[str, Sequence[Bone]]) -> Document:
    """The bones shortened to their first parts, and their children hung on their last."""
    bones = list(document.rig.bones)
    for row, bone in enumerate(bones):
        if bone.name in parts:
            bone = parts[bone.name][0]
        if bone.parent is not None and bone.parent in parts:
            bone = msgspec.structs.replace(bone, parent=parts[bone.parent][-1].name)
        bones[row] = bone
    return with_only(document, tuple(bones))


def _tied_again(before: Rig, after: Rig, division: _Division) -> Rig:
    """Return the rig whose constraints act through, at the end of or on the parts that a bone became, as they did on
    the bone.
    """
    behind = {name: row[1:] for name, row in division.rows.items()}
    limbs = tuple(msgspec.structs.replace(limb, bones=spread_names(limb.bones, behind)) for limb in after.limbs)
    constraints = tuple(_retied(before, constraint, division) for constraint in after.constraints)
    return msgspec.structs.replace(after, limbs=limbs, constraints=constraints)


def _retied(before: Rig, constraint: Constraint, division: _Division) -> Constraint:
    changes = _aim(constraint, division)
    if isinstance(constraint, Chained):
        changes |= _chain(before, constraint, division)
    return msgspec.structs.replace(constraint, **changes) if changes else constraint


def _chain(before: Rig, goal: Chained, division: _Division) -> dict[str, Any]:
    """A chain is longer by the new parts in it, and ends with the last part of the bone whose tail meets the goal."""
    changes: dict[str, Any] = {}
    more = sum(len(division.cuts[name]) for name in chain_bones(before, goal) if name in division.cuts)
    if more and goal.chain_length:
        changes["chain_length"] = min(goal.chain_length + more, MANY)
    if goal.use_tail and goal.owner in division.rows:
        changes["owner"] = division.rows[goal.owner][-1]
    return changes


def _aim(constraint: Constraint, division: _Division) -> dict[str, Any]:
    """Return the changes that let a constraint refer to the part of a bone on which its place along the bone is now."""
    target, place = target_of(constraint), getattr(constraint, "head_tail", 0.0)
    if target is None or target not in division.rows or place <= 0.0:
        return {}
    ends = (0.0, *division.cuts[target], 1.0)
    row = next(row for row, end in enumerate(ends[1:]) if place <= end)
    return {"target": division.rows[target][row], "head_tail": (place - ends[row]) / (ends[row + 1] - ends[row])}


def place_on(bone: Bone, at: float) -> Vector3:
    """The place on a bone at this fraction of its length from the head, armature space."""
    x, y, z = (start + (end - start) * at for start, end in zip(bone.head, bone.tail, strict=True))
    return (x, y, z)
