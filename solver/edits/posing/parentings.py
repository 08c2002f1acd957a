"""Bones that a Child Of or an Armature carries: how they would be without, which is what their poses say.

Posing by hand asks for this: a handle that hangs on a turned hand goes where it is dragged.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.constraints import Armature, ChildOf
from pantin.rigs.constraints.acting import ALL_AXES
from pantin.rigs.fields import AnyBone
from pantin.solver.compiling import layout
from pantin.solver.constraints.following import armature, child_of
from pantin.solver.constraints.rows import rows_of
from pantin.solver.constraints.surroundings import NOTHING_AROUND
from pantin.solver.maths.rotations import rotation_along_y, slerp
from pantin.solver.program.carried import FLAT
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

NOT_TURNED = (0.0, 0.0, 0.0, 1.0)


Parenting = ChildOf | Armature


def parentings_of(on: Posed, names: Collection[str]) -> tuple[Parenting, ...]:
    """Return what moves some of the bones `names` as a parent would, in the order in which it acts."""
    chosen = set(names)
    parentings = (each for each in on.constraints if isinstance(each, ChildOf | Armature) and each.owner in chosen)
    return tuple(each for each in parentings if _acts(on, each))


def without_parentings(on: Posed, matrices: Floats, parentings: Sequence[Parenting]) -> Floats:
    """`matrices` (n, 4, 4), with the owners of `parentings` as they would be if those did not carry them.

    The targets are posed as in `matrices`. The same array where nothing carries.
    """
    if not parentings:
        return matrices
    found = np.array(matrices)
    for each in reversed(parentings):
        row = on.index[each.owner]
        found[row] = _undone(each, movement(each, on, matrices), found[row])
    return found


def movement(parenting: Parenting, on: Posed, matrices: Floats) -> Floats:
    """Return the movement (4, 4) that a constraint gives its owner at full influence, with its targets as in `matrices`
    (n, 4, 4).
    """
    rows = np.array(rows_of(parenting, on.index, on.skeleton.lengths))
    m = np.zeros((layout.FIRST_TARGET_ROW + 2 * len(rows), 16))
    m[layout.OWNER_ROW] = np.eye(4).ravel()
    if isinstance(parenting, ChildOf):
        target = on.target(parenting.target, matrices)
        assert target is not None
        m[layout.TARGET_ROW] = target.ravel()
        child_of.act(m, rows, 0, NOTHING_AROUND)
    else:
        rest = on.skeleton.table[:, layout.REST : layout.REST + 16]
        m[layout.OWNER_REST_ROW] = rest[on.index[parenting.owner]]
        for place, name in enumerate(parenting.looks_at):
            m[layout.FIRST_TARGET_ROW + 2 * place] = matrices[on.index[name]].ravel()
            m[layout.FIRST_TARGET_ROW + 2 * place + 1] = rest[on.index[name]]
        armature.act(m, rows, 0, NOTHING_AROUND)
    moved: Floats = m[layout.OWNER_ROW].reshape(4, 4)
    return moved


def _acts(on: Posed, parenting: Parenting) -> bool:
    """Return whether it carries its owner now: it is on, and all bones that it names are there."""
    named: tuple[AnyBone, ...] = (*parenting.looks_at, *parenting.looks_at_others)
    is_on = parenting.enabled and parenting.influence > 0.0 and bool(named)
    return is_on and all(on.target(name) is not None for name in named)


def _undone(parenting: Parenting, moved: Floats, stands: Floats) -> Floats:
    """The matrix (4, 4) that `moved`, by the constraint's influence, takes to `stands`. Turns are blended on an arc.

    What half of a half turn has crushed cannot be undone, and is left as it is.
    """
    part = parenting.influence
    axes = moved[:3, :3]
    if part < 1.0:
        turn = rotation_along_y(tuple(axes[:, 0]), tuple(axes[:, 1]))
        axes = rot.matrix_from_quaternion(np.array(slerp(NOT_TURNED, turn, part)))
    along = np.array(parenting.location if isinstance(parenting, ChildOf) else ALL_AXES)
    taken = np.where(along[:, None], part * moved[:3] + (1.0 - part) * np.eye(4)[:3], np.eye(4)[:3])
    if min(abs(np.linalg.det(axes)), abs(np.linalg.det(taken[:, :3]))) < FLAT:
        return stands
    found = np.array(stands)
    found[:3, :3] = np.linalg.solve(axes, stands[:3, :3])
    found[:3, 3] = np.linalg.solve(taken[:, :3], stands[:3, 3] - taken[:, 3])
    return found
