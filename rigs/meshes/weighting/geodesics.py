"""The bones that are nearest to each cell inside of a mesh, by paths that stay inside.

One search for all bones together (Dijkstra 1959), with the nearest few of each cell. No step is shorter than a cell, so
all that lies within the same cell's length is settled at once (Dial 1969).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.solid import LENGTHS, Solid

MOST_PAIRS = 30_000_000
"""Cells times bones that are kept track of."""

TIMES, BEYOND = 6.0, 10.0
"""A bone that is farther than so many times the nearest, and so many cells, does not count, nor does what lies on its
paths beyond."""

Pairs = NDArray[np.int32]
"""Cells and bones in one number: cell times the number of bones, and the bone."""

Rows = NDArray[np.int64]


class Seeds(NamedTuple):
    """The beginnings of paths: a cell, a bone, and the distance of the bone from there, in cells."""

    cells: Rows
    bones: Rows
    distances: NDArray[np.float32]


class Nearest(NamedTuple):
    """For each cell the bones that are nearest, the nearest first."""

    bones: NDArray[np.int32]
    """(n, k); -1 where no more bones reach a cell."""
    distances: NDArray[np.float32]
    """(n, k), in cells."""


def nearest_bones(
    solid: Solid, seeds: Seeds, bones: int, most: int, going: Callable[[], None] = lambda: None
) -> Nearest:
    """Return the `most` nearest of so many bones for each cell. `going` is called now and then, and may raise."""
    count = len(solid.cells)
    found = Nearest(np.full((count, most), -1, np.int32), np.full((count, most), np.inf, np.float32))
    far = np.full(count * bones, np.inf, np.float32)
    stamps = np.empty(count * bones, np.int32)
    settled = np.zeros(count, np.int8)
    first = (seeds.cells * bones + seeds.bones).astype(np.int32)
    np.minimum.at(far, first, seeds.distances)
    waiting = _sorted_in({}, _once(first, stamps), far)
    lengths = LENGTHS.astype(np.float32)
    ring = 0
    while waiting:
        pairs = _once(np.concatenate(waiting.pop(ring, [np.empty(0, np.int32)])), stamps)
        pairs = _settle(found, settled, pairs[far[pairs].astype(np.int32) == ring], bones, far)
        ring += 1
        going()
        if not len(pairs):
            continue
        cells = pairs // bones
        around = solid.neighbours[cells]
        through = far[pairs][:, None] + lengths
        there = (around >= 0) & (settled[around] < most) & (through <= TIMES * found.distances[around, 0] + BEYOND)
        targets = (around * np.int32(bones) + (pairs - cells * bones)[:, None])[there]
        through = through[there]
        shorter = through < far[targets]
        targets = targets[shorter]
        np.minimum.at(far, targets, through[shorter])
        _sorted_in(waiting, _once(targets, stamps), far)
    return found


def _once(pairs: Pairs, stamps: Pairs) -> Pairs:
    """Return the different ones of pairs; `stamps` have room for a number of each."""
    order = np.arange(len(pairs), dtype=np.int32)
    stamps[pairs] = order
    return np.asarray(pairs[stamps[pairs] == order])


def _sorted_in(waiting: dict[int, list[Pairs]], pairs: Pairs, far: NDArray[np.float32]) -> dict[int, list[Pairs]]:
    """Put pairs of cell and bone to those that wait, by the whole cells of their distance."""
    rings = far[pairs].astype(np.int32)
    for ring in np.flatnonzero(np.bincount(rings)).tolist():
        waiting.setdefault(ring, []).append(pairs[rings == ring])
    return waiting


def _settle(found: Nearest, settled: NDArray[np.int8], pairs: Pairs, bones: int, far: NDArray[np.float32]) -> Pairs:
    """Write down pairs for whose cell there is room, nearest first; return these."""
    if not len(pairs):
        return pairs
    order = np.lexsort((far[pairs], pairs // bones))
    pairs = pairs[order]
    cells = pairs // bones
    starts = np.flatnonzero(np.r_[True, cells[1:] != cells[:-1]])
    counts = np.diff(np.r_[starts, len(cells)])
    places = settled[cells] + np.arange(len(cells)) - np.repeat(starts, counts)
    has_room = places < found.bones.shape[1]
    pairs, cells, places = pairs[has_room], cells[has_room], places[has_room]
    found.bones[cells, places], found.distances[cells, places] = pairs % bones, far[pairs]
    ends = np.flatnonzero(np.r_[cells[1:] != cells[:-1], True]) if len(cells) else np.empty(0, np.int64)
    settled[cells[ends]] = places[ends] + 1
    return pairs
