"""What means one thing has one colour, in the panels and over the figure; the two tables know nothing of each other."""

from __future__ import annotations

from typing import get_args

import pytest

from pantin.app.window.preferences_controller import COLOURS
from pantin.rigs.look import BoneColour
from pantin.viewport.values.colours import Colours
from pantin.widgets.theme import theme

SAME = {
    "background": "ground",
    "background_edge": "ground_edge",
    "text": "t1",
    "text_dim": "t2",
    "hint": "t3",
    "accent": "acc",
    "accent_text": "acc_t",
    **{name: name for name in get_args(BoneColour) if name != "auto"},
    **{name: name for name in ("handle", "pole", "pin", "left", "right", "limit", "miss")},
}
"""By name of the viewport's colour: the token of the panels. Axes are lines there and text here, so they differ."""


@pytest.mark.parametrize("name", theme.THEMES)
@pytest.mark.parametrize("colour", SAME)
def test_the_viewport_wears_the_theme_of_the_panels(name: str, colour: str) -> None:
    worn: Colours = COLOURS[name]
    red, green, blue, _ = getattr(worn, colour)
    assert f"#{red:02x}{green:02x}{blue:02x}" == getattr(theme.THEMES[name], SAME[colour])
    assert worn.dark == (name == "dark")
