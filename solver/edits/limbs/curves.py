"""A chain put on a curve stays where it is: a bent one gets a handle at every joint and a curve straight between them.

A smooth curve through a few handles rounds the corners of a chain. Where that moves its joints farther than a smooth
figure shows, the chain gets as many handles as its shape needs.
"""

from __future__ import annotations

import numpy as np

from pantin.rigs import Document
from pantin.rigs.limb import Limb
from pantin.solver.evaluate import evaluate
from pantin.solver.messages import _

STAYS = 1e-4
"""Lengths of the chain: what moves less stands still."""
ROUNDED = 0.02
"""Lengths of the chain that joints may move onto the curve, for the sake of few handles."""

SHARP = _("It bends too sharply for a few handles: one stands at every joint, and nothing moves")


def moved_by(before: Document, after: Document, limb: Limb) -> float:
    """Return the farthest that a joint of a limb's chain moved, in lengths of the chain."""
    posed_before, posed_after = evaluate(before), evaluate(after)
    was, now = ([each.index[name] for name in limb.bones] for each in (posed_before, posed_after))
    heads, tails = posed_before.heads[was], posed_before.tails[was]
    lengths = np.linalg.norm(tails - heads, axis=1)
    moves = np.stack((posed_after.heads[now] - heads, posed_after.tails[now] - tails))
    return float(np.linalg.norm(moves, axis=-1).max(initial=0.0) / max(float(lengths.sum()), 1e-12))


def onto_the_curve(moved: float) -> str:
    """A note on a chain whose joints moved so far, in lengths of it; empty where they stayed."""
    if moved <= STAYS:
        return ""
    return _("Its joints moved onto the curve, by {part:.1%} of its length at most").format(part=moved)
