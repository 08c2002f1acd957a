"""Constraints other than IK as rows of numbers: which bones, and what the kind needs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs.constraints import Armature, Chained, Constraint, target_of
from pantin.solver.compiling import layout
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.kinds import NUMBERS, kind_module

SPACES = {
    "pose": layout.SPACE_POSE,
    "local": layout.SPACE_LOCAL,
    "local_with_parent": layout.SPACE_LOCAL_WITH_PARENT,
    "local_owner": layout.SPACE_LOCAL_OWNER,
    "custom": layout.SPACE_CUSTOM,
    "owner": layout.SPACE_OF_OWNER,
}


def rows_of(constraint: Constraint, index: Mapping[str, int], lengths: Row) -> list[Row]:
    """Return the row of a constraint and, where it has several targets, one more for each.

    `lengths` are those of bones.
    """
    row = row_of(constraint, index)
    row[layout.OWNER_LENGTH] = lengths[index[constraint.owner]]
    if not isinstance(constraint, Armature):
        return [row]
    more = np.zeros((len(constraint.targets), layout.CONSTRAINT_WIDTH))
    more[:, layout.TARGET] = [index[each.bone] for each in constraint.targets]
    more[:, layout.INFLUENCE] = [each.weight for each in constraint.targets]
    row[layout.TARGETS] = len(more)
    return [row, *more]


def row_of(constraint: Constraint, index: Mapping[str, int]) -> Row:
    """Return the row of a constraint. `index` has the rows of bones."""
    assert not isinstance(constraint, Chained)
    target = target_of(constraint)
    row = np.zeros(layout.CONSTRAINT_WIDTH)
    row[layout.CONSTRAINT_KIND] = NUMBERS[type(constraint)]
    row[layout.OWNER] = index[constraint.owner]
    row[layout.TARGET] = -1 if target is None else index[target]
    row[layout.SPACE_BONE] = index.get(getattr(constraint, "space_bone", None) or "", -1)
    row[layout.OWNER_SPACE] = _space(constraint, "owner_space", row)
    row[layout.TARGET_SPACE] = _space(constraint, "target_space", row)
    row[layout.INFLUENCE] = constraint.influence
    row[layout.HEAD_TAIL] = getattr(constraint, "head_tail", 0.0)
    kind_module(type(constraint)).write(row, constraint)
    return row


def _space(constraint: Constraint, which: str, row: Row) -> int:
    """Return the number of a space. That of a bone is armature space where no bone is named."""
    number = SPACES[getattr(constraint, which, "pose")]
    return layout.SPACE_POSE if number == layout.SPACE_CUSTOM and row[layout.SPACE_BONE] < 0 else number
