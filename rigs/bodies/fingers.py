"""Fingers of a hand: the ends of its mesh that are far from the wrist, and the lines from there to where they part.

Points of the hand are taken in the order of their way from the wrist, the farthest first. Each end begins a piece, and
where two pieces meet, fingers part: an end whose piece is short before it meets another is no finger. That is the
persistence of the maxima of a function (Edelsbrunner, Letscher, Zomorodian 2002).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.frame import Body

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SHORTEST = 0.2
"""The length of a finger at least, of its hand's."""
NEAREST = 0.4
"""The distance of the tip of a finger from the wrist at least, of the farthest's: what ends nearer is a cuff."""
AHEAD = 0.75
"""A thumb reaches less far ahead than this, of the farthest finger: in a hand that has none, fingers have no names."""
MOST = 5
GAP = 4.0
"""The factor by which a way over a gap counts as longer than one along the mesh."""
MOST_PIECES = 100
"""Of one hand; others are left out."""
MOST_POINTS = 30_000
"""Points of a hand that are looked at."""
NAMES = ("index", "middle", "ring", "little")
HIDDEN = 0.3
"""The length of a finger within the hand, of what is seen."""
PHALANGES = (0.0, 0.47, 0.76, 1.0)
"""The places where the bones of a finger begin and end, of its whole length."""


class Finger(NamedTuple):
    """The joints of a finger: where its three bones begin, and its tip."""

    name: str
    joints: Floats
    """(4, 3), in the axes of the body."""


class _End(NamedTuple):
    """The part of a finger that is seen."""

    tip: float
    """Its way from the wrist."""
    root: float
    """The way where it parts from another."""
    rows: Ints


def fingers(body: Body, wrist: Floats, beyond: NDArray[np.bool_]) -> tuple[Finger, ...]:
    """Return the fingers of the hand behind a wrist (3,), of which `beyond` (n) tells the cubes; none for a mitten."""
    points, edges = _hand(body, beyond)
    if len(points) < 12:
        return ()
    ways = _ways(points, edges, wrist)
    known = np.isfinite(ways)
    hand = float(ways[known].max(initial=0.0))
    if not known.any() or not hand > 0.0:
        return ()
    ends = _ends(np.where(known, ways, -1.0), edges, SHORTEST * hand)
    if not len(ends) >= 2:
        return ()
    found = [_line(points, ways, end, wrist) for end in sorted(ends, key=lambda end: end.root - end.tip)]
    far = NEAREST * max(float(np.linalg.norm(line[3] - wrist)) for line in found)
    lines = [line for line in found if float(np.linalg.norm(line[3] - wrist)) > far][:MOST]
    return _named(lines, wrist) if len(lines) >= 2 else ()


def _hand(body: Body, beyond: NDArray[np.bool_]) -> tuple[Floats, list[set[int]]]:
    """Return the points (p, 3) of the mesh in the cubes `beyond` the wrist, those in one place once, and neighbours."""
    solid = body.solid
    cells = np.zeros(solid.filled.shape, bool)
    cells[tuple(solid.cells[beyond].T)] = True
    places = ((body.points - solid.origin) / solid.step).astype(np.intp)
    inside = ((places >= 0) & (places < solid.filled.shape)).all(axis=1)
    chosen = np.zeros(len(places), bool)
    chosen[inside] = cells[tuple(places[inside].T)]
    rows = np.flatnonzero(chosen)
    if not 0 < len(rows) <= MOST_POINTS:
        return np.empty((0, 3)), []
    _values, first, one = np.unique(np.round(body.points[rows], 6), axis=0, return_index=True, return_inverse=True)
    numbers = np.full(len(places), -1)
    numbers[rows] = one.ravel()
    edges: list[set[int]] = [set() for _row in first]
    for corners in numbers[body.triangles[chosen[body.triangles].all(axis=1)]].tolist():
        for begin, end in ((0, 1), (1, 2), (2, 0)):
            if corners[begin] != corners[end]:
                edges[corners[begin]].add(corners[end])
                edges[corners[end]].add(corners[begin])
    return body.points[rows[first]], edges


def _ways(points: Floats, edges: list[set[int]], wrist: Floats) -> Floats:
    """Compute how far points (p) are from the wrist along the mesh.

    Pieces of a hand are tied with an edge more, where they are near to each other and to the wrist.
    """
    ways = np.full(len(points), np.inf)
    away = np.linalg.norm(points - wrist, axis=1)
    near = np.flatnonzero(away <= 1.6 * away.min()).tolist()
    for row in near[1:]:
        edges[row].add(near[0])
        edges[near[0]].add(row)
    _spread(points, edges, ways, {row: float(away[row]) for row in near})
    gaps, beside = np.full(len(points), np.inf), np.zeros(len(points), np.intp)
    reached = np.flatnonzero(np.isfinite(ways))
    for _piece in range(MOST_PIECES):
        left = np.flatnonzero(np.isinf(ways))
        if not len(left):
            break
        for row in reached.tolist():
            nearer = GAP * np.linalg.norm(points[left] - points[row], axis=1) + ways[row]
            better = nearer < gaps[left]
            gaps[left[better]], beside[left[better]] = nearer[better], row
        first = int(left[gaps[left].argmin()])
        other = int(beside[first])
        edges[first].add(other)
        edges[other].add(first)
        _spread(points, edges, ways, {first: float(ways[other] + np.linalg.norm(points[other] - points[first]))})
        reached = left[np.isfinite(ways[left])]
    return ways


def _spread(points: Floats, edges: list[set[int]], ways: Floats, begins: dict[int, float]) -> None:
    """Compute the ways of all points that edges lead to from some; `ways` (p) is written to."""
    heap = sorted((way, row) for row, way in begins.items())
    for way, row in heap:
        ways[row] = min(way, ways[row])
    while heap:
        way, row = heappop(heap)
        if way > ways[row]:
            continue
        for other in edges[row]:
            further = way + float(np.linalg.norm(points[other] - points[row]))
            if further < ways[other]:
                ways[other] = further
                heappush(heap, (further, other))


def _ends(ways: Floats, edges: list[set[int]], shortest: float) -> list[_End]:
    """Return the ends that stay apart for at least `shortest`."""
    order = [int(row) for row in np.argsort(-ways, kind="stable") if ways[row] >= 0.0]
    tips = {tip for tip, way in _meetings(ways, edges, order) if ways[tip] - way >= shortest}
    if not order:
        return []
    tips.add(order[0])
    piece = list(range(len(ways)))
    rows = {row: [row] for row in order}
    holds = {row: {row} & tips for row in order}
    seen: set[int] = set()
    found: dict[int, _End] = {}
    for row in order:
        seen.add(row)
        for other in edges[row] & seen:
            one, two = _root(piece, row), _root(piece, other)
            if one == two:
                continue
            if holds[one] and holds[two]:
                for each in (one, two):
                    if len(holds[each]) == 1 and (tip := next(iter(holds[each]))) not in found:
                        found[tip] = _End(float(ways[tip]), float(ways[row]), np.array(rows[each]))
            piece[two] = one
            rows[one] += rows.pop(two)
            holds[one] |= holds.pop(two)
    return list(found.values())


def _meetings(ways: Floats, edges: list[set[int]], order: list[int]) -> list[tuple[int, float]]:
    """Return the ends whose piece meets that of a farther one, and the way where it does."""
    piece, tip = list(range(len(ways))), list(range(len(ways)))
    seen: set[int] = set()
    met = []
    for row in order:
        seen.add(row)
        for other in edges[row] & seen:
            one, two = _root(piece, row), _root(piece, other)
            if one == two:
                continue
            if ways[tip[one]] < ways[tip[two]]:
                one, two = two, one
            met.append((tip[two], float(ways[row])))
            piece[two] = one
    return met


def _root(piece: list[int], row: int) -> int:
    while piece[row] != row:
        piece[row] = piece[piece[row]]
        row = piece[row]
    return row


def _line(points: Floats, ways: Floats, end: _End, wrist: Floats) -> Floats:
    """Return the joints (4, 3) of a finger."""
    seen = end.tip - end.root
    middles = []
    for share in (0.15, 0.5, 0.85):
        apart = np.abs(ways[end.rows] - (end.root + share * seen))
        close = end.rows[apart <= max(0.15 * seen, float(np.sort(apart)[min(3, len(apart) - 1)]))]
        middles.append(points[close].mean(axis=0))
    tip = points[end.rows[int(ways[end.rows].argmax())]]
    back = middles[0] - middles[1]
    back = back / max(float(np.linalg.norm(back)), 1e-12)
    inwards = wrist - middles[0]
    inwards = inwards / max(float(np.linalg.norm(inwards)), 1e-12)
    root = middles[0] + (back + inwards) / 2 * (HIDDEN + 0.15) * seen
    line = np.array([root, *middles, tip])
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    at = np.array(PHALANGES) * lengths[-1]
    return np.stack([np.interp(at, lengths, line[:, axis]) for axis in range(3)], axis=1)


def _named(lines: list[Floats], wrist: Floats) -> tuple[Finger, ...]:
    """Return the fingers by their names: the thumb reaches least far, and the index finger is beside it."""
    ahead = np.mean([line[3] for line in lines], axis=0) - wrist
    reaches = [float((line[3] - wrist) @ ahead) for line in lines]
    thumb = int(np.argmin(reaches))
    if reaches[thumb] > AHEAD * max(reaches):
        return ()
    others = [line for row, line in enumerate(lines) if row != thumb]
    along = np.mean([line[3] for line in others], axis=0) - wrist
    along = along / max(float(np.linalg.norm(along)), 1e-12)
    across = np.mean([line[1] for line in others], axis=0) - lines[thumb][1]
    across = across - along * (across @ along)
    others.sort(key=lambda line: float((line[1] + line[2]) @ across))
    named = (Finger(name, line) for name, line in zip(NAMES, others, strict=False))
    return (Finger("thumb", lines[thumb]), *named)
