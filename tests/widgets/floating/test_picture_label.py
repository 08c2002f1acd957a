"""The words over the picture: all of a line can be read, however narrow its place."""

from __future__ import annotations

import pytest

from pantin.viewport.values.lengths import offset_in_words
from pantin.widgets.floating.picture_label import FACTS_APART, MOST_LINES, broken, width_of_line

READOUT = offset_in_words((-0.253, -0.056, 0.326), 0.416, "m")
TURN = "Rotate −126.8° about the line of sight"
NARROWEST = 150
"""Pixels that the view's name has beside the options in the smallest window."""


def test_a_line_that_fits_stays_one(qapp) -> None:
    assert broken(READOUT, width_of_line(READOUT)) == [READOUT]


@pytest.mark.parametrize(
    "line", [READOUT, f"{READOUT}  along X, own axes", "Forearm 26.2 cm, turned  ·  grid 100 mm", TURN]
)
def test_a_line_that_is_too_long_is_broken_between_its_numbers_or_its_words(qapp, line: str) -> None:
    lines = broken(line, NARROWEST)
    assert " ".join(lines).split() == line.replace(FACTS_APART, " ").split()
    assert all(width_of_line(each) <= NARROWEST for each in lines)
    assert 1 < len(lines) <= MOST_LINES
