"""Transforms of many bones: put together, taken apart again, and chained from parents to children."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed, transformed, world_matrices
from tests.rigs.strategies import relaxed

part = st.floats(-1.0, 1.0).map(lambda number: round(number, 6))


def sound(found: Floats) -> Floats:
    """Rows whose rotations have a length, and whose scales are not 0."""
    found[..., 6] += np.where(np.linalg.norm(found[..., 3:7], axis=-1) < 1e-2, 1.0, 0.0)
    found[..., 7:] += np.where(found[..., 7:] < 0.0, -0.1, 0.1)
    return found


rows = arrays(np.float64, (4, 3, 10), elements=part).map(sound)


@given(rows=rows)
@relaxed
def test_matrices_are_put_together_from_what_they_are_taken_apart_into(rows) -> None:
    matrices = composed(rows)
    np.testing.assert_allclose(composed(decomposed(matrices)), matrices, atol=1e-12)
    np.testing.assert_allclose(matrices[..., :3, 3], rows[..., :3])
    np.testing.assert_allclose(np.linalg.norm(matrices[..., :3, :3], axis=-2), np.abs(rows[..., 7:]), atol=1e-12)


def test_points_are_moved_by_the_matrix_of_their_set() -> None:
    """As a product of each point with a 1 at its end."""
    drawn = np.random.default_rng(2)
    matrices, points = composed(drawn.normal(size=(4, 10))), drawn.normal(size=(4, 6, 3))
    ends = np.concatenate((points, np.ones((4, 6, 1))), axis=-1)
    np.testing.assert_allclose(transformed(matrices, points), (ends @ np.swapaxes(matrices, -1, -2))[..., :3])
    np.testing.assert_array_equal(transformed(matrices, points[0])[0], transformed(matrices[0], points[0]))


def test_bones_are_chained_to_their_parents() -> None:
    """Root, two children, a grandchild: for each frame what a product by hand gives."""
    drawn = np.random.default_rng(1).normal(size=(4, 5, 10))
    local = composed(drawn)
    a, b, c, d = local
    worlds = world_matrices(local, (-1, 0, 0, 1))
    np.testing.assert_allclose(worlds, (a, a @ b, a @ c, a @ b @ d), atol=1e-12)


def test_a_tree_in_any_order_says_which_comes_first_and_what_is_known_stays() -> None:
    a, b, c = composed(np.random.default_rng(2).normal(size=(3, 10)))
    np.testing.assert_allclose(
        world_matrices((a, b, c), (1, 2, -1), order=(2, 1, 0)), (c @ b @ a, c @ b, c), atol=1e-12
    )
    known = np.diag((2.0, 2.0, 2.0, 1.0))
    np.testing.assert_allclose(
        world_matrices((a, b, c), (-1, 0, 1), known={1: known}), (a, known, known @ c), atol=1e-12
    )


def test_what_moves_is_chained_to_what_does_not() -> None:
    still, moving = np.eye(4), composed(np.random.default_rng(3).normal(size=(6, 10)))
    first, second = world_matrices([still, moving], (-1, 0))
    assert first.shape == (4, 4)
    np.testing.assert_array_equal(second, moving)
