"""Handles that give bones their place or turn, brought to where a pose has these bones: hips, chest, head, toes.

A pose that names bones and not such handles would change nothing that is seen: the handles have the last word.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pantin.rigs import CopyLocation, CopyRotation, DampedTrack, Document, Ik, Rig
from pantin.rigs.constraints import Constraint, target_of
from pantin.rigs.tree.chains import acts
from pantin.solver.edits.controls.control_places import with_controls
from pantin.solver.edits.controls.pose_controls import Steered, matched, ties_of_chains
from pantin.solver.evaluate import evaluate
from pantin.solver.program.posed import Posed

GIVING = CopyLocation | CopyRotation | DampedTrack

ROUNDS = 4
"""Most rounds in which handles are moved: one may be the child of a bone that another moves."""

SAME = 1e-9
"""Bones that are no farther apart, metres or parts of a rotation, are in the same place."""


def giving(rig: Rig, goals: Collection[str]) -> tuple[int, ...]:
    """The places of the constraints that give bones of a pose what handles have that the pose lacks.

    Handles of IK are not among them: they go to the ends of their chains.
    """
    reached = {each.target for each in rig.constraints if isinstance(each, Ik) and acts(rig, each)}
    giving = (place for place, each in enumerate(rig.constraints) if _gives_whole(rig, each))
    places = []
    for place in giving:
        owner, target = rig.constraints[place].owner, target_of(rig.constraints[place])
        if owner in goals and target not in goals and target not in reached:
            places.append(place)
    return tuple(places)


def _gives_whole(rig: Rig, each: Constraint) -> bool:
    """Return whether a constraint gives its owner all of the place or the rotation of a control."""
    if not isinstance(each, GIVING) or not acts(rig, each) or each.influence != 1.0:
        return False
    return each.own_target is not None and rig.by_name[each.own_target].kind != "bone"


def given(rig: Rig, places: Collection[int]) -> set[str]:
    """The bones that these constraints steer."""
    return {rig.constraints[place].owner for place in places}


def handed(document: Document, places: Sequence[int], wanted: Posed | None = None) -> Document:
    """Return the document with the handles of these constraints where its bones would be without them.

    `wanted` is how the bones are posed then, where that is known.
    """
    if not places:
        return document
    rig = document.rig
    if wanted is None:
        free = tuple(each for place, each in enumerate(rig.constraints) if place not in places)
        wanted = evaluate(document.with_rig(rig.changed(constraints=free)))
    rows = [wanted.index[name] for name in given(rig, places)]
    for _round in range(ROUNDS):
        now = evaluate(document)
        if np.abs(now.matrices[rows] - wanted.matrices[rows]).max() <= SAME:
            break
        document = with_controls(document, now, wanted, places)
    return document


def brought(
    document: Document, places: Sequence[int], limbs: Sequence[Steered], wanted: Posed | None = None
) -> Document:
    """Return the document with the handles of these constraints, and the controls of these limbs, at their bones.

    `wanted` is how the bones are posed without any of them, where that is known. The handle of a head may hang on that
    of a chest, to which a chain reaches, and that of a hand on a chest that is given its turn: each comes before the
    other once.
    """
    if wanted is None and (places or limbs):
        wanted = unheld(document, places, limbs)
    for _round in range(2 if places and limbs else 1):
        document = handed(document, places, wanted)
        document = matched(document, limbs, wanted) if limbs and wanted is not None else document
    return document


def unheld(document: Document, places: Collection[int], limbs: Sequence[Steered]) -> Posed:
    """Return how bones are posed without these constraints and the controls of these limbs."""
    taken = ties_of_chains(document.rig, limbs).union(places)
    free = tuple(each for place, each in enumerate(document.rig.constraints) if place not in taken)
    return evaluate(document.with_rig(document.rig.changed(constraints=free)))
