"""Hanging a bone on another by a Child Of, or turning it about another by a Pivot: nothing moves by that."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.constraints import ChildOf, Pivot
from pantin.rigs.editing import constrain
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneRef
from pantin.rigs.tree.chains import acts, turned_by_ik
from pantin.rigs.tree.traversal import hangs
from pantin.rigs.vectors import three
from pantin.rigs.wording import bone_label, quoted
from pantin.solver.edits.posing.keeping_in_place import SAME, channels, kept_in_place
from pantin.solver.edits.posing.parentings import movement
from pantin.solver.evaluate import evaluate
from pantin.solver.messages import _
from pantin.solver.program.carried import has_size
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats


def hung(before: Document, after: Document, index: int) -> Document:
    """`after`, where the Child Of at `index` may have another target than in `before`: its owner stays where it was.

    Without any target the owner is posed to stay, unless something else than its pose decides. So is the owner of a
    Pivot that was added. Raises ValueError where the target has no size.
    """
    child = after.rig.constraints[index]
    old = before.rig.constraints[index] if index < len(before.rig.constraints) else None
    if isinstance(child, Pivot) and old is None:
        return _located_to_stay(after, evaluate(before), child)
    if not isinstance(child, ChildOf) or getattr(old, "target", None) == child.target:
        return after
    posed_before: Posed = evaluate(before)
    was = old if isinstance(old, ChildOf) and acts(before.rig, old) else None
    if isinstance(child.target, BoneRef):
        posed_before = posed_before.with_others(evaluate(after).others)
    if posed_before.target(child.target) is None:
        return _posed_to_stay(after, posed_before, child.owner) if was else after
    carried = movement(was, posed_before, posed_before.matrices) if was else np.eye(4)
    return constrain.replace(after, index, _with_inverse(child, posed_before, carried))


def with_inverse_set(document: Document, index: int) -> Document:
    """The Child Of at `index` with the inverse by which its owner now stands where its own pose puts it.

    Raises ValueError where it has no target, or one without size.
    """
    child = document.rig.constraints[index]
    assert isinstance(child, ChildOf)
    posed = evaluate(document)
    if posed.target(child.target) is None:
        raise ValueError(_("{bone} hangs on nothing; choose a target first.").format(bone=quoted(child.owner)))
    return constrain.replace(document, index, _with_inverse(child, posed, np.eye(4)))


def with_inverse_cleared(document: Document, index: int) -> Document:
    """The Child Of at `index` without an inverse: its owner goes all the way with the target, from its rest."""
    child = document.rig.constraints[index]
    assert isinstance(child, ChildOf)
    return constrain.replace(document, index, replace(child, inverse=None))


def _with_inverse(child: ChildOf, posed_before: Posed, carried: Floats) -> ChildOf:
    """The Child Of that moves its owner by `carried` (4, 4) while its target stays as it is."""
    target = movement(replace(child, inverse=None), posed_before, posed_before.matrices)
    if not has_size(target):
        sentence = _("{target} has no size now, so nothing can be hung on it; scale it up first.")
        raise ValueError(sentence.format(target=quoted(bone_label(child.target or ""))))
    x, y, z = ((a, b, c, d) for a, b, c, d in (np.linalg.inv(target) @ carried)[:3].tolist())
    return replace(child, inverse=(x, y, z))


def _posed_to_stay(after: Document, posed_before: Posed, owner: str) -> Document:
    """The document with the owner posed so that it stays as it was, unless something else decides that."""
    rig = after.rig
    bound = owner in turned_by_ik(rig) or any(each.owner == owner and acts(rig, each) for each in rig.constraints)
    return after if bound else kept_in_place(after, posed_before, (owner,))


def _located_to_stay(after: Document, posed_before: Posed, pivot: Pivot) -> Document:
    """The document with the owner of a new Pivot moved by its pose so that its head stays, where only those two act."""
    rig, owner = after.rig, pivot.owner
    others = any(each.owner == owner and acts(rig, each) and each is not pivot for each in rig.constraints)
    if others or hangs(rig, owner) or owner in turned_by_ik(rig) or not rig.by_name[owner].local_location:
        return after
    now = evaluate(after)
    at = now.index[owner]
    missed = channels(now.with_matrices(posed_before.matrices))[at, :3] - channels(now)[at, :3]
    if np.abs(missed).max() <= SAME:
        return after
    pose = after.figure.transform(owner)
    back = rot.matrix_from_quaternion(pose.rotation).T @ missed
    return with_transforms(after, {owner: replace(pose, location=three(np.add(pose.location, back)))})
