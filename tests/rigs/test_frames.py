"""Float arrays that are compared by their content."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from pantin.rigs.frames import Frames

ROWS = np.arange(60, dtype=np.float32).reshape(6, 10)


@pytest.mark.parametrize("shape", [(60,), (6, 10), (6, 2, 5), (0, 10)])
def test_they_hold_a_copy_that_nobody_changes(shape: tuple[int, ...]) -> None:
    given = np.resize(ROWS, shape)
    frames = Frames(given)
    given[...] = -1.0
    assert frames.shape == shape and frames.array.dtype == np.float32
    assert np.array_equal(frames.array, np.resize(ROWS, shape))
    with pytest.raises(ValueError, match="read-only"):
        frames.array[...] = 0.0


def test_content_and_shape_are_compared() -> None:
    assert Frames(ROWS) == Frames(ROWS.astype(np.float64)) and hash(Frames(ROWS)) == hash(Frames(ROWS.tolist()))
    for other in (Frames(ROWS + 1), Frames(ROWS.reshape(10, 6)), Frames(ROWS[:5]), Frames(-0.0 * ROWS)):
        assert other != Frames(ROWS)
    assert Frames(np.zeros((3, 1))) != Frames(-np.zeros((3, 1))), "files keep the sign of zero"
    assert Frames(ROWS) != ROWS.tolist() and len({Frames(ROWS), Frames(ROWS), Frames(ROWS[:1])}) == 2


def test_rows_that_are_all_the_same_take_the_room_of_one() -> None:
    """However they were given, they are the same frames; a row that differs makes others."""
    still = np.tile(ROWS[1], (200_000, 1))
    made = Frames(still), Frames(np.broadcast_to(ROWS[1], still.shape))
    assert made[0] == made[1] and all(each.array.strides[0] == 0 for each in made)
    assert np.array_equal(made[0].array, still) and not made[0].array.flags.writeable
    still[100_000] = 0.0
    assert Frames(still) != made[0] and np.array_equal(Frames(still).array, still)
    for row in (0, len(still) - 1):
        moved = np.tile(ROWS[1], (len(still), 1))
        moved[row] = 0.0
        assert Frames(moved) not in (*made, Frames(still))


def test_copies_are_the_same_frames() -> None:
    frames = Frames(ROWS)
    assert copy.copy(frames) is frames and copy.deepcopy([frames])[0] is frames
    assert pickle.loads(pickle.dumps(frames)) == frames
    assert len(repr(Frames(np.zeros((1000, 10))))) < 30


@pytest.mark.parametrize("given", [[np.nan], [[1.0, np.inf]], [1e39], 3.0, ["1"], [None]])
def test_what_is_no_array_of_finite_numbers_makes_none(given: object) -> None:
    with pytest.raises(ValueError):
        Frames(given)
