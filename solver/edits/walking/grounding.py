"""Edits that bring a figure onto its ground: all of it, or the handles that were dragged."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs import Document, Rig
from pantin.rigs.constraints import AboveGround
from pantin.rigs.editing.grounds import unplanted
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tree.traversal import root_of
from pantin.solver.evaluate import evaluate
from pantin.solver.ground.legs import Leg, legs_of
from pantin.solver.ground.planting import SAME, footings, raised, transforms
from pantin.solver.program.above_ground import lifted_bones
from pantin.solver.program.carried import carried


def put_on_ground(document: Document) -> Document:
    """The document with all feet that plant put on the ground, however high they are.

    The figure goes up or down with its lower foot; hips come down for the others when it is evaluated.
    """
    rig, unplanted_pose = document.rig, evaluate(unplanted(document))
    feet = footings(rig, document.ground, unplanted_pose, whole=True)
    if not feet:
        return document
    up = raised(min(float(foot.ankle[2] - unplanted_pose.matrices[foot.leg.target, 2, 3]) for foot in feet))
    roots = dict.fromkeys(root for foot in feet for root in _roots(rig, foot.leg))
    put = with_transforms(
        document, {root: carried(document.figure.transform(root), unplanted_pose.matrix(root), up) for root in roots}
    )
    stands = evaluate(unplanted(put))
    feet = footings(put.rig, put.ground, stands, whole=True)
    handles = {foot.leg.sole.handle for foot in feet}
    found = transforms(put.figure, stands, feet)
    return with_transforms(put, {name: at for name, at in found.items() if name in handles})


def where_they_stand(before: Document, dropped: Document) -> Document:
    """`dropped`, with the handles of feet and hips that were dragged since `before` where the ground has them.

    A handle that was dragged into the ground would else have to be dragged out of it again before its foot moves.
    """
    rig = dropped.rig
    legs = [leg for leg in legs_of(rig, dropped.ground) if any(_dragged(before, dropped, name) for name in _moves(leg))]
    if not legs:
        return dropped
    unplanted_pose = evaluate(unplanted(dropped))
    feet = footings(rig, dropped.ground, unplanted_pose)
    standing = {foot.leg.sole.handle for foot in feet if foot.laid.planted >= 1.0} | {legs[0].hips}
    found = transforms(dropped.figure, unplanted_pose, feet)
    kept = {name: at for name, at in found.items() if name in standing and _dragged(before, dropped, name)}
    return with_transforms(dropped, kept) if kept else dropped


def out_of_the_ground(before: Document, dropped: Document) -> Document:
    """`dropped`, with handles that were dragged into the ground since `before` where it has lifted them."""
    rig = dropped.rig
    names = [name for name in lifted_bones(rig) if _dragged(before, dropped, name)]
    if not names:
        return dropped
    others = tuple(each for each in rig.constraints if not isinstance(each, AboveGround))
    stands, posed = evaluate(dropped), evaluate(dropped.with_rig(rig.changed(constraints=others)))
    rises = {name: float(stands.matrix(name)[2, 3] - posed.matrix(name)[2, 3]) for name in names}
    found = {
        name: carried(dropped.figure.transform(name), posed.matrix(name), raised(rise))
        for name, rise in rises.items()
        if rise > SAME
    }
    return with_transforms(dropped, found) if found else dropped


def _moves(leg: Leg) -> tuple[str, str]:
    """The bones that a leg is moved by: its handle and the hips."""
    return leg.sole.handle, leg.hips


def _dragged(before: Document, dropped: Document, name: str) -> bool:
    """Return whether a drag has posed this bone."""
    return before.figure.transform(name) != dropped.figure.transform(name)


def _roots(rig: Rig, leg: Leg) -> Iterator[str]:
    """Yield the bones that carry the hips, the handle and the other controls of a leg's limb, and move with nothing
    else.
    """
    for limb in rig.limbs:
        for name in (limb.bones[:1] + limb.controls) if limb.bones else limb.controls:
            if name in rig.by_name:
                yield root_of(rig, name)
    yield from (root_of(rig, leg.hips), root_of(rig, leg.sole.handle))
