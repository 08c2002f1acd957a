"""The bones that are nearest to each cell inside of a mesh, by paths that stay inside.

One search for all bones together (Dijkstra 1959), with the nearest few of each cell. No step is shorter than a cell, so
all that lies within the same cell's length is settled at once (Dial 1969).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.weighting.solids import Rows, Solid

MOST_PAIRS = 60_000_000
"""Cells times bones that are kept track of."""

STEPS = np.array([step for step in product((-1, 0, 1), repeat=3) if any(step)])
"""To the 26 cells around a cell."""


class Seeds(NamedTuple):
    """Where paths begin: a cell, a bone, and how far the bone is from there, in cells."""

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
    count = len(solid.places)
    found = Nearest(np.full((count, most), -1, np.int32), np.full((count, most), np.inf, np.float32))
    far = np.full(count * bones, np.inf, np.float32)
    settled = np.zeros(count, np.int64)
    first = seeds.cells * bones + seeds.bones
    np.minimum.at(far, first, seeds.distances)
    waiting = _sorted_in({}, np.unique(first), far)
    steps, lengths = _steps(solid)
    numbers = solid.numbers.ravel()
    ring = 0
    while waiting:
        pairs = np.unique(np.concatenate(waiting.pop(ring, [np.empty(0, np.int64)])))
        pairs = pairs[far[pairs].astype(np.int64) == ring]
        ring += 1
        going()
        pairs = _settle(found, settled, pairs, bones, far)
        if not len(pairs):
            continue
        cells, own = pairs // bones, pairs % bones
        around = numbers[solid.places[cells][:, None] + steps]
        there = (around >= 0) & (settled[around] < most)
        targets = (around * np.int64(bones) + own[:, None])[there]
        through = (far[pairs][:, None] + lengths)[there]
        shorter = through < far[targets]
        targets = targets[shorter]
        np.minimum.at(far, targets, through[shorter])
        _sorted_in(waiting, np.unique(targets), far)
    return found


def _steps(solid: Solid) -> tuple[Rows, NDArray[np.float32]]:
    """Return how far the cells around a cell are in the flat grid, and their distances in cells."""
    _x, y, z = solid.numbers.shape
    return STEPS @ np.array((y * z, z, 1)), np.linalg.norm(STEPS, axis=1).astype(np.float32)


def _sorted_in(waiting: dict[int, list[Rows]], pairs: Rows, far: NDArray[np.float32]) -> dict[int, list[Rows]]:
    """Put pairs of cell and bone to those that wait, by the whole cells of their distance."""
    rings = far[pairs].astype(np.int64)
    for ring in np.unique(rings).tolist():
        waiting.setdefault(ring, []).append(pairs[rings == ring])
    return waiting


def _settle(found: Nearest, settled: Rows, pairs: Rows, bones: int, far: NDArray[np.float32]) -> Rows:
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
    np.maximum.at(settled, cells, places + 1)
    return pairs
