"""Twice as many pixels: the picture has them all, and everything is hit where it is seen."""

from __future__ import annotations

import pytest

from pantin.viewport.values.colours import DARK
from tests.twice_the_pixels import told_by


@pytest.fixture(scope="module")
def told(qapp) -> dict:
    """Return what a view on such a screen says of itself."""
    return told_by("tests.viewport.scaled")


def test_the_picture_has_every_pixel_of_the_screen(told: dict) -> None:
    assert told["view"] == [480, 400] and told["picture"] == [960, 800]


def test_the_axes_in_the_corner_are_seen_and_hit_at_the_same_place(told: dict) -> None:
    assert told["ball"] == pytest.approx(DARK.axis_z[:3], abs=24) and told["name"] == "Top"


def test_a_bone_is_hit_where_it_is_seen(told: dict) -> None:
    assert told["active"] == "head"
