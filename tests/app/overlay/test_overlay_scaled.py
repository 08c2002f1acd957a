"""Twice as many pixels: what lies over the view keeps to it, and is drawn in all of them."""

from __future__ import annotations

import pytest

from tests.twice_the_pixels import told_by


@pytest.fixture(scope="module")
def told(qapp) -> dict:
    """Return what the panels on such a screen say of themselves."""
    return told_by("tests.app.overlay.scaled")


def test_panels_keep_to_the_view(told: dict) -> None:
    assert len(told["panels"]) == 3
    assert all(x >= 0 and y >= 0 and x + width <= 480 and y + height <= 400 for x, y, width, height in told["panels"])


def test_panels_are_drawn_with_every_pixel_of_the_screen(told: dict) -> None:
    assert told["pixels"] == [2 * side for side in told["tools"]]
