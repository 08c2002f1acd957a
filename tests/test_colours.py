"""Tests that what means one thing has one colour, in the panels and over the figure; the two tables know nothing of
each other.
"""

from __future__ import annotations

from typing import get_args

from pantin.rigs.rig import BoneColour
from pantin.viewport.values.colours import THEMES
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


def test_the_viewport_wears_the_themes_of_the_panels() -> None:
    wrong = [
        (name, colour, _hex(getattr(THEMES[name], colour)), getattr(tokens, token))
        for name, tokens in theme.THEMES.items()
        for colour, token in SAME.items()
        if _hex(getattr(THEMES[name], colour)) != getattr(tokens, token)
    ]
    assert not wrong
    assert all(THEMES[name].dark == (name == "dark") for name in theme.THEMES)


def _hex(colour: tuple[int, int, int, int]) -> str:
    red, green, blue, _ = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
