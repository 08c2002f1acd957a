"""The direction in which the palm of a hand faces at rest, found from its fingers, its side and how it is bent.

The row of knuckles tells the plane of the palm. On which side of that plane the palm is, three signs decide together:
whether the hand is a left or a right one, where the fingers are bent at rest, and that the thumb lies before the palm.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import radians

import msgspec
import numpy as np

from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.fitting.hands import Hand
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import Vector, across, cross, unit

SIDE_WEIGHT, BEND_WEIGHT, THUMB_WEIGHT = 1.0, 0.75, 0.5
"""The weights of the signs: the side more than the bend or the thumb, and less than both together."""
FULL_BEND = radians(10)
"""Fingers that are bent by this at rest, or more, count with their whole weight."""
SHORT = 1e-9
"""Metres. A span that is shorter has no direction."""


class Palm(msgspec.Struct, frozen=True, eq=False):
    """Unit vectors (3,) in armature space, square to each other: along the hand, to its thumb's side, out of it."""

    along: Vector
    thumb: Vector
    out: Vector
    middle: Vector
    """The point (3,) halfway between wrist and knuckles."""
    size: float
    """From wrist to knuckles, metres."""


def palm_of(rig: Rig, hand: Hand) -> Palm | None:
    """The palm of a hand; None where its fingers all lie in one line."""
    tree = Tree(rig)
    chains = [hand.fingers[finger] for finger in FINGERS[1:] if finger in hand.fingers]
    knuckles = [tree.head(chain[0]) for chain in chains]
    if not knuckles:
        return None
    if float(np.ptp(knuckles, axis=0).max()) < SHORT:  # all fingers begin at the wrist
        knuckles = [tree.tail(chain[0]) for chain in chains]
    wrist, centre = tree.head(hand.bone), np.mean(knuckles, axis=0)
    along = _unit(centre - wrist, _unit(tree.tail(chains[0][-1]) - knuckles[0], np.array((0.0, 1.0, 0.0))))
    row = knuckles[0] - knuckles[-1]
    if "thumb" in hand.fingers and np.linalg.norm(across(row, along)) < SHORT:
        row = tree.tail(hand.fingers["thumb"][-1]) - knuckles[0]
    row = across(row, along)
    if np.linalg.norm(row) < SHORT:
        return None
    thumb = unit(row)
    square = cross(thumb, along)
    out = square if _sign_of_palm(tree, hand, chains, square) >= 0.0 else -square
    return Palm(along, thumb, out, (wrist + centre) / 2, float(np.linalg.norm(centre - wrist)))


def _sign_of_palm(tree: Tree, hand: Hand, chains: Sequence[tuple[str, ...]], square: Vector) -> float:
    """Above 0 where the palm is on the side to which `square` points, below 0 where it is on the other one."""
    side = {"L": -1.0, "R": 1.0, "": 0.0}[hand.side]
    bent = float(np.clip(np.mean([_bent(tree, chain, square) for chain in chains]) / FULL_BEND, -1.0, 1.0))
    return SIDE_WEIGHT * side + BEND_WEIGHT * bent + THUMB_WEIGHT * _thumb_side(tree, hand, square)


def _bent(tree: Tree, chain: tuple[str, ...], square: Vector) -> float:
    """Return the angle by which a finger is bent towards `square` from its first bone to its last, radians."""
    first, last = (_unit(tree.tail(name) - tree.head(name), np.zeros(3)) for name in (chain[0], chain[-1]))
    return float(np.arcsin(np.clip(last @ square, -1.0, 1.0)) - np.arcsin(np.clip(first @ square, -1.0, 1.0)))


def _thumb_side(tree: Tree, hand: Hand, square: Vector) -> float:
    """1 where the thumb's tip lies on the side of `square`, -1 on the other; less where it lies in the plane."""
    chain = hand.fingers.get("thumb")
    if chain is None:
        return 0.0
    span = _unit(tree.tail(chain[-1]) - tree.head(chain[0]), np.zeros(3))
    return float(np.clip(2.0 * span @ square, -1.0, 1.0))


def _unit(v: Vector, otherwise: Vector) -> Vector:
    return unit(v) if np.linalg.norm(v) > SHORT else otherwise
