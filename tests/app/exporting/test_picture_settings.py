"""Tests of what is chosen of a picture: sides that keep their aspect, colours that are colours, and why a field is
dim."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pantin.app.exporting.picture_export import LONGEST, PictureSettings, changed, disabled

USUAL = PictureSettings()


@pytest.mark.parametrize(
    ("change", "size"),
    [
        ({"width": 800}, (800, 600)),
        ({"height": 300}, (400, 300)),
        ({"aspect": "16:9"}, (1600, 900)),
        ({"aspect": "9:16"}, (1600, 2844)),
        ({"aspect": "free", "width": 123}, (123, 1200)),
    ],
)
def test_the_other_side_follows_the_aspect(change: dict, size: tuple[int, int]) -> None:
    found = changed(USUAL, replace(USUAL, **change))
    assert (found.width, found.height) == size


def test_a_side_that_would_be_too_long_ends_and_the_aspect_is_free() -> None:
    tall = changed(USUAL, replace(USUAL, aspect="9:16"))
    found = changed(tall, replace(tall, width=LONGEST))
    assert (found.width, found.height, found.aspect) == (LONGEST, LONGEST, "free")


@pytest.mark.parametrize(("typed", "kept"), [("#ff8000", "#FF8000"), ("0a0b0c", "#0A0B0C"), ("sky", "#2B2D32")])
def test_a_colour_that_is_none_is_not_taken(typed: str, kept: str) -> None:
    assert changed(USUAL, replace(USUAL, colour=typed)).colour == kept


def test_the_ground_is_nothing_a_colour_or_that_of_the_view() -> None:
    assert USUAL.fill is None and "colour" in disabled(USUAL)
    coloured = replace(USUAL, ground="one_colour", colour="#102030")
    assert coloured.fill == (0x10, 0x20, 0x30, 255) and not disabled(coloured)
    assert replace(USUAL, ground="as_in_the_view").fill == "view"
