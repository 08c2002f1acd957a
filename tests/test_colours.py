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
def test_the_viewport_wears_the_theme_of_the_panels(name: str) -> None:
    worn: Colours = COLOURS[name]
    found = {colour: "#{:02x}{:02x}{:02x}".format(*getattr(worn, colour)[:3]) for colour in SAME}
    assert found == {colour: getattr(theme.THEMES[name], token) for colour, token in SAME.items()}
    assert worn.dark == (name == "dark")
