"""Pictures that come one after the other."""

from __future__ import annotations

import numpy as np

from pantin.rigs.meshes.materials import Picture
from pantin.viewport.values.pictures import Pictures


def test_each_picture_comes_once_and_what_cannot_come_is_told() -> None:
    pictures = Pictures((Picture("skin", b"1"), Picture("hair", b"2")))
    assert pictures.version == 0 and not pictures.are_there and pictures.at(1) is None and pictures.is_open(1)
    texels = np.zeros((2, 3, 4), np.uint8)
    pictures.put(1, texels)
    pictures.put(1, np.ones((2, 3, 4), np.uint8))
    assert pictures.at(1) is texels and pictures.version == 1 and not pictures.is_open(1)
    pictures.refuse(0, "The picture “skin” is no picture.")
    assert pictures.are_there and pictures.at(0) is None and not pictures.is_open(0)
    assert pictures.refused == ("The picture “skin” is no picture.",)


def test_a_place_that_no_picture_has_is_empty_and_nothing_comes_there() -> None:
    """Files name pictures that they do not have."""
    pictures = Pictures(())
    assert pictures.are_there and pictures.at(0) is None and pictures.at(-1) is None and not pictures.is_open(3)
