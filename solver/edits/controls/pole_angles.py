"""Sets the pole angle so that nothing moves, when a pole is chosen for a chain or comes with a new constraint.

The angle is the rotation, about the line from root to effector, from the direction of the pole to that of the bend; a
straight chain keeps its roll.
"""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs import Document, Ik
from pantin.rigs import rotations as rot
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.limb_kinds.bending import bend_of
from pantin.rigs.scene import has_bone
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.vectors import across
from pantin.solver.edits.controls.pole_places import is_straight, points_in
from pantin.solver.evaluate import evaluate
from pantin.solver.program.evaluated import Evaluated


def keep_bends(before: Document, after: Document) -> Document:
    """`after`, with the angles of poles chosen since `before` set so that their chains do not move."""
    if before.rig.constraints is after.rig.constraints:
        return after
    constraints, known = list(after.rig.constraints), {id(each) for each in before.rig.constraints}
    for i, new in enumerate(constraints[len(before.rig.constraints) :], len(before.rig.constraints)):
        if isinstance(new, Ik) and _is_there(before, after, new.pole) and new.pole_angle == 0.0:
            unpoled = _with(after, i, msgspec.structs.replace(new, pole=None))
            constraints[i] = msgspec.structs.replace(new, pole_angle=pole_angle(unpoled, after, i))
    for i, (old, new) in enumerate(zip(before.rig.constraints, constraints, strict=False)):
        if isinstance(old, Ik) and isinstance(new, Ik) and id(new) not in known and _is_chosen(before, after, old, new):
            constraints[i] = msgspec.structs.replace(new, pole_angle=pole_angle(before, after, i))
    if all(new is old for new, old in zip(constraints, after.rig.constraints, strict=True)):
        return after
    return after.with_rig(after.rig.changed(constraints=tuple(constraints)))


def _with(document: Document, index: int, ik: Ik) -> Document:
    """The document with another constraint in the place of this one."""
    rig = document.rig
    constraints = (*rig.constraints[:index], ik, *rig.constraints[index + 1 :])
    return document.with_rig(rig.changed(constraints=constraints))


def _is_there(before: Document, after: Document, pole: AnyBone | None) -> bool:
    """Return whether a bone that was there already became a pole: one made for its limb stands where it should."""
    if isinstance(pole, BoneRef):
        return has_bone(before.scene, pole) and has_bone(after.scene, pole)
    return pole in before.rig.by_name and pole in after.rig.by_name


def _is_chosen(before: Document, after: Document, old: Ik, new: Ik) -> bool:
    """Return whether another pole was chosen; one that has only got another name was not, nor one in another
    constraint.
    """
    chosen = new.pole != old.pole and _is_there(before, after, new.pole)
    return chosen and new.owner == old.owner and new.pole_angle == old.pole_angle


def pole_angle(before: Document, after: Document, index: int) -> float:
    """The angle with which the chain of the constraint `index`, which has its pole in `after`, stays as in `before`."""
    ik = after.rig.constraints[index]
    assert isinstance(ik, Ik)
    names = tuple(reversed(chain_bones(after.rig, ik)))
    if len(names) < 2:
        return 0.0
    there, here = _at_full_blend(before, index), _at_full_blend(after, index, angle=0.0)
    points = points_in(there, names)
    line, bend = bend_of(points)
    at = here.target(ik.pole) if isinstance(ik.pole, BoneRef) else there.target(ik.pole)
    if at is None:
        return 0.0
    pole = across(at[:3, 3] - points[0], line)
    if not is_straight(points) and np.linalg.norm(pole) > 0.0:
        return float(rot.signed_angle(pole, bend, line))
    return float(rot.signed_angle(here.matrix(names[0])[:3, 0], there.matrix(names[0])[:3, 0], line))


def _at_full_blend(document: Document, index: int, angle: float | None = None) -> Evaluated:
    """The pose with the constraint at full blend and with this pole angle."""
    constraints = list(document.rig.constraints)
    ik = constraints[index]
    assert isinstance(ik, Ik)
    blend = 1.0 if ik.blend_by == "bones" and ik.blend > 0.0 else ik.blend
    constraints[index] = msgspec.structs.replace(ik, blend=blend, pole_angle=ik.pole_angle if angle is None else angle)
    return evaluate(document.with_rig(document.rig.changed(constraints=tuple(constraints))))
