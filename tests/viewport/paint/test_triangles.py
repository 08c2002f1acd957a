"""Triangles filled without a graphics card: smooth between their corners, the nearest in front, edges soft."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.viewport.paint.triangles import filled

HALF = np.array([[(0.0, 0.0, 2.0), (0.0, 40.0, 2.0), (40.0, 40.0, 2.0)]])
GREY, RED = np.full((1, 3, 3), 120.0), np.tile((200.0, 0.0, 0.0), (1, 3, 1))


def test_colours_run_smoothly_from_corner_to_corner_and_edges_are_soft() -> None:
    colours = np.array([[(0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (240.0, 240.0, 240.0)]])
    found, (x, y) = filled(HALF, colours, 40, 40)
    assert (x, y) == (0, 0) and found.shape == (40, 40, 4)
    row = found[35, 2:33].astype(int)
    assert (row[:, 3] == 255).all() and np.abs(np.diff(row[:, 0]) - 6).max() <= 1
    assert found[2, 30].tolist() == [0, 0, 0, 0]
    assert set(np.unique(found[:, :, 3])) & set(range(1, 255)), "soft"


@pytest.mark.parametrize("first", [0, 1])
def test_the_nearest_is_in_front_whatever_their_order(first: int) -> None:
    far, near = np.add(HALF, (0.0, 0.0, 3.0)), HALF
    order = [(far, GREY), (near, RED)][:: -1 if first else 1]
    found, _ = filled(np.concatenate([o[0] for o in order]), np.concatenate([o[1] for o in order]), 40, 40)
    assert found[30, 5].tolist() == [200, 0, 0, 255]


def test_what_shows_its_back_or_lies_beside_the_picture_is_not_filled() -> None:
    assert filled(HALF[:, ::-1], GREY, 40, 40)[0].size == 0
    assert filled(np.add(HALF, (100.0, 0.0, 0.0)), GREY, 40, 40)[0].size == 0
    assert filled(HALF * np.nan, GREY, 40, 40)[0].size == 0


def test_a_part_of_it_is_cut_off_at_the_edges_of_the_picture() -> None:
    found, place = filled(np.add(HALF, (20.0, -10.0, 0.0)), GREY, 40, 40)
    assert place == (20, 0) and found.shape == (30, 20, 4) and found[20, 2, 3] == 255
