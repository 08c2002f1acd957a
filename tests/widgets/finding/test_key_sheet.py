"""The key sheet: all tables over the window, found by words or keys, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pantin.widgets.finding.key_sheet import Columns, KeySheet
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme

TABLES = (
    ("Mouse", ((("LMB",), "Select"), (("MMB", "Alt LMB"), "Orbit"))),
    ("Edit", ((("Ctrl+Z",), "Undo"), (("Ctrl+Shift+Z", "Ctrl+Y"), "Redo"))),
    ("View", tuple(((f"Num+{n}",), f"Look from side {n} of everything that can be seen here") for n in range(9))),
)


@pytest.fixture
def sheet(shown) -> Iterator[KeySheet]:
    window = shown(QWidget(), 1200, 700)
    found = KeySheet(window)
    found.show_tables(TABLES)
    yield found


def test_everything_is_shown_at_first(sheet) -> None:
    assert sheet.isVisible() and len(sheet.columns.shown()) == 13


@pytest.mark.parametrize(
    "typed, texts", [("undo", ["Undo"]), ("ctrl y", ["Redo"]), ("edit", ["Undo", "Redo"]), ("num 3", ["side 3"])]
)
def test_words_keys_and_heads_find(sheet, typed: str, texts: list[str]) -> None:
    QTest.keyClicks(sheet.search, typed)
    shown = sheet.columns.shown()
    assert len(shown) == len(texts) and all(text in line for text, line in zip(texts, shown, strict=True))


def test_nothing_found_is_drawn_as_a_sentence(sheet) -> None:
    sheet.search.setText("qqq")
    assert sheet.columns.shown() == ()
    assert not sheet.grab().toImage().isNull()


def test_escape_closes_whatever_is_typed(sheet) -> None:
    sheet.search.setText("qqq")
    QTest.keyClick(sheet.search, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    sheet.show_tables(TABLES)
    assert sheet.isVisible() and sheet.search.text() == ""


@pytest.mark.parametrize("width", [420, 800, 1200, 1600])
def test_no_column_is_cut_off(sheet, width: int) -> None:
    sheet.parentWidget().resize(width, 500)
    columns = sheet.columns._columns()
    assert [title for column in columns for title, _ in column] == [title for title, _ in TABLES]
    assert len(columns) <= max(1, (sheet.columns.width() + 24) // 324)


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
def test_it_covers_what_is_below(sheet, qapp, tokens) -> None:
    apply_theme(tokens)
    corner = sheet.sheet.geometry().topLeft()
    image = sheet.grab().toImage()
    assert image.pixelColor(corner.x() + 12, corner.y() + 40).name() == tokens.panel
    apply_theme(theme.DARK)


def test_a_wide_column_needs_no_second_line(shown) -> None:
    """Both have one column; what a line has room for is not left free below it."""
    columns = shown(Columns(), 310, 400)
    columns.show_tables(TABLES)
    narrow = columns.minimumHeight()
    columns.resize(600, 400)
    assert columns.minimumHeight() < narrow
