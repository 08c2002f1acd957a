"""The place of the pole of a posed chain: exactly on the side to which the chain bends."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.limb_kinds.bending import bend_of, length_of
from pantin.solver.edits.posing.keeping_in_place import SAME, transforms_in
from pantin.solver.evaluate import evaluate
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

STRAIGHT = 1e-5
"""A chain whose joints are off its line by less, in parts of its length, is straight."""

ROUNDS = 8
"""Most rounds in which a pole is turned until its chain does not roll."""


def points_in(posed: Posed, names: tuple[str, ...]) -> Floats:
    """The joints of a chain, and its end, as it is (m, 3)."""
    rows = [posed.index[name] for name in names]
    return np.array([*posed.heads[rows], posed.tails[rows[-1]]])


def is_straight(points: Floats) -> bool:
    """Return whether a chain with these joints (m, 3) has no side."""
    return bool(np.linalg.norm(bend_of(points)[1]) <= STRAIGHT * length_of(points))


def unrolled(document: Document, before: Posed, chain: tuple[str, ...], pole: str) -> Document:
    """The pole is turned about the line of its chain until no bone rolls: one that is straight has no side to stand on.

    A chain that follows its pole is there in one round; the secant finds the rest for one that limits hold back.
    """
    points = points_in(before, chain)
    line, _bend = bend_of(points)
    best, turn, gain, last = (float("inf"), document), 0.0, 1.0, 0.0
    for _round in range(ROUNDS):
        now = evaluate(document)
        left = float(rot.signed_angle(now.matrix(chain[0])[:3, 0], before.matrix(chain[0])[:3, 0], line))
        best = min(best, (abs(left), document), key=lambda each: each[0])
        if abs(left) <= SAME:
            break
        if turn != 0.0 and last != left:
            gain = (last - left) / turn
        turn, last = left / gain, left
        place = now.matrix(pole)[:3, 3] - points[0]
        document = _with_pole_at(document, now, pole, points[0] + rot.exp(turn * line) @ place)
    return best[1]


def _with_pole_at(document: Document, now: Posed, pole: str, place: Floats) -> Document:
    """The document with a pole moved to a place (3,)."""
    matrices = np.array(now.matrices)
    matrices[now.index[pole], :3, 3] = place
    location = transforms_in(now, matrices, [pole])[pole].location
    return with_transforms(document, {pole: replace(document.figure.transform(pole), location=location)})
