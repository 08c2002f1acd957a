"""Lifting and turning bones that must stay above the ground: see `rigs.constraints.AboveGround`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist

import msgspec
import numpy as np

from pantin.rigs import Bone, Document, Ik, Rig, SplineIk
from pantin.rigs.constraints import AboveGround
from pantin.rigs.fields import Vector3
from pantin.rigs.ground.kinds import Floor, Ground, why_no_ground
from pantin.rigs.remembered import remembered
from pantin.rigs.tree.chains import acts, chain_bones, connected_chain, turned_by_ik
from pantin.solver.compiling import layout
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.ground_rows import TURNS, WHOLE, ground_rows
from pantin.solver.constraints.rows import row_of
from pantin.solver.program.schedule import Grab

TOUCHING = 1e-3
"""A bone begins where its parent ends if it is no farther from there than this part of the parent's length."""


class Hold(msgspec.Struct, frozen=True):
    """A bone that the ground lifts, or turns about its head."""

    constraint: AboveGround
    turns: bool
    whole: bool


def own_hold(rig: Rig, constraint: AboveGround) -> Hold:
    """Return how the owner is kept above the ground: handles, poles and roots are lifted, bones of the body turn."""
    bone = rig.by_name[constraint.owner]
    return Hold(constraint, bone.kind == "bone" and bone.parent is not None, constraint.whole)


def holds_besides(rig: Rig, acting: Collection[int]) -> Mapping[str, list[Hold]]:
    """Return how other bones are moved for those of `acting`, by name: ancestors of owners, and what moves them."""
    found: dict[str, list[Hold]] = {}
    for constraint in (rig.constraints[i] for i in sorted(acting)):
        if isinstance(constraint, AboveGround):
            for name, turns in _besides(rig, constraint, acting):
                found.setdefault(name, []).append(Hold(constraint, turns, whole=False))
    return found


def lifted_bones(rig: Rig) -> tuple[str, ...]:
    """The bones that the ground lifts where they are posed in it: handles and other bones that move freely."""
    acting = [i for i, constraint in enumerate(rig.constraints) if acts(rig, constraint)]
    owners = [each for each in rig.constraints if isinstance(each, AboveGround) and acts(rig, each)]
    if not owners:
        return ()
    besides = holds_besides(rig, acting).items()
    found = (name for name, holds in besides if any(not hold.turns for hold in holds))
    return (*(each.owner for each in owners if not own_hold(rig, each).turns), *found)


def hold_row(hold: Hold, bone: int, length: float, index: Mapping[str, int]) -> Row:
    """Return the row of a constraint for the bone with the row `bone`."""
    row = row_of(hold.constraint, index)
    row[layout.OWNER], row[layout.OWNER_LENGTH] = bone, length
    row[TURNS], row[WHOLE] = hold.turns, hold.whole
    return row


@remembered(most=4)
def rows_of_ground(ground: Ground | None) -> Table:
    """Return the rows of a ground (g, GROUND_WIDTH), read-only; of a floor at height 0 where it cannot be used."""
    rows = ground_rows(Floor() if ground is None or why_no_ground(ground) else ground)
    rows.flags.writeable = False
    return rows


def kept_above(rig: Rig, ground: Ground | None, bone: str, place: Vector3, tail: bool = True) -> Vector3:
    """The place to which the tail of a bone is pulled, or its head, lifted as the constraints of its rig say."""
    from pantin.solver.constraints.ground_heights import height_at  # a kernel: see solver.evaluate

    x, y, z = place
    for constraint in rig.constraints:
        if isinstance(constraint, AboveGround) and acts(rig, constraint):
            owner = rig.by_name[constraint.owner]
            ends = _ends(rig, owner) if tail else (owner.name,)
            if bone in ends:
                depth = height_at(rows_of_ground(ground), x, y) + constraint.offset - z
                z += constraint.influence * max(depth, 0.0)
    return (x, y, z)


def goals_of(document: Document, grabs: Sequence[Grab]) -> Table:
    """Return the goals of dragged tails (g, 3), armature space, lifted above the ground where it holds them."""
    goals, rig = [grab.goal for grab in grabs], document.rig
    if any(isinstance(constraint, AboveGround) for constraint in rig.constraints):
        goals = [kept_above(rig, document.ground, grab.bone, grab.goal) for grab in grabs]
    return np.array(goals, np.float64).reshape(-1, 3)


def _besides(rig: Rig, constraint: AboveGround, acting: Collection[int]) -> Iterator[tuple[str, bool]]:
    """The other bones, and whether they turn."""
    owner, solved = rig.by_name[constraint.owner], turned_by_ik(rig)
    ends = _ends(rig, owner)
    if owner.kind == "bone":
        yield from ((name, True) for name in connected_chain(rig, owner.name, 0)[1:] if name not in solved)
    for each in (rig.constraints[i] for i in sorted(acting)):
        if isinstance(each, Ik) and rig.live_solving and each.target in rig.by_name:
            if chain_bones(rig, each)[0] in ends:
                yield str(each.target), False
        elif isinstance(each, SplineIk) and owner.name in chain_bones(rig, each):
            yield from ((name, False) for name in each.points)


def _ends(rig: Rig, owner: Bone) -> tuple[str, ...]:
    """The bones whose tails are the owner's ends: itself, and the parent where it begins at its tail."""
    parent = rig.by_name.get(owner.parent or "")
    if parent is None or dist(parent.tail, owner.head) > TOUCHING * dist(parent.head, parent.tail):
        return (owner.name,)
    return (owner.name, parent.name)
