"""The settings: made from declared fields, searched over all pages, in effect at once. Keys are pressed, not typed."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest

from pantin.rigs.fields import field
from pantin.widgets.settings.key_field import KeyField, combination
from pantin.widgets.settings.key_line import KeyConflict
from pantin.widgets.settings.settings_dialog import KeyRow, Page, SettingsDialog
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
NONE, PAD = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
LEFT = Qt.MouseButton.LeftButton


class Weather(msgspec.Struct, frozen=True):
    sky: Annotated[Literal["blue", "deep_grey"], field("Sky", "What is above.")] = "blue"
    rain: Annotated[bool, field("Rain", "Whether it falls.")] = False
    wind: Annotated[float, field("Wind", "How fast the air is.", ge=0.0, le=2.0)] = 0.5


class Garden(msgspec.Struct, frozen=True):
    trees: Annotated[int, field("Trees", "How many stand there.", ge=0, le=9)] = 3


class Keyboard(msgspec.Struct, frozen=True):
    preset: Annotated[Literal["one", "two"], field("Preset", "Which keys.")] = "one"


PAGES = (
    Page("weather", "Weather", "window", Weather, "The sky changes overnight."),
    Page("garden", "Garden", "units", Garden),
    Page("keys", "Keys", "keyboard", Keyboard, with_keys=True),
)
ROWS = (
    KeyRow("save", "Save", "File", ("Ctrl+S",), ("Ctrl+S",)),
    KeyRow("undo", "Undo", "Edit", ("Ctrl+Z",), ("Ctrl+Z",)),
    KeyRow("redo", "Redo", "Edit", ("Ctrl+U",), ("Ctrl+Shift+Z", "Ctrl+Y")),
    KeyRow("tour", "Tour", "Help", (), ()),
)


@pytest.fixture
def dialog(shown) -> SettingsDialog:
    dialog = SettingsDialog(None, PAGES)
    dialog.show_values({"weather": Weather(rain=True), "garden": Garden(), "keys": Keyboard()})
    dialog.show_keys(ROWS)
    shown(dialog, 760, 600)
    return dialog


@pytest.fixture
def line(dialog):
    dialog.show_page("keys")
    return dialog.pages["keys"].keys.lines["undo"]


def shown_pages(dialog: SettingsDialog) -> tuple[str, ...]:
    return tuple(name for name, page in dialog.pages.items() if not page.isHidden())


def visible(dialog: SettingsDialog) -> list[str]:
    return [
        name
        for page in dialog.pages.values()
        for name, row in (*page.form.rows.items(), *(page.keys.lines.items() if page.keys else ()))
        if row.isVisible()
    ]


def test_one_page_is_shown_at_a_time(dialog) -> None:
    assert shown_pages(dialog) == ("weather",)
    QTest.mouseClick(dialog.tabs["garden"], LEFT)
    assert shown_pages(dialog) == ("garden",) and visible(dialog) == ["trees"]


@pytest.mark.parametrize(
    "typed, pages, rows",
    [
        ("wind", ["weather"], ["wind"]),
        ("deep", ["weather"], ["sky"]),
        ("garden", ["garden"], ["trees"]),
        ("ctrl re", ["keys"], ["redo"]),
        ("how", ["weather", "garden"], ["wind", "trees"]),
        ("nothing at all", [], []),
    ],
)
def test_searching_goes_over_all_pages(dialog, typed: str, pages: list[str], rows: list[str]) -> None:
    QTest.keyClicks(dialog.search, typed)
    assert list(shown_pages(dialog)) == pages and visible(dialog) == rows
    assert dialog.nothing.isVisible() == (not pages)
    assert not dialog.grab().toImage().isNull()
    dialog.search.clear()
    assert shown_pages(dialog) == ("weather",)


def test_a_change_is_told_at_once(dialog, heard) -> None:
    said = heard(changed=dialog.changed)
    QTest.mouseClick(dialog.pages["weather"].form.editors["rain"], LEFT, pos=QPoint(8, 12))
    assert said == [("changed", "weather", "rain", False)]


def test_a_changed_value_has_a_dot_and_the_page_can_be_put_back(dialog, heard) -> None:
    page = dialog.pages["weather"]
    assert page.form.rows["rain"].label.is_changed() and not page.form.rows["wind"].label.is_changed()
    assert not dialog.pages["garden"].reset.isEnabled()
    said = heard(changed=dialog.changed)
    page.reset.click()
    assert said == [("changed", "weather", "rain", False)]
    dialog.show_values({"weather": Weather()})
    assert not page.reset.isEnabled()


def test_keys_stand_by_menu(dialog) -> None:
    table = dialog.pages["keys"].keys
    assert list(table.heads) == ["File", "Edit", "Help"]
    assert table.reset.isEnabled(), "Redo has other keys"


def test_pressed_keys_are_asked_for(line, dialog, heard) -> None:
    said = heard(asked=dialog.keys_asked)
    QTest.mouseClick(line.field, LEFT, pos=line.field._slots()[1].center().toPoint())
    assert line.field.is_listening
    QTest.keyClick(line.field, Qt.Key.Key_Shift, SHIFT)
    assert line.field.is_listening, "Shift alone is nothing yet"
    QTest.keyClick(line.field, Qt.Key.Key_K, CTRL | SHIFT)
    assert said == [("asked", "undo", ("Ctrl+Z", "Ctrl+Shift+K"))] and not line.field.is_listening


def test_keys_are_replaced_and_taken_away(line, dialog, heard) -> None:
    said = heard(asked=dialog.keys_asked)
    line.field.listen(0)
    QTest.keyClick(line.field, Qt.Key.Key_F6)
    line.field.listen(0)
    QTest.keyClick(line.field, Qt.Key.Key_Backspace)
    line.field.listen(0)
    QTest.keyClick(line.field, Qt.Key.Key_Escape)
    assert said == [("asked", "undo", ("F6",)), ("asked", "undo", ())]
    assert dialog.isVisible(), "Esc was for the field"


def test_the_keyboard_alone_is_enough(line, dialog, heard) -> None:
    said = heard(asked=dialog.keys_asked)
    line.field.setFocus()
    QTest.keyClick(line.field, Qt.Key.Key_Right)
    QTest.keyClick(line.field, Qt.Key.Key_Return)
    QTest.keyClick(line.field, Qt.Key.Key_Tab)
    assert said == [("asked", "undo", ("Ctrl+Z", "Tab"))]
    QTest.keyClick(line.field, Qt.Key.Key_Left)
    QTest.keyClick(line.field, Qt.Key.Key_Delete)
    assert said[-1] == ("asked", "undo", ())


def test_a_notice_is_made_where_there_is_something_to_say(line, dialog) -> None:
    """Two hundred lines without one open in half the time, and take half the memory."""
    assert dialog.findChildren(KeyConflict) == []
    dialog.show_keys((*ROWS[:3], msgspec.structs.replace(ROWS[3], clash="F1 is Help as well.")))
    assert [each.text() for each in dialog.findChildren(KeyConflict)] == ["F1 is Help as well."]


def test_keys_of_another_are_rejected_until_one_insists(line, dialog, heard) -> None:
    said = heard(asked=dialog.keys_asked)
    line.field.listen(1)
    QTest.keyClick(line.field, Qt.Key.Key_S, CTRL)
    assert said == [] and line.conflict.text() == "Ctrl S is Save already." and line.conflict.isVisible()
    line.conflict.leave.click()
    assert said == [] and not line.conflict.isVisible()
    line.field.listen(1)
    QTest.keyClick(line.field, Qt.Key.Key_S, CTRL)
    line.conflict.take.click()
    assert said == [("asked", "undo", ("Ctrl+Z", "Ctrl+S"))]


def test_one_action_and_all_are_put_back(dialog, heard) -> None:
    dialog.show_page("keys")
    table = dialog.pages["keys"].keys
    said = heard(asked=dialog.keys_asked, reset=dialog.keys_reset_asked)
    assert table.lines["redo"].reset.isVisible() and not table.lines["undo"].reset.isVisible()
    table.lines["redo"].reset.click()
    table.reset.click()
    assert said == [("asked", "redo", ("Ctrl+Shift+Z", "Ctrl+Y")), ("reset",)]


def test_a_clash_that_is_known_is_said(dialog) -> None:
    dialog.show_page("keys")
    dialog.show_keys((*ROWS[:3], clashing(ROWS[3])))
    assert dialog.pages["keys"].keys.lines["tour"].conflict.text() == "F1 is Help already."


def clashing(row: KeyRow) -> KeyRow:
    return KeyRow(row.name, row.title, row.menu, ("F1",), (), "F1 is Help already.")


def test_pressing_keys_finds_what_they_do(dialog) -> None:
    dialog.show_page("keys")
    table = dialog.pages["keys"].keys
    table.by_key.listen()
    QTest.keyClick(table.by_key, Qt.Key.Key_Z, CTRL)
    assert visible(dialog) == ["preset", "undo"]
    QTest.keyClick(table.by_key, Qt.Key.Key_Backspace)
    assert len(visible(dialog)) == 5


@pytest.mark.parametrize(
    "key, held, text, written",
    [
        (Qt.Key.Key_Z, CTRL | SHIFT, "", "Ctrl+Shift+Z"),
        (Qt.Key.Key_G, SHIFT, "G", "Shift+G"),
        (Qt.Key.Key_Question, SHIFT, "?", "?"),
        (Qt.Key.Key_1, PAD, "1", "Num+1"),
        (Qt.Key.Key_PageUp, NONE, "", "PgUp"),
        (Qt.Key.Key_F3, ALT, "", "Alt+F3"),
        (Qt.Key.Key_Space, CTRL, " ", "Ctrl+Space"),
    ],
)
def test_keys_are_written_as_the_program_writes_them(qapp, key, held, text: str, written: str) -> None:
    assert combination(QKeyEvent(QEvent.Type.KeyPress, key, held, text)) == written


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
def test_every_page_is_drawn_in_both_themes(dialog, qtbot, tokens) -> None:
    apply_theme(tokens)
    qtbot.waitUntil(lambda: dialog.palette().window().color().name() == tokens.panel)
    for page in PAGES:
        dialog.show_page(page.name)
        image = dialog.grab().toImage()
        assert image.pixelColor(image.width() - 24, image.height() - 8).name() == tokens.panel
    apply_theme(theme.DARK)


def test_an_empty_field_invites(shown) -> None:
    field = KeyField("Find by key", most=1)
    shown(field, 136, 24)
    assert not field.grab().toImage().isNull()
    field.listen()
    QTest.mouseClick(field, LEFT)
    assert field.is_listening
    field.clearFocus()
    assert not field.is_listening
