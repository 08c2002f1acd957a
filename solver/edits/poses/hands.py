"""Hands posed where IK bends fingers too: the handles of these go to where the fingers are turned."""

from __future__ import annotations

from pantin.rigs import Document
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.fitting.hands import Hand
from pantin.solver.edits.controls.pose_controls import matched, steered, unsteered
from pantin.solver.edits.limbs.matching import match_fk
from pantin.solver.evaluate import evaluate


def with_hands(before: Document, posed: Document) -> Document:
    """`posed`, with the handles of those fingers that are turned otherwise than `before` brought to where they are."""
    turned = _turned(before, posed)
    limbs = [limb for limb in steered(posed.rig) if not turned.isdisjoint(limb.chain)] if turned else []
    if not limbs:
        return posed
    free = posed.rig.changed(constraints=unsteered(posed.rig, limbs))
    return matched(posed, limbs, evaluate(posed.with_rig(free)))


def fingers_as_seen(document: Document, hand: Hand) -> Document:
    """Return the document with those fingers of a hand that IK bends posed as it shows them; nothing moves."""
    names = set(hand.phalanges)
    for limb in steered(document.rig):
        if not names.isdisjoint(limb.chain):
            document = match_fk(document, limb.ik)
    return document


def _turned(before: Document, posed: Document) -> set[str]:
    """The phalanges that have another transform."""
    names = {name for each in hand_joints(posed.rig) for name in each.hand.phalanges}
    return {name for name in names if before.figure.transform(name) != posed.figure.transform(name)}
