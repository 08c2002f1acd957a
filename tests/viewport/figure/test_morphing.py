"""Morph targets added up for a picture: what they move together, however many come and go."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.meshes.character import Character, Part, Targets
from pantin.viewport.figure import morphing
from pantin.viewport.figure.morphing import added_up

VERTICES, COUNT = 60, 5
POINTS = np.random.default_rng(1).normal(size=(2, VERTICES, 3)).astype(np.float32)


def part(node: int, moved: int, seed: int) -> Part:
    """Return a part whose targets move so many vertices each; the last one none."""
    made = np.random.default_rng(seed)
    rows = [np.sort(made.choice(VERTICES, moved, replace=False)).astype(np.int32) for _target in range(COUNT - 1)]
    moves = made.normal(size=(2, moved * (COUNT - 1), 3)).astype(np.float32)
    firsts = np.array([*range(0, moved * COUNT, moved), moved * (COUNT - 1)])
    targets = Targets(firsts, np.concatenate(rows), moves[0], moves[1])
    none = (None, None, None, np.zeros((0, 3), np.uint32), None)
    return Part(node, 0, "face", None, POINTS[0], POINTS[1], (), *none, targets)


def face(moved: int) -> Character:
    parts = (part(0, moved, 2), part(3, moved, 3))
    return Character("", parts, (), np.zeros((0, 4, 4)), np.eye(4))


def by_hand(character: Character, weights: dict[int, list[float]]) -> np.ndarray:
    """Positions, then normals, of both parts."""
    found = np.tile(POINTS.astype(float)[:, None], (1, len(character.parts), 1, 1))
    for number, each in enumerate(character.parts):
        assert each.targets is not None
        for target, weight in enumerate(weights.get(each.node, [])):
            moved = slice(each.targets.firsts[target], each.targets.firsts[target + 1])
            found[0, number, each.targets.rows[moved]] += weight * each.targets.positions[moved]
            found[1, number, each.targets.rows[moved]] += weight * each.targets.normals[moved]
    return found.reshape(2, -1, 3)


def added(character: Character, weights: dict[int, list[float]]) -> np.ndarray | None:
    both = np.tile(POINTS, (1, len(character.parts), 1))
    found = added_up(character, both[0], both[1], weights)
    assert (both == np.tile(POINTS, (1, len(character.parts), 1))).all()  # the file's own stay
    return None if found is None else np.array(found)


@pytest.mark.parametrize("moved", [2, 50])
@pytest.mark.parametrize("most", [morphing.MOST_NUMBERS, 0])
def test_targets_that_come_and_go_move_what_they_should(moved: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few vertices or nearly all, by the matrix or, where that would be too large, row by row."""
    monkeypatch.setattr(morphing, "MOST_NUMBERS", most)
    character, other = face(moved), face(moved)
    for weights in (
        {0: [0.5, 0.0, 0.0, 0.0, 0.0]},
        {0: [0.25, 1.0, 0.0, 0.0, 0.0], 3: [0.0, 0.0, 0.75, 0.0, 0.0]},
        {3: [0.0, -1.0, 0.0, 0.5, 0.0]},
        {0: [0.5, 0.0, 0.0, 0.0, 0.0]},
    ):
        found = added(character, weights)
        assert found is not None
        np.testing.assert_allclose(found, by_hand(character, weights), atol=1e-5)
        added(other, {0: [1.0]})  # another figure in between


def test_nothing_is_made_where_nothing_moves() -> None:
    character = face(3)
    assert added(character, {}) is None
    assert added(character, {0: [0.0] * COUNT}) is None
    assert added(character, {0: [0.0, 0.0, 0.0, 0.0, 1.0]}) is None  # a target that moves no vertex
