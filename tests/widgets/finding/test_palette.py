"""The palette: what a few letters find, in which order, and how keys and mouse run it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.finding.palette import Palette, PaletteEntry
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from pantin.widgets.values.matching import match

LEFT = Qt.MouseButton.LeftButton
ENTRIES = (
    PaletteEntry("undo", "Undo", "Edit", ("Ctrl+Z",), "undo"),
    PaletteEntry("frame_selected", "Frame selected", "View", ("F", "Num+."), "frame", words="focus zoom"),
    PaletteEntry("frame_all", "Frame all", "View", ("Home",)),
    PaletteEntry("hide", "Hide", "View", ("H",), "eye-off", why_not="Select a bone first."),
    PaletteEntry("select_all", "Select all", "Select", ("A",)),
    PaletteEntry("auto_ik", "Auto IK", "Pose", ("Shift+A",), checked=True),
    PaletteEntry("bone hand.L", "hand.L", "Bone", icon="bone", words="select"),
)


@pytest.fixture
def palette(shown) -> Iterator[Palette]:
    window = shown(QWidget(), 900, 600)
    line = QLineEdit(window)
    line.show()
    line.setFocus()
    found = Palette(window)
    found.open_with(ENTRIES)
    yield found


def titles(palette: Palette) -> list[str]:
    return [entry.title for entry in palette.shown()]


def press(palette: Palette, key: Qt.Key) -> None:
    QTest.keyClick(palette.search, key)


@pytest.mark.parametrize(
    "typed, title, letters",
    [
        ("fra", "Frame all", "Fra"),
        ("fr al", "Frame all", "Fral"),
        ("al fr", "Frame all", "Fral"),
        ("fa", "Frame all", "Fa"),
        ("sele", "Frame selected", "sele"),
        ("ram", "Frame all", "ram"),
        ("fml", "Frame all", "Fml"),
        ("", "Frame all", ""),
    ],
)
def test_letters_find_titles(typed: str, title: str, letters: str) -> None:
    found = match(typed, title)
    assert found and "".join(title[place] for place in found.places) == letters


@pytest.mark.parametrize("typed", ["xyz", "frame nothing", "llf"])
def test_other_letters_do_not(typed: str) -> None:
    assert match(typed, "Frame all") is None


def test_beginnings_come_before_letters_inside_and_those_before_spread_ones() -> None:
    ranks = [match("se", title).rank for title in ("Select all", "Frame selected", "Reset", "Some edges")]
    assert ranks == sorted(ranks) and len(set(ranks)) == 4
    assert match("zoom", "Frame selected", "focus zoom").rank > ranks[-1]


def test_what_cannot_be_done_stands_last_and_does_nothing(palette, heard) -> None:
    said = heard(picked=palette.picked)
    assert titles(palette)[-1] == "Hide"
    palette.search.setText("hide")
    assert titles(palette) == ["Hide"]
    press(palette, Qt.Key.Key_Return)
    assert said == [] and palette.isVisible()


def test_typing_finds_and_enter_runs(palette, heard) -> None:
    said = heard(picked=palette.picked)
    QTest.keyClicks(palette.search, "fs")
    assert titles(palette)[0] == "Frame selected"
    press(palette, Qt.Key.Key_Return)
    assert said == [("picked", "frame_selected")]
    assert not palette.isVisible()


def test_arrows_choose(palette, heard) -> None:
    said = heard(picked=palette.picked)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        press(palette, key)
    press(palette, Qt.Key.Key_Enter)
    assert said == [("picked", ENTRIES[1].name)]


def test_a_click_runs(palette, heard) -> None:
    said = heard(picked=palette.picked)
    rect = palette.list.visualRect(palette.rows.index(2))
    QTest.mouseClick(palette.list.viewport(), LEFT, pos=rect.center())
    assert said == [("picked", "frame_all")]


def test_what_was_used_lately_stands_first(palette) -> None:
    palette.search.setText("select all")
    press(palette, Qt.Key.Key_Return)
    palette.open_with(ENTRIES)
    assert titles(palette)[0] == "Select all"


@pytest.mark.parametrize("typed, first", [("frame", "Frame"), ("FRAME ", "Frame"), ("select", "Select…")])
def test_what_is_typed_whole_stands_first_whatever_was_used_lately(palette, typed: str, first: str) -> None:
    others = tuple(PaletteEntry(title, title, "View") for title in ("Framed", "Frame", "Selection", "Select…"))
    palette.open_with(others)
    for lately in ("framed", "selection"):
        palette.search.setText(lately)
        press(palette, Qt.Key.Key_Return)
        palette.open_with(others)
    palette.search.setText(typed)
    assert titles(palette)[0] == first and len(titles(palette)) == 2


def test_what_is_typed_whole_and_cannot_be_done_keeps_others_from_being_run(palette, heard) -> None:
    said = heard(picked=palette.picked)
    palette.open_with((PaletteEntry("solver", "Solver"), PaletteEntry("solve", "Solve", why_not="Select a bone.")))
    palette.search.setText("solve")
    press(palette, Qt.Key.Key_Return)
    assert titles(palette) == ["Solve", "Solver"] and said == []


def test_escape_closes_whatever_is_typed_and_gives_the_focus_back(palette, qapp) -> None:
    palette.search.setText("fr")
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert qapp.focusWidget() is palette.parentWidget().findChild(
        QLineEdit, options=Qt.FindChildOption.FindDirectChildrenOnly
    )


def test_a_press_beside_it_closes(palette) -> None:
    QTest.mouseClick(palette, LEFT, pos=palette.rect().bottomLeft())
    assert not palette.isVisible()


def test_no_shortcut_of_the_window_is_heard_meanwhile(palette) -> None:
    heard_keys: list[str] = []
    window = palette.parentWidget()
    for keys in ("F7", "Ctrl+Z", "G"):
        action = QAction(window)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _=False, keys=keys: heard_keys.append(keys))
        window.addAction(action)
    QTest.keyClick(palette.search, Qt.Key.Key_F7)
    QTest.keyClick(palette.search, Qt.Key.Key_G)
    assert heard_keys == [] and palette.search.text() == "g"
    palette.put_away()
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert heard_keys == ["F7"]


def test_nothing_found_is_said(palette) -> None:
    palette.search.setText("qqq")
    assert palette.note.isVisible() and not palette.list.isVisible()
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_what_there_is_not_is_told_below_what_is_found(shown) -> None:
    told = "There are no keyframes: poses are kept on the shelf, one by one, and motion is recorded as a clip."
    palette = Palette(shown(QWidget(), 900, 600), lambda typed: told if typed == "frame" else "")
    palette.open_with(ENTRIES)
    palette.search.setText("fram")
    assert not palette.note.isVisible()
    before = palette.sheet.height()
    palette.search.setText("frame")
    assert palette.note.text() == told and palette.note.isVisible() and palette.list.isVisible()
    assert palette.sheet.height() >= before + palette.note.heightForWidth(palette.note.width())


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
def test_it_stands_at_the_top_in_the_middle_and_is_drawn(palette, qapp, tokens) -> None:
    apply_theme(tokens)
    sheet = palette.sheet.geometry()
    assert sheet.width() == 480 and abs(sheet.center().x() - palette.rect().center().x()) <= 1
    image = palette.grab().toImage()
    assert image.pixelColor(sheet.left() + 4, sheet.center().y()).name() == tokens.panel
    palette.parentWidget().resize(400, 300)
    assert palette.sheet.geometry().right() < 400 and palette.sheet.geometry().bottom() < 300
    apply_theme(theme.DARK)


@pytest.mark.parametrize(
    "keys, caps",
    [
        ("Ctrl+Shift+Z", ("Ctrl", "Shift", "Z")),
        ("Ctrl++", ("Ctrl", "+")),
        ("+", ("+",)),
        ("Shift MMB", ("Shift", "MMB")),
        ("Num+1", ("Num", "1")),
        ("Num 1", ("Num", "1")),
        ("PgUp", ("Page up",)),
        ("Ctrl+,", ("Ctrl", ",")),
        ("", ()),
    ],
)
def test_keys_are_read_as_caps(keys: str, caps: tuple[str, ...]) -> None:
    assert key_caps.parts(keys) == caps
