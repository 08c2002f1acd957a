"""The sheet of a character shows questions, answers and doubts, sends what is chosen, and keeps nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from pantin.widgets.character.opening_sheet import OpeningSheet
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.opening_shown import Answer, Mark, Marks, OpeningShown, Question

SIZE = Question(
    "metres: the body is as tall as a child",
    answers=(Answer("1.0", "Metres", "1.50 m", chosen=True), Answer("0.01", "Centimetres", "1.5 cm")),
)
FRONT = Question(
    "it turns its back", True, (Answer("0", "To +Z", "turns its back"), Answer("2", "To −Z", "looks at you"))
)
REST = Question("two poses", answers=(Answer("nodes", "The file's pose", ""), Answer("bind", "Bind pose", "", True)))
SHOWN = OpeningShown(
    title="Open character",
    note="girl.vrm · VRM 1.0 · 591 kB",
    accept="&Open",
    size=SIZE,
    front=FRONT,
    rest=REST,
    fit="15 of 15 parts",
    fit_marks=(Mark("Hands with 4 fingers and a thumb"), Mark("2 parts to check", "doubt")),
    licence="CC BY",
    licence_marks=(Mark("Show"), Mark("No sale", "forbidden"), Mark("Credit needed", "credit")),
    result="Everything is read, nothing left out",
    counts=("8,067 points", "17 expressions"),
)


@pytest.fixture
def sheet(qtbot) -> OpeningSheet:
    window = QWidget()
    window.resize(1200, 800)
    qtbot.addWidget(window)
    window.show()
    found = OpeningSheet(window)
    found.show_character(SHOWN)
    found.open()
    found.accept.setFocus()
    return found


def sent(signal, act: Callable[[], object]) -> list[tuple[object, ...]]:
    """Return what a signal sends while something is done."""
    found: list[tuple[object, ...]] = []
    signal.connect(lambda *values: found.append(values))
    act()
    return found


def test_an_answer_is_sent_and_not_kept(sheet: OpeningSheet) -> None:
    card = sheet.answers["size"].cards["0.01"]
    assert sent(sheet.chosen, card.click) == [("size", "0.01")]
    assert not card.isChecked() and sheet.answers["size"].cards["1.0"].isChecked()


@pytest.mark.parametrize(
    ("key", "answer"),
    ((Qt.Key.Key_S, ("size", "0.01")), (Qt.Key.Key_F, ("front", "0")), (Qt.Key.Key_R, ("rest", "nodes"))),
)
def test_a_key_goes_on_to_the_next_answer(sheet: OpeningSheet, key: Qt.Key, answer: tuple[str, str]) -> None:
    """The key goes to the first where none is chosen yet, and from the last one to the first again."""
    assert sent(sheet.chosen, lambda: QTest.keyClick(sheet.accept, key)) == [answer]


def test_a_key_without_a_choice_does_nothing_and_is_no_hint(sheet: OpeningSheet) -> None:
    assert sent(sheet.chosen, lambda: QTest.keyClick(sheet.accept, Qt.Key.Key_U)) == []
    assert [key for key, _words in sheet.hints] == ["Enter", "Esc", "S", "F", "R"]


def test_enter_accepts_and_esc_leaves(sheet: OpeningSheet) -> None:
    assert len(sent(sheet.accepted, lambda: QTest.keyClick(sheet, Qt.Key.Key_Return))) == 1
    assert len(sent(sheet.closed, lambda: QTest.keyClick(sheet, Qt.Key.Key_Escape))) == 1 and not sheet.isVisible()


def test_a_press_beside_it_loses_nothing(sheet: OpeningSheet) -> None:
    """The file would have to be read again."""
    QTest.mouseClick(sheet, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert sheet.isVisible()


def test_a_doubt_is_amber_and_alone_in_its_row(sheet: OpeningSheet) -> None:
    _size, way, _rest = sheet._rows
    assert way.head.doubtful and way.head.words == "it turns its back"
    assert _has(way.head.grab().toImage(), appearance().theme.limit)
    sheet.show_character(OpeningShown(up=Question("feet below"), front=Question("toes to the front")))
    assert not way.head.doubtful and way.head.words == "feet below; toes to the front"
    assert not _has(way.head.grab().toImage(), appearance().theme.limit)


def test_what_a_licence_forbids_is_no_tick(sheet: OpeningSheet) -> None:
    tokens, picture = appearance().theme, sheet.licence_marks.grab().toImage()
    assert all(_has(picture, colour) for colour in (tokens.pin, tokens.miss, tokens.limit))


def test_what_was_left_out_is_listed_when_it_is_asked(sheet: OpeningSheet) -> None:
    result = sheet.result
    assert not result.show_all.isVisible() and _has(result.grab().toImage(), appearance().theme.pin)
    lines = ("A curve is left out.", "A lamp is left out.")
    sheet.show_character(OpeningShown(result="2 things left out", left_out=lines))
    assert result.show_all.isVisible() and not result.words.isVisible()
    result.show_all.click()
    assert result.words.isVisible() and result.words.text().split("\n") == list(lines)
    result.show_all.click()
    assert not result.words.isVisible()


def test_the_field_of_a_height_is_there_where_one_was_chosen(sheet: OpeningSheet) -> None:
    assert not sheet.height_field.isVisible()
    sheet.show_character(OpeningShown(size=SIZE, height=1.7))
    assert sheet.height_field.isVisible()
    assert sent(sheet.height_chosen, lambda: sheet.height_field.committed.emit(2.0)) == [(2.0,)]


def test_a_drag_and_arrow_keys_turn_the_picture(sheet: OpeningSheet) -> None:
    picture = sheet.picture
    assert sent(sheet.turned, lambda: QTest.keyClick(picture, Qt.Key.Key_Left)) == [(-20.0, 0.0)]


def test_marks_are_drawn_over_the_picture(sheet: OpeningSheet) -> None:
    black = QImage(320, 424, QImage.Format.Format_RGB32)
    black.fill(QColor("black"))
    marks = Marks(
        low=(0.1, 0.9),
        high=(0.1, 0.1),
        height="1.50 m",
        front=((0.5, 0.8), (0.4, 0.95)),
        joints=(((0.5, 0.3), False), ((0.6, 0.5), True)),
        hands=(((0.9, 0.4), "L"),),
    )
    sheet.show_picture(QPixmap.fromImage(black), Marks())
    tokens = appearance().theme
    assert not _has(sheet.picture.grab().toImage(), tokens.pin)
    sheet.show_picture(QPixmap.fromImage(black), marks)
    seen = sheet.picture.grab().toImage()
    assert all(_has(seen, colour) for colour in (tokens.pin, tokens.limit, tokens.acc, tokens.left))


@pytest.mark.parametrize("size", ((1200, 800), (900, 420), (640, 480)))
def test_it_fits_into_its_window(sheet: OpeningSheet, size: tuple[int, int]) -> None:
    sheet.parentWidget().resize(*size)
    QTest.qWait(0)
    place = sheet.sheet.geometry()
    assert place.left() >= 0 and place.right() < size[0] and place.bottom() < size[1]


def _has(picture: QImage, colour: str) -> bool:
    """Return whether a colour is in a picture."""
    wanted = QColor(colour)
    pixels = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    return any(_near(picture.pixelColor(x, y), wanted) for x, y in pixels)


def _near(one: QColor, other: QColor) -> bool:
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) <= 8
