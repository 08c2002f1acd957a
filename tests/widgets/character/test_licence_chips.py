"""Chips below the name of a character say its licence, whom to credit, and what is forbidden."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.person import Meta
from pantin.widgets.character.licence_chips import CHIP, LicenceChips


def character(meta: Meta | None) -> Character:
    return Character("digest", (), (), np.zeros((0, 4, 4)), np.eye(4), meta=meta)


FREE = Meta(licence=("CC0",), uses=(("Commercial use", "allowed"),), authors=("Ann",))
ASKS = Meta(licence=("CC BY 3.0", "https://example.org"), authors=("Ann", "Bo"), asks_credit=True)
FORBIDS = Meta(licence=("https://example.org/a/very/long/address",), forbids=("No sale", "No changes"))


@pytest.mark.parametrize(
    ("meta", "words", "limits"),
    [
        (None, ["No licence told"], []),
        (Meta(title="Avatar", authors=("Ann",)), ["No licence told"], []),
        (FREE, ["© CC0"], []),
        (Meta(licence=("(c) 2025 Ann",)), ["© 2025 Ann"], []),
        (ASKS, ["© CC BY 3.0", "Credit Ann, Bo"], []),
        (FORBIDS, ["© told by the file", "No sale, no changes"], ["No sale, no changes"]),
    ],
)
def test_they_say_what_the_file_says(shown, meta: Meta | None, words: list[str], limits: list[str]) -> None:
    chips = shown(LicenceChips())
    chips.show_character(character(meta))
    assert [chip.text() for chip in chips.chips] == words
    assert [chip.text() for chip in chips.chips if chip.is_limit] == limits


def test_a_click_asks_for_all_of_it(shown, heard) -> None:
    chips = shown(LicenceChips())
    chips.show_character(character(ASKS))
    said = heard(asked=chips.asked)
    QTest.mouseClick(chips.chips[1], Qt.MouseButton.LeftButton)
    assert said == [("asked",)]


def test_chips_that_have_no_room_go_into_the_next_row_and_long_ones_are_cut(shown) -> None:
    chips = shown(LicenceChips(), 308, 100)
    many = tuple(f"Author {number}" for number in range(20))
    chips.show_character(character(Meta(licence=("CC BY 3.0",), authors=many, asks_credit=True, forbids=("No sale",))))
    QApplication.processEvents()
    licence, credit, forbids = (chip.geometry() for chip in chips.chips)
    assert licence.top() < credit.top() < forbids.top()
    assert credit.right() <= chips.width() - 12 and chips.height() >= forbids.bottom()
    chips.show_character(character(ASKS))
    assert chips.chips[0].y() == chips.chips[1].y() and chips.height() < 2 * CHIP


def test_without_a_character_there_are_none(shown) -> None:
    chips = shown(LicenceChips())
    chips.show_character(character(ASKS))
    chips.show_character(None)
    assert chips.isHidden() and not chips.chips
