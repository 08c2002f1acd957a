"""Morph targets added up for a picture, again at each step of a slider.

What the targets that are there move lies in one matrix, so that adding them up is one product of a vector with it. It
is made anew only when others are there. Where all vertices would take too much memory, targets are added row by row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import morphed
from pantin.viewport.values.loaded_character import vertices_of

Floats32 = NDArray[np.float32]
Target = tuple[int, int]
"""The number of a part, and that of one of its targets."""

KEPT = 2
"""Matrices that are kept: of the figure that is edited, and of another one."""

MOST_NUMBERS = 32_000_000
"""Numbers of a matrix: 128 MB. With more, targets are added row by row."""

SPARE = 16
"""Targets that stay in a matrix when they are not there any more: faces that are driven live come and go."""

SPARSE = 3
"""Where less than this part of all vertices is moved, these alone are in the matrix."""


class _Stack(NamedTuple):
    """The rows that targets move, one target behind the other."""

    character: Character
    targets: tuple[Target, ...]
    rows: NDArray[np.intp] | None
    """The vertices (m,) of the mesh of all parts that are moved; None for all."""
    moves: Floats32
    """(targets, 6 m): positions of all of them, then normals."""


_stacks: tuple[_Stack, ...] = ()
"""Replaced whole, so that threads may share it."""


def added_up(
    character: Character, positions: Floats32, normals: Floats32, weights: Mapping[int, Sequence[float]]
) -> tuple[Floats32, Floats32] | None:
    """Compute positions and normals (v, 3) of the mesh of all parts with morph targets added.

    `weights` are those of the mesh at each node. None where nothing is moved.
    """
    there = _targets(character, weights)
    if not there:
        return None
    stack = _stack(character, there, len(positions))
    if stack is None:
        return _row_by_row(character, positions, normals, weights)
    amounts = np.array([there.get(target, 0.0) for target in stack.targets], np.float32)
    found = np.einsum("k,kn->n", amounts, stack.moves)  # on this thread alone: BLAS would wait for cores that are busy
    moved, turned = found.reshape(2, -1, 3)
    if stack.rows is None:
        return positions + moved, normals + turned
    positions, normals = positions.copy(), normals.copy()
    positions[stack.rows] += moved
    normals[stack.rows] += turned
    return positions, normals


def _targets(character: Character, weights: Mapping[int, Sequence[float]]) -> dict[Target, float]:
    """Return the targets that move anything, with their weights."""
    found: dict[Target, float] = {}
    for number, part in enumerate(character.parts):
        if part.targets is None:
            continue
        firsts = part.targets.firsts
        for target, weight in enumerate(weights.get(part.node, ())[: len(firsts) - 1]):
            if weight and firsts[target] < firsts[target + 1]:
                found[number, target] = weight
    return found


def _stack(character: Character, there: Mapping[Target, float], vertices: int) -> _Stack | None:
    """Return a matrix that has these targets; None where it would be too large."""
    global _stacks
    kept = next((each for each in _stacks if each.character is character), None)
    if kept is None or not there.keys() <= set(kept.targets):
        wanted = set(there)
        if kept is not None and len(wanted.union(kept.targets)) <= max(SPARE, len(wanted)):
            wanted.update(kept.targets)
        kept = _made(character, tuple(sorted(wanted)), vertices) or _made(character, tuple(sorted(there)), vertices)
        if kept is None:
            return None
    _stacks = (kept, *(each for each in _stacks if each.character is not character))[:KEPT]
    return kept


def _made(character: Character, targets: tuple[Target, ...], vertices: int) -> _Stack | None:
    places, starts = [], [at.start for at in vertices_of(character)]
    for number, target in targets:
        of = character.parts[number].targets
        assert of is not None
        moved = slice(of.firsts[target], of.firsts[target + 1])
        places.append((of.rows[moved] + starts[number], of.positions[moved], of.normals[moved]))
    rows: NDArray[np.intp] | None = np.unique(np.concatenate([rows for rows, *_moves in places]))
    if rows is not None and SPARSE * len(rows) > vertices:
        rows = None
    width = vertices if rows is None else len(rows)
    if 6 * width * len(targets) > MOST_NUMBERS:
        return None
    moves = np.zeros((len(targets), 2, width, 3), np.float32)
    for row, (at, positions, normals) in enumerate(places):
        column = at if rows is None else np.searchsorted(rows, at)
        moves[row, 0, column], moves[row, 1, column] = positions, normals
    return _Stack(character, targets, rows, moves.reshape(len(targets), -1))


def _row_by_row(
    character: Character, positions: Floats32, normals: Floats32, weights: Mapping[int, Sequence[float]]
) -> tuple[Floats32, Floats32]:
    positions, normals = positions.copy(), normals.copy()
    for part, at in zip(character.parts, vertices_of(character), strict=True):
        if part.targets is not None:
            own = weights.get(part.node, ())
            positions[at], normals[at] = morphed(part.positions, part.normals, part.targets, own)
    return positions, normals
