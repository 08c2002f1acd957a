"""IK and FK take over each other's pose, so that a limb is switched between them and nothing moves.

The rotations of a limb's bones are its FK pose, where its handles and poles are its IK pose. Both take over what is
shown: with a partial blend that is neither, and then both become it, so that nothing moves however it is blended after.
Bones that IK or a curve stretches stay as long in FK; what else hangs on a bone of a curve does not grow with it there.
One case is left: three or more bones with limits in one straight line, which a solver bends before it begins, may come
back twisted.
"""

from __future__ import annotations

import numpy as np

from pantin.rigs import Document, Ik, SplineIk
from pantin.rigs.editing.limb_ties import limb_called, tied_bones, with_influence
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.limb import Limb
from pantin.solver.edits.controls.control_places import poles_of, with_controls
from pantin.solver.edits.controls.pole_places import unrolled
from pantin.solver.edits.posing.keeping_in_place import SAME, kept_in_place, shift, transforms_in
from pantin.solver.edits.posing.posing import live
from pantin.solver.evaluate import evaluate
from pantin.solver.program.posed import Posed

Ties = tuple[int, ...]

SHORTEST = 1e-12
"""A size that is smaller is none, metres."""

MOVED = 1e-7
"""A limb that moves by more, metres or parts of a rotation, has not taken a pose over yet."""


def match_fk(document: Document, limb: Limb | Ik | str) -> Document:
    """The bones of a limb take over the rotations that IK shows, so that switching to FK moves nothing.

    `limb` may be its name; a chain without a limb is named by its IK constraint, or the bone that this belongs to.
    Raises ValueError where there is no such limb.
    """
    ties, posed_before = limb_called(document.rig, limb), evaluate(document)
    if any(isinstance(document.rig.constraints[place], SplineIk) for place in ties):
        return _curve_matched(document, posed_before, ties)
    made = _bones_matched(document, posed_before, ties)
    return made if _shift(made, posed_before, ties) <= MOVED else _controls_matched(made, posed_before, ties)


def match_ik(document: Document, limb: Limb | Ik | str) -> Document:
    """Handle, pole and what they turn take over the pose of the bones, so that switching to IK moves nothing.

    `limb` and what is raised are as in `match_fk`.
    """
    ties, posed_before = limb_called(document.rig, limb), evaluate(document)
    if _shift(_shown(document, ties), posed_before, ties) <= MOVED:
        return document
    return _ik_matched(document, posed_before, ties)


def bring_back(document: Document, posed_before: Posed, limb: Limb) -> Document:
    """Return the document with the handle of a limb where the limb reaches; nothing moves.

    `posed_before` is the document's evaluation.
    """
    return _ik_matched(document, posed_before, limb_called(document.rig, limb))


def switch_to_fk(document: Document, limb: Limb | Ik | str) -> Document:
    """A limb is moved by the rotations of its bones from now on; nothing moves."""
    return with_influence(match_fk(document, limb), limb_called(document.rig, limb), 0.0)


def switch_to_ik(document: Document, limb: Limb | Ik | str) -> Document:
    """A limb is moved by its handle and pole from now on; nothing moves."""
    return with_influence(match_ik(document, limb), limb_called(document.rig, limb), 1.0)


def _bones_matched(document: Document, posed_before: Posed, ties: Ties) -> Document:
    """The bones that are tied, posed as before, without what ties them."""
    free = kept_in_place(with_influence(document, ties, 0.0), posed_before, tied_bones(document.rig, ties), SAME)
    return free.with_rig(free.rig.changed(constraints=document.rig.constraints))


def _curve_matched(document: Document, posed_before: Posed, ties: Ties) -> Document:
    """The bones posed as they lie along their curves, as long and as thick as these make them."""
    free, tied = with_influence(document, ties, 0.0), tied_bones(document.rig, ties)
    on = evaluate(free)
    rows = [posed_before.index[name] for name in tied]
    sizes = [np.linalg.norm(each.matrices[rows, :3, :3], axis=1) for each in (posed_before, on)]
    grown = sizes[0] / np.maximum(sizes[1], SHORTEST)
    stretches = np.array(on.stretches)
    stretches[rows, 0] *= grown[:, 1]
    stretches[rows, 1] *= np.sqrt(grown[:, 0] * grown[:, 2])
    return with_transforms(document, transforms_in(on, np.array(posed_before.matrices), tied, stretches))


def _ik_matched(document: Document, posed_before: Posed, ties: Ties) -> Document:
    """Return the controls posed so that the bones keep their poses, and the bones where they would not."""
    made = _controls_matched(document, posed_before, ties)
    if max(_shift(each, posed_before, ties) for each in (made, _shown(made, ties))) <= MOVED:
        return made
    return _controls_matched(_bones_matched(made, posed_before, ties), posed_before, ties)


def _controls_matched(document: Document, posed_before: Posed, ties: Ties) -> Document:
    """Return the controls where the previous pose of the bones has them."""
    shown = with_controls(_shown(document, ties), posed_before, posed_before, ties)
    for _ik, pole, chain in poles_of(shown.rig, ties):
        shown = unrolled(shown, posed_before, chain, pole)
    return document.posed(shown.figure.pose.bones)


def _shown(document: Document, ties: Ties) -> Document:
    """The document with nothing but the IK pose shown."""
    return live(with_influence(document, ties, 1.0))


def _shift(document: Document, posed_before: Posed, ties: Ties) -> float:
    """Return the farthest that a tied bone moved from its place."""
    return shift(document, posed_before, tied_bones(document.rig, ties))
