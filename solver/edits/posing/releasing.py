"""Constraints that lose a bone of another figure, which is removed: what they held stays where it is.

Its place is written into the pose, as far as one can say it. A constraint that would act otherwise without that bone,
such as a pivot without its point, is turned off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs.constraints import Chained, Constraint
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.figure_order import order_of_figures
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.rigs.tree.traversal import hangs
from pantin.solver.edits.posing.chosen_bones import as_they_stand
from pantin.solver.edits.posing.keeping_in_place import APART, channels, shift
from pantin.solver.edits.posing.parentings import parentings_of, without_parentings
from pantin.solver.evaluate import evaluate, evaluate_figures
from pantin.solver.program.posed import Posed

STAYED = 1e-6
"""A bone has stayed where no number of its matrix differs by more."""


class Released(NamedTuple):
    """A document, in which bones were released, and the owners of the constraints that held them."""

    document: Document
    stayed: tuple[BoneRef, ...] = ()
    """They are where they were."""
    moved: tuple[BoneRef, ...] = ()
    """Something else moves them as well, or their pose cannot say where they were."""
    turned_off: tuple[BoneRef, ...] = ()
    """Their constraints would act otherwise, and are off."""


def released(before: Document, after: Document) -> Released:
    """Return `after` with all bones posed to stay that only bones which have gone since `before` held.

    They are bones of figures whose own bones are the same in both. What others look at is posed first.
    """
    there = {figure.name: figure for figure in before.scene.figures}
    found = Released(after)
    if not any(_lost(there[each.name], each) for each in after.scene.figures if each.name in there):
        return found
    posed_before = evaluate_figures(before)
    for name in order_of_figures(after.scene).names:
        if name in there:
            found = _released_of(found, there[name], posed_before[name])
    return found


def _released_of(done: Released, was: Figure, posed_before: Posed) -> Released:
    """Return `done` with the bones of one figure released as well; `was` is that figure before."""
    document = Document(done.document.scene, was.name)
    held = [index for index in _lost(was, document.figure) if _acted(was.rig, was.rig.constraints[index], posed_before)]
    if not held:
        return done
    off = [index for index in held if _still_acts(document.rig, document.rig.constraints[index])]
    document = _turned_off(document, off)
    bones = {index: _moved_by(was.rig, was.rig.constraints[index]) for index in held}
    document = _posed_to_stay(document, posed_before, {name for names in bones.values() for name in names})
    stay = {index for index in held if shift(document, posed_before, bones[index]) <= STAYED}

    def owners(indices: Collection[int]) -> tuple[BoneRef, ...]:
        names = dict.fromkeys(was.rig.constraints[index].owner for index in held if index in indices)
        return tuple(BoneRef(name, was.name) for name in names)

    return Released(
        replace(done.document, scene=document.scene),
        (*done.stayed, *owners(stay)),
        (*done.moved, *owners({*held} - stay)),
        (*done.turned_off, *owners(off)),
    )


def _lost(was: Figure, now: Figure) -> list[int]:
    """Return the places of constraints that name fewer bones of other figures now; none where bones have changed."""
    if was.rig.constraints is now.rig.constraints or was.rig.bones is not now.rig.bones:
        return []
    return list(_fewer(was.rig, now.rig))


def _fewer(was: Rig, now: Rig) -> Iterator[int]:
    """Yield the places of constraints that name fewer bones of other figures now."""
    for index, (old, new) in enumerate(zip(was.constraints, now.constraints, strict=True)):
        if old is not new and len(new.looks_at_others) < len(old.looks_at_others):
            yield index


def _acted(rig: Rig, constraint: Constraint, posed: Posed) -> bool:
    """Return whether a constraint did something with bones of other figures in that pose."""
    return acts(rig, constraint) and all(posed.target(ref) is not None for ref in constraint.looks_at_others)


def _still_acts(rig: Rig, constraint: Constraint) -> bool:
    """Return whether a constraint without its bone acts, though not as before. IK without a pole ends where it was."""
    return acts(rig, constraint) and not isinstance(constraint, Chained)


def _turned_off(document: Document, indices: Collection[int]) -> Document:
    constraints = tuple(
        replace(each, enabled=False) if index in indices else each
        for index, each in enumerate(document.rig.constraints)
    )
    return document.with_rig(document.rig.changed(constraints=constraints)) if indices else document


def _moved_by(rig: Rig, constraint: Constraint) -> tuple[str, ...]:
    """Return the bones that a constraint moves by itself, without those that follow."""
    return chain_bones(rig, constraint) if isinstance(constraint, Chained) else (constraint.owner,)


def _posed_to_stay(after: Document, before: Posed, names: Collection[str]) -> Document:
    """Return `after` with those of the bones `names` posed as they were, sizes too, that would not stay."""
    now = evaluate(after)
    there = now.with_matrices(before.matrices, before.stretches)
    differs = np.abs(channels(there) - channels(now)).max(axis=1) > APART
    moved = [name for name in names if differs[now.index[name]]]
    uncarried = without_parentings(now, before.matrices, parentings_of(now, moved))
    found = as_they_stand(now.with_matrices(uncarried, before.stretches), moved)
    kept = {name: after.figure.transform(name).location for name in moved if hangs(after.rig, name)}
    return with_transforms(
        after, {name: replace(each, location=kept.get(name, each.location)) for name, each in found.items()}
    )
